"""Figures in sentences, as they lie from the active figure; nothing but what its side knows."""

from __future__ import annotations

from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, metres, tile_text
from skirmish.core.state import STEPS, Contact
from skirmish.line.attacks import empty_words
from skirmish.line.bearings import NAMES, bearing
from skirmish.line.fold import listed
from skirmish.presentation.figure_status import STANDING, card_facts, condition_words, posture_words
from skirmish.presentation.legal_orders import LegalOrders
from skirmish.presentation.wording import humanize, movement_words, objectives_at, zones_at

_COVERS = ("in the open", "in partial cover", "in cover", "in a fortification")


def named(figure: Figure) -> str:
    """Id and name."""
    return f"{figure.id} {figure.who.name}"


def near_first(offers: LegalOrders, start: Tile | None, figures: list[Figure]) -> list[Figure]:
    """Figures by how far off they are, where that can be told."""
    if start is None:
        return figures
    return sorted(figures, key=lambda f: metres(start, offers.place(f.id) or start))


def enemy_words(offers: LegalOrders, enemy: Figure, figure: str) -> str:
    """An enemy in sight, or seen passing in this bound, from a figure."""
    start, at = offers.place(figure), offers.place(enemy.id)
    if at is None:
        return f"{named(enemy)}, {enemy.who.kind.name}: {enemy.fate or 'gone from sight'}."
    facts = [bearing(start, at)] if start else []
    if enemy.at is None:
        facts.append("seen passing there in this bound, out of sight now")
    else:
        facts.append(f"facing {NAMES[enemy.facing]}")
        facts += _between(offers, enemy, figure, start, at)
    facts += _how(offers, enemy)
    return f"{named(enemy)}, {enemy.who.kind.name}, at {tile_text(at)}: {', '.join(facts)}."


def _between(
    offers: LegalOrders, enemy: Figure, figure: str, start: Tile | None, at: Tile
) -> list[str]:
    """Sight, cover and arcs between a figure and an enemy."""
    if start is None:
        return []
    board = offers.board
    if not board.sees(start, at):
        return [f"{figure} does not see it, somebody else does"]
    facts = [_COVERS[board.cover(start, at)]]
    field = "in" if offers.covered(figure) & board.bit(at) else "outside"
    facts.append(f"{field} {figure}'s field of fire")
    if offers.covered(enemy.id) & board.bit(start):
        facts.append(f"{figure} is in its field of fire")
    return facts


def _how(offers: LegalOrders, figure: Figure) -> list[str]:
    """Posture and states."""
    found = condition_words(offers.view, figure, offers.ruleset)
    if figure.posture == STANDING and not found:
        return []
    return list(found) or [posture_words(offers.view.state.setup.declared, figure.posture)]


def own_words(offers: LegalOrders, mate: Figure, figure: str = "") -> str:
    """An own figure, from another where one is given, and what it can still do."""
    if mate.fate:
        return f"{named(mate)}: {humanize(mate.fate)}."
    at, start = mate.at, offers.place(figure) if figure != mate.id else None
    if at is None:
        return f"{named(mate)}, {mate.who.kind.name}: not on the table yet."
    facts = [bearing(start, at)] if start else []
    facts.append(f"facing {NAMES[mate.facing]}")
    facts += [*_how(offers, mate), empty_words(offers, mate.id), can_words(offers, mate.id)]
    told = ", ".join(fact for fact in facts if fact)
    return f"{named(mate)}, {mate.who.kind.name}, at {tile_text(at)}: {told}."


def can_words(offers: LegalOrders, figure: str) -> str:
    """What a figure can still do in this bound that is worth a thought."""
    if not offers.my_bound or offers.view.question is not None:
        return "waiting"
    verbs = [humanize(verb) for verb in offers.weighty(figure)]
    if verbs:
        return f"can {listed(verbs)}"
    free = [humanize(verb) for verb in offers.verbs(figure)]
    return f"done but for {listed(free)}" if free else "done"


def remembered(offers: LegalOrders, figure: str) -> list[str]:
    """The enemies that were seen once and are out of sight now, the nearest first."""
    start = offers.place(figure)
    known = _away(offers, list(offers.view.contacts), start)
    return [f"{_kind(c.figure)}: out of sight, {_as_seen(c, start)}." for c in known]


def last_seen(offers: LegalOrders, names: list[str], start: Tile | None) -> str:
    """Where enemies that are out of sight were last, the nearest first, in one sentence."""
    known = _away(offers, names, start)
    return "; ".join(f"{named(c.figure)}, {_as_seen(c, start)}" for c in known)


def _away(offers: LegalOrders, names: list[str], start: Tile | None) -> list[Contact]:
    view = offers.view
    found = [view.contacts[n] for n in names if n not in view.state.figures]
    there = [contact for contact in found if contact.figure.at is not None]
    return there if start is None else sorted(there, key=lambda c: metres(start, c.figure.tile))


def _kind(figure: Figure) -> str:
    return f"{named(figure)}, {figure.who.kind.name}"


