"""What the panel says of a tile that is looked at: the ground, who is there, sight, why not."""

from __future__ import annotations

from skirmish.core.geometry import Tile
from skirmish.presentation.legal_orders import LegalOrders
from skirmish.presentation.refusals import explain_refusal, intended_order
from skirmish.presentation.visibility import field_of_view, line_of_sight
from skirmish.presentation.wording import humanize
from skirmish.tui import guess, panels
from skirmish.tui.column import Side
from skirmish.tui.pick import Pick


def look_lines(side: Side, offers: LegalOrders, pick: Pick, tile: Tile) -> None:
    """All about a tile, as it lies from the chosen figure."""
    view = offers.view
    chosen = view.state.figures.get(pick.figure)
    side.add(panels.heading("look", side.width))
    side.add(*panels.tile_lines(view, tile, chosen, side.width))
    if not offers.board.inside(tile):
        return
    start = offers.position(pick.figure)
    if start is None:
        side.add(panels.plain("choose a figure to see the line of sight from it", "italic"))
    elif start != tile:
        side.add(panels.plain(_sight_words(offers, start, tile), "italic"))
    _under(side, "seen by", offers.observers(tile))
    _under(side, "in the arc of", offers.threatened_by(tile))
    _why_not(side, offers, pick, tile)
    who_lines(side, offers, tile)


def _sight_words(offers: LegalOrders, start: Tile, tile: Tile) -> str:
    """What blocks the line, or that it is too far for eyes."""
    line, view = line_of_sight(offers.board, start, tile), offers.view
    if line.blocker is None and not field_of_view(view, start) & offers.board.bit(tile):
        return f"{line.words}, but eyes reach no farther than {view.state.rule('sight')} tiles"
    return line.words


def _under(side: Side, label: str, names: tuple[str, ...]) -> None:
    if names:
        side.add(panels.plain(f"{label} {', '.join(names)}", "$error"))


def _why_not(side: Side, offers: LegalOrders, pick: Pick, tile: Tile) -> None:
    """Why the chosen figure can't do there what it is most likely meant to."""
    start = offers.position(pick.figure)
    verb = guess.meant(offers, pick, tile)
    standing = offers.view.state.standing(tile)
    friend = standing is not None and standing.who.side == offers.view.side
    if not verb or not offers.can_act or start in (None, tile) or friend:
        return
    if not offers.target_at(pick.figure, verb, tile):
        why = explain_refusal(offers, intended_order(offers, pick.figure, verb, tile))
        side.add(panels.plain(f"cannot {humanize(verb)}: {why}", "$warning"))


def who_lines(side: Side, offers: LegalOrders, tile: Tile) -> bool:
    """The cards of who is drawn on a tile; whether there is anybody."""
    view = offers.view
    names = list(offers.figures_at(tile))
    for name in names:
        figure = view.state.figures[name]
        side.gap()
        side.add(*panels.card(offers.ruleset, view, figure, side.width))
        if figure.at is None:
            side.add(panels.plain("seen passing, not in sight", "italic"))
    if names or view.seen & view.state.board.bit(tile):
        return bool(names)
    for name, contact in view.contacts.items():
        if contact.figure.at == tile and name not in view.state.figures:
            side.gap()
            side.add(*panels.last_seen(view, name, side.width))
            return True
    return False
