"""Reactions: whoever watches may answer an enemy's step or action before it is made.

One mechanism for overwatch and held actions. A ruleset says who may answer, with which order and
how likely that is to do anything (`Offer`), and how an answer is carried out (`Fire`). A watcher
acts by its standing order: it fires from a chance of `when` percent on. With `ask` its owner is
asked, but only when the side that acts sees the watcher, for else the question itself would tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from attrs import frozen

from skirmish.core.codec import Shape
from skirmish.core.geometry import Tile
from skirmish.core.orders import Field, Order, Question
from skirmish.core.state import State
from skirmish.core.text import id_key
from skirmish.rulesets.common.moves import Before
from skirmish.rulesets.scene import Scene

FIRE = "fire"
ASK = "ask"
HOLD_FIRE = "hold"
LAPSED = "lapsed"
"""Why an order stops that an answer to it has made impossible."""
WHEN = Field("when", Shape.CHANCE, "does not fire below this chance of any effect", "0%")
REPLY = Field(
    "reply",
    Shape.WORD,
    "fire by itself, or ask you each time (default: the house rule)",
    "",
    (FIRE, ASK),
)


@frozen
class Reaction:
    """An answer that a watcher may give: its attack, and the chance that this does anything."""

    figure: str
    order: Order
    chance: Fraction
    when: int = 0
    ask: bool = False


Offer = Callable[[State, str, Tile | None], Iterable[Reaction]]
"""From a state, who acts and the tile it is about to enter (None: it acts where it stands)."""
Fire = Callable[[Scene, Reaction], None]


def asks(state: State, order: Order) -> bool:
    """Whether a standing order has its owner asked: as it says, else by the house rule."""
    said = order.get(REPLY.name)
    return said == ASK if said else state.rule("reactions", "standing") == ASK


def percent(order: Order) -> int:
    """The chance from which a standing order fires, in percent."""
    return int(order.get(WHEN.name, WHEN.default).rstrip("%"))


def react(scene: Scene, actor: str, to: Tile | None, offer: Offer, fire: Fire) -> None:
    """Lets all who watch answer, the best chance first, then the lower id, each once.

    What one answer changes counts for the next; when the actor is out, the rest stay silent.
    """
    done: list[str] = []
    while scene.state.figures[actor].at is not None:
        offered = [r for r in offer(scene.state, actor, to) if r.figure not in done]
        if not offered:
            return
        reaction = min(offered, key=lambda r: (-r.chance, id_key(r.figure)))
        done.append(reaction.figure)
        if _wanted(scene, actor, reaction):
            fire(scene, reaction)


def before(offer: Offer, fire: Fire) -> Before:
    """What `walking.walk_order` asks before each step: all who watch it may answer."""

    def answers(scene: Scene, name: str, tile: Tile) -> str:
        react(scene, name, tile, offer, fire)
        return ""

    return answers


def _wanted(scene: Scene, actor: str, reaction: Reaction) -> bool:
    """Whether a watcher answers, by its owner's word or its standing order."""
    state = scene.state
    mover, watcher = state.figures[actor], state.figures[reaction.figure]
    if reaction.ask and watcher.id in state.known[mover.side].visible:
        options = (str(reaction.order), HOLD_FIRE)
        question = Question(watcher.side, "reaction", options, figure=watcher.id)
        return scene.ask(question) != HOLD_FIRE
    return 100 * reaction.chance >= reaction.when
