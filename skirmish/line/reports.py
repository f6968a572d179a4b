"""Answers about the whole: what is around, the map, the log, the score, the briefing, the rules."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from skirmish.core.events import Bound
from skirmish.core.gate import shown
from skirmish.core.geometry import Tile, tile_text
from skirmish.core.text import id_key, many
from skirmish.errors import OrderRefused
from skirmish.line import people, terrain
from skirmish.line.bearings import bearing, direction
from skirmish.line.examples import worked_under
from skirmish.line.fold import full_stop, listed
from skirmish.line.spot import closest, exact_tile, figure_named, tile_of
from skirmish.presentation.legal_orders import LegalOrders
from skirmish.presentation.log import log_sentences
from skirmish.presentation.log_writer import Sentence
from skirmish.presentation.scenario_text import current_lessons, join_paragraphs, objective_words
from skirmish.presentation.wording import score_words
from skirmish.presentation.worked_examples import find_rules
from skirmish.rulesets.protocol import moment

_LOG = 15
_QUOTED = re.compile(r"(?<!\w)'([a-z_]+)[^']*'")
_SENTENCE = re.compile(r"(?<=[.?!]) ")
_WORDS = ("next", "look", "undo", "log", "rules", "briefing", "score", "orders", "odds", "help")
"""Commands that a lesson may name; other quoted words are keys of the screen."""
_RULES = 8
_CORNERS = 4
_MATES = 3
_BOUND = "-- "
"""How a sentence begins that tells of a new bound."""


def around(offers: LegalOrders, figure: str) -> list[str]:
    """What a figure has around it: its own ground, enemies, friends, cover, doors, objectives."""
    mine, start = offers.view.state.figures.get(figure), offers.place(figure)
    if mine is None or start is None:
        return ["Choose a figure by its id first, or name a tile."]
    lines = [people.own_words(offers, mine), *people.place_words(offers, figure, start)[:1]]
    lines += people.foes(offers, figure)
    mates = [f for f in offers.view.own() if f.id != figure]
    near = people.near_first(offers, start, mates)[:_MATES]
    told = [f"{people.named(f)} {bearing(start, f.tile)}" for f in near]
    lines += [f"Friends: {listed(told)}."] if told else []
    return lines + terrain.near(offers, start)


def map_words(offers: LegalOrders, figure: str, words: Sequence[str]) -> list[str]:
    """The ground from a figure or a tile, in a direction, of a kind, or in an area.

    Raises:
        OrderRefused: Nothing is called so.
    """
    start = offers.place(figure)
    said = " ".join(words).casefold()
    if area := _area(said):
        return terrain.rows(offers, *area)
    if not words:
        return _whole(offers, start)
    if said in ("objectives", "objective", "goals"):
        return terrain.goals(offers, start) or ["No objective has a place on the map."]
    start = start or (offers.board.width // 2, offers.board.height // 2)
    if (facing := direction(said)) is not None:
        return terrain.in_sector(offers, start, facing)
    if said == "cover":
        return terrain.near(offers, start)[:1] or ["There is no cover on this map."]
    if found := terrain.of_kind(offers, start, said):
        return found
    if exact_tile(said) or figure_named(offers, said):
        place = tile_of(offers, figure, words)
        if not offers.board.inside(place):
            raise OrderRefused(f"{tile_text(place)} is off the map", remedy="'map' tells its size")
        return [f"From {tile_text(place)}:", *terrain.ways_from(offers, place)]
    kinds = dict.fromkeys(offers.board.terrain(tile).name for tile in terrain.tiles(offers))
    raise OrderRefused(f"no '{shown(said)}' on this map", remedy=closest(said, list(kinds)))


def _area(said: str) -> tuple[Tile, Tile] | None:
    """Two corners, as in `3,4,9,8`, `3,4 9,8` or `3,4 to 9,8`."""
    numbers = said.replace(" to ", ",").replace(" ", ",").split(",")
    if len(numbers) != _CORNERS or not all(n.isascii() and n.isdigit() for n in numbers):
        return None
    if max(map(len, numbers)) > _CORNERS:
        return None
    left, top, right, bottom = map(int, numbers)
    return (left, top), (right, bottom)


def _whole(offers: LegalOrders, start: Tile | None) -> list[str]:
    board = offers.board
    size = f"The map is {board.width} tiles wide and {board.height} high"
    lines = [f"{size}; 0,0 is its north-west corner, columns count to the east, rows to the south."]
    if start is None:
        return lines + terrain.goals(offers, None)
    share = offers.view.seen.bit_count() * 100 // (board.width * board.height)
    lines.append(f"From {tile_text(start)} one comes to, tile by tile:")
    lines += terrain.ways_from(offers, start)
    return [*lines, *terrain.near(offers, start), f"Your side sees {share}% of the map."]


def log(offers: LegalOrders, words: Sequence[str]) -> list[str]:
    """The newest sentences of the log.

    Raises:
        OrderRefused: Asked for something else than a number of them.
    """
    said = log_sentences(offers.view, offers.view.news, offers.ruleset)
    most = _LOG
    if len(words) > 1 and words[0].casefold() == "turn":
        return _of_turn(said, words[1])
    if words and words[0].casefold() == "all":
        most = len(said)
    elif words:
        if not (words[0].isascii() and words[0].isdigit()) or len(words[0]) > _CORNERS:
            raise OrderRefused(f"'{shown(words[0])}' is no number", remedy="such as 'log 30'")
        most = int(words[0])
    told = said[-most:] if most else ()
    return [plain(sentence) for sentence in told] or ["Nothing has happened yet."]


def _of_turn(said: Sequence[Sentence], turn: str) -> list[str]:
    """What was learnt in a turn."""
    told, inside = [], False
    for one in said:
        if isinstance(one.event, Bound):
            inside = str(one.event.turn) == turn
        if inside:
            told.append(plain(one))
    return told or [f"There is no turn {shown(turn)} to tell of."]


def plain(said: Sentence) -> str:
    """A sentence of the log as it is spoken, with its dice."""
    words = said.words
    if words.startswith(_BOUND):
        words = words.removeprefix(_BOUND)
        words = words[:1].upper() + words[1:]
    return full_stop(words)


def when(offers: LegalOrders) -> str:
    """Turn, and where in it we are."""
    clock, turns = offers.view.state.clock, offers.view.state.setup.turns
    part = moment(offers.ruleset, clock)
    turn = f"Turn {clock.turn} of {turns}" if clock.turn else f"Before turn 1 of {turns}"
    return f"{turn}, {part}" if part and clock.turn else turn


def score(offers: LegalOrders) -> list[str]:
    """Turn, points of both sides as far as they are known, objectives, losses."""
    view, setup = offers.view, offers.view.state.setup
    lines = [f"{when(offers)}."]
    for name, side in setup.sides.items():
        you = " (you)" if name == view.side else ""
        lines.append(f"{side.name}{you}: {score_words(view, name)}.")
        lines += [f"  {objective_words(g)}." for g in setup.objectives if g.side == name]
    return lines


def losses(offers: LegalOrders) -> list[str]:
    """What the side lost, and how much it can bear."""
    view, setup = offers.view, offers.view.state.setup
    mine = [f for f in view.state.figures.values() if f.who.side == view.side]
    out = [f for f in mine if f.fate]
    lost, worth = sum(f.who.kind.points for f in out), setup.sides[view.side].worth
    lines = [
        f"You lost {len(out)} of {many(len(mine), 'figure')}, {lost} of {many(worth, 'point')}."
    ]
    if point := setup.sides[view.side].break_point:
        lines.append(f"Your side breaks when {point}% of its points are lost.")
    return lines


def briefing(offers: LegalOrders) -> list[str]:
    """The scenario's words, and what each side is paid for."""
    setup = offers.view.state.setup
    lines = [f"{setup.title}. {offers.ruleset.name}.", *join_paragraphs(setup.briefing.strip())]
    return [*(line for line in lines if line.strip()), *score(offers)]


