"""The two lines of words round the map: where the battle stands, and what can be done next."""

from __future__ import annotations

from textual.content import Content

from skirmish.core.gate import width as columns
from skirmish.core.text import Shape
from skirmish.errors import SkirmishError
from skirmish.presentation.legal_orders import LegalOrders
from skirmish.presentation.wording import humanize, phase_words, tile_words, value_words
from skirmish.rulesets.protocol import moment
from skirmish.tui import advised, ways
from skirmish.tui import pick as picks
from skirmish.tui.desk import Desk
from skirmish.tui.guess import menu_of
from skirmish.tui.keys import Mode
from skirmish.tui.panels import clipped
from skirmish.tui.rival import STOPPED

_NAMED = 6
"""Figures that a line has room for."""
_SAID = 5
"""Orders that a line has room for."""
_CHOSEN = {Shape.PATH: "choose where to", Shape.TILE: "choose a place"}
"""What is asked for, where it is no figure."""


def status_words(
    offers: LegalOrders, waiting: str, dot: str = "·", width: int = 0, left: str = "", far: str = ""
) -> Content:
    """Title, rules, turn, whose bound it is and what it is for.

    Where a width is given, the rules and then the title give way to what changes. `left`: what is
    left of the side's time, `far`: how far a thought is that is waited for.
    """
    state = offers.view.state
    setup, clock = state.setup, state.clock
    turn = f"{clock.turn}/{setup.turns}" if clock.turn else "before turn 1"
    when = moment(offers.ruleset, clock) if clock.turn else ""
    course = _course(offers, waiting, when, far)
    facts = [setup.title, offers.ruleset.name, turn, *filter(None, (when, left)), course]
    if width and columns(f" {dot} ".join(facts)) > width:
        del facts[1]
        over = columns(f" {dot} ".join(facts)) - width
        facts[0] = clipped(facts[0], max(0, columns(facts[0]) - max(0, over)))
    *head, course = facts
    return Content.assemble("".join(f"{fact} {dot} " for fact in head), (course, "$accent"))


def _course(offers: LegalOrders, waiting: str, when: str = "", far: str = "") -> str:
    state = offers.view.state
    setup, tally = state.setup, state.tally
    if tally.over:
        won = f"{setup.sides[tally.winner].name} has won" if tally.winner else "a draw"
        return f"over: {won} ({tally.reason.replace('_', ' ')})"
    label = phase_words(setup, state.clock.phase)
    who = setup.sides[state.clock.side].name.upper()
    if offers.view.question is not None:
        return f"{setup.sides[offers.view.side].name.upper()}: a question for you"
    if when.startswith(label) and not waiting:
        return who
    if waiting:
        now = "stopped" if waiting == STOPPED else f"the computer thinks{far}"
        return f"{who}: {now} ({label})"
    return f"{who}: {label}"


OVERLAYS = ("arcs", "threat", "reach", "field", "levels", "numbers")
_GAP = "  |  "


def hint_words(desk: Desk, mode: Mode, waiting: str, width: int = 0) -> Content:
    """A notice, else what can be done; then the tile that is looked at.

    A notice that is longer than the width, where one is given, stands in the panel.
    """
    tile = tile_words(desk.offers.view, desk.focus)
    if desk.notice and not 0 < width < columns(desk.notice):
        return Content.assemble((desk.notice, "bold $warning"))
    prompt = _prompt(desk, mode, waiting)
    most = _SAID
    while most and 0 < width < columns(_GAP.join((prompt, tile))):
        # What the ground is, and is worth, is nowhere else; all orders are in the menu.
        most -= 1
        prompt = _prompt(desk, mode, waiting, most)
    if (mode in (Mode.FIELDS, Mode.MENU, Mode.ANSWER) or desk.advice) and not desk.look:
        return Content(prompt)
    names = [name for name in OVERLAYS if getattr(desk, name)]
    shown = "shown: " + ", ".join(f"{name} ({desk.key(name)})" for name in names)
    if 0 < width < columns(_GAP.join((prompt, tile, shown))):
        shown = "shown: " + " ".join(desk.key(name) for name in names)
    told = [(f"{_GAP}{part}", "dim") for part in (tile, *([shown] if names else []))]
    return Content.assemble(prompt, *told)


def _prompt(desk: Desk, mode: Mode, waiting: str, most: int = _SAID) -> str:
    """What can be done; of the orders that a figure can be given at most so many are named."""
    if desk.advice is not None:
        return advised.prompt(desk, desk.advice)
    if mode is Mode.WAIT and (waiting or not desk.look):
        return _wait_prompt(desk, waiting)
    if desk.look:
        return f"look: move the cursor, {desk.key('back')} ends it"
    match mode:
        case Mode.ANSWER:
            north, south, enter = (desk.key(name) for name in ("north", "south", "confirm"))
            return f"{north} and {south} choose, {enter} answers"
        case Mode.MENU:
            return _menu_prompt(desk)
        case Mode.TARGET:
            return _target_prompt(desk)
        case Mode.FIELDS:
            return _fields_prompt(desk)
        case _:
            return _select_prompt(desk, most)


