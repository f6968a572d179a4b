"""Sentences about figures, as known to a side and relative to its active figure."""

from __future__ import annotations

from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, metres, tile_text
from skirmish.core.state import STEPS, Contact
from skirmish.line.phrases import DIRECTION_NAMES, bearing, join_words, row_lines
from skirmish.presentation.figure_rows import fact_rows
from skirmish.presentation.figure_status import STANDING, condition_words, posture_words
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.report_document import Rows
from skirmish.presentation.wording import action_words, humanize

COVER_WORDS = ("in the open", "in partial cover", "in cover", "in a fortification")


def label(figure: Figure) -> str:
    """Id and name."""
    return f"{figure.id} {figure.who.name}"


def by_distance(legal: LegalOrders, start: Tile | None, figures: list[Figure]) -> list[Figure]:
    """Figures sorted by distance from `start`; unsorted without a start."""
    if start is None:
        return figures
    return sorted(figures, key=lambda f: metres(start, legal.position(f.id) or start))


def enemy_words(legal: LegalOrders, enemy: Figure, figure: str) -> str:
    """An enemy in sight, or seen earlier in this bound, relative to a figure."""
    start, at = legal.position(figure), legal.position(enemy.id)
    if at is None:
        return f"{_label_and_kind(enemy)}: {enemy.fate or 'gone from sight'}."
    facts = [bearing(start, at)] if start else []
    if enemy.at is None:
        facts.append("last seen there, now out of sight")
    else:
        facts.append(f"facing {DIRECTION_NAMES[enemy.facing]}")
        facts += _sight_facts(legal, enemy, figure, start, at)
    facts += _posture_and_conditions(legal, enemy)
    return f"{_label_and_kind(enemy)}, at {tile_text(at)}: {', '.join(facts)}."


def _sight_facts(
    legal: LegalOrders, enemy: Figure, figure: str, start: Tile | None, at: Tile
) -> list[str]:
    """Sight, cover and fields of fire between a figure and an enemy."""
    if start is None:
        return []
    board = legal.board
    if not board.sees(start, at):
        return [f"{figure} does not see it, another figure does"]
    facts = [COVER_WORDS[board.cover(start, at)]]
    facts.append(field_words(legal, figure, at, f"{figure}'s"))
    if legal.covered_mask(enemy.id) & board.bit(start):
        facts.append(f"{figure} is in its arc")
    return facts


def field_words(legal: LegalOrders, figure: str, tile: Tile, whose: str) -> str:
    """Whether a tile that a figure sees is in the arc and the range of `whose` weapons."""
    bit = legal.board.bit(tile)
    if legal.covered_mask(figure) & bit:
        return f"in {whose} arc"
    ahead = legal.covered_mask(figure, ranged=False) & bit
    return f"in {whose} arc, but out of range" if ahead else f"outside {whose} arc"


def _posture_and_conditions(legal: LegalOrders, figure: Figure) -> list[str]:
    """Conditions of a figure, or its posture if there are none."""
    found = condition_words(legal.view, figure, legal.ruleset)
    if figure.posture == STANDING and not found:
        return []
    return list(found) or [posture_words(legal.view.state.setup.declared, figure.posture)]


def own_words(legal: LegalOrders, mate: Figure, figure: str = "") -> str:
    """One of the side's own figures, relative to another if given, and its remaining actions."""
    if mate.fate:
        return f"{label(mate)}: {humanize(mate.fate)}."
    at, start = mate.at, legal.position(figure) if figure != mate.id else None
    if at is None:
        return f"{_label_and_kind(mate)}: not on the map yet."
    facts = [bearing(start, at)] if start else []
    facts.append(f"facing {DIRECTION_NAMES[mate.facing]}")
    facts += [
        *_posture_and_conditions(legal, mate),
        ability_words(legal, mate.id),
    ]
    joined = ", ".join(fact for fact in facts if fact)
    return f"{_label_and_kind(mate)}, at {tile_text(at)}: {joined}."


def ability_words(legal: LegalOrders, figure: str) -> str:
    """The main orders that a figure can still be given in this bound."""
    if not legal.can_act or legal.view.question is not None:
        return "waiting"
    who = legal.view.state.figures[figure]
    verbs = [action_words(who, verb) for verb in legal.significant_verbs(figure)]
    if verbs:
        return f"can {join_words(verbs)}"
    free = [action_words(who, verb) for verb in legal.verbs(figure)]
    return f"has acted, can still {join_words(free)}" if free else "done"


