"""Sentences about figures, as known to a side and relative to its active figure."""

from __future__ import annotations

from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, metres, tile_text
from skirmish.core.state import STEPS, Contact
from skirmish.line.phrases import DIRECTION_NAMES, bearing, join_words, row_lines
from skirmish.presentation.figure_rows import fact_rows
from skirmish.presentation.figure_status import STANDING, condition_words, posture_words
from skirmish.presentation.legal_orders import LegalOrders
from skirmish.presentation.report_document import Rows
from skirmish.presentation.wording import (
    humanize,
)

COVER_WORDS = ("in the open", "in partial cover", "in cover", "in a fortification")


def label(figure: Figure) -> str:
    """Id and name."""
    return f"{figure.id} {figure.who.name}"


def by_distance(offers: LegalOrders, start: Tile | None, figures: list[Figure]) -> list[Figure]:
    """Figures sorted by distance from `start`; unsorted without a start."""
    if start is None:
        return figures
    return sorted(figures, key=lambda f: metres(start, offers.position(f.id) or start))


def enemy_words(offers: LegalOrders, enemy: Figure, figure: str) -> str:
    """An enemy in sight, or seen earlier in this bound, relative to a figure."""
    start, at = offers.position(figure), offers.position(enemy.id)
    if at is None:
        return f"{label(enemy)}, {enemy.who.kind.name}: {enemy.fate or 'gone from sight'}."
    facts = [bearing(start, at)] if start else []
    if enemy.at is None:
        facts.append("passed by there, out of sight now")
    else:
        facts.append(f"facing {DIRECTION_NAMES[enemy.facing]}")
        facts += _sight_facts(offers, enemy, figure, start, at)
    facts += _posture_and_conditions(offers, enemy)
    return f"{label(enemy)}, {enemy.who.kind.name}, at {tile_text(at)}: {', '.join(facts)}."


def _sight_facts(
    offers: LegalOrders, enemy: Figure, figure: str, start: Tile | None, at: Tile
) -> list[str]:
    """Sight, cover and fields of fire between a figure and an enemy."""
    if start is None:
        return []
    board = offers.board
    if not board.sees(start, at):
        return [f"{figure} does not see it, another figure does"]
    facts = [COVER_WORDS[board.cover(start, at)]]
    field = "in" if offers.covered_mask(figure) & board.bit(at) else "outside"
    facts.append(f"{field} {figure}'s arc")
    if offers.covered_mask(enemy.id) & board.bit(start):
        facts.append(f"{figure} is in its arc")
    return facts


def _posture_and_conditions(offers: LegalOrders, figure: Figure) -> list[str]:
    """Conditions of a figure, or its posture where there are none."""
    found = condition_words(offers.view, figure, offers.ruleset)
    if figure.posture == STANDING and not found:
        return []
    return list(found) or [posture_words(offers.view.state.setup.declared, figure.posture)]


def own_words(offers: LegalOrders, mate: Figure, figure: str = "") -> str:
    """One of the side's own figures, relative to another if given, and its remaining actions."""
    if mate.fate:
        return f"{label(mate)}: {humanize(mate.fate)}."
    at, start = mate.at, offers.position(figure) if figure != mate.id else None
    if at is None:
        return f"{label(mate)}, {mate.who.kind.name}: not on the map yet."
    facts = [bearing(start, at)] if start else []
    facts.append(f"facing {DIRECTION_NAMES[mate.facing]}")
    facts += [
        *_posture_and_conditions(offers, mate),
        empty_weapon_words(offers, mate.id),
        ability_words(offers, mate.id),
    ]
    joined = ", ".join(fact for fact in facts if fact)
    return f"{label(mate)}, {mate.who.kind.name}, at {tile_text(at)}: {joined}."


def ability_words(offers: LegalOrders, figure: str) -> str:
    """The main orders that a figure can still be given in this bound."""
    if not offers.can_act or offers.view.question is not None:
        return "waiting"
    verbs = [humanize(verb) for verb in offers.significant_verbs(figure)]
    if verbs:
        return f"can {join_words(verbs)}"
    free = [humanize(verb) for verb in offers.verbs(figure)]
    return f"has acted, can still {join_words(free)}" if free else "done"


