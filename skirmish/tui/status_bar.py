"""The lines around the map: status with clocks, prompt, keys of the footer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from time import monotonic

from attrs import evolve, frozen
from textual.content import Content
from textual.style import Style

from skirmish.core.codec import Shape
from skirmish.core.orders import DEPLOY, Purpose, Refusal
from skirmish.core.sanitize import display_width as columns
from skirmish.errors import SkirmishError
from skirmish.game import Game
from skirmish.presentation.battle_totals import brief_reason
from skirmish.presentation.legal_orders import LegalOrders
from skirmish.presentation.order_effects import applied_rules
from skirmish.presentation.target_chances import Stance
from skirmish.presentation.wording import (
    AT_TILE,
    action_words,
    humanize,
    phase_words,
    tile_words,
    value_words,
)
from skirmish.session import order_draft, variants
from skirmish.session.ai_driver import STOPPED
from skirmish.session.bound_end import not_spent, part_words
from skirmish.session.controller import Controller
from skirmish.session.mode import Mode
from skirmish.session.order_draft import OrderDraft, details, menu_verbs
from skirmish.tui.advice_lines import advice_prompt
from skirmish.tui.keys import KEYS, Key, in_footer, with_own_keys
from skirmish.tui.panel_lines import clipped, side_colour
from skirmish.tui.widgets import KEY_GAP, key_columns
from skirmish.tui.wrapping import folded

MINUTE = 60
_NAMED = 6
"""Figures listed in a line."""
_THROW = "throw"
"""How a weapon is used at a tile that is not fired there."""
_SAID = 12
"""Orders listed in a line."""
_CHOSEN = {Shape.PATH: "choose a destination", Shape.TILE: "choose a tile"}
"""Prompts for targets that are not figures."""
_USUAL = ("", "move", "fire", "deploy")
"""Orders whose keys are always shown; "" stands for keys that are not orders."""
_SPARED = ("end", "ready", "mustered", "advise", "undo", "help")
"""Keys that a narrow footer keeps longest, by their ids."""


class SideClocks:
    """Time that each side has used, for display only: no rule and no record knows it.

    The time of the computer, and that behind a curtain, belongs to no side.
    """

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        """Begin with all clocks at zero and stopped."""
        self._now = now
        self._used: dict[str, float] = {}
        self._side = ""
        self._since = 0.0

    def run(self, side: str) -> None:
        """Run this side's clock from now on; "" stops all."""
        now = self._now()
        if self._side:
            self._used[self._side] = self._used.get(self._side, 0.0) + now - self._since
        self._side, self._since = side, now

    def used(self, side: str) -> int:
        """Whole seconds that a side has used."""
        running = self._now() - self._since if side and side == self._side else 0.0
        return int(self._used.get(side, 0.0) + running)

    def words(self, side: str, minutes: int) -> str:
        """The time left of some minutes, or the time over."""
        left = minutes * MINUTE - self.used(side)
        rest = f"{abs(left) // MINUTE}:{abs(left) % MINUTE:02}"
        return f"{rest} left" if left >= 0 else f"{rest} over time"


@frozen
class _Part:
    """A part of the top line; of parts that do not fit together, the highest `rank` goes first."""

    content: Content
    rank: int = 0


