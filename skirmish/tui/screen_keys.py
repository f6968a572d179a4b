"""The keys of all screens except the battle, whose keys are in `keys`.

As there, a player's keymap changes keys by `id`, and help pages and footers are made from the
table.
"""

from __future__ import annotations

from collections.abc import Mapping

from textual.binding import BindingType

from skirmish.tui.keys import Key, binding, with_own_keys


def _key(id_: str, keys: str, action: str, label: str, text: str) -> Key:
    """A key of a screen; without a label it is not in the footer."""
    return Key(id_, keys, action, label, text, ())


# fmt: off
_CHOOSE = _key("sheet.choose", "enter,space", "choose", "choose", "choose the marked line")
_UP = _key("sheet.up", "up,k,8", "mark(-1)", "", "the line above")
_DOWN = _key("sheet.down", "down,j,2", "mark(1)", "", "the line below")
_FIRST = _key("sheet.first", "home,7", "edge(-1)", "", "the first line")
_LAST = _key("sheet.last", "end,1", "edge(1)", "", "the last line")
_BACK = _key("sheet.back", "escape", "back", "back", "back to the previous screen")
_LIST = (_CHOOSE, _UP, _DOWN)
_RULES = _key("sheet.rules", "r", "rules", "rules", "search the numbered rules")
_WHOLE = _key("sheet.map", "m", "map", "map", "the map on the whole screen")
_WHOLE_QUIET = _key("sheet.map", "m", "map", "", "the map on the whole screen")
_GO = "enter,space"
_HELP = _key("sheet.help", "question_mark", "help", "help", "what this screen is for")
_HELP_TYPING = _key("typing.help", "f1", "help", "", "help; also ? on an empty line")

