"""A battle from a small drawing, in one call, for tests of any ruleset.

A tile of a drawing is two characters. The first is terrain (`.` is open ground) or a figure: small
letters fight for blue, capitals for red, and the id is the small letter either way. The second is
which way a figure looks: `^ > v <`, or a digit of the number pad for the diagonals (`7 9 1 3`);
without one blue looks east and red looks west. A blank, a dot or the terrain again fills it.

    position("a>b.R")        # a looks at R, and b stands between

Drawings may be indented as a whole.

Lines of an order may call a red figure by its capital: `fire a R`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from textwrap import dedent
from typing import Any

from attrs import evolve, field, frozen

from skirmish.core.apply import apply_event
from skirmish.core.board import TERRAIN, Board
from skirmish.core.dice import Face, Script
from skirmish.core.events import Bound, Event, ToldEvent, event_text
from skirmish.core.figures import Figure, Kind, Weapon, Who
from skirmish.core.geometry import Facing, Tile
from skirmish.core.knowledge import with_updated_sight
from skirmish.core.orders import Order, Refusal, parse_order
from skirmish.core.state import Clock, Setup, Side, State
from skirmish.core.text import by_id
from skirmish.core.view import View, view
from skirmish.errors import DiceProblem
from skirmish.rulesets.attack import Odds, odds_of
from skirmish.rulesets.engine import carry_out, given_faces, refusal, verbs_of
from skirmish.rulesets.registry import ruleset as ruleset_of
from skirmish.rulesets.ruleset import Ruleset

SIDES = ("blue", "red")
MARKS = {
    "^": Facing.N,
    ">": Facing.E,
    "v": Facing.S,
    "<": Facing.W,
    "9": Facing.NE,
    "3": Facing.SE,
    "1": Facing.SW,
    "7": Facing.NW,
}
FILLERS = " ."
NOT_FIGURES = "NESW"
"""Capitals that are facings in an order."""

Arms = str | Weapon
Place = tuple[int, int] | tuple[int, int, str]


class Thrown(Script):
    """Plays bare numbers back on whatever die is asked for."""

    def __init__(self, faces: Iterable[int | Face]) -> None:
        """Play these."""
        super().__init__(())
        self._numbers = list(faces)

    @property
    def left(self) -> tuple[Face, ...]:
        rest = self._numbers[len(self._shown) :]
        return tuple(f if isinstance(f, Face) else Face(6, f) for f in rest)

    def die(self, sides: int, what: str = "") -> int:
        if not (rest := self._numbers[len(self._shown) :]):
            raise DiceProblem("no face is left", f"die {len(self._shown) + 1}, d{sides} ({what})")
        face = rest[0].face if isinstance(rest[0], Face) else rest[0]
        assert 1 <= face <= sides, (face, sides, what)
        self._shown.append(Face(sides, face, what))
        return face


@frozen
class Position:
    """A battle at one moment, and how to ask and play it; every order gives a new one."""

    ruleset: Ruleset
    state: State
    told: tuple[ToldEvent, ...] = ()
    faces: tuple[Face, ...] = field(default=())

    @property
    def acting(self) -> str:
        """The side whose bound it is, or who is asked."""
        pending = self.state.pending
        return pending.question.side if pending else self.state.clock.side

    def line(self, text: str) -> Order:
        """The order that a line spells."""
        small = re.sub(r"\b([A-Z])\b", self._small, text)
        return parse_order(small, verbs_of(self.ruleset))

    def _small(self, match: re.Match[str]) -> str:
        name = match[1].lower()
        known = name in self.state.figures and match[1] not in NOT_FIGURES
        return name if known else match[1]

    def view(self, side: str = "") -> View:
        """What a side sees."""
        return view(self.state, side or self.acting)

    def refusal(self, text: str, side: str = "") -> Refusal | None:
        """Why an order may not be given now, as the side that gives it can tell."""
        return refusal(self.ruleset, self.view(side), self.line(text))

    def rule(self, text: str, side: str = "") -> str:
        """Id of the rule that forbids an order; "legal" when none does, "?" for one without id."""
        refused = self.refusal(text, side)
        return "legal" if refused is None else refused.rule or "?"

    def barred(self, text: str) -> Refusal | None:
        """Why an attack can't be made whatever the clock says, on the true state."""
        return self.ruleset.impossible(self.state, self.line(text))

    def odds(self, text: str, side: str = "") -> Odds:
        """The exact odds of an order, from what its side sees."""
        plan = self.ruleset.attack(self.view(side).state, self.line(text))
        assert plan is not None, text
        return odds_of(plan, self.ruleset.outcomes.no_effect)

    def order(self, text: str, faces: Sequence[int | Face] = (), side: str = "") -> Position:
        """The battle after a legal order on these faces, which it must use up."""
        refused = self.refusal(text, side)
        assert refused is None, f"{text}: {refused}"
        dice = Thrown((*given_faces(self.state), *faces))
        order = self.line(text)
        done = carry_out(self.ruleset, self.state, side or self.acting, order, dice)
        dice.check_used_up()
        return evolve(self, state=done.state, told=done.told, faces=done.faces)

    def after(self, *events: Event) -> Position:
        """The battle after events that both sides learnt."""
        state = self.state
        for event in events:
            state = apply_event(state, event, SIDES)
        return evolve(self, state=state)

    def bound(self, phase: str, side: str, turn: int = 0, step: int = 0) -> Position:
        """The battle in a bound of a side; the clock does not go back by itself."""
        clock = self.state.clock
        return self.after(Bound(turn or clock.turn, step or clock.step + 1, phase, side))

    def figure(self, name: str) -> Figure:
        """A figure as it truly is."""
        return self.state.figures[name.lower()]

    def news(self, *verbs: str) -> tuple[str, ...]:
        """What the last order told, as text; of these verbs where some are given."""
        return tuple(event_text(t.event) for t in self.told if not verbs or t.event.verb in verbs)


