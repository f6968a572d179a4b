"""The line below the map: a notice, else what can be done, then the tile in focus."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.style import Style

from skirmish.core.codec import Shape
from skirmish.core.sanitize import display_width as columns
from skirmish.errors import SkirmishError
from skirmish.presentation.ground_words import tile_words
from skirmish.presentation.odds.hint_kinds import FriendlyFire
from skirmish.presentation.odds.hint_words import risk_words
from skirmish.presentation.odds.order_effects import applied_rules
from skirmish.presentation.odds.target_chances import Stance, TargetChance
from skirmish.presentation.setup.preferences import EXACT
from skirmish.presentation.visibility import watched_ground
from skirmish.presentation.wording import percent, value_words
from skirmish.session import order_draft, proposals
from skirmish.session.controller import Controller
from skirmish.session.mode import Mode
from skirmish.tui.key_clicks import with_key_clicks
from skirmish.tui.map.order_overlay import OTHER_ARM, after_part, arm_words, arms_of
from skirmish.tui.prompts import (
    MOST_ORDERS,
    computer_prompt,
    mode_prompt,
    offered_orders,
    order_words,
)
from skirmish.tui.wrapping import begun, folded

_SAID_FIRST = 3
"""Number of orders that take precedence over details of a tile."""
OVERLAYS = ("arcs", "threat", "field", "levels", "numbers")
"""Overlays of the map, without the reach, which is shown by default."""
CARRIED = "mode kept from your last attack"
"""Said of a proposed attack that is made in the way its player chose before."""
_GAP = "  |  "
_NOTICE_ROWS = 3
_IN_NOTE = " .. (all of it: note)"
"""Rows for a long notice: the line of hints, and the two lines above it."""
_SECOND_RIM, _STRONGER = "dashed", "stronger tint"
"""Marks of the inner part of the reach, on large and on the smallest tiles."""
_MOST_NAMED = 3
"""Most own figures that are named as in danger from an attack that is not proposed."""
_LEAST_TILE = 12
"""Minimum columns beside a notice for the tile under the mouse."""


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

    Of a notice longer than the width, if one is given, its beginning is shown, and all of it in the
    panel; if that is `closed`, the last row, and for a prepared order the panel's key. `computer`:
    the level of the computer that plays the player's side. `zoom`: that of a painted map; 0 for a
    lettered map, which shows no chances. A click on a key does what the key does.
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
    """The line, without clickable keys."""
    long = 0 < width < columns(controller.notice)
    if controller.notice:
        return _notice(controller, width, long=long, closed=closed)
    if computer and not controller.look and not controller.legal.view.state.tally.over:
        return Content(computer_prompt(controller, waiting, computer))
    named = _named_chance(controller, mode) if zoom else ""
    means = [named] if named else _chance_meaning(controller, mode) if zoom else []
    risk = _risk(controller)
    width = max(1, width - columns(risk)) if width else 0
    prompt = _prompt_beside(controller, mode, waiting, width, named)
    if (mode in (Mode.FIELDS, Mode.MENU, Mode.ANSWER) or controller.advice) and not controller.look:
        meant = ((f"{_GAP}{one}", "dim") for one in _fitting(prompt, width, means))
        return Content.assemble((risk, "bold $error"), prompt, *meant)
    tile = _tile_words(controller, width - columns(prompt + _GAP) if width else 0)
    beside = _told(controller, prompt, tile, means, width, first=bool(named))
    others = (*beside, _panel_key(controller, mode) if closed else "")
    marks = _watch_meaning(controller, mode, zoom), _reach_meaning(controller, mode, zoom)
    parts = _fitting(prompt, width, _why_proposed(controller), *((one,) for one in others), *marks)
    told = [(f"{_GAP}{part}", "dim") for part in parts]
    words = _with_buttons(controller, mode, prompt)
    return Content.assemble((risk, "bold $error"), words, *told)


def _notice(controller: Controller, width: int, *, long: bool, closed: bool) -> Content:
    """The notice and the tile under the mouse; of a long one the row that is not shown above.

    Where the panel is open, it holds the whole of a long one, and the line its beginning.
    """
    words = controller.notice
    if long and closed:
        words = long_notice(controller, width)[-1]
    elif long:
        words = begun(Content(words), width, _IN_NOTE).plain
    return Content.assemble((words, "bold $warning"), (_beside(controller, words, width), "dim"))


def _fitting(prompt: str, width: int, *facts: Sequence[str]) -> list[str]:
    """The facts that fit beside the prompt, each in the first of its wordings that does."""
    parts = list[str]()
    for wordings in facts:
        room = width - columns(_GAP.join((prompt, *parts, ""))) if width else 0
        parts += [one for one in wordings if one and (not width or columns(one) <= room)][:1]
    return parts


def _why_proposed(controller: Controller) -> tuple[str, ...]:
    """Why this attack is proposed: a stronger one may hit own figures, or is a throw.

    The words that say most come first.
    """
    legal, draft = controller.legal, controller.draft
    if draft.verb and draft.order == controller.given.carried:
        return (CARRIED,)
    shown = legal.target_chances.get(Stance(draft.figure), {})
    known = [way for one in shown.values() for way in (one, one.unthrown) if way is not None]
    way = next((way for way in known if way.order and way.order == draft.order), None)
    if way is None or not draft.verb:
        return ()
    if way.avoided is not None:
        return _avoided_words(controller, way)
    other = way.unthrown
    if other is None or other.order is None or other.chance is None:
        return ()
    arm = arm_words(legal, other.order)
    return (f"costs the enemy more than {arm} ({percent(other.chance)})",)


def _avoided_words(controller: Controller, way: TargetChance) -> tuple[str, ...]:
    """The stronger attack that is not proposed, where it goes, and what own figures it may hit."""
    legal, order = controller.legal, way.avoided
    if order is None or way.order is None:
        return ()
    arm, mode = arm_words(legal, order), order.get("mode")
    if mode and arm == arm_words(legal, way.order):
        figure = legal.view.state.figures.get(order.figure)
        arm = f"{arm}, {value_words(figure, mode)}"
    place = "" if order.target == way.enemy else f" at {order.target}"
    risks = ", ".join(f"{name} {percent(chance)}" for name, chance in way.endangered[:_MOST_NAMED])
    names = ", ".join(name for name, _ in way.endangered[:_MOST_NAMED])
    return (
        f"{arm}{place} would cost the enemy more, but may hit {risks}",
        f"{arm}{place} is stronger, but may hit {names}",
        f"{arm} may hit {names}",
    )


def _risk(controller: Controller) -> str:
    """The own figures that the attack in hand may hit, shown first; "" for none or unknown.

    For a figure that begins to wait, those that its likeliest attack may hit.
    """
    told = controller.legal.forecasts.get(controller.draft.order)
    risky = [hint for hint in told.hints if isinstance(hint, FriendlyFire)] if told else []
    if told and told.waiting.best is not None and (risks := told.waiting.best.own_risks):
        risky.append(FriendlyFire(risks))
    numbers = controller.preferences.odds == EXACT
    said = next((risk_words(hint, numbers=numbers) for hint in risky), "")
    return f"{said}! " if said and not controller.look else ""


def _panel_key(controller: Controller, mode: Mode) -> str:
    """The key that shows the whole panel, for a prepared order."""
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
    """The prompt, with orders that begin when they are clicked."""
    words, at = Content(prompt), 0
    for text, action in _buttons(controller, mode):
        found = prompt.find(text, at)
        if found < 0:
            break
        at = found + len(text)
        words = words.stylize(Style.from_meta({"@click": f"screen.{action}"}), found, at)
    return words


def _buttons(controller: Controller, mode: Mode) -> list[tuple[str, str]]:
    """Clickable texts in the prompt that are not keys, in order, each with its action."""
    legal, draft = controller.legal, controller.draft
    if controller.look or controller.objections.elsewhere is not None:
        return []
    if mode is Mode.SELECT and not draft.verb and controller.current_figure:
        names = offered_orders(controller)
        return [(order_words(controller, name), f"verb({name!r})") for name in names]
    if mode not in (Mode.SELECT, Mode.TARGET) or not order_draft.complete(legal, draft):
        return []
    if order_draft.variant_rows(legal, draft) or proposals.other_attack(legal, draft):
        return [(f"  {controller.key('less')} ", "share(-1)")]
    return []


def _prompt_beside(
    controller: Controller, mode: Mode, waiting: str, width: int, chance: str
) -> str:
    """The prompt with as many orders as leave room for the tile; the menu has all orders.

    The first orders give way only to the shortest words about the tile, or to the `chance` there.
    """
    whole, least = (_tile_words(controller, room, short=True) for room in (0, 1))
    least = chance or least
    first = _SAID_FIRST if mode is Mode.SELECT and not controller.draft.verb else 0
    prompt, most = mode_prompt(controller, mode, waiting, width=width), MOST_ORDERS
    while most:
        beside = whole if most > first else least
        if not 0 < width < columns(_GAP.join((prompt, beside))):
            break
        most -= 1
        prompt = mode_prompt(controller, mode, waiting, most, width)
    return prompt


def _tile_words(controller: Controller, room: int, *, short: bool = False) -> str:
    """The tile in focus; for an order also the cover of an enemy there against its figure."""
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
    """What fits after the prompt: the tile, the overlays, the meaning of the percentages.

    `first`: the percentages take precedence. If some percentages are marked, the meaning of the
    marks does.
    """
    names = [name for name in OVERLAYS if getattr(controller, name)]
    shown = "shown: " + ", ".join(_overlay_words(controller, name) for name in names)
    keys = "shown: " + " ".join(controller.key(name) for name in names)
    told: dict[int, str] = {}
    parts = [(1, (tile,)), (2, (shown, keys) if names else ()), (0, means)]
    if first or means[1:]:
        parts.insert(0, (0, means[-1:]))
    for place, ways in parts:
        told.pop(place, None)
        room = width - columns(_GAP.join((prompt, *told.values(), ""))) if width else 0
        if said := next((one for one in ways if one and (not width or columns(one) <= room)), ""):
            told[place] = said
    return [told[place] for place in sorted(told)]


def long_notice(controller: Controller, width: int) -> list[str]:
    """The rows of a notice that is too long for one row, up to three; empty for a shorter one.

    With an order that can be confirmed there are two rows, so that its odds stay visible. If they
    are not enough, the last one names the key that shows the whole notice.
    """
    if not 0 < width < columns(controller.notice):
        return []
    most = _NOTICE_ROWS - order_draft.complete(controller.legal, controller.draft)
    rows = [row.plain.rstrip() for row in folded(Content(controller.notice), width)]
    if len(rows) <= most:
        return rows
    rest = " ".join(row.strip() for row in rows[most - 1 :])
    return [*rows[: most - 1], begun(Content(rest), width, more_words(controller)).plain]


def more_words(controller: Controller) -> str:
    """The words after the beginning of a text that the panel shows in full."""
    return f" .. ({controller.key('panel')}: more)"


def _overlay_words(controller: Controller, name: str) -> str:
    """An overlay that is shown, with its key; for threats also that there are none."""
    nothing = name == "threat" and not any(controller.legal.view.enemies())
    return f"{name} ({controller.key(name)})" + (": no enemy in sight" if nothing else "")


def _watch_meaning(controller: Controller, mode: Mode, zoom: int) -> list[str]:
    """The meaning of the enemy's ticks on a painted map; the longest words first."""
    legal, view = controller.legal, controller.legal.view
    if not zoom or mode is not Mode.SELECT or controller.draft.verb:
        return []
    watched = watched_ground(legal.ruleset, view)
    if not any(one.side == view.enemy and not one.under_fire for one in watched):
        return []
    name = view.state.setup.sides[view.enemy].name
    return [f"ticks: watched by {name}", "ticks: watched"]


