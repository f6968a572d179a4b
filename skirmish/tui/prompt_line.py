"""The line below the map: a notice, else what can be done, then the tile in focus."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.content import Content
from textual.style import Style

from skirmish.core.codec import Shape
from skirmish.core.orders import DEPLOY, Purpose, Refusal
from skirmish.core.sanitize import display_width as columns
from skirmish.errors import SkirmishError
from skirmish.presentation.odds.forecast_rows import penalty_words
from skirmish.presentation.odds.hint_words import risk_words
from skirmish.presentation.odds.hints import FriendlyFire
from skirmish.presentation.odds.order_effects import applied_rules
from skirmish.presentation.odds.target_chances import Stance
from skirmish.presentation.orders.family_words import posture_words
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.setup.preferences import EXACT
from skirmish.presentation.wording import (
    action_words,
    cannot_there,
    detail_words,
    humanize,
    percent,
    possible_words,
    tile_words,
    value_words,
)
from skirmish.rulesets.common.reactions import WHEN
from skirmish.session import order_draft, proposals, variants
from skirmish.session.ai_driver import STOPPED
from skirmish.session.bound_end import to_end, worth_asking
from skirmish.session.controller import Controller
from skirmish.session.mode import Mode
from skirmish.session.order_draft import OrderDraft, menu_verbs
from skirmish.tui.advice_lines import advice_prompt
from skirmish.tui.key_clicks import with_key_clicks
from skirmish.tui.map.order_overlay import OTHER_ARM, after_part, arm_words, arms_of
from skirmish.tui.panel_lines import clipped
from skirmish.tui.wrapping import folded

_NAMED = 6
"""Figures listed in a line."""
_NAMED_ABLE = 3
"""Other figures that can still act, named where they are not more."""
_SAID = 12
"""Orders listed in a line."""
_SAID_FIRST = 3
"""Orders that are listed before all that is known of a tile."""
_CHOSEN = {Shape.PATH: "choose a destination", Shape.TILE: "choose a tile"}
"""Prompts for targets that are not figures."""
OVERLAYS = ("arcs", "threat", "field", "levels", "numbers")
"""What can be laid over the map, without the reach, which is shown unless it is switched off."""
_GAP = "  |  "
_NOTICE_ROWS = 3
"""Rows of a long notice: the line of hints, and above it those of figure and order."""
_SECOND_RIM, _STRONGER = "dashed", "stronger tint"
"""What marks the inner part of the reach, on large and on the smallest tiles."""
_LEAST_TILE = 12
"""Columns beside a notice that are enough for the tile under the mouse."""


def prompt_words(
    controller: Controller,
    mode: Mode,
    waiting: str,
    width: int = 0,
    computer: str = "",
    *,
    closed: bool = False,
    zoom: int = 1,
) -> Content:
    """A notice, else the prompt, then the tile in focus.

    A notice longer than the width, if one is given, is shown in the panel instead, or its last row
    here where the panel is `closed`; then the key that opens it is named for a prepared order.
    `computer`: the level of the computer that plays the player's side. `zoom`: that of a painted
    map; 0 for a map in letters, which shows no chances. A click on a key does what that does.
    """
    words = _words_below(controller, mode, waiting, width, computer, closed=closed, zoom=zoom)
    return with_key_clicks(words, controller)


def _words_below(
    controller: Controller,
    mode: Mode,
    waiting: str,
    width: int,
    computer: str,
    *,
    closed: bool,
    zoom: int,
) -> Content:
    """The line without its clicks on keys."""
    long = 0 < width < columns(controller.notice)
    if controller.notice and (closed or not long):
        begun = long_notice(controller, width)[-1] if long else controller.notice
        return Content.assemble(
            (begun, "bold $warning"), (_beside(controller, begun, width), "dim")
        )
    if computer and not controller.look and not controller.legal.view.state.tally.over:
        return Content(_computer_prompt(controller, waiting, computer))
    named = _named_chance(controller, mode) if zoom else ""
    means = [named] if named else _chance_meaning(controller, mode) if zoom else []
    risk = _risk(controller)
    width = max(1, width - columns(risk)) if width else 0
    prompt = _prompt_beside(controller, mode, waiting, width, named)
    if (mode in (Mode.FIELDS, Mode.MENU, Mode.ANSWER) or controller.advice) and not controller.look:
        return Content.assemble((risk, "bold $error"), prompt)
    room = width - columns(prompt + _GAP) if width else 0
    tile = _tile_words(controller, room)
    parts = list[str]()
    beside = _told(controller, prompt, tile, means, width, first=bool(named))
    others = (_why_proposed(controller), *beside, _panel_key(controller, mode) if closed else "")
    for ways in (*((one,) for one in others), _reach_meaning(controller, mode, zoom)):
        room = width - columns(_GAP.join((prompt, *parts, ""))) if width else 0
        parts += [one for one in ways if one and (not width or columns(one) <= room)][:1]
    told = [(f"{_GAP}{part}", "dim") for part in parts]
    words = _with_buttons(controller, mode, prompt)
    return Content.assemble((risk, "bold $error"), words, *told)


def _why_proposed(controller: Controller) -> str:
    """Why the attack in hand is proposed: a stronger one may hit own figures, or it is a throw."""
    legal, draft = controller.legal, controller.draft
    shown = legal.target_chances.get(Stance(draft.figure), {})
    known = [way for one in shown.values() for way in (one, one.unthrown) if way is not None]
    way = next((way for way in known if way.order and way.order == draft.order), None)
    if way is None or not draft.verb:
        return ""
    if way.spares:
        return f"a stronger one may hit {', '.join(way.spares)}"
    other = way.unthrown
    if other is None or other.order is None or other.chance is None:
        return ""
    return f"costs the enemy more than {arm_words(legal, other.order)} ({percent(other.chance)})"


def _risk(controller: Controller) -> str:
    """The own figures that the attack in hand may hit, before all else; "" for none or unknown."""
    told = controller.legal.forecasts.get(controller.draft.order)
    risky = (hint for hint in told.hints if isinstance(hint, FriendlyFire)) if told else ()
    numbers = controller.preferences.odds == EXACT
    said = next((risk_words(hint, numbers=numbers) for hint in risky), "")
    return f"{said}! " if said and not controller.look else ""


def _panel_key(controller: Controller, mode: Mode) -> str:
    """The key that shows the whole panel, for an order that is prepared."""
    ready = mode is Mode.TARGET and order_draft.complete(controller.legal, controller.draft)
    verb = controller.legal.known_verbs.get(controller.draft.verb)
    rolled = verb is not None and (verb.dice or verb.target is Shape.PATH)
    odds = " with its odds" if rolled else ""
    return f"{controller.key('panel')}: panel{odds}" if ready else ""


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
    """The prompt, in which a click on an order begins it."""
    words, at = Content(prompt), 0
    for text, action in _buttons(controller, mode):
        found = prompt.find(text, at)
        if found < 0:
            break
        at = found + len(text)
        words = words.stylize(Style.from_meta({"@click": f"screen.{action}"}), found, at)
    return words


def _buttons(controller: Controller, mode: Mode) -> list[tuple[str, str]]:
    """What stands in the prompt in this order without a key of its own, each with its action."""
    legal, draft = controller.legal, controller.draft
    if controller.look or controller.objections.elsewhere is not None:
        return []
    if mode is Mode.SELECT and not draft.verb and controller.current_figure:
        names = _offered(controller)
        return [(_words(controller, name), f"verb({name!r})") for name in names]
    if mode not in (Mode.SELECT, Mode.TARGET) or not order_draft.complete(legal, draft):
        return []
    if order_draft.variant_rows(legal, draft) or proposals.other_attack(legal, draft):
        return [(f"  {controller.key('less')} ", "share(-1)")]
    return []


def _prompt_beside(
    controller: Controller, mode: Mode, waiting: str, width: int, chance: str
) -> str:
    """The prompt with as many orders as leave room for the tile: the menu has all of them.

    The first orders only make way for the shortest words about the tile, or the `chance` there.
    """
    whole, least = (_tile_words(controller, room, short=True) for room in (0, 1))
    least = chance or least
    first = _SAID_FIRST if mode is Mode.SELECT and not controller.draft.verb else 0
    prompt, most = _prompt(controller, mode, waiting, width=width), _SAID
    while most:
        beside = whole if most > first else least
        if not 0 < width < columns(_GAP.join((prompt, beside))):
            break
        most -= 1
        prompt = _prompt(controller, mode, waiting, most, width)
    return prompt


def _tile_words(controller: Controller, room: int, *, short: bool = False) -> str:
    """The tile in focus; for an order, with the cover of an enemy there against its figure."""
    draft, view = controller.draft, controller.legal.view
    shooter = draft.figure if draft.verb and draft.figure in view.state.figures else ""
    return tile_words(view, controller.focus, room, beside=True, shooter=shooter, short=short)


def _told(
    controller: Controller,
    prompt: str,
    tile: str,
    means: Sequence[str],
    width: int,
    *,
    first: bool,
) -> list[str]:
    """What fits behind the prompt: the tile, what is laid over the map, what percentages are.

    `first`: the percentages come before all else.
    """
    names = [name for name in OVERLAYS if getattr(controller, name)]
    shown = "shown: " + ", ".join(_overlay_words(controller, name) for name in names)
    keys = "shown: " + " ".join(controller.key(name) for name in names)
    told: dict[int, str] = {}
    parts = [(1, (tile,)), (2, (shown, keys) if names else ()), (0, means)]
    if first:
        parts.insert(0, parts.pop())
    for place, ways in parts:
        room = width - columns(_GAP.join((prompt, *told.values(), ""))) if width else 0
        if said := next((one for one in ways if one and (not width or columns(one) <= room)), ""):
            told[place] = said
    return [told[place] for place in sorted(told)]


def long_notice(controller: Controller, width: int) -> list[str]:
    """The rows of a notice that is too long for one, up to three; none for a shorter one.

    Where that is not enough, the last has the key that shows all of it.
    """
    if not 0 < width < columns(controller.notice):
        return []
    rows = [row.plain.rstrip() for row in folded(Content(controller.notice), width)]
    if len(rows) <= _NOTICE_ROWS:
        return rows
    more = f" .. ({controller.key('panel')}: more)"
    rest = " ".join(row.strip() for row in rows[_NOTICE_ROWS - 1 :])
    last = folded(Content(rest), max(1, width - columns(more)))[0].plain.rstrip()
    return [*rows[: _NOTICE_ROWS - 1], last + more]


def _overlay_words(controller: Controller, name: str) -> str:
    """An overlay that is shown, with its key; of threats also that there are none to show."""
    nothing = name == "threat" and not any(controller.legal.view.enemies())
    return f"{name} ({controller.key(name)})" + (": no enemy in sight" if nothing else "")


def _reach_meaning(controller: Controller, mode: Mode, zoom: int) -> list[str]:
    """What the rims on the map are, before an order is chosen; the longest words first."""
    if mode is not Mode.SELECT or controller.draft.verb:
        return []
    ways = [reach_words(controller, zoom, run=run) for run in (True, False)]
    return ["; ".join(way[:many]) for many in (2, 1) for way in ways]


def reach_words(controller: Controller, zoom: int, *, run: bool = True) -> list[str]:
    """What marks the reach that is shown on a map, and the part of it that leaves enough to act."""
    moves = () if controller.look else controller.moves_shown
    if not moves:
        return []
    known = ", a run included" if run and moves[1:] else ""
    where = f"{'rim' if zoom else 'marked'}: where {moves[0][0]} can go{known}"
    _, inner = after_part(controller)
    return [where, f"{_SECOND_RIM if zoom > 1 else _STRONGER}: {inner}"][: 1 + bool(inner and zoom)]


def _named_chance(controller: Controller, mode: Mode) -> str:
    """The chance at the enemy in focus with its weapon, which a click there proposes; else "".

    Of no enemy in focus, that of a throw: the key for fire proposes another attack then.
    """
    legal, figure = controller.legal, controller.current_figure
    if mode is not Mode.SELECT or controller.draft.verb:
        return ""
    told = legal.target_chances.get(Stance(figure), {})
    here = [told[name] for name in legal.figures_at(controller.focus) if name in told]
    for one in here or [one for one in told.values() if one.unthrown]:
        if one.order is not None and one.chance is not None:
            return f"{percent(one.chance)} at {one.enemy}: {arm_words(legal, one.order)}"
    return ""


def _chance_meaning(controller: Controller, mode: Mode) -> list[str]:
    """What the percentages at the enemies are, while they are shown for a figure; longest first.

    With the weapon of all, or with those that are not the one of most.
    """
    legal, figure = controller.legal, controller.current_figure
    if mode is not Mode.SELECT:
        return []
    told = legal.target_chances.get(Stance(figure), {})
    known = [one for one in told.values() if one.chance is not None]
    if not known:
        return []
    words = f"% at an enemy: chance to {legal.ruleset.outcomes.effect_words}"
    if all(one.later for one in known):
        return [f"grey {words} when it may next attack"]
    most, *others = arms_of(legal, known).items() or [("", [])]
    if not most[0]:
        return [words]
    marked = [f"{OTHER_ARM} {', '.join(names)}: {arm}" for arm, names in others]
    return [f"{words} ({'; '.join([most[0], *marked])})", *[words] * bool(marked)]


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
        case Mode.SELECT if (awaited := controller.awaited.pending) is not None:
            return f"{awaited.figure} {_words(controller, awaited.verb)}: .."
        case Mode.SELECT if controller.draft.verb:
            return _target_prompt(controller, width, most)
        case _:
            return _hindrance_words(controller, width) or _select_prompt(controller, most, width)


def _hindrance_words(controller: Controller, width: int) -> str:
    """Why the chosen figure can do nothing at the tile; empty where it can or none is meant."""
    if (found := controller.objections.elsewhere) is None:
        return ""
    verb, why = found
    begin = cannot_there(controller.draft.figure, _words(controller, verb), why.reason)
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
    play = f"the computer ({humanize(level)}) plays"
    return f"{play}; {eyes_words(controller)}. {_wait_prompt(controller, waiting)}"


def eyes_words(controller: Controller) -> str:
    """Which side's sight the map shows while the computer plays it, and how to take it over."""
    who = controller.legal.view.state.setup.sides[controller.legal.view.side].name
    return f"seen by {who}; {controller.key('leave')}: take over"


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
            begin = cannot_there(draft.figure, _words(controller, draft.verb), why.reason)
            return begin + _refusal_words(controller, why, width - columns(begin) if width else 0)
        return f"{draft.figure} {_words(controller, draft.verb)}: {what}{_by_tab(controller)}"
    verb = _words(controller, draft.verb)
    rows = order_draft.variant_rows(legal, draft)
    if rows or proposals.other_attack(legal, draft):
        figure = legal.view.state.figures.get(draft.figure)
        words = ", ".join(value_words(figure, row.value) for row in variants.stated_rows(rows))
        verb += f" ({words})" if words else ""
        verb += f"  {controller.key('less')} {controller.key('more')}: other options"
    faces = [row for row in order_draft.details(legal, draft) if row.turns]
    if faces:
        facing = draft.order.get(faces[0].field) or _kept_facing(legal, draft)
        options = f" ({controller.key('options')}: options)" if most else ""
        return f"{enter}: {verb} there, facing {facing}{_penalty(controller)}{options}"
    more = _possible(controller) if most else ""
    return f"{enter}: {verb}{_penalty(controller)}" + (f"  ({more})" if more else "")