def out_of_sight_lines(legal: LegalOrders, names: list[str], figure: str) -> list[str]:
    """Those of some enemies that were seen but are out of sight now, nearest first."""
    start = legal.position(figure)
    known = _contacts(legal, [name for name in names if name in legal.view.contacts], start)
    return [
        f"{_label_and_kind(c.figure)}: out of sight, {_last_seen(legal, c, start)}." for c in known
    ]


def last_seen_words(legal: LegalOrders, names: list[str], start: Tile | None) -> str:
    """Last known tiles of enemies that are out of sight, nearest first, in one sentence."""
    known = _contacts(legal, names, start)
    return "; ".join(f"{label(c.figure)}, {_last_seen(legal, c, start)}" for c in known)


def _contacts(legal: LegalOrders, names: list[str], start: Tile | None) -> list[Contact]:
    view = legal.view
    found = [view.contacts[n] for n in names if n not in view.state.figures]
    there = [contact for contact in found if contact.figure.at is not None]
    return there if start is None else sorted(there, key=lambda c: metres(start, c.figure.tile))


def _label_and_kind(figure: Figure) -> str:
    """Id, name and kind; the kind is left out if it equals the name."""
    kind = figure.who.own_kind
    return f"{label(figure)}, {kind}" if kind else label(figure)


def _last_seen(legal: LegalOrders, contact: Contact, start: Tile | None) -> str:
    at = contact.figure.tile
    since = "" if contact.figure.id in legal.view.last_seen else ", no longer there"
    position = f", {bearing(start, at)}" if start else ""
    return f"last seen in turn {contact.point // STEPS} at {tile_text(at)}{position}{since}"


def enemy_lines(legal: LegalOrders, figure: str) -> list[str]:
    """Every known enemy, nearest first: those that the figure sees, then the others."""
    view, start = legal.view, legal.position(figure)
    known = [f for f in view.state.figures.values() if f.who.side != view.side]
    there = by_distance(legal, start, [f for f in known if not f.fate])
    mine = [f for f in there if start is None or f.at is None or legal.board.sees(start, f.at)]
    lines = [enemy_words(legal, enemy, figure) for enemy in mine]
    if others := [f for f in there if f not in mine]:
        words = "; ".join(brief_enemy_words(legal, enemy, figure) for enemy in others)
        lines.append(f"{figure} does not see, but others do: {words}.")
    lines = lines or ["No enemy is in sight."]
    if away := last_seen_words(legal, list(view.contacts), start):
        lines.append(f"Out of sight: {away}.")
    return lines + [f"{label(f)}: {humanize(f.fate)}." for f in known if f.fate]


def brief_enemy_words(legal: LegalOrders, enemy: Figure, figure: str) -> str:
    """An enemy and its position, in brief."""
    start, at = legal.position(figure), legal.position(enemy.id)
    where = [f"at {tile_text(at)}"] if at is not None else []
    where += [bearing(start, at)] if start is not None and at is not None else []
    return ", ".join([_label_and_kind(enemy), *where, *_posture_and_conditions(legal, enemy)])


def own_lines(legal: LegalOrders, figure: str) -> list[str]:
    """The side's own figures, one line each."""
    mine = [f for f in legal.view.state.figures.values() if f.who.side == legal.view.side]
    return [own_words(legal, mate, figure) for mate in mine]


def card_lines(legal: LegalOrders, figure: Figure, active: str) -> list[str]:
    """All that is known of a figure: position, conditions, numbers and weapons."""
    mine = figure.who.side == legal.view.side
    words = own_words(legal, figure, active) if mine else enemy_words(legal, figure, active)
    lines = [words, *row_lines(Rows(fact_rows(legal.ruleset, legal.view, figure)))]
    if mine and (barred := legal.unavailable_verbs(figure.id)):
        lines.append(f"  Not possible now: {join_words([humanize(verb) for verb in barred])}.")
    return lines


def empty_weapon_words(legal: LegalOrders, figure: str) -> str:
    """The empty weapons of one of the side's own figures; "" if there are none."""
    mine = legal.view.state.figures.get(figure)
    if mine is None or mine.who.side != legal.view.side:
        return ""
    ids = legal.ruleset.card.empty_weapons(legal.view.state, mine)
    names = [weapon.name for weapon in mine.who.weapons if weapon.id in ids]
    return f"empty: {join_words(names)}" if names else ""