_LEAST_TITLE = 8
"""Columns of a title below which what goes on is said in fewer words."""
_TURN = 1
"""The rank of the turn, which stays unless the rest does not fit without the title either."""
_JOINING_WORDS = ("a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "the", "to")
"""Words with which a title that is cut does not end."""


@lru_cache(maxsize=2)
def status_words(
    legal: LegalOrders, waiting: str, dot: str = "·", width: int = 0, left: str = "", far: str = ""
) -> Content:
    """Title, turn, whose bound it is, score, and the bounds of the turn.

    If a width is given and too small, the least important parts are left out, then what goes on is
    said in fewer words, and the title is cut or left out. `left`: the time left, `far`: the
    progress of the computer. Kept for the next key: legal orders are replaced with their view.
    """
    title, gap = legal.view.state.setup.title, f" {dot} "
    system = legal.ruleset.name.lower()
    named = title.lower().endswith(system)
    # Once it is over, the title says more than the turn.
    spare, over = columns(title), 0
    parts: list[_Part] = []
    for short in (False, True):
        known = [part for part in _parts(legal, waiting, left, far, short=short) if part.content]
        parts = known[1:] if named else known
        cut = 0 if legal.view.state.tally.over else spare + columns(gap)
        over = _leave_out(parts, gap, width - columns(title), cut) if width else 0
        turn_left_out = cut and not any(part.rank == _TURN for part in parts)
        if over <= spare - _LEAST_TITLE and not turn_left_out:
            break
    if over > 0:
        title = _shortened(title, max(0, spare - over), system if named else "")
        if title.endswith("..") and any(part.rank == _TURN for part in parts):
            title = ""
    shown = [Content(title)] if title else []
    return Content(gap).join([*shown, *(part.content for part in parts)])


def _leave_out(parts: list[_Part], gap: str, room: int, spare: int) -> int:
    """Remove parts that do not fit into a room; how many columns the rest is too long."""
    while (over := _columns(parts, gap) - room) > 0:
        last = max(parts, key=lambda part: part.rank)
        if not last.rank or (last.rank == _TURN and over <= spare):
            break
        parts.remove(last)
    return over


def _shortened(title: str, width: int, system: str) -> str:
    """A title's whole words that fit; where they are less than half of it, its beginning.

    A title that ends in the name of the system of rules loses that first.
    """
    if system:
        title = title[: -len(system)].rstrip().removesuffix("by").rstrip(" ,") or title
        if columns(title) <= width:
            return title
    begin = folded(Content(title), max(1, width))[0].plain.rstrip()
    whole = title[len(begin) : len(begin) + 1] in (" ", "")
    words = begin.split()
    while words and words[-1].lower() in _JOINING_WORDS and begin != title:
        words.pop()
    kept = " ".join(words).rstrip(",")
    return kept if whole and 2 * columns(kept) >= columns(title) else clipped(title, width)


def _columns(parts: Sequence[_Part], gap: str) -> int:
    return sum(part.content.cell_length + len(gap) for part in parts)


def _parts(
    legal: LegalOrders, waiting: str, left: str, far: str, *, short: bool
) -> tuple[_Part, ...]:
    """The parts of the top line after the title."""
    state, turns = legal.view.state, legal.ruleset.turn
    clock = state.clock
    turn = f"turn {clock.turn} of {state.setup.turns}" if clock.turn else "before turn 1"
    told = clock.turn and not (short and waiting) and not state.tally.over
    when = turns.moment(clock) if told else ""
    return (
        _Part(Content.styled(legal.ruleset.name, "dim"), 4),
        _Part(Content.styled(turn, "dim"), _TURN),
        _Part(Content(when)),
        _Part(_course(legal, waiting, when, far, short=short)),
        _Part(Content.styled(left, "$warning")),
        _Part(_score(legal)),
        _Part(_track(legal), 3),
    )


def _course(legal: LegalOrders, waiting: str, when: str, far: str, *, short: bool) -> Content:
    """Whose bound it is, and its phase; at the end, the winner."""
    state = legal.view.state
    setup, tally = state.setup, state.tally
    if tally.over:
        won = f"{setup.sides[tally.winner].name} won" if tally.winner else "a draw"
        why = brief_reason(tally.reason, tally.winner)
        return Content.styled(f"over: {won} ({why})", "$accent")
    side = legal.view.side if legal.view.question is not None else state.clock.side
    who = Content.styled(
        f" {setup.sides[side].name.upper()} ", f"{side_colour(legal.view, side)} reverse"
    )
    if legal.view.question is not None:
        return who + Content(" a question for you")
    label = phase_words(setup, state.clock.phase)
    if when and legal.ruleset.turn.names_phase and not waiting:
        return who
    if waiting:
        who_thinks = "thinks" if short else "the computer thinks"
        label = "stopped" if waiting == STOPPED else f"{who_thinks}{far}"
    return who + Content(f" {label}")


def _score(legal: LegalOrders) -> Content:
    """The points of both sides as far as they are known; nothing before there are any to win."""
    view = legal.view
    score, enemy = view.state.tally.score, view.enemy
    if not view.state.setup.objectives and not any(score.values()):
        return Content("")
    return Content.assemble(
        ("you ", "dim"),
        (f"{score.get(view.side, 0)}", f"bold {side_colour(view, view.side)}"),
        (" : ", "dim"),
        (f"{score.get(enemy, 0)}", f"bold {side_colour(view, enemy)}"),
        ("" if view.state.tally.over else " enemy", "dim"),
    )


def _track(legal: LegalOrders) -> Content:
    """The bounds of the present turn in their order, the present one marked."""
    view, turn = legal.view, legal.ruleset.turn
    if not view.state.clock.turn or view.state.tally.over:
        return Content("")
    parts = []
    for one in turn.track(view.state):
        whose = "their " if one.side != view.side else "" if one.label else "your "
        style = "bold $accent" if one.now else "dim"
        parts.append(Content.styled(f"{whose}{one.label or turn.bound}", style))
    return Content(" ▸ ").join(parts)


OVERLAYS = ("arcs", "threat", "field", "levels", "numbers")
"""What can be laid over the map, without the reach, which is shown unless it is switched off."""
_GAP = "  |  "
_LEAST_TILE = 12
"""Columns beside a notice that are enough for the tile under the mouse."""


def hint_words(
    controller: Controller,
    mode: Mode,
    waiting: str,
    width: int = 0,
    computer: str = "",
    *,
    closed: bool = False,
) -> Content:
    """A notice, else the prompt, then the tile in focus.

    A notice longer than the width, if one is given, is shown in the panel instead, or its beginning
    here where the panel is `closed`; then the key that opens it is named for a prepared order.
    `computer`: the level of the computer that plays the player's side.
    """
    tile = tile_words(controller.legal.view, controller.focus)
    long = 0 < width < columns(controller.notice)
    if controller.notice and (closed or not long):
        begun = _begun(controller, width) if long else controller.notice
        return Content.assemble(
            (begun, "bold $warning"), (_beside(controller, begun, width), "dim")
        )
    if computer and not controller.look and not controller.legal.view.state.tally.over:
        return Content(_computer_prompt(controller, waiting, computer))
    prompt = _prompt_beside(controller, mode, waiting, tile, width)
    if (mode in (Mode.FIELDS, Mode.MENU, Mode.ANSWER) or controller.advice) and not controller.look:
        return Content(prompt)
    room = width - columns(prompt + _GAP) if width else 0
    tile = tile_words(controller.legal.view, controller.focus, room, beside=room > 0 or not width)
    parts = _told(controller, mode, prompt, tile, width)
    panel = _panel_key(controller, mode) if closed else ""
    if panel and (not width or columns(_GAP.join((prompt, *parts, panel))) <= width):
        parts.append(panel)
    told = [(f"{_GAP}{part}", "dim") for part in parts]
    return Content.assemble(_with_buttons(controller, mode, prompt), *told)


def _panel_key(controller: Controller, mode: Mode) -> str:
    """The key that shows the whole panel, for an order that is prepared."""
    ready = mode is Mode.TARGET and order_draft.complete(controller.legal, controller.draft)
    return f"{controller.key('panel')}: all of its odds" if ready else ""


def _beside(controller: Controller, notice: str, width: int) -> str:
    """The tile under the mouse, beside a notice that leaves room for it; "" for none."""
    if controller.pointed is None:
        return ""
    room = width - columns(notice + _GAP) if width else 0
    if width and room < _LEAST_TILE:
        return ""
    tile = tile_words(controller.legal.view, controller.pointed, room)
    return f"{_GAP}{tile}" if not width or columns(tile) <= room else ""


def _with_buttons(controller: Controller, mode: Mode, prompt: str) -> Content:
    """The prompt, in which a click on an order begins it, and on a key does what the key does."""
    words, at = Content(prompt), 0
    for text, action in _buttons(controller, mode):
        found = prompt.find(text, at)
        if found < 0:
            break
        at = found + len(text)
        words = words.stylize(Style.from_meta({"@click": f"screen.{action}"}), found, at)
    return words


def _buttons(controller: Controller, mode: Mode) -> list[tuple[str, str]]:
    """What stands in the prompt in this order and can be clicked, each with its action."""
    legal, draft, key = controller.legal, controller.draft, controller.key
    if controller.look or controller.objections.elsewhere is not None:
        return []
    if mode is Mode.SELECT and not draft.verb and controller.current_figure:
        names = _offered(controller)
        return [(_words(controller, name), f"verb({name!r})") for name in names]
    if mode not in (Mode.SELECT, Mode.TARGET) or not order_draft.complete(legal, draft):
        return []
    able = [(f"{key('confirm')}: {_words(controller, draft.verb)}", "confirm")]
    if order_draft.variant_rows(legal, draft):
        able.append((key("less"), "share(-1)"))
        able.append((f"{key('more')}: other options", "share(1)"))
    return [*able, (f"{key('options')}: options", "options")]


def _prompt_beside(controller: Controller, mode: Mode, waiting: str, tile: str, width: int) -> str:
    """The prompt with as many orders as leave room for the tile: the menu has all of them."""
    prompt, most = _prompt(controller, mode, waiting, width=width), _SAID
    while most and 0 < width < columns(_GAP.join((prompt, tile))):
        most -= 1
        prompt = _prompt(controller, mode, waiting, most, width)
    return prompt


def _told(controller: Controller, mode: Mode, prompt: str, tile: str, width: int) -> list[str]:
    """What fits behind the prompt: the tile, what is laid over the map, what percentages are."""
    names = [name for name in OVERLAYS if getattr(controller, name)]
    shown = "shown: " + ", ".join(_overlay_words(controller, name) for name in names)
    keys = "shown: " + " ".join(controller.key(name) for name in names)
    means = _chance_meaning(controller, mode)
    told: dict[int, str] = {}
    for place, ways in ((1, (tile,)), (2, (shown, keys) if names else ()), (0, (means,))):
        room = width - columns(_GAP.join((prompt, *told.values(), ""))) if width else 0
        if said := next((one for one in ways if one and (not width or columns(one) <= room)), ""):
            told[place] = said
    return [told[place] for place in sorted(told)]


def _begun(controller: Controller, width: int) -> str:
    """The first words of a notice, and the key that shows all of it."""
    more = f" .. ({controller.key('panel')}: more)"
    lines = folded(Content(controller.notice), max(1, width - columns(more)))
    return lines[0].plain.rstrip() + more


def _overlay_words(controller: Controller, name: str) -> str:
    """An overlay that is shown, with its key; of threats also that there are none to show."""
    nothing = name == "threat" and not any(controller.legal.view.enemies())
    return f"{name} ({controller.key(name)})" + (": no enemy in sight" if nothing else "")


def _chance_meaning(controller: Controller, mode: Mode) -> str:
    """What the percentages at the enemies are, while they are shown for a figure; else ""."""
    legal, figure = controller.legal, controller.current_figure
    if mode is not Mode.SELECT or not legal.target_chances.get(Stance(figure)):
        return ""
    known = [one for one in legal.target_chances[Stance(figure)].values() if one.chance is not None]
    if not known:
        return ""
    later = all(one.later for one in known)
    words = f"% at an enemy: chance to {legal.ruleset.outcomes.effect_words}"
    return f"grey {words} when it may next attack" if later else words


def _prompt(
    controller: Controller, mode: Mode, waiting: str, most: int = _SAID, width: int = 0
) -> str:
    """What can be done; lists at most `most` orders of a figure."""
    if controller.advice is not None:
        return advice_prompt(controller, controller.advice)
    if mode is Mode.WAIT and (waiting or not controller.look):
        return _wait_prompt(controller, waiting)
    if controller.look:
        return f"look: move the cursor, {controller.key('back')}: stop looking"
    match mode:
        case Mode.ANSWER:
            north, south, enter = (controller.key(name) for name in ("north", "south", "confirm"))
            return f"{north} and {south}: choose, {enter}: answer"
        case Mode.MENU:
            return _menu_prompt(controller, width)
        case Mode.TARGET:
            return _target_prompt(controller, width, most)
        case Mode.FIELDS:
            return _fields_prompt(controller)
        case Mode.SELECT if controller.draft.verb:
            return _target_prompt(controller, width, most)
        case _:
            return _hindrance_words(controller, width) or _select_prompt(controller, most)


def _hindrance_words(controller: Controller, width: int) -> str:
    """Why the chosen figure can do nothing at the tile; empty where it can or none is meant."""
    if (found := controller.objections.elsewhere) is None:
        return ""
    verb, why = found
    begin = f"{controller.draft.figure} cannot {_words(controller, verb)} there: "
    return clipped(begin + controller.refusal_text(why.reason), width or 999)


def _wait_prompt(controller: Controller, waiting: str) -> str:
    if controller.legal.view.state.tally.over:
        log, score, leave = (controller.key(name) for name in ("log", "briefing", "leave"))
        return f"the battle is over: {log} for the log, {score} for the score, {leave} to leave"
    if waiting == STOPPED:
        enter, back = controller.key("confirm"), controller.key("back")
        return f"the computer is stopped: {enter} or {back} continues"
    if controller.shown_action is not None:
        return controller.shown_action.text
    return f"{controller.key('back')} stops the computer" if waiting else "look around"


def _computer_prompt(controller: Controller, waiting: str, level: str) -> str:
    """Who plays the player's side, and how to take it back."""
    who = controller.legal.view.state.setup.sides[controller.legal.view.side].name
    menu, play = controller.key("leave"), f"the computer ({humanize(level)}) plays {who}"
    return f"{play}; {menu}: take over. {_wait_prompt(controller, waiting)}"


def _target_prompt(controller: Controller, width: int, most: int = _SAID) -> str:
    """What a target is chosen with, or what confirming does; without `most` nothing else."""
    legal, draft, enter = controller.legal, controller.draft, controller.key("confirm")
    if draft.field:
        return f"{humanize(draft.field)}: choose a tile, {enter}: confirm"
    if legal.target_shape(draft.verb) is Shape.FACING:
        return f"turn with a direction key or a tile, {enter}: confirm"
    if not order_draft.complete(legal, draft):
        what = _CHOSEN.get(legal.target_shape(draft.verb) or Shape.FIGURE, "choose a target")
        if why := controller.objections.aim:
            begin = f"{draft.figure} cannot {_words(controller, draft.verb)} there: "
            return begin + _refusal_words(controller, why, width - columns(begin) if width else 0)
        return f"{draft.figure} {_words(controller, draft.verb)}: {what}{_by_tab(controller)}"
    verb = _words(controller, draft.verb)
    if rows := order_draft.variant_rows(legal, draft):
        figure = legal.view.state.figures.get(draft.figure)
        words = ", ".join(value_words(figure, row.value) for row in variants.stated_rows(rows))
        verb += f" ({words})" if words else ""
        verb += f"  {controller.key('less')} {controller.key('more')}: other options"
    faces = [row for row in order_draft.details(legal, draft) if row.turns]
    if faces:
        facing = draft.order.get(faces[0].field) or _kept_facing(legal, draft)
        options = f" ({controller.key('options')}: options)" if most else ""
        return f"{enter}: {verb} there, facing {facing}{options}"
    return f"{enter}: {verb}"


def _kept_facing(legal: LegalOrders, draft: OrderDraft) -> str:
    """How a figure faces after an order that does not say: as before, after a move as it went."""
    figure = legal.view.state.figures.get(draft.figure)
    if figure is None or legal.target_shape(draft.verb) is Shape.PATH:
        return "the way it went"
    return figure.facing.name


def _words(controller: Controller, verb: str) -> str:
    """An order of the figure at hand in words."""
    figures = controller.legal.view.state.figures
    name = controller.draft.figure or controller.current_figure
    return action_words(figures.get(name), verb, controller.draft.order.get("weapon"))


def _refusal_words(controller: Controller, why: Refusal, room: int) -> str:
    """A refusal's reason and remedy; where they do not fit into some room, the remedy alone."""
    both = controller.refusal_text("; ".join(filter(None, (why.reason, why.remedy))))
    if why.remedy and room and room < columns(both):
        return controller.refusal_text(why.remedy)
    return both


def _menu_prompt(controller: Controller, width: int) -> str:
    """The marked order and its key, or why it is not possible now."""
    legal, names = controller.legal, menu_verbs(controller.legal, controller.draft)
    if not names:
        return f"{controller.key('back')} goes back"
    verb = legal.known_verbs[names[controller.draft.row % len(names)]]
    if why := controller.objections.line:
        begin = f"{_words(controller, verb.name)}, not now: "
        return begin + _refusal_words(controller, why, width - columns(begin) if width else 0)
    return f"{controller.key('confirm')}: {_words(controller, verb.name)}"


def _fields_prompt(controller: Controller) -> str:
    row, enter = (
        order_draft.marked_row(controller.legal, controller.draft),
        controller.key("confirm"),
    )
    verb = _words(controller, controller.draft.verb)
    if row is None:
        return f"{enter}: {verb}"
    if row.turns:
        many = len(order_draft.details(controller.legal, controller.draft)) > 1
        rest = f"; {controller.key('next')}: next line" if many else ""
        return f"{humanize(row.field)}: press a direction key to change{rest}; {enter}: {verb}"
    return f"{controller.key('west')} and {controller.key('east')}: change, {enter}: {verb}"


def _select_prompt(controller: Controller, most: int) -> str:
    """The current figure and its first orders, else the figures that come next."""
    step = controller.key("next")
    if controller.legal.mustering:
        orders, ready = controller.key("verbs"), controller.key("mustered")
        return f"{step}: next figure, {orders}: its loads, {ready}: ready"
    if controller.legal.deploying:
        place, ready = controller.key("verb.deploy"), controller.key("ready")
        figure = controller.draft.figure
        fixed = figure and DEPLOY.name not in controller.legal.verbs(figure)
        deploy = f"{figure} has a fixed place" if fixed else f"{place}: deploy it"
        return f"{step}: next figure, {deploy}, {ready}: ready"
    able = controller.legal.active_figures()
    if not able:
        end = f"{controller.key('end')}: end {part_words(controller.legal)}"
        free = _free(controller)
        still = f" (can still {free})" if free else ""
        return f"No figure can move or attack now{still}. {end}"
    if controller.current_figure in able:
        rest = f"  ({_how_many(controller)})"
        verbs = [_words(controller, verb) for verb in _offered(controller)]
        more = ".." if len(verbs) > most else ""
        said = f": {', '.join(verbs[:most])}{more}" if most else ""
        return f"{controller.current_figure}{said}{rest}"
    able = controller.upcoming(able)
    names = ", ".join(able[:_NAMED]) + (" .." if len(able) > _NAMED else "")
    done = (
        f"{controller.current_figure} {_rest_of(controller)}; " if controller.current_figure else ""
    )
    return f"{done}{step}: next ({names})"


def _how_many(controller: Controller) -> str:
    """How many figures can act besides going a little farther, as the end of the bound has it."""
    able = not_spent(controller.legal)
    if controller.current_figure in able:
        return f"{len(able)} can act" if len(able) > 1 else "no other can act"
    return f"{len(able)} other{'s' if len(able) > 1 else ''} can act"


def _offered(controller: Controller) -> tuple[str, ...]:
    """The orders of the current figure; to reload follows its attacks, or is first if it must."""
    legal, name = controller.legal, controller.current_figure
    known, figure = legal.known_verbs, legal.view.state.figures.get(name)
    loads = [one for one in legal.verbs(name) if known[one].purpose is Purpose.RELOAD]
    others = [one for one in legal.verbs(name) if one not in loads]
    if figure is None or not loads:
        return tuple(others)
    attacks = [at for at, one in enumerate(others, 1) if known[one].dice and known[one].target]
    empty = legal.ruleset.card.empty_weapons(legal.view.state, figure)
    at = 0 if empty else max(attacks, default=0)
    return (*others[:at], *loads, *others[at:])


def _free(controller: Controller) -> str:
    """Free actions that the current figure still has."""
    verbs = [_words(controller, verb) for verb in controller.legal.verbs(controller.current_figure)]
    return ", ".join(verbs)


def _rest_of(controller: Controller) -> str:
    """What a figure that can neither move nor attack can still do."""
    free = _free(controller)
    return f"can only {free}" if free else "cannot act now"


def _by_tab(controller: Controller) -> str:
    """What the next key does while a target is chosen."""
    legal, draft = controller.legal, controller.draft
    if legal.candidate_tiles(draft.figure, draft.verb) or legal.listed_targets(
        draft.figure, draft.verb
    ):
        return f", {controller.key('next')}: the next enemy"
    return f", {controller.key('next')}: the next figure"


def rules_shown(controller: Controller) -> list[str]:
    """Ids of the rules on the screen: those of refusals, those behind the odds or the move."""
    legal, draft = controller.legal, controller.draft
    refused = _refused_rules(controller)
    if not order_draft.complete(legal, draft):
        return refused
    try:
        odds = legal.odds(draft.order)
    except SkirmishError:
        return refused
    if odds is None:
        return [*refused, *applied_rules(legal.ruleset, legal.view, draft.order)]
    return [*refused, *(modifier.rule for modifier in odds.modifiers)]


def _refused_rules(controller: Controller) -> list[str]:
    """Rules of the refusals that are shown: the notice, below a target, in the list, on a look."""
    looked = controller.objections.likeliest if controller.look else None
    refusals = (
        controller.objections.aim,
        controller.objections.line,
        looked[1] if looked else None,
    )
    rules = (controller.refused_rule, *(why.rule for why in refusals if why is not None))
    return [rule for rule in rules if rule]


_ADVISED = tuple(
    evolve(key, label="another") if id_ == "advise" else key
    for id_ in ("confirm", "back", "advise", "options", "rules", "help")
    for key in KEYS
    if key.id == id_
)
"""The keys of the footer while an advice is shown."""


def footer_keys(
    game: Game,
    controller: Controller,
    mode: Mode,
    seat: str,
    own: Mapping[str, str],
    width: int,
    waiting: str = "",
) -> list[Key]:
    """The keys of the footer, as the player of a seat knows them.

    `waiting` is that of the `AiDriver`.
    """
    legal, figure = controller.legal, controller.current_figure
    able = legal.verbs(figure) if figure else ()
    shown = [*with_own_keys(_while_waiting(waiting), own), *_go_on(controller, mode, own)]
    advised = controller.advice is not None and mode in (Mode.SELECT, Mode.TARGET)
    for key in _ADVISED if advised else in_footer(mode, legal.battle_part):
        if key.verb and key.verb not in able:
            continue
        if key.action == "undo" and game.undo_refusal(seat):
            continue
        if key.id == "hint" and not controller.hint_order:
            continue
        if key.id == "news" and not controller.enemy_actions:
            continue
        if key.action == "options" and not details(legal, controller.draft):
            continue
        label, keys = _own_label(controller, key), own.get(key.id, key.keys)
        same = (label, keys) == (key.label, key.keys)
        shown.append(key if same else evolve(key, keys=keys, label=label))
    return _undo_last(_fitting(shown, width))


def _undo_last(keys: list[Key]) -> list[Key]:
    """The keys with undo behind them: it comes and goes, and the others keep their places."""
    places = {"undo": 1, "help": 2}
    return sorted(keys, key=lambda key: places.get(key.id, 0))


def _own_label(controller: Controller, key: Key) -> str:
    """The label of a key; of an order at a tile `throw`, if its figure can only throw."""
    figure = controller.legal.view.state.figures.get(controller.current_figure)
    if figure is None or key.verb != AT_TILE:
        return key.label
    ways = {one.at_tiles for one in figure.who.weapons if one.at_tiles}
    return _THROW if ways == {_THROW} else key.label


def _go_on(controller: Controller, mode: Mode, own: Mapping[str, str]) -> tuple[Key, ...]:
    """The key that goes on with a move that was stopped."""
    going = mode is Mode.SELECT and controller.onward is not None
    keys = with_own_keys((key for key in KEYS if key.id == "repeat"), own)
    return tuple(evolve(key, label="go on") for key in keys if going)


def _while_waiting(waiting: str) -> tuple[Key, ...]:
    """The key that stops the computer or lets it go on."""
    id_, label = ("confirm", "go on") if waiting == STOPPED else ("back", "stop")
    return tuple(evolve(key, label=label) for key in KEYS if waiting and key.id == id_)


def _fitting(keys: Sequence[Key], width: int) -> list[Key]:
    """The keys that fit; the last of the less usual orders go first, `_SPARED` last."""
    kept, over = list(keys), sum(key_columns(key) + KEY_GAP for key in keys) - KEY_GAP - width
    while kept and over > 0:
        rare = [key for key in kept if key.verb not in _USUAL]
        others = [key for key in kept if key.id not in _SPARED]
        last = (rare or others or kept)[-1]
        kept.remove(last)
        over -= key_columns(last) + KEY_GAP
    return kept
