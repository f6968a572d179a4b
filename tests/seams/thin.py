"""Thin rulesets: one vertical slice of each kind of rule, to prove the seams they share.

A `Thin` ruleset answers the protocol with as little as can be; a test hands it the one function
that carries its orders out, and plays it with scripted faces.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from attrs import evolve, field, frozen

from skirmish.core.board import Board
from skirmish.core.codec import Shape
from skirmish.core.dice import Script, parse_faces
from skirmish.core.events import Bound, event_text
from skirmish.core.figures import Counter, Declared, Figure, Kind, Phase, Who, ZoneKind
from skirmish.core.geometry import Facing, Tile
from skirmish.core.knowledge import with_updated_sight
from skirmish.core.orders import Field, Order, Verb, parse_order
from skirmish.core.state import Clock, Setup, Side, State
from skirmish.core.view import view
from skirmish.rulesets.engine import carry_out, given_faces, refusal, to_act, verbs_of
from skirmish.rulesets.handbook import HouseRule
from skirmish.rulesets.ruleset import Ruleset, Statement
from skirmish.rulesets.scene import Scene
from tests.least_ruleset import Least

VERBS = {
    verb.name: verb
    for verb in (
        Verb("move", "goes along a path", target=Shape.PATH),
        Verb(
            "fire",
            "fires at a figure",
            target=Shape.FIGURE,
            fields=(Field("extra", Shape.WORD, "who chooses extra hits", "most", ("most", "ask")),),
            dice=True,
        ),
        Verb("suppress", "lays a zone", target=Shape.TILE, dice=True),
    )
}
DECLARED = Declared(
    counters={
        "moved": Counter("half tiles moved", open=True, resets="act"),
        "crippled": Counter("crippled legs", open=True),
        "watching": Counter("on overwatch", open=True),
        "holding": Counter("holds its action", open=True),
    },
    zones={"suppression": ZoneKind("suppressed ground", "x")},
    phases={"act": Phase("act", moves=True)},
)


@frozen
class Thin(Least):
    """A ruleset of one function, `does(scene, order)`."""

    does: Callable[[Scene, Order], None]
    id: str = "thin"
    name: str = "Thin"
    version: int = 1
    verbs: Mapping[str, Verb] = field(factory=lambda: VERBS)
    declared: Declared = DECLARED
    house_rules: Mapping[str, HouseRule] = field(factory=dict)
    statements: Mapping[str, Statement] = field(factory=dict)

    def carry_out(self, scene: Scene, order: Order) -> None:
        self.does(scene, order)

    def advance(self, scene: Scene) -> None:
        clock = scene.state.clock
        scene.emit(Bound(clock.turn, clock.step + 1, "act", scene.state.setup.enemy(clock.side)))


@frozen
class Play:
    """A battle under a thin ruleset; every order gives a new one."""

    ruleset: Ruleset
    state: State
    news: tuple[str, ...] = ()

    def order(self, text: str, faces: str = "") -> Play:
        """The battle after a legal order on these faces, all of which it must use."""
        side = to_act(self.state)
        order = parse_order(text, verbs_of(self.ruleset))
        assert refusal(self.ruleset, view(self.state, side), order) is None
        new = parse_faces(faces)
        dice = Script((*given_faces(self.state), *new))
        done = carry_out(self.ruleset, self.state, side, order, dice)
        dice.check_used_up()
        return evolve(
            self, state=done.state, news=tuple(event_text(one.event) for one in done.told)
        )

    def at(self, name: str) -> Tile | None:
        """Where a figure stands."""
        return self.state.figures[name].at

    @property
    def question(self) -> tuple[str, str, tuple[str, ...]]:
        """Who is asked what, with which options."""
        assert self.state.pending is not None
        asked = self.state.pending.question
        return asked.side, asked.what, asked.options


def battle(
    does: Callable[[Scene, Order], None],
    figures: Sequence[tuple[str, str, Tile]],
    counters: Mapping[str, Mapping[str, int]] | None = None,
    rows: str = "\n".join(["." * 12] * 3),
) -> Play:
    """A battle on open ground: figures as (id, side, tile), blue to act."""
    kind = Kind("man", "man", glyph="m", points=10)
    placed = {
        name: Figure(
            Who(name, side, name, kind), at, Facing.E, counters=(counters or {}).get(name, {})
        )
        for name, side, at in figures
    }
    sides = {name: Side(name, name, worth=10) for name in ("blue", "red")}
    setup = Setup("thin", "thin", sides, "blue", 9, DECLARED)
    state = State(setup, Clock(1, 1, "act", "blue"), Board.parse(rows), placed)
    return Play(Thin(does).value, with_updated_sight(state, ("blue", "red")))