def _reach_meaning(controller: Controller, mode: Mode, zoom: int) -> list[str]:
    """The meaning of the rims on the map, before an order is chosen; the longest words first."""
    if mode is not Mode.SELECT or controller.draft.verb:
        return []
    ways = [reach_words(controller, zoom, run=run) for run in (True, False)]
    return ["; ".join(way[:many]) for many in (2, 1) for way in ways]


def reach_words(controller: Controller, zoom: int, *, run: bool = True) -> list[str]:
    """How the reach is marked on the map, and the part of it that leaves enough to act."""
    moves = () if controller.look else controller.moves_shown
    if not moves:
        return []
    known = ", a run included" if run and moves[1:] else ""
    where = f"{'rim' if zoom else 'marked'}: where {moves[0][0]} can go{known}"
    _, inner = after_part(controller)
    return [where, f"{_SECOND_RIM if zoom > 1 else _STRONGER}: {inner}"][: 1 + bool(inner and zoom)]


def _named_chance(controller: Controller, mode: Mode) -> str:
    """The chance at the enemy in focus, the weapon and mode that a click there proposes; else "".

    Without an enemy in focus, that of a throw, because the fire key proposes another attack then.
    """
    legal, figure = controller.legal, controller.current_figure
    if mode is not Mode.SELECT or controller.draft.verb:
        return ""
    told = legal.target_chances.get(Stance(figure), {})
    here = [told[name] for name in legal.figures_at(controller.focus) if name in told]
    for one in here or [one for one in told.values() if one.unthrown]:
        if one.order is not None and one.chance is not None:
            arm, how = arm_words(legal, one.order), one.order.get("mode")
            way = value_words(legal.view.state.figures.get(figure), how) if how else ""
            return f"{percent(one.chance)} at {one.enemy}: {', '.join(filter(None, (arm, way)))}"
    return ""