def _wait_prompt(desk: Desk, waiting: str) -> str:
    if desk.offers.view.state.tally.over:
        log, score, leave = (desk.key(name) for name in ("log", "briefing", "leave"))
        return f"the battle is over: {log} for the log, {score} for the score, {leave} to leave"
    if waiting == STOPPED:
        enter, back = desk.key("confirm"), desk.key("back")
        return f"the computer is stopped: {enter} or {back} lets it go on"
    if desk.trace is not None:
        return desk.trace.text
    return f"{desk.key('back')} stops the computer" if waiting else "look around"


def _target_prompt(desk: Desk) -> str:
    offers, pick, enter = desk.offers, desk.pick, desk.key("confirm")
    if pick.field:
        return f"{humanize(pick.field)}: choose a tile, {enter} takes it"
    if offers.target_shape(pick.verb) is Shape.FACING:
        return f"a direction key or a tile turns, {enter} confirms"
    if not picks.complete(offers, pick):
        what = _CHOSEN.get(offers.target_shape(pick.verb) or Shape.FIGURE, "choose a target")
        return f"{pick.figure} {humanize(pick.verb)}: {what}{_by_tab(desk)}"
    verb = humanize(pick.verb)
    if rows := picks.way_rows(offers, pick):
        figure = offers.view.state.figures.get(pick.figure)
        words = ", ".join(value_words(figure, row.value) for row in ways.told(rows))
        verb += f" ({words})" if words else ""
        verb += f"  {desk.key('more')}: another way"
    if any(row.turns for row in picks.details(offers, pick)):
        return f"{enter}: {verb} there, then a facing"
    return f"{enter}: {verb}"


def _menu_prompt(desk: Desk) -> str:
    """The marked order and the key for it."""
    offers, names = desk.offers, menu_of(desk.offers, desk.pick)
    if not names:
        return f"{desk.key('back')} goes back"
    verb = offers.known_verbs[names[desk.pick.row % len(names)]]
    done = verb.name in offers.verbs(desk.pick.figure)
    return f"{desk.key('confirm')}: {humanize(verb.name)}{'' if done else ' (not now)'}"


def _fields_prompt(desk: Desk) -> str:
    row, enter = picks.marked_row(desk.offers, desk.pick), desk.key("confirm")
    verb = humanize(desk.pick.verb)
    if row is None:
        return f"{enter}: {verb}"
    if row.turns:
        many = len(picks.details(desk.offers, desk.pick)) > 1
        rest = f"; {desk.key('next')}: next line" if many else ""
        return f"{humanize(row.field)}: a direction key, or leave it{rest}; {enter}: {verb}"
    return f"{desk.key('west')} and {desk.key('east')} change, {enter}: {verb}"


def _select_prompt(desk: Desk, most: int) -> str:
    """Who is at hand and the first few orders that he can be given, else who comes next."""
    step = desk.key("next")
    if desk.offers.mustering:
        orders, ready = desk.key("verbs"), desk.key("mustered")
        return f"{step}: next figure, {orders}: what it may load, {ready}: ready"
    if desk.offers.deploying:
        place, ready = desk.key("verb.deploy"), desk.key("ready")
        return f"{step}: next figure, {place}: place it, {ready}: ready"
    able = desk.offers.active_figures()
    if not able:
        return f"nobody can act any more{_free(desk)}: {desk.key('end')} ends the bound"
    if desk.at_hand in able:
        rest = f"  ({len(able)} can act)" if len(able) > 1 else "  (the last one)"
        verbs = [humanize(verb) for verb in desk.offers.verbs(desk.at_hand)]
        more = ".." if len(verbs) > most else ""
        said = f": {', '.join(verbs[:most])}{more}" if most else ""
        return f"{desk.at_hand}{said}{rest}"
    free = _free(desk)
    able = desk.coming(able)
    names = ", ".join(able[:_NAMED]) + (" .." if len(able) > _NAMED else "")
    done = f"{desk.at_hand} is done{free}; " if desk.at_hand else ""
    return f"{done}{step}: next of {names}"


def _free(desk: Desk) -> str:
    """What the figure at hand may still do, though it takes nothing."""
    verbs = [humanize(verb) for verb in desk.offers.verbs(desk.at_hand)]
    return f" but for {', '.join(verbs)}" if verbs else ""


def _by_tab(desk: Desk) -> str:
    """What the key for the next one does while a target is chosen."""
    offers, pick = desk.offers, desk.pick
    if offers.candidate_tiles(pick.figure, pick.verb) or offers.listed_targets(
        pick.figure, pick.verb
    ):
        return f", {desk.key('next')}: the next enemy"
    return f", {desk.key('next')}: the next figure"


def rules_shown(desk: Desk) -> list[str]:
    """Ids of the rules behind the odds on the screen."""
    offers, pick = desk.offers, desk.pick
    if not picks.complete(offers, pick):
        return []
    try:
        odds = offers.odds(pick.order)
    except SkirmishError:
        return []
    return [modifier.rule for modifier in odds.modifiers] if odds else []
