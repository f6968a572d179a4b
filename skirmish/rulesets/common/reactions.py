"""Reactions: a watching figure may attack before an enemy's step or action.

One mechanism for overwatch and held actions. A ruleset says which figures may react, with which
order and which chance of any effect (`Offer`), and how a reaction is carried out (`Fire`). A
watcher follows its standing order: it fires if the chance is at least `when` percent. With `ask`
its owner is asked, but only if the acting side sees the watcher; otherwise the question itself
would reveal it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from attrs import evolve, frozen

from skirmish.core.codec import Shape
from skirmish.core.geometry import Tile
from skirmish.core.orders import Field, Order, Question
from skirmish.core.state import State
from skirmish.core.text import id_key
from skirmish.rulesets.scene import Scene

FIRE = "fire"
ASK = "ask"
HOLD_FIRE = "hold"
WHEN = Field("when", Shape.CHANCE, "does not fire below this chance of any effect", "0%")
"""The field of an order for the chance from which on a watcher fires (POOL-F14)."""
WHEN_HIT = evolve(WHEN, text="does not fire below this chance to hit", unit="to hit")
"""The same where the rule counts hits, with or without harm (POOL-F14, D20-43)."""
WORTH_FIRING = "20%"
"""The least chance at which a held shot is fired, unless its player sets another."""
REPLY = Field(
    "reply",
    Shape.WORD,
    "fire by itself, or ask you each time",
    "",
    (FIRE, ASK),
    usual="the house rule",
)


@frozen
class Reaction:
    """A possible reaction of a watcher: its attack, and the chance of any effect."""

    figure: str
    order: Order
    chance: Fraction
    when: int = 0
    ask: bool = False


Offer = Callable[[State, str, Tile | None], Iterable[Reaction]]
"""The reactions to a figure that enters a tile (None: that acts on its tile) in a state."""
Fire = Callable[[Scene, Reaction], None]


def asks(state: State, order: Order) -> bool:
    """Whether a standing order asks its owner: its own `reply`, by default the house rule."""
    said = order.get(REPLY.name)
    return said == ASK if said else state.rule("reactions", "standing") == ASK


def percent(order: Order) -> int:
    """Return the lowest chance in percent at which a standing order fires."""
    return int(order.get(WHEN.name, WHEN.default).rstrip("%"))


def react(scene: Scene, actor: str, to: Tile | None, offer: Offer, fire: Fire) -> None:
    """Let all watchers react, the highest chance first, then the lower id, each once (POOL-F14).

    Each reaction is judged after the one before; when the actor is out, the rest do not fire.

    D20-F10, AMMO-F16.
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


def _wanted(scene: Scene, actor: str, reaction: Reaction) -> bool:
    """Whether a watcher reacts, by its owner's answer or its standing order."""
    state = scene.state
    mover, watcher = state.figures[actor], state.figures[reaction.figure]
    if reaction.ask and watcher.id in state.known[mover.side].visible:
        options = (str(reaction.order), HOLD_FIRE)
        question = Question(watcher.side, "reaction", options, figure=watcher.id)
        return scene.ask(question) != HOLD_FIRE
    return 100 * reaction.chance >= reaction.when