def _penalty(controller: Controller) -> str:
    """What the move in hand takes off an attack after it, once known: ` (attack: run -2)`."""
    told = controller.legal.forecasts.get(controller.draft.order)
    words = "" if told is None or controller.preferences.odds != EXACT else penalty_words(told)
    return f" (attack after it: {words})" if words else ""


def _possible(controller: Controller) -> str:
    """Who could take part in the order, with the key for it; "" for none."""
    words = possible_words(order_draft.figures_left(controller.legal, controller.draft))
    return f"{controller.key('options')}: {', '.join(words)}" if words else ""


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
    if words := posture_words(controller.legal, name, verb):
        return words
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
    """How the marked detail of an order is changed."""
    legal, draft, key = controller.legal, controller.draft, controller.key
    row = order_draft.marked_row(legal, draft)
    done = f"{key('confirm')}: {_words(controller, draft.verb)}"
    if row is None:
        return done
    least = draft.order.get(WHEN.name) if row.field != WHEN.name else ""
    more = f"{key('next')}: {f'{detail_words(WHEN.name)} {least}' if least else 'next line'}"
    if row.turns:
        rest = f"; {more}" if len(order_draft.details(legal, draft)) > 1 else ""
        return f"{humanize(row.field)}: press a direction key to change{rest}; {done}"
    return f"{key('west')} and {key('east')}: change, {done}" + (f"  ({more})" if least else "")


