"""Parsing of typed references: words, figures, directions, tiles and paths."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence

from skirmish.core.board import IMPASSABLE
from skirmish.core.codec import encode
from skirmish.core.events import Bound, Left
from skirmish.core.figures import Figure
from skirmish.core.geometry import Facing, Tile, parse_tile, tile_text
from skirmish.core.sanitize import casefolded, escaped
from skirmish.errors import OrderRefused
from skirmish.line.phrases import DIRECTION_NAMES, join_words
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.orders.refusals import (
    explain_verb_refusal,
    straight_path,
    ways_from,
)
from skirmish.presentation.wording import humanize

_MAX_SUGGESTIONS = 8
_MAX_STEPS = 99
_LEG = re.compile(r"(?P<way>[a-z]+)(?P<steps>\d{0,2})")


def most_similar(word: str, known: Sequence[str]) -> str:
    """The most similar known word; "" if no word is similar."""
    return next(iter(difflib.get_close_matches(word, known, n=1)), "")


def suggestion(word: str, known: Sequence[str]) -> str:
    """A remedy: the most similar known word, else a list of known words."""
    if near := most_similar(word, known):
        return f"did you mean '{near}'?"
    if not known:
        return "there is none"
    shown = list(known[:_MAX_SUGGESTIONS])
    if left := len(known) - len(shown):
        shown.append(f"{left} more")
    return f"known: {join_words(shown)}"


_SYNONYMS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("?", "h", "commands", "man"), ("help",)),
    **dict.fromkeys(("exit", "bye", "q", ":q"), ("quit",)),
    **dict.fromkeys(("go", "walk", "step", "advance"), ("move",)),
    **dict.fromkeys(("sprint", "dash"), ("run", "move")),
    **dict.fromkeys(("shoot", "attack", "kill"), ("fire", "strike", "fight")),
    **dict.fromkeys(("melee", "hit", "stab", "charge"), ("strike", "fight", "charge")),
    **dict.fromkeys(("throw", "grenade", "shell", "mortar", "lob"), ("bombard", "throw")),
    **dict.fromkeys(("watch", "guard", "wait", "hold"), ("overwatch", "watch", "hold")),
    **dict.fromkeys(("face", "rotate"), ("turn",)),
    **dict.fromkeys(("open", "close"), ("door",)),
    **dict.fromkeys(("crouch", "prone", "stand", "kneel", "lie"), ("pose",)),
    **dict.fromkeys(("done", "pass", "finish"), ("end", "ready")),
    **dict.fromkeys(("surrender", "concede"), ("resign",)),
    **dict.fromkeys(("l", "examine", "describe", "where", "scan"), ("look",)),
    **dict.fromkeys(("enemies", "enemy", "contacts"), ("foes",)),
    **dict.fromkeys(("team", "friends", "roster", "units", "list"), ("figures",)),
    **dict.fromkeys(("status", "info", "card", "stats", "inspect"), ("who",)),
    **dict.fromkeys(("what", "options", "actions", "offers"), ("orders",)),
    **dict.fromkeys(("chance", "chances", "probability", "preview"), ("odds",)),
    **dict.fromkeys(("can", "may", "could"), ("why",)),
    **dict.fromkeys(("threat", "danger", "dangers", "risk"), ("threats",)),
    **dict.fromkeys(
        ("goals", "goal", "objective", "mission", "how", "far", "distance"), ("objectives",)
    ),
    **dict.fromkeys(("news", "replay", "again", "happened", "changed"), ("recap",)),
    **dict.fromkeys(("history",), ("log",)),
    **dict.fromkeys(("points", "losses"), ("score",)),
    **dict.fromkeys(("back", "u"), ("undo",)),
}
"""Synonyms of orders and commands: the first of the values that is now known is meant."""


def match_order(word: str, known: Sequence[str], what: str = "order") -> str:
    """The known order or command that a word names, begins, or is a synonym of.

    Raises:
        OrderRefused: No known word, or more than one, matches.
    """
    meant = (other for other in _SYNONYMS.get(word, ()) if other in known and word not in known)
    return next(meant, "") or match_word(word, known, what)


def match_word(word: str, known: Iterable[str], what: str) -> str:
    """The known word that equals `word`, or the only one that begins with it.

    Raises:
        OrderRefused: No known word, or more than one, matches.
    """
    options = list(dict.fromkeys(known))
    if word in options:
        return word
    found = [option for option in options if word and option.startswith(word)]
    if len(found) == 1:
        return found[0]
    if found:
        raise OrderRefused(
            f"'{escaped(word)}' can mean {join_words(found, 'or')}", remedy="type more of it"
        )
    raise OrderRefused(f"no {what} '{escaped(word)}'", remedy=suggestion(word, options))


def _known_figures(legal: LegalOrders) -> dict[str, Figure]:
    """All figures that the side knows of, by id."""
    remembered = {name: contact.figure for name, contact in legal.view.contacts.items()}
    return {**remembered, **legal.view.state.figures}


class OutOfBattle(OrderRefused):
    """The named figure is out of the battle."""


def _out_of_battle(legal: LegalOrders, name: str) -> OutOfBattle | None:
    """The error for an enemy that the side saw leave the battle, with how and when; else None."""
    turn, text = 0, ""
    for one in legal.view.news:
        if isinstance(one.event, Bound):
            turn = one.event.turn
        elif isinstance(one.event, Left) and one.event.figure == name:
            text = f"{name} is out of the battle: {humanize(one.event.fate)} in turn {turn}"
    return OutOfBattle(text, remedy="'foes' lists the known enemies") if text else None


def find_figure(legal: LegalOrders, word: str) -> str:
    """The id of the figure that a word names by id, name or kind; "" if none or several.

    Raises:
        OutOfBattle: It is the id of an enemy that was seen to leave the battle.
    """
    known = _known_figures(legal)
    if word in known or word.casefold() in known:
        return word if word in known else word.casefold()
    if (
        word not in legal.known_verbs
        and (gone := _out_of_battle(legal, word.casefold())) is not None
    ):
        raise gone
    wanted = casefolded(word.replace("_", " "))
    names_by_id = {id_: figure.who.name for id_, figure in known.items()}
    kinds_by_id = {id_: figure.who.kind.name for id_, figure in known.items()}
    # Names come before kinds: there may be a rifleman called Gunner.
    for names in (names_by_id, kinds_by_id):
        found = [
            n
            for n, name in names.items()
            if wanted in (casefolded(name), *casefolded(name).split())
        ]
        if found:
            return found[0] if len(found) == 1 else ""
    return ""


def find_own_figure(legal: LegalOrders, word: str) -> str:
    """The id of one of the side's own figures that a word names; "" if none."""
    name = find_figure(legal, word)
    figure = legal.view.state.figures.get(name)
    return name if figure is not None and figure.who.side == legal.view.side else ""


