"""Odds queries and their answers as plain data, single or in batches of JSON lines.

Positions are cached, so a query about a position that was reached before costs only its own odds.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, BinaryIO

from attrs import define, evolve, field, frozen

from skirmish.cli.play import check_sides
from skirmish.core.codec import Shape
from skirmish.core.dice import Roller, Script, parse_faces
from skirmish.core.figures import Figure
from skirmish.core.orders import END, READY, Order, parse_order
from skirmish.core.sanitize import NAME_LIMIT, escaped, is_name
from skirmish.core.setup import SETUP_PHASES
from skirmish.core.state import State
from skirmish.core.text import by_id
from skirmish.core.view import View, view
from skirmish.errors import DiceProblem, FileProblem, OrderRefused, SkirmishError, UsageProblem
from skirmish.game import Game
from skirmish.line.references import parse_path
from skirmish.presentation.odds.order_odds import OrderOdds, planned_odds
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.setup.saves import SUFFIX
from skirmish.presentation.user_files import find_scenario
from skirmish.rulesets.engine import carry_out, given_faces, refusal, to_act, verbs_of
from skirmish.rulesets.registry import ruleset
from skirmish.rulesets.ruleset import Ruleset
from skirmish.scenario import load, opening_state, parse
from skirmish.scenario.faults import did_you_mean

_MAX_SOURCES = 16
"""Number of scenarios and records in the cache."""
_MAX_POSITIONS = 1000
"""Number of positions in the cache that were reached by orders played first."""
_MAX_BEFORE = 2000
"""Number of orders that may be played first."""
RuleSettings = tuple[tuple[str, bool | int | str], ...]
ODDS_DIGITS = 4
"""Decimals of rounded chances and points."""
_MAX_BYTES = 2 * 2**20
"""Maximum of bytes of a line; a scenario's text has at most 1 MiB."""
_MAX_ID_LENGTH = 80
_MAX_NUMBER = 10**18
_MAX_RULES = 100
FIELDS: Mapping[str, tuple[type, str]] = {
    "scenario": (str, "text: a shipped scenario's name, a file, or a record"),
    "text": (str, "text: a scenario as its file has it"),
    "line": (int, "a whole number: how many lines of a record were played"),
    "before": (list, "an array of texts such as 'fire b1 r1 | 6:5 6:2'"),
    "order": (str, "text such as 'fire b4 r1'"),
    "side": (str, "text: the side whose view counts"),
    "strict": (bool, "true or false"),
    "rules": (dict, "an object of house rules such as {'fog': false}"),
}
ID = "id"
_CHUNK = 2**16
_EXAMPLE = 'a line is one object, such as {"scenario": "low_water", "order": "fire b4 r1"}'


@frozen
class OddsQuery:
    """A query for the odds of `order` at a position.

    `scenario` is the name of a shipped scenario, a file, or a record (`.skr`); instead, `text` may
    contain the text of a scenario. `line`: number of lines of the record to play, None for all.
    `before`: orders to play first, as `ORDER | FACES`. `side`: the side whose view is used, else
    the truth. `strict`: judge by clock and fog as well.
    """

    order: str
    scenario: str = ""
    text: str = ""
    line: int | None = None
    before: tuple[str, ...] = ()
    side: str = ""
    strict: bool = False
    rules: RuleSettings = ()


@define
class _Position:
    """A state, and the positions reached from it, by the text of the order."""

    ruleset: Ruleset
    state: State
    after: dict[str, _Position] = field(factory=dict)


@define
class _Source:
    """A scenario or record that was read, and its positions by line; None is the last line."""

    positions: dict[int | None, _Position]
    game: Game | None = None

    def at(self, line: int | None) -> _Position:
        if line not in self.positions:
            if self.game is None:
                remedy = f"name a record: it ends in {SUFFIX}"
                raise UsageProblem("a scenario has no lines", remedy=remedy)
            state = self.game.state if line is None else self.game.state_at(self.game.line_of(line))
            self.positions[line] = _Position(self.game.ruleset, state)
        return self.positions[line]