_FIXED = 2
"""Figures with a fixed place that the deployment names; of more their number."""


def _fitting(ways: Iterable[str], width: int) -> str:
    """The first of some ways to say something that fits into a width, if one is given."""
    *others, last = ways
    return next((way for way in others if not width or columns(way) <= width), last)


def _with_tail(words: str, tail: str, more: str, width: int) -> str:
    """Words and what follows them; without `more`, and cut, where the width has no room."""
    if not width or columns(words + tail + more) <= width:
        return words + tail + more
    return clipped(words, width - columns(tail)) + tail


def _select_prompt(controller: Controller, most: int, width: int = 0) -> str:
    """The current figure and its first orders, else the figures that come next."""
    legal, key, name = controller.legal, controller.key, controller.current_figure
    step, able = f"{key('next')}: next", legal.active_figures()
    if legal.mustering:
        return f"{step} figure, {key('verbs')}: its loads, {key('mustered')}: ready"
    if legal.deploying:
        return f"{step} figure, {_deployment_words(controller)}"
    if name in able:
        verbs = [_words(controller, verb) for verb in _offered(controller)]
        more = ".." if len(verbs) > most else ""
        said = f": {', '.join(verbs[:most])}{more}" if most else ""
        return f"{name}{said}  ({_how_many(controller)})"
    free = ", ".join(_words(controller, verb) for verb in legal.verbs(name))
    if not able:
        told = [controller.idle_words(name) if name else "", f"can still {free}" if free else ""]
        told = [one for one in told if one][:most]
        said = f" ({'; '.join(told)})" if told else ""
        lead = f"No figure can move or attack now. {key('end')}: "
        ends = (f"{lead}{to_end(legal, brief=brief)}{said}" for brief in (False, True))
        return _fitting(ends, width)
    coming = controller.upcoming(able, name)
    names = ", ".join(coming[:_NAMED]) + (" .." if len(coming) > _NAMED else "")
    if not name:
        return f"{step} ({names})"
    rest = f", can only {free}" if free and most else ""
    return _with_tail(f"{controller.idle_words(name)}{rest}", f"; {step}", f" ({names})", width)