SCREEN_KEYS: Mapping[str, tuple[Key, ...]] = {
    "title": (
        *_LIST,
        _key("title.new", "n", "new", "new", "choose a scenario for a game"),
        _key("title.learn", "t", "learn", "learn", "the game as you play it: First steps"),
        _key("title.resume", "r", "resume", "resume", "choose a saved battle"),
        _key("title.replay", "p", "replay", "replay", "replay a battle, or read its report"),
        _key("title.settings", "s,comma", "settings", "settings", "colours, odds and hints, keys"),
        _key("title.help", "h,question_mark", "help", "help", "how to play"),
        _key("title.quit", "q", "quit", "quit", "leave the program"),
    ),
    "resume": (
        *_LIST,
        _key("resume.delete", "delete,x", "delete", "delete", "delete its record; asks first"),
        _HELP,
        _BACK,
    ),
    "browser": (
        *_LIST,
        _key("browser.surprise", "s", "surprise", "surprise me", "a new scenario by your wishes"),
        _key("browser.filter", "slash", "filter", "filter", "only scenarios with some words"),
        _key("browser.copy", "y", "copy", "copy", "the scenario as a text for mail and chat"),
        _key("browser.paste", "p", "paste", "paste", "a scenario that came as such a text"),
        _key("browser.open", "o", "open", "open", "a folder, a scenario or a record by its path"),
        _WHOLE_QUIET,
        _RULES,
        _HELP,
        _BACK,
    ),
    "surprise": (
        *_LIST,
        _key("surprise.less", "left,h,4", "change(-1)", "", "the previous value"),
        _key("surprise.more", "right,l,6", "change(1)", "change", "the next value"),
        _key("surprise.start", "s", "start", "start", "make the scenario, or cancel that"),
        _HELP,
        _BACK,
    ),
    "setup": (
        *_LIST,
        _key("setup.less", "left,h,4", "change(-1)", "", "the previous value"),
        _key("setup.more", "right,l,6", "change(1)", "change", "the next value"),
        _key("setup.start", "s", "start", "continue", "continue to the briefing"),
        _WHOLE,
        _HELP,
        _BACK,
    ),
    "briefing": (
        _key("briefing.go", _GO, "go", "begin", "begin the battle"),
        _WHOLE,
        _RULES,
        _key("briefing.up", "up", "scroll(-1)", "", "up by a line"),
        _key("briefing.down", "down", "scroll(1)", "", "down by a line"),
        _key("briefing.pageup", "pageup,9", "page(-1)", "", "up by a page"),
        _key("briefing.pagedown", "pagedown,3", "page(1)", "scroll", "down by a page"),
        _key("briefing.first", "home,7", "edge(-1)", "", "to the first line"),
        _key("briefing.last", "end,1", "edge(1)", "", "to the last line"),
        _HELP,
        _BACK,
    ),
    "curtain": (
        _key("curtain.lift", "enter", "lift", "show", "show the other side's view"),
        _key("curtain.leave", "escape", "leave", "leave, resume later", "leave the battle"),
    ),
    "recap": (
        _key("recap.go", "enter,space,escape", "go", "go on", "continue to the battle"),
        _UP,
        _DOWN,
        _FIRST,
        _LAST,
        _key("recap.never", "s", "never", "stop recaps", "turn recaps off (a setting)"),
        _HELP,
    ),
    "report": (
        *_LIST,
        _FIRST,
        _LAST,
        _key("report.again", "a", "choose_item('again')", "", "play it again"),
        _key("report.other", "o", "choose_item('other')", "", "play it again with the other side"),
        _key("report.harder", "h", "choose_item('harder')", "", "play it again, stronger computer"),
        _key("report.easier", "e", "choose_item('easier')", "", "play it again, weaker computer"),
        _key("report.next", "n", "choose_item('next')", "", "the next scenario"),
        _key("report.picture", "p", "choose_item('picture')", "", "save the picture"),
        _key("report.page", "pagedown,3", "page(1)", "next page", "the next page of the text"),
        _key("report.page_back", "pageup,9", "page(-1)", "", "the previous page of the text"),
        _HELP,
        _BACK,
    ),
    "replay": (
        _key("replay.play", "space,enter", "play", "play", "play or stop"),
        _key("replay.on", "right,l,6,full_stop", "forward(1)", "step", "one step on"),
        _key("replay.back", "left,h,4,comma", "forward(-1)", "", "one step back"),
        _key("replay.bound", "down,j,2", "bound(1)", "", "to the next part of the turn"),
        _key("replay.bound_back", "up,k,8", "bound(-1)", "", "to the previous part of the turn"),
        _key("replay.turn", "pagedown,3", "turn(1)", "", "to the next turn"),
        _key("replay.turn_back", "pageup,9", "turn(-1)", "", "to the previous turn"),
        _key("replay.first", "home,7", "end(-1)", "", "to the beginning"),
        _key("replay.last", "end,1", "end(1)", "", "to the end"),
        _key("replay.faster", "plus,add", "speed(1)", "", "play faster"),
        _key("replay.slower", "minus,subtract", "speed(-1)", "", "play slower"),
        _key("replay.jump", "t", "jump", "go to", "choose a part of a turn from a list"),
        _key("replay.number", "n", "number", "", "go to a step or a line by its number"),
        _key("replay.eyes", "v", "eyes", "eyes", "choose whose view to show"),
        _key("replay.look", "x", "look", "", "look around with the cursor"),
        _key("replay.next", "tab", "next(1)", "", "look at the next figure"),
        _key("replay.previous", "shift+tab", "next(-1)", "", "look at the previous figure"),
        _key("replay.levels", "g", "switch('levels')", "", "levels and objectives, on or off"),
        _key("replay.numbers", "number_sign", "switch('numbers')", "", "figure ids, on or off"),
        _key("replay.zoom", "Z", "next_zoom", "", "next zoom of the painted map"),
        _key("replay.panel", "p", "panel", "", "the whole side panel"),
        _key("replay.log", "L", "log", "", "the log; choose a line to go back to it"),
        _key("replay.why", "w", "why", "why", "why the computer gave this order"),
        _key("replay.computer", "W", "computer", "", "to the computer's next order"),
        _key("replay.fork", "f", "fork", "fork", "start another game from here"),
        _key("replay.report", "r", "report", "report", "losses, fire and luck"),
        _key("replay.help", "question_mark", "help", "help", "list these keys"),
        _key("replay.leave", "escape,q", "back", "back", "stop looking around; back"),
    ),
    "jump": (*_LIST, _HELP, _BACK),
    "fork": (
        *_LIST,
        _key("fork.less", "left,h,4", "change(-1)", "", "the previous value"),
        _key("fork.more", "right,l,6", "change(1)", "change", "the next value"),
        _key("fork.start", "s", "start", "continue", "continue to the battle"),
        _HELP,
        _BACK,
    ),
    "field": (
        _key("field.north", "up,k,8", "step('N')", "", "cursor up"),
        _key("field.south", "down,j,2", "step('S')", "", "cursor down"),
        _key("field.west", "left,h,4", "step('W')", "", "cursor left"),
        _key("field.east", "right,l,6", "step('E')", "", "cursor right"),
        _key("field.north_west", "home,7", "step('NW')", "", "cursor up and left"),
        _key("field.north_east", "pageup,9", "step('NE')", "", "cursor up and right"),
        _key("field.south_west", "end,1", "step('SW')", "", "cursor down and left"),
        _key("field.south_east", "pagedown,3", "step('SE')", "", "cursor down and right"),
        _key("field.next", "tab", "next(1)", "next figure", "the next figure"),
        _key("field.previous", "shift+tab", "next(-1)", "", "the previous figure"),
        _key("field.levels", "g", "switch('levels')", "levels", "levels and objectives, on or off"),
        _key("field.numbers", "number_sign", "switch('numbers')", "", "figure ids, on or off"),
        _key("field.zoom_in", "plus,add", "zoom(1)", "", "larger tiles on the painted map"),
        _key("field.zoom_out", "minus,subtract", "zoom(-1)", "", "smaller tiles"),
        _HELP,
        _BACK,
    ),
    "pause": (*_LIST, _HELP, _BACK),
    "rules": (
        _BACK,
        _HELP_TYPING,
        _key("rules.up", "up", "scroll(-1)", "", "up by a line"),
        _key("rules.down", "down", "scroll(1)", "", "down by a line"),
        _key("rules.pageup", "pageup", "page(-1)", "", "up by a page"),
        _key("rules.pagedown", "pagedown", "page(1)", "", "down by a page"),
    ),
    "settings": (
        *_LIST,
        _key("settings.less", "left,h,4", "change(-1)", "", "the previous choice"),
        _key("settings.more", "right,l,6", "change(1)", "change", "the next choice"),
        _key("settings.keys", "K", "keys", "keys", "change the keys"),
        _HELP,
        _BACK,
    ),
    "keys": (
        *_LIST,
        _key("keys.add", "a,plus,add", "another", "one more key", "add a key"),
        _key("keys.none", "delete,x", "none", "no key", "remove its keys"),
        _key("keys.usual", "u", "usual", "default", "restore the default keys"),
        _HELP,
        _BACK,
    ),
    "log": (
        _key("log.close", "escape", "close", "close", "close it"),
        _HELP_TYPING,
        _key("log.choose", "enter", "choose", "show", "show the place of the line on the map"),
        _key("log.up", "up", "mark(-1)", "", "the line above"),
        _key("log.down", "down", "mark(1)", "", "the line below"),
        _key("log.pageup", "pageup", "page(-1)", "", "a page up"),
        _key("log.pagedown", "pagedown", "page(1)", "", "a page down"),
        _key("log.first", "home,ctrl+home", "edge(-1)", "", "the first line"),
        _key("log.last", "end,ctrl+end", "edge(1)", "", "the last line"),
    ),
    "page": (
        _key("page.close", "escape,q,enter,space,question_mark", "dismiss", "close", "close it"),
        _key("page.up", "up,k,8", "scroll(-1)", "", "up by a line"),
        _key("page.down", "down,j,2", "scroll(1)", "", "down by a line"),
        _key("page.pageup", "pageup,9", "page(-1)", "", "up by a page"),
        _key("page.pagedown", "pagedown,3", "page(1)", "", "down by a page"),
        _key("page.first", "home,7", "edge(-1)", "", "to the first line"),
        _key("page.last", "end,1", "edge(1)", "", "to the last line"),
    ),
    "paste": (_key("paste.close", "escape", "close", "back", "cancel"), _HELP),
    "ask": (_key("ask.close", "escape", "close", "back", "cancel"), _HELP_TYPING),
    "typed": (
        _key("typed.close", "escape", "close", "back", "back to the battle"),
        _HELP_TYPING,
        _key("typed.before", "up", "again(-1)", "", "the previous typed line"),
        _key("typed.after", "down", "again(1)", "", "the next typed line"),
        _key("typed.finish", "tab", "finish", "", "complete the line as suggested"),
        _key("typed.back", "pageup", "scroll(-5)", "", "scroll the answers back"),
        _key("typed.on", "pagedown", "scroll(5)", "", "scroll the answers forward"),
    ),
    "small": (_key("small.go", _GO, "go", "", "continue at this size"),),
}
"""The keys by screen. Those with a label are in the footer."""
# fmt: on


def screen_bindings(group: str, *, priority: bool = False) -> list[BindingType]:
    """The keys of a screen as Textual bindings, each with its id."""
    return [binding(key, priority=priority) for key in SCREEN_KEYS[group]]


def screen_key_for(group: str, id_: str, own: Mapping[str, str] | None = None) -> str:
    """The key of an id as shown; `own` are the player's keys by id."""
    return next(key.shown for key in with_own_keys(SCREEN_KEYS[group], own) if key.id == id_)