def position(
    drawing: str,
    *,
    ruleset: str = "opposed_d6",
    phase: str = "",
    side: str = "blue",
    kind: str | Kind = "",
    kinds: Mapping[str, str | Kind] | None = None,
    weapons: Mapping[str, Sequence[Arms]] | None = None,
    at: Mapping[str, Place] | None = None,
    under: Mapping[str, str] | None = None,
    levels: str = "",
    counters: Mapping[str, Mapping[str, int]] | None = None,
    rules: Mapping[str, bool | int | str] | None = None,
    **setup: Any,
) -> Position:
    """The battle that a drawing shows, in turn 1, with what both sides see.

    Args:
        drawing: Rows of tiles, two characters each; short rows are filled with open ground.
        ruleset: Id of the ruleset.
        phase: Whose kind of bound it is; "fire" where there is one, else the ruleset's first.
        side: Whose bound it is.
        kind: Kind of every figure without an entry in `kinds`; else the armoury's first.
        kinds: Kind of a figure, as id or stat block.
        weapons: Weapons of a figure, ids or stat blocks; else those of its kind, if it names any.
        at: More figures: letter to (x, y) or (x, y, mark).
        under: Terrain under a figure: letter to glyph.
        levels: Rows of ground levels, one digit a tile.
        counters: Counters of a figure, added to those it starts with.
        rules: House rules.
        setup: Further fields of `Setup`.
    """
    rules_of = ruleset_of(ruleset)
    rows, places = _read(drawing, at or {}, under or {})
    phases = rules_of.handbook.declared.phases
    phase = phase or ("fire" if "fire" in phases else next(iter(phases)))
    figures = {}
    for letter in by_id(places):
        chosen = (kinds or {}).get(letter, kind)
        who = _who(rules_of, letter, chosen, (weapons or {}).get(letter))
        figures[who.id] = _figure(rules_of, who, places[letter], (counters or {}).get(letter, {}))
    worth = {s: sum(f.who.kind.points for f in figures.values() if f.side == s) for s in SIDES}
    about = {"title": "a position", "first": "blue", "turns": 20, **setup}
    sides = {name: Side(name, name, worth=worth[name]) for name in SIDES}
    whole = Setup(
        ruleset=ruleset,
        sides=sides,
        declared=rules_of.handbook.declared,
        rules=rules or {},
        **about,
    )
    clock = Clock(1, 1, phase, side)
    state = State(whole, clock, Board.parse("\n".join(rows), levels or None), figures)
    return Position(rules_of, with_updated_sight(state, SIDES))


def field_of(width: int, height: int) -> str:
    """A drawing of open ground, for figures placed by `at`."""
    return "\n".join([". " * width] * height)


def _read(
    drawing: str, at: Mapping[str, Place], under: Mapping[str, str]
) -> tuple[list[str], dict[str, tuple[Tile, str]]]:
    """Rows of terrain, and where the figures stand with their marks."""
    lines = dedent(drawing).strip("\n ").split("\n")
    width = max((len(line) + 1) // 2 for line in lines)
    places: dict[str, tuple[Tile, str]] = {}
    rows = []
    for y, line in enumerate(lines):
        tiles = [line[i : i + 2].ljust(2) for i in range(0, 2 * width, 2)]
        row = ""
        for x, tile in enumerate(tiles):
            if tile == "  ":
                row += "."
            elif tile[0] in TERRAIN:
                assert tile[1] in FILLERS + tile[0], f"row {y}: what is '{tile}'?"
                row += tile[0]
            else:
                known = tile[0].isalpha() and (tile[1] in FILLERS or tile[1] in MARKS)
                assert known, f"row {y}: what is '{tile}'?"
                places[tile[0]] = ((x, y), tile[1])
                row += under.get(tile[0], ".")
        rows.append(row)
    for letter, (x, y, *mark) in at.items():
        places[letter] = ((x, y), str(mark[0]) if mark else " ")
    _check(places)
    return rows, places


def _check(places: Mapping[str, object]) -> None:
    names = [letter.lower() for letter in places]
    assert len(set(names)) == len(names), "a letter may stand for one figure only"
    assert not set(places) & set(NOT_FIGURES), f"no figures called {NOT_FIGURES}: facings"


def _who(rules_of: Ruleset, letter: str, kind: str | Kind, arms: Sequence[Arms] | None) -> Who:
    kinds, weapons = rules_of.handbook.armoury.kinds(), rules_of.handbook.armoury.weapons()
    if not isinstance(kind, Kind):
        kind = kinds[kind] if kind else next(iter(kinds.values()))
    if arms is None:
        arms = getattr(kind, "weapons", ())
    carried = tuple(arm if isinstance(arm, Weapon) else weapons[arm] for arm in arms)
    side = SIDES[0] if letter.islower() else SIDES[1]
    return Who(letter.lower(), side, letter, kind, carried)


def _figure(
    rules_of: Ruleset, who: Who, place: tuple[Tile, str], counters: Mapping[str, int]
) -> Figure:
    tile, mark = place
    facing = MARKS.get(mark, Facing.E if who.side == SIDES[0] else Facing.W)
    counted = {**rules_of.handbook.armoury.equipped(who.weapons), **counters}
    return Figure(who, tile, facing, counters={k: v for k, v in counted.items() if v})