def _deployment_words(controller: Controller) -> str:
    """How the figure in hand is placed, and which figures may still be."""
    legal, key, figure = controller.legal, controller.key, controller.draft.figure
    fixed = figure and DEPLOY.name not in legal.verbs(figure)
    it = figure or "it"
    deploy = f"{figure} has a fixed place" if fixed else f"{key('verb.deploy')}: deploy {it}"
    left = legal.unplaced_figures()
    there = all(legal.position(one) for one in left)
    more = "may still be moved" if there else "not placed yet"
    rest = f"{len(left)} {more}" if left else "all are placed"
    if stay := [name for name in legal.own_figures() if DEPLOY.name not in legal.verbs(name)]:
        rest += f", not {', '.join(stay) if len(stay) <= _FIXED else f'{len(stay)} others'}"
    return f"{deploy}, {key('ready')}: ready  ({rest})"


def _how_many(controller: Controller) -> str:
    """The other figures that can do more than go a little farther: named if few, else counted."""
    able = worth_asking(controller.legal)
    if not able:
        legal = controller.legal
        end = f"{controller.key('end')}: {to_end(legal, brief=True)}"
        verbs = (verb for name in legal.own_figures() for verb in legal.verbs(name))
        if any(legal.target_shape(verb) is Shape.PATH for verb in verbs):
            return f"all that can move can only go a little farther; {end}"
        return f"no attack is left that can harm an enemy; {end}"
    others = [name for name in able if name != controller.current_figure]
    if not others:
        return "no other can act"
    if len(others) <= _NAMED_ABLE:
        return f"{', '.join(others)} can act"
    return f"{len(others)} others can act"