class OddsCalculator:
    """Answers queries, with a cache of sources and positions."""

    def __init__(self) -> None:
        """Start with an empty cache."""
        self._sources: dict[tuple[str, str, str], _Source] = {}
        self._count = 0

    def answer(self, question: OddsQuery) -> OrderOdds:
        """The odds of the order.

        Raises:
            SkirmishError: There is no such position, or the order has no odds there.
        """
        if len(question.before) > _MAX_BEFORE:
            raise UsageProblem(f"more than {_MAX_BEFORE} orders before", remedy="ask of a record")
        at = self._begin(question)
        for line in question.before:
            at = self._next(at, line)
        return find_odds(
            at.ruleset, at.state, question.order, side=question.side, strict=question.strict
        )

    def _begin(self, asked: OddsQuery) -> _Position:
        # repr: 1 and True are different values of a rule, though equal in Python.
        where = (asked.scenario, asked.text, repr(asked.rules))
        if where not in self._sources:
            if len(self._sources) >= _MAX_SOURCES:
                self._forget()
            self._sources[where] = _source(asked)
        return self._sources[where].at(asked.line)

    def _next(self, at: _Position, line: str) -> _Position:
        if line not in at.after:
            state = play_order(at.ruleset, at.state, line)
            self._count += 1
            if self._count > _MAX_POSITIONS:
                self._forget()
            at.after[line] = _Position(at.ruleset, state)
        return at.after[line]

    def _forget(self) -> None:
        self._sources, self._count = {}, 0


def _source(asked: OddsQuery) -> _Source:
    """The scenario or record of a query."""
    if asked.scenario and asked.text:
        raise UsageProblem("both a scenario's name and its text", remedy="leave one of them out")
    if asked.scenario.endswith(SUFFIX):
        return _record_source(asked)
    scenario = parse(asked.text) if asked.text else load(find_scenario(asked.scenario))
    played = ruleset(scenario.ruleset)
    state = _first_turn(played, opening_state(scenario, dict(asked.rules)))
    return _Source({None: _Position(played, state)})


def _record_source(asked: OddsQuery) -> _Source:
    if asked.rules:
        what = "a record keeps the house rules that it was played with"
        raise UsageProblem(what, escaped(asked.scenario), "leave them out")
    return _Source({}, Game.replay(Path(asked.scenario)))


def _first_turn(ruleset: Ruleset, state: State) -> State:
    """The state at the start of the first turn, with all figures deployed where they are."""
    while state.clock.phase in SETUP_PHASES:
        state = carry_out(ruleset, state, state.clock.side, Order(READY.name), Roller("odds")).state
    return state


def play_order(ruleset: Ruleset, state: State, line: str) -> State:
    """The state after an order, given as `ORDER | FACES` with all faces that are rolled.

    Raises:
        OrderRefused: The order is refused.
        DiceProblem: The faces do not fit the dice of the order.
    """
    text, _, faces = line.partition("|")
    order = parse_order(text.strip(), verbs_of(ruleset))
    side = to_act(state)
    known = view(state, side)
    order = _with_path(ruleset, known, order)
    _refuse(refusal(ruleset, known, order), text.strip())
    try:
        dice = Script((*given_faces(state), *parse_faces(faces)))
        after = carry_out(ruleset, state, side, order, dice).state
        dice.check_used_up()
    except DiceProblem as problem:
        where = f"{order}: {problem.where}" if problem.where else str(order)
        raise DiceProblem(problem.what, where, problem.remedy) from None
    return after


def _refuse(refused: Any, where: str) -> None:  # noqa: ANN401 - a Refusal or None
    if refused is not None:
        raise OrderRefused(refused.reason, where, refused.remedy, refused.rule)


def _with_all_visible(state: State) -> State:
    """The state with every enemy visible to both sides, for odds without fog."""
    known = {
        side: evolve(
            mine,
            visible=by_id(f.id for f in state.figures.values() if f.at and f.side != side),
        )
        for side, mine in state.known.items()
    }
    return evolve(state, known=known)