def zone(offers: LegalOrders) -> list[str]:
    """Where the side may deploy, while it may."""
    area = offers.view.state.setup.sides[offers.view.side].deploy
    if area is None or not offers.deploying:
        return []
    left, top, right, bottom = area
    return [f"You deploy in columns {left} to {right}, rows {top} to {bottom}."]


def lesson(offers: LegalOrders) -> list[str]:
    """What the scenario says to its player at this point, if it teaches."""
    known = {*offers.known_verbs, *_WORDS}
    return [
        told for told in (_for_line(one, known) for one in current_lessons(offers.view)) if told
    ]


def _for_line(lesson: str, known: Container[str]) -> str:
    """A lesson without the sentences about keys of the screen."""
    sentences = _SENTENCE.split(lesson)
    kept = [one for one in sentences if all(word in known for word in _QUOTED.findall(one))]
    return " ".join(kept)


def rules(offers: LegalOrders, words: Sequence[str]) -> list[str]:
    """A numbered rule by its id, those whose ids begin so, or those that hold all the words.

    Raises:
        OrderRefused: There is none.
    """
    known = offers.ruleset.statements
    if not words:
        first = dict.fromkeys(name.partition("-")[0] for name in known)
        ids = f"ids begin with {listed(list(first), 'or')}"
        return [
            f"{offers.ruleset.name}: {len(known)} numbered rules, {ids}.",
            "Ask for one by its id, or for words, as in 'rules cover'.",
        ]
    wanted = " ".join(words)
    if (exact := known.get(wanted.upper())) is not None:
        where = f" Where: {exact.where}" if exact.where else ""
        worked = worked_under(offers.ruleset.id, [exact.id], drawn=False)
        return [f"{exact.id}: {exact.text}{where}", *worked.get(exact.id, ())]
    found = find_rules(known, wanted)
    if not found:
        raise OrderRefused(
            f"no rule '{shown(wanted)}'", remedy=closest(wanted.upper(), list(known))
        )
    found.sort(key=lambda name: id_key(name.lower()))
    lines = [f"{name}: {known[name].text}" for name in found[:_RULES]]
    if len(found) > _RULES:
        lines.append(f"And {len(found) - _RULES} more: {', '.join(found[_RULES:])}.")
    return lines