def _offered(controller: Controller) -> tuple[str, ...]:
    """The orders of the current figure, to treat the wounded first.

    To reload follows its attacks, or is first if it must.
    """
    legal, name = controller.legal, controller.current_figure
    known, figure = legal.known_verbs, legal.view.state.figures.get(name)
    loads = [one for one in legal.verbs(name) if known[one].purpose is Purpose.RELOAD]
    others = [one for one in legal.verbs(name) if one not in loads]
    others.sort(key=lambda one: known[one].purpose is not Purpose.TREAT)
    if figure is None or not loads:
        return tuple(others)
    attacks = [at for at, one in enumerate(others, 1) if known[one].dice and known[one].target]
    empty = legal.ruleset.card.empty_weapons(legal.view.state, figure)
    at = 0 if empty else max(attacks, default=0)
    return (*others[:at], *loads, *others[at:])


def _by_tab(controller: Controller) -> str:
    """What the next key does while a target is chosen."""
    legal, figure, verb = controller.legal, controller.draft.figure, controller.draft.verb
    targets = legal.candidate_tiles(figure, verb) or legal.listed_targets(figure, verb)
    return f", {controller.key('next')}: the next {'enemy' if targets else 'figure'}"


def rules_shown(controller: Controller) -> list[str]:
    """Ids of the rules on the screen: those of refusals, those behind the odds or the move."""
    legal, draft, objections = controller.legal, controller.draft, controller.objections
    looked = objections.likeliest if controller.look else None
    refusals = (objections.aim, objections.line, looked and looked[1])
    rules = (controller.refused_rule, *(why.rule for why in refusals if why))
    refused = [rule for rule in rules if rule]
    if not order_draft.complete(legal, draft):
        return refused
    try:
        odds = legal.odds(draft.order)
    except SkirmishError:
        return refused
    if odds is None:
        return [*refused, *applied_rules(legal.ruleset, legal.view, draft.order)]
    return [*refused, *(modifier.rule for modifier in odds.modifiers)]