def find_odds(
    ruleset: Ruleset, state: State, text: str, *, side: str = "", strict: bool = False
) -> OrderOdds:
    """The odds of an order.

    Args:
        ruleset: The ruleset.
        state: The true state, with fog.
        text: The order.
        side: The side whose view is used; "" for the truth.
        strict: Judge by clock and fog as well, as in play.

    Raises:
        OrderRefused: The order can't be read, has no dice, or is refused.
    """
    order = parse_order(text, verbs_of(ruleset))
    if order.verb == END.name or order.verb not in ruleset.verbs:
        raise OrderRefused(
            f"'{order.verb}' has no dice of its own", remedy=_verbs_with_dice(ruleset)
        )
    check_sides([side] if side else [], state.setup.sides)
    figure = _acting_figure(state, order, side)
    order = _with_path(ruleset, view(state, figure.side), order)
    if strict:
        _refuse(refusal(ruleset, view(state, figure.side), order), text)
    asked = view(state, side).state if side else state if strict else _with_all_visible(state)
    _refuse(ruleset.impossible(asked, order), text)
    plan = ruleset.attack(asked, order)
    if plan is None:
        verb = ruleset.verbs[order.verb]
        remedy = "its outcome is certain" if verb.dice else _verbs_with_dice(ruleset)
        raise OrderRefused(f"'{order}' rolls no dice", remedy=remedy)
    return planned_odds(ruleset, asked, order, plan, figure.side)


def _with_path(ruleset: Ruleset, known: View, order: Order) -> Order:
    """The order with the game's path to its tile, if the straight line there is impossible.

    Raises:
        OrderRefused: The tile is off the map.
    """
    figure, verb = known.state.figures.get(order.figure), ruleset.verbs.get(order.verb)
    if verb is None or verb.target is not Shape.PATH or len(order.target_path) != 1:
        return order
    if figure is None or figure.at is None or figure.side != known.side:
        return order
    if ruleset.impossible(known.state, order) is None:
        return order
    legal = LegalOrders(ruleset, known)
    return evolve(order, target=parse_path(legal, order.figure, order.verb, [order.target]))


def _acting_figure(state: State, order: Order, side: str) -> Figure:
    """The acting figure; the error lists only figures of the given side."""
    figure = state.figures.get(order.figure)
    if figure is not None and side in ("", figure.side):
        return figure
    mine = by_id(f.id for f in state.figures.values() if side in ("", f.side))
    who = f"{side} has no figure" if side else "no figure"
    raise UsageProblem(f"{who} '{escaped(order.figure)}'", remedy="known: " + ", ".join(mine))


def _verbs_with_dice(ruleset: Ruleset) -> str:
    return "orders with dice: " + ", ".join(v.name for v in ruleset.verbs.values() if v.dice)


def odds_data(odds: OrderOdds) -> Mapping[str, Any]:
    """Odds as plain data, as printed by `skirmish odds --json`."""
    figures = {
        one.name: {
            "chance_to_be_struck": str(one.struck_chance),
            "outcomes": [{**_chance_data(p), "result": result} for result, p in one.results],
        }
        for one in odds.figures
    }
    named = odds.named or (next(iter(figures)) if len(figures) == 1 else "")
    data: dict[str, Any] = {
        "order": str(odds.order),
        "policy": odds.policy,
        "modifiers": [
            {"on": m.on, "figure": m.figure, "name": m.name, "value": m.value, "rule": m.rule}
            for m in odds.modifiers
        ],
        "outcomes": figures[named]["outcomes"] if named in figures else [],
        "figures": figures,
        "landing": [
            {"at": None if tile is None else list(tile), **_chance_data(p)}
            for tile, p in (odds.landing.tiles.items() if odds.landing else ())
        ],
        "expected_loss": {
            side: _rounded(odds.losses.get(side, Fraction(0))) for side in odds.sides
        },
    }
    if odds.mishaps:
        data["mishaps"] = [{"what": words, **_chance_data(p)} for words, p in odds.mishaps]
    return data


def _chance_data(chance: Fraction) -> dict[str, Any]:
    return {"probability": str(chance), "p": _rounded(chance)}


def _rounded(value: Fraction) -> float:
    return round(float(value), ODDS_DIGITS)


_RULE_TYPES = (bool, int, str)


def answer_batch(lines: BinaryIO, tell: Callable[[str], None]) -> None:
    """Answer each line as soon as it is read."""
    asker = OddsCalculator()
    for number, line in enumerate(_read_lines(lines), 1):
        tell(json.dumps({"line": number, **_answer_line(asker, line)}))


def _read_lines(source: BinaryIO) -> Iterator[bytes | None]:
    """The lines; None for one that is longer than `_MAX_BYTES`, which is skipped."""
    while line := source.readline(_MAX_BYTES + 1):
        if line.endswith(b"\n") or len(line) <= _MAX_BYTES:
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = source.readline(_CHUNK)
        yield None