def _chance_meaning(controller: Controller, mode: Mode) -> list[str]:
    """The meaning of the percentages at enemies, while they are shown; the longest words first.

    It names the weapon of all, or the weapons that differ from the commonest and are marked on the
    map.
    """
    legal, draft = controller.legal, controller.draft
    moves = bool(draft.verb) and legal.target_shape(draft.verb) is Shape.PATH
    if mode is not Mode.SELECT and not moves:
        return []
    stance = Stance(draft.figure, draft.order) if moves else Stance(controller.current_figure)
    known = [one for one in legal.target_chances.get(stance, {}).values() if one.chance is not None]
    if not known:
        return []
    if moves:
        return ["% at an enemy: your fire there"]
    words = f"% at an enemy: your chance to {legal.ruleset.outcomes.effect_words}"
    if all(one.later for one in known):
        return [f"grey {words} when it may next attack"]
    most, *others = arms_of(legal, known).items() or [("", [])]
    if not most[0]:
        return [words]
    marked = [f"{OTHER_ARM} {', '.join(names)}: {arm}" for arm, names in others]
    briefly = [f"% at an enemy, {'; '.join(marked)}", "; ".join(marked)] if marked else []
    return [f"{words} ({'; '.join([most[0], *marked])})", *briefly]


def rules_shown(controller: Controller) -> list[str]:
    """Ids of the rules for what is shown: those of refusals, and those for the odds or the move."""
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