def require_figure(legal: LegalOrders, word: str) -> str:
    """The id of the figure that a word names.

    Raises:
        OrderRefused: The side knows of no such figure.
    """
    if name := find_figure(legal, word):
        return name
    out = {f.id for f in legal.view.state.figures.values() if f.fate}
    known = [name for name in _known_figures(legal) if name not in out]
    raise OrderRefused(
        f"there is no known figure '{escaped(word)}'", remedy=suggestion(word, known)
    )


def find_tile(legal: LegalOrders, figure: str, words: Sequence[str]) -> Tile:
    """The tile that words name: `12,7`, a figure, or legs such as `ne3` from the figure.

    Raises:
        OrderRefused: They name no tile.
    """
    text = " ".join(words)
    if len(words) == 1 and (tile := parse_exact_tile(words[0])) is not None:
        return tile
    name = find_figure(legal, words[0]) if len(words) == 1 else ""
    at = legal.position(name) if name else None
    if name and at is None:
        contact = legal.view.contacts.get(name)
        at = contact.figure.at if contact else None
        if at is None:
            raise OrderRefused(f"{name} is not on the map", remedy="give a tile such as 12,7")
    if at is not None:
        return at
    start, ways = legal.position(figure), parse_legs(words)
    if start is not None and ways:
        return path_corners(start, ways)[-1]
    raise OrderRefused(
        f"'{escaped(text)}' is not a place",
        remedy="give a tile such as 12,7, a figure, or a direction and distance such as ne3",
    )


def parse_exact_tile(word: str) -> Tile | None:
    """A tile written as in orders, `12,7`; None for anything else."""
    try:
        return parse_tile(word)
    except ValueError:
        return None