def _answer_line(asker: OddsCalculator, line: bytes | None) -> Mapping[str, Any]:
    """The answer to a line, without its number."""
    named: dict[str, Any] = {}
    try:
        data = _parse_line(line)
        if ID in data:
            named[ID] = _query_id(data.pop(ID))
        return {**named, "odds": odds_data(asker.answer(parse_query(data)))}
    except SkirmishError as problem:
        return {**named, "error": _error_data(problem)}
    except Exception as error:  # noqa: BLE001 - no question may end the others
        what = f"a fault of the program: {type(error).__name__}"
        return {**named, "error": {"where": "", "what": what, "remedy": "report this line"}}


def _error_data(problem: SkirmishError) -> Mapping[str, Any]:
    data: dict[str, Any] = {
        "where": problem.where,
        "what": problem.what,
        "remedy": problem.remedy,
    }
    if isinstance(problem, OrderRefused) and problem.rule:
        data["rule"] = problem.rule
    if isinstance(problem, FileProblem):
        data["faults"] = str(problem).split("\n")
    return data


def _parse_line(line: bytes | None) -> dict[str, Any]:
    """The fields of a line."""
    if line is None:
        what = f"the line is longer than {_MAX_BYTES // 2**20} MiB"
        raise UsageProblem(what, remedy="name a scenario's file instead of its text")
    try:
        data = json.loads(line.decode().rstrip("\r\n"))
    except UnicodeDecodeError as error:
        where = f"byte {error.start + 1}"
        raise UsageProblem("the line is not UTF-8 text", where, "send it as UTF-8") from None
    except json.JSONDecodeError as error:
        raise UsageProblem(f"not JSON: {error.msg}", f"column {error.colno}", _EXAMPLE) from None
    except (ValueError, RecursionError):
        raise UsageProblem("not JSON that can be read", remedy=_EXAMPLE) from None
    if not isinstance(data, dict):
        raise UsageProblem("not a JSON object", remedy=_EXAMPLE)
    return data


def _query_id(value: object) -> int | str:
    """The id that a program gave its query.

    Raises:
        UsageProblem: It is neither a whole number nor a short text.
    """
    if type(value) is int and abs(value) < _MAX_NUMBER:
        return value
    if type(value) is str and len(value) <= _MAX_ID_LENGTH:
        return value
    remedy = f"a whole number of at most 18 digits, or text of at most {_MAX_ID_LENGTH} characters"
    raise UsageProblem("not a valid id", ID, remedy)


def parse_query(data: Mapping[str, Any]) -> OddsQuery:
    """The query in the fields of a line.

    Raises:
        UsageProblem: A field is missing, unknown or of another type.
    """
    for name, value in data.items():
        if name not in FIELDS:
            raise UsageProblem(
                "unknown field", escaped(name, NAME_LIMIT), did_you_mean(name, FIELDS)
            )
        kind, words = FIELDS[name]
        if type(value) is not kind or not _is_plain(value):
            raise UsageProblem("of the wrong type", name, f"must be {words}")
    for name in ("order", *(() if "text" in data else ("scenario",))):
        if name not in data:
            raise UsageProblem("missing", name, f"must be {FIELDS[name][1]}")
    before = data.get("before", [])
    if not all(type(order) is str and _is_plain(order) for order in before):
        raise UsageProblem("of the wrong type", "before", f"must be {FIELDS['before'][1]}")
    return OddsQuery(
        order=data["order"],
        scenario=data.get("scenario", ""),
        text=data.get("text", ""),
        line=data.get("line"),
        before=tuple(before),
        side=data.get("side", ""),
        strict=data.get("strict", False),
        rules=_parse_rules(data.get("rules", {})),
    )


def _is_plain(value: object) -> bool:
    """Whether a text has no lone surrogates, and a whole number is in range."""
    if isinstance(value, str):
        return not any("\ud800" <= char <= "\udfff" for char in value)
    return not isinstance(value, int) or 0 <= value < _MAX_NUMBER


def _parse_rules(rules: Mapping[str, Any]) -> tuple[tuple[str, bool | int | str], ...]:
    for name, value in rules.items():
        fits = type(value) in _RULE_TYPES and _is_plain(value) and is_name(name)
        if not fits or len(rules) > _MAX_RULES:
            where = f"rules.{escaped(name, NAME_LIMIT)}"
            raise UsageProblem(
                "not a house rule", where, "a name with true, false, a number or text"
            )
    return tuple(sorted(rules.items()))