def _as_seen(contact: Contact, start: Tile | None) -> str:
    at = contact.figure.tile
    lies = f", {bearing(start, at)}" if start else ""
    return f"last seen in turn {contact.point // STEPS} at {tile_text(at)}{lies}"


def foes(offers: LegalOrders, figure: str) -> list[str]:
    """Every enemy that is known of, the nearest first: whom the figure sees, whom others see."""
    view, start = offers.view, offers.place(figure)
    known = [f for f in view.state.figures.values() if f.who.side != view.side]
    there = near_first(offers, start, [f for f in known if not f.fate])
    mine = [f for f in there if start is None or f.at is None or offers.board.sees(start, f.at)]
    lines = [enemy_words(offers, enemy, figure) for enemy in mine]
    if others := [f for f in there if f not in mine]:
        told = "; ".join(spot_words(offers, enemy, figure) for enemy in others)
        lines.append(f"{figure} does not see, but others do: {told}.")
    lines = lines or ["No enemy is in sight."]
    if away := last_seen(offers, list(view.contacts), start):
        lines.append(f"Out of sight: {away}.")
    return lines + [f"{named(f)}: {humanize(f.fate)}." for f in known if f.fate]


def spot_words(offers: LegalOrders, enemy: Figure, figure: str) -> str:
    """An enemy and how it lies, in few words."""
    start, at = offers.place(figure), offers.place(enemy.id)
    lies = [f"at {tile_text(at)}"] if at is not None else []
    lies += [bearing(start, at)] if start is not None and at is not None else []
    return ", ".join([_kind(enemy), *lies, *_how(offers, enemy)])


def figures(offers: LegalOrders, figure: str) -> list[str]:
    """The own side, one line each."""
    mine = [f for f in offers.view.state.figures.values() if f.who.side == offers.view.side]
    return [own_words(offers, mate, figure) for mate in mine]


def card(offers: LegalOrders, figure: Figure, active: str) -> list[str]:
    """All that is known of a figure: where it is, how it fares, its numbers and weapons."""
    mine = figure.who.side == offers.view.side
    words = own_words(offers, figure, active) if mine else enemy_words(offers, figure, active)
    known = card_facts(offers.ruleset, offers.view, figure)
    lines = [words, *(f"  {label}: {value}" for label, value in known if value)]
    if mine and (fresh := offers.barred_verbs(figure.id)):
        lines.append(f"  Not possible now: {listed([humanize(verb) for verb in fresh])}.")
    return lines


def place_words(offers: LegalOrders, figure: str, tile: Tile) -> list[str]:
    """The ground of a tile and how it lies from a figure, who is there, who covers it."""
    view, board, start = offers.view, offers.board, offers.place(figure)
    if not board.inside(tile):
        return [f"{tile_text(tile)} is off the map, which goes from 0,0 to {_last(offers)}."]
    kind = board.terrain(tile)
    facts = [kind.name]
    if level := board.level(tile):
        facts.append(f"level {level}")
    facts.append(movement_words(kind))
    if kind.cover:
        facts.append(f"whoever is there is {_COVERS[kind.cover]}")
    facts += zones_at(view, tile)
    facts += _goals_at(offers, tile)
    lies = f", {bearing(start, tile)}" if start else ""
    lines = [f"{tile_text(tile)}{lies}: {', '.join(facts)}."]
    if start is not None and start != tile:
        lines.append(_sight_words(offers, figure, start, tile))
    elif not view.seen & board.bit(tile):
        lines.append("It is out of your side's sight.")
    for name in offers.shown_at(tile):
        there = view.state.figures[name]
        mine = there.who.side == view.side
        say = own_words(offers, there) if mine else enemy_words(offers, there, figure)
        lines.append(say)
    if cover := offers.threatened_by(tile):
        lines.append(f"In the field of fire of {listed(cover)}.")
    return lines


def _goals_at(offers: LegalOrders, tile: Tile) -> list[str]:
    """The objectives that a tile belongs to, and whose they are; what both have is told once."""
    sides: dict[str, list[str]] = {}
    for goal in objectives_at(offers.view, tile):
        sides.setdefault(goal.text or goal.kind, []).append(goal.side)
    told = []
    for text, whose in sides.items():
        one = "your objective" if whose[0] == offers.view.side else "the enemy's objective"
        told.append(f"{'an objective of both sides' if len(set(whose)) > 1 else one}: {text}")
    return told


def _sight_words(offers: LegalOrders, figure: str, start: Tile, tile: Tile) -> str:
    board = offers.board
    if board.sees(start, tile):
        field = "in" if offers.covered(figure) & board.bit(tile) else "outside"
        cover = board.cover(start, tile)
        behind = f" Somebody there would be {_COVERS[cover]}." if cover else ""
        return f"{figure} sees it, {field} its field of fire.{behind}"
    if offers.view.seen & board.bit(tile):
        return f"{figure} does not see it, somebody else does."
    return "It is out of your side's sight."


def _last(offers: LegalOrders) -> str:
    return tile_text((offers.board.width - 1, offers.board.height - 1))