def parse_path(legal: LegalOrders, figure: str, verb: str, words: Sequence[str]) -> str:
    """A path in the spelling of orders, from a full path, legs, a tile, or `towards` a place.

    Raises:
        OrderRefused: No place is named, or there is no path.
    """
    start = legal.position(figure)
    if len(words) == 1 and ">" in words[0]:
        return words[0]
    if start is None:
        raise OrderRefused(f"{figure} is not on the map", remedy="choose another figure")
    if words[0] in ("to", "towards", "toward"):
        if len(words) == 1:
            raise OrderRefused(f"'{words[0]}' needs a place", remedy="add a tile or a figure")
        return _path_towards(legal, figure, verb, find_tile(legal, figure, words[1:]))
    if ways := parse_legs(words):
        corners = path_corners(start, ways)
        if any(not legal.board.inside(tile) for tile in corners):
            steps = " ".join(words)
            raise OrderRefused(
                f"'{escaped(steps)}' from {tile_text(start)} leads off the map",
                remedy="take fewer steps",
            )
        return encode(corners)
    tile = find_tile(legal, figure, words)
    if not legal.board.inside(tile):
        raise OrderRefused(f"{tile_text(tile)} is off the map", remedy="choose a tile of the map")
    target = legal.target_at(figure, verb, tile)
    return target if ">" in target else encode(_way_out_of_reach(legal, start, tile))


def _way_out_of_reach(legal: LegalOrders, start: Tile, tile: Tile) -> tuple[Tile, ...]:
    """The cheapest path to a tile that the figure cannot reach now; else a straight one."""
    ways = ways_from(legal, start)
    known = tile != start and ways.mask & legal.board.bit(tile)
    return ways.route(tile) if known else straight_path(start, tile)


def _path_towards(legal: LegalOrders, figure: str, verb: str, tile: Tile) -> str:
    """The path to the reachable tile with the lowest walking cost from there to `tile`."""
    board = legal.board
    if not board.inside(tile):
        raise OrderRefused(f"{tile_text(tile)} is off the map", remedy="choose a tile of the map")
    goals = [tile]
    if board.terrain(tile).cost == IMPASSABLE:
        x, y = tile
        beside = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        goals = [spot for spot in beside if board.passable(spot)]
    left = board.walking(goals) if goals else {}
    found = [spot for spot in board.tiles_of(legal.target_mask(figure, verb)) if spot in left]
    best = min(found, key=lambda spot: (left[spot], spot), default=None)
    start = legal.position(figure)
    if start is not None and start not in left:
        raise OrderRefused(
            f"{tile_text(tile)} cannot be reached from here", remedy="'look' describes its terrain"
        )
    if not legal.target_mask(figure, verb):
        why = explain_verb_refusal(legal, figure, verb, tile)
        raise OrderRefused(why.reason, remedy=why.remedy, rule=why.rule)
    if best is None or (start is not None and left[best] >= left[start]):
        raise OrderRefused(
            f"{figure} cannot get closer to {tile_text(tile)} now",
            remedy="'map' describes the terrain",
        )
    return legal.target_at(figure, verb, best)


def parse_direction(text: str) -> Facing | None:
    """The direction that a word names: `ne`, `NE`, `north-east`, `northeast`."""
    word = text.casefold().replace("-", "").replace("_", "")
    for facing, name in DIRECTION_NAMES.items():
        if word in (facing.name.casefold(), name.replace("-", "")):
            return facing
    return None


def parse_legs(words: Sequence[str]) -> tuple[tuple[Facing, int], ...]:
    """Directions with lengths, as in `e3 ne2`, `e 3`, `north`; () if a word is neither."""
    if len(words) % 2 == 0 and all(map(_is_length, words[::2])):
        # `3 north` for `north 3`.
        words = [word for pair in zip(words[1::2], words[::2], strict=True) for word in pair]
    found: list[tuple[Facing, int]] = []
    for word in words:
        if found and _is_length(word):
            found[-1] = (found[-1][0], int(word))
            continue
        leg = _LEG.fullmatch(word.casefold().replace("-", ""))
        facing = parse_direction(leg["way"]) if leg else None
        if leg is None or facing is None:
            return ()
        found.append((facing, int(leg["steps"] or 1)))
    return tuple(found)


def _is_length(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= len(str(_MAX_STEPS))


def path_corners(start: Tile, ways: Iterable[tuple[Facing, int]]) -> tuple[Tile, ...]:
    """The corners of a path given as legs."""
    corners = [start]
    for facing, steps in ways:
        (x, y), (dx, dy) = corners[-1], facing.delta
        if steps:
            corners.append((x + dx * steps, y + dy * steps))
    return tuple(corners)
