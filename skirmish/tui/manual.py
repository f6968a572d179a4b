"""Pages of help, made from the table of keys and from what the ruleset says of itself."""

from __future__ import annotations

from collections.abc import Container, Mapping

from textual.content import Content

from skirmish.core.geometry import Facing
from skirmish.core.view import View
from skirmish.presentation.figure_status import STANDING, lasting_states, state_words
from skirmish.presentation.game_setup import temper_sentences
from skirmish.presentation.legal_orders import LegalOrders
from skirmish.presentation.scenario_text import join_paragraphs, objective_words
from skirmish.presentation.wording import score_words
from skirmish.tui.about import BATTLE
from skirmish.tui.keys import FIGHT, KEYS, in_part, in_rules, named, with_own
from skirmish.tui.map.glyphs import FALLS, Glyphs, fitting, mark_of
from skirmish.tui.screens.page import Page

_COLUMN = 16
_HEAD = "bold $primary"


def key_lines(
    part: str = FIGHT,
    verbs: Container[str] | None = None,
    own: Mapping[str, str] | None = None,
) -> list[Content]:
    """Every key with what it does in a part of a battle; of orders, those that there are.

    `own` are keys that the player gave himself, by id.
    """
    return [
        Content.assemble((f"{key.all_shown:<{_COLUMN}} ", "bold $accent"), key.help)
        for key in with_own(KEYS, own)
        if key.keys and in_part(key, part) and (verbs is None or in_rules(key, verbs))
    ]


def verb_lines(offers: LegalOrders) -> list[Content]:
    """Every order of the ruleset with what it means."""
    return [
        Content.assemble((f"{verb.name:<{_COLUMN}} ", "bold"), verb.text)
        for verb in offers.known_verbs.values()
    ]


def map_lines(
    offers: LegalOrders, glyphs: Glyphs, own: Mapping[str, str] | None = None
) -> list[Content]:
    """What the characters of the map stand for, those of this board."""
    board, setup = offers.board, offers.view.state.setup
    kinds = {board.terrain((x, y)) for x in range(board.width) for y in range(board.height)}
    ground = sorted(f"{glyphs.ground(kind)} {kind.name}" for kind in kinds)
    first, second = setup.sides.values()
    return [
        Content(f"CAPITALS {first.name}, small letters {second.name}; bold can still act"),
        Content("the second sign is where it faces, or how it fares:"),
        *_condition_lines(offers, glyphs),
        Content(f"  {named('arcs', own)}: where all face, with what the figure covers"),
        Content(f"  a number is that of its id, r2 is 2, r10 is a ({named('numbers', own)});"),
        Content("  so are look-alikes shown while you choose between them"),
        Content("? seen before, not now   * the way of a move"),
        Content(f"{_falls(glyphs)} or more that a shell falls there"),
        Content(
            f"{glyphs.reach} in reach   {glyphs.arc} covered   {glyphs.threat} covered by the enemy"
        ),
        Content(f"{glyphs.area} what the order would cover   {glyphs.goal} objective"),
        Content(f"{glyphs.field} what the tile sees and is seen from"),
        Content(", ".join(ground)),
    ]


def _falls(glyphs: Glyphs) -> str:
    """The marks of where a shell may fall, each with its least chance."""
    return "  ".join(f"{mark} {least}%" for mark, least in zip(glyphs.falls, FALLS, strict=True))


def mark_lines(own: Mapping[str, str] | None = None) -> list[Content]:
    """How to change the marks that the map is drawn with."""
    key = named("settings", own)
    return [Content(f"{key}: settings, with ASCII alone and with blocks among the glyphs")]


def _condition_lines(offers: LegalOrders, glyphs: Glyphs) -> list[Content]:
    """The marks of the states that last."""
    declared = offers.view.state.setup.declared
    lines = [
        Content(f"  {mark_of(at, glyphs)} {state_words(declared, name)}")
        for at, name in enumerate(lasting_states(declared))
    ]
    low = [p.label for name, p in declared.postures.items() if name != STANDING and not p.blinds]
    if low:
        lines.append(Content(f"  {glyphs.low[Facing.E]} {', '.join(low)}, and where it faces"))
    zones = declared.zones.values()
    return lines + [Content(f"  {glyphs.cloud(z.glyph)} on the ground: {z.label}") for z in zones]


def help_lines(
    offers: LegalOrders, glyphs: Glyphs | None = None, own: Mapping[str, str] | None = None
) -> list[Content]:
    """The page of help, for a player with these marks and keys of his own."""
    return [
        Content(BATTLE.text),
        Content(""),
        Content.styled("Keys", _HEAD),
        *key_lines(offers.battle_part, offers.known_verbs, own),
        Content(""),
        Content.styled("Orders", _HEAD),
        *verb_lines(offers),
        Content(""),
        Content.styled("The map", _HEAD),
        *map_lines(offers, glyphs or fitting(), own),
        *mark_lines(own),
    ]


def briefing_lines(view: View, players: Mapping[str, str]) -> list[Content]:
    """How it stands, as far as it is known, with the objectives of both sides; the briefing."""
    setup = view.state.setup
    lines: list[Content] = []
    for name, side in setup.sides.items():
        lines.append(Content.styled(f"{side.name}: {score_words(view, name)}", _HEAD))
        lines += [Content(objective_words(goal)) for goal in setup.objectives if goal.side == name]
        if side.break_point:
            lines.append(Content(f"broken when {side.break_point}% of its points are lost"))
        lines.append(Content(""))
    lines += [Content(line) for line in join_paragraphs(setup.briefing.strip())]
    told = temper_sentences(setup.sides.values(), players)
    return lines + [Content(line) for line in (["", *told] if told else [])]


def briefing_page(view: View, players: Mapping[str, str]) -> Page:
    """How it stands and the briefing, with who plays, as a page over the battle."""
    return Page("Briefing", briefing_lines(view, players))