def out_of_sight_lines(offers: LegalOrders, names: list[str], figure: str) -> list[str]:
    """Those of some enemies that were seen and are out of sight now, the nearest first."""
    start = offers.position(figure)
    known = _contacts(offers, [name for name in names if name in offers.view.contacts], start)
    return [f"{_label_and_kind(c.figure)}: out of sight, {_last_seen(c, start)}." for c in known]


def last_seen_words(offers: LegalOrders, names: list[str], start: Tile | None) -> str:
    """Last known tiles of enemies that are out of sight, the nearest first, in one sentence."""
    known = _contacts(offers, names, start)
    return "; ".join(f"{label(c.figure)}, {_last_seen(c, start)}" for c in known)


def _contacts(offers: LegalOrders, names: list[str], start: Tile | None) -> list[Contact]:
    view = offers.view
    found = [view.contacts[n] for n in names if n not in view.state.figures]
    there = [contact for contact in found if contact.figure.at is not None]
    return there if start is None else sorted(there, key=lambda c: metres(start, c.figure.tile))


def _label_and_kind(figure: Figure) -> str:
    return f"{label(figure)}, {figure.who.kind.name}"


def _last_seen(contact: Contact, start: Tile | None) -> str:
    at = contact.figure.tile
    position = f", {bearing(start, at)}" if start else ""
    return f"last seen in turn {contact.point // STEPS} at {tile_text(at)}{position}"


def enemy_lines(offers: LegalOrders, figure: str) -> list[str]:
    """Every known enemy, the nearest first: those that the figure sees, then the others."""
    view, start = offers.view, offers.position(figure)
    known = [f for f in view.state.figures.values() if f.who.side != view.side]
    there = by_distance(offers, start, [f for f in known if not f.fate])
    mine = [f for f in there if start is None or f.at is None or offers.board.sees(start, f.at)]
    lines = [enemy_words(offers, enemy, figure) for enemy in mine]
    if others := [f for f in there if f not in mine]:
        words = "; ".join(brief_enemy_words(offers, enemy, figure) for enemy in others)
        lines.append(f"{figure} does not see, but others do: {words}.")
    lines = lines or ["No enemy is in sight."]
    if away := last_seen_words(offers, list(view.contacts), start):
        lines.append(f"Out of sight: {away}.")
    return lines + [f"{label(f)}: {humanize(f.fate)}." for f in known if f.fate]


def brief_enemy_words(offers: LegalOrders, enemy: Figure, figure: str) -> str:
    """An enemy and its position, in short."""
    start, at = offers.position(figure), offers.position(enemy.id)
    where = [f"at {tile_text(at)}"] if at is not None else []
    where += [bearing(start, at)] if start is not None and at is not None else []
    return ", ".join([_label_and_kind(enemy), *where, *_posture_and_conditions(offers, enemy)])


def own_lines(offers: LegalOrders, figure: str) -> list[str]:
    """The side's own figures, one line each."""
    mine = [f for f in offers.view.state.figures.values() if f.who.side == offers.view.side]
    return [own_words(offers, mate, figure) for mate in mine]


def card_lines(offers: LegalOrders, figure: Figure, active: str) -> list[str]:
    """All that is known of a figure: position, conditions, numbers and weapons."""
    mine = figure.who.side == offers.view.side
    words = own_words(offers, figure, active) if mine else enemy_words(offers, figure, active)
    lines = [words, *row_lines(Rows(fact_rows(offers.ruleset, offers.view, figure)))]
    if mine and (barred := offers.unavailable_verbs(figure.id)):
        lines.append(f"  Not possible now: {join_words([humanize(verb) for verb in barred])}.")
    return lines


def empty_weapon_words(offers: LegalOrders, figure: str) -> str:
    """The empty weapons of one of the side's own figures; "" if there are none."""
    mine = offers.view.state.figures.get(figure)
    if mine is None or mine.who.side != offers.view.side:
        return ""
    ids = offers.ruleset.card.empty_weapons(offers.view.state, mine)
    names = [weapon.name for weapon in mine.who.weapons if weapon.id in ids]
    return f"empty: {join_words(names)}" if names else ""
