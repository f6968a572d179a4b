"""The keys of the screens round the battle; those of the battle itself are in `keys`.

The same things apply: a player's keymap changes keys by `id`, and help pages and footers are made
from the table.
"""

from __future__ import annotations

from collections.abc import Mapping

from textual.binding import Binding

from skirmish.tui.keys import Key, binding, with_own


def _sheet(id_: str, keys: str, action: str, label: str, text: str) -> Key:
    """A key of a screen round the battle: without a label it is not in the footer."""
    return Key(id_, keys, action, label, text, ())


# fmt: off
_CHOOSE = _sheet("sheet.choose", "enter,space", "choose", "choose", "take the marked line")
_UP = _sheet("sheet.up", "up,k,8", "mark(-1)", "", "the line above")
_DOWN = _sheet("sheet.down", "down,j,2", "mark(1)", "", "the line below")
_BACK = _sheet("sheet.back", "escape", "back", "back", "one screen back")
_LIST = (_CHOOSE, _UP, _DOWN)
_RULES = _sheet("sheet.rules", "r", "rules", "rules", "the numbered rules, to search")
_WHOLE = _sheet("sheet.map", "m", "map", "map", "the map as large as the screen")
_GO = "enter,space"
_HELP = _sheet("sheet.help", "question_mark", "help", "help", "what this screen is for")
_HELP_TYPING = _sheet("typing.help", "f1", "help", "", "what it is for; ? on an empty line too")

SHEETS: Mapping[str, tuple[Key, ...]] = {
    "title": (
        *_LIST,
        _sheet("title.new", "n", "new", "new game", "choose a scenario"),
        _sheet("title.learn", "t", "learn", "", "First steps, a battle that teaches the game"),
        _sheet("title.resume", "r", "resume", "resume", "go on with a battle"),
        _sheet("title.replay", "p", "replay", "", "look at a battle again"),
        _sheet("title.settings", "s,comma", "settings", "settings", "colours, what is told, keys"),
        _sheet("title.help", "h,question_mark", "help", "how to play", "how to play"),
        _sheet("title.quit", "q", "quit", "quit", "leave the program"),
    ),
    "resume": (*_LIST, _HELP, _BACK),
    "browser": (
        *_LIST,
        _sheet("browser.open", "o", "open", "open", "a folder, a scenario or a record by its path"),
        _WHOLE,
        _RULES,
        _HELP,
        _BACK,
    ),
    "setup": (
        *_LIST,
        _sheet("setup.less", "left,h,4", "change(-1)", "", "the value before"),
        _sheet("setup.more", "right,l,6", "change(1)", "change", "the next value"),
        _sheet("setup.start", "s", "start", "start", "on to the briefing"),
        _WHOLE,
        _HELP,
        _BACK,
    ),
    "briefing": (
        _sheet("briefing.go", _GO, "go", "to the battle", "begin the battle"),
        _WHOLE,
        _RULES,
        _HELP,
        _BACK,
    ),
    "curtain": (_sheet("curtain.lift", "enter", "lift", "", "show the other side's view"),),
    "recap": (
        _sheet("recap.go", "enter,space,escape", "go", "go on", "on to the battle"),
        _UP,
        _DOWN,
        _sheet("recap.never", "s", "never", "no more of these", "no recaps any more (a setting)"),
        _HELP,
    ),
    "report": (
        *_LIST,
        _sheet("report.page", "pagedown,3", "page(1)", "read on", "the next page of the text"),
        _sheet("report.page_back", "pageup,9", "page(-1)", "", "the page before"),
        _HELP,
        _BACK,
    ),
    "replay": (
        _sheet("replay.play", "space,enter", "play", "play", "let it play, or stop it"),
        _sheet("replay.on", "right,l,6,full_stop", "forward(1)", "step", "one step on"),
        _sheet("replay.back", "left,h,4,comma", "forward(-1)", "", "one step back"),
        _sheet("replay.bound", "down,j,2", "bound(1)", "", "to the next bound"),
        _sheet("replay.bound_back", "up,k,8", "bound(-1)", "", "to the bound before"),
        _sheet("replay.turn", "pagedown,3", "turn(1)", "", "to the next turn"),
        _sheet("replay.turn_back", "pageup,9", "turn(-1)", "", "to the turn before"),
        _sheet("replay.first", "home,7", "end(-1)", "", "to the beginning"),
        _sheet("replay.last", "end,1", "end(1)", "", "to the end"),
        _sheet("replay.faster", "plus,add", "speed(1)", "", "play faster"),
        _sheet("replay.slower", "minus,subtract", "speed(-1)", "", "play slower"),
        _sheet("replay.jump", "t", "jump", "go to", "a bound from the list of them"),
        _sheet("replay.number", "n", "number", "", "a step or a line by its number"),
        _sheet("replay.eyes", "v", "eyes", "eyes", "with whose eyes it is seen"),
        _sheet("replay.look", "x", "look", "", "look about: the keys move the cursor"),
        _sheet("replay.next", "tab", "next(1)", "", "look at the next figure"),
        _sheet("replay.previous", "shift+tab", "next(-1)", "", "look at the one before"),
        _sheet("replay.levels", "g", "switch('levels')", "", "levels and objectives, or not"),
        _sheet("replay.numbers", "number_sign", "switch('numbers')", "", "show who is who, or not"),
        _sheet("replay.panel", "p", "panel", "", "the whole side panel"),
        _sheet("replay.log", "L", "log", "", "the log up to here, to go back by"),
        _sheet("replay.why", "w", "why", "", "why the computer gave this order"),
        _sheet("replay.fork", "f", "fork", "fork", "begin another game here"),
        _sheet("replay.report", "r", "report", "report", "losses, fire and luck"),
        _sheet("replay.help", "question_mark", "help", "help", "all these keys"),
        _sheet("replay.leave", "escape,q", "back", "back", "stop looking about; one screen back"),
    ),
    "jump": (*_LIST, _HELP, _BACK),
    "fork": (
        *_LIST,
        _sheet("fork.less", "left,h,4", "change(-1)", "", "the value before"),
        _sheet("fork.more", "right,l,6", "change(1)", "change", "the next value"),
        _sheet("fork.start", "s", "start", "start", "on to the battle"),
        _HELP,
        _BACK,
    ),
    "field": (
        _sheet("field.north", "up,k,8", "step('N')", "", "cursor up"),
        _sheet("field.south", "down,j,2", "step('S')", "", "cursor down"),
        _sheet("field.west", "left,h,4", "step('W')", "", "cursor left"),
        _sheet("field.east", "right,l,6", "step('E')", "", "cursor right"),
        _sheet("field.north_west", "home,7", "step('NW')", "", "cursor up and left"),
        _sheet("field.north_east", "pageup,9", "step('NE')", "", "cursor up and right"),
        _sheet("field.south_west", "end,1", "step('SW')", "", "cursor down and left"),
        _sheet("field.south_east", "pagedown,3", "step('SE')", "", "cursor down and right"),
        _sheet("field.next", "tab", "next(1)", "next figure", "the next figure"),
        _sheet("field.previous", "shift+tab", "next(-1)", "", "the one before"),
        _sheet("field.levels", "g", "switch('levels')", "levels", "levels and objectives, or not"),
        _sheet("field.numbers", "number_sign", "switch('numbers')", "", "show who is who, or not"),
        _HELP,
        _BACK,
    ),
    "pause": (*_LIST, _HELP, _BACK),
    "rules": (
        _BACK,
        _HELP_TYPING,
        _sheet("rules.up", "up", "scroll(-1)", "", "up by a line"),
        _sheet("rules.down", "down", "scroll(1)", "", "down by a line"),
        _sheet("rules.pageup", "pageup", "scroll(-10)", "", "up by a page"),
        _sheet("rules.pagedown", "pagedown", "scroll(10)", "", "down by a page"),
    ),
    "settings": (
        *_LIST,
        _sheet("settings.less", "left,h,4", "change(-1)", "", "the choice before"),
        _sheet("settings.more", "right,l,6", "change(1)", "change", "the next choice"),
        _sheet("settings.keys", "K", "keys", "keys", "all keys, to be changed"),
        _HELP,
        _BACK,
    ),
    "keys": (
        *_LIST,
        _sheet("keys.add", "a,plus,add", "another", "one more key", "one more key for it"),
        _sheet("keys.none", "delete,x", "none", "no key", "take its keys away"),
        _sheet("keys.usual", "u", "usual", "as usual", "the keys it had from the start"),
        _HELP,
        _BACK,
    ),
    "log": (
        _sheet("log.close", "escape", "close", "", "close it"),
        _HELP_TYPING,
        _sheet("log.choose", "enter", "choose", "", "go to where the line was"),
        _sheet("log.up", "up", "mark(-1)", "", "the line above"),
        _sheet("log.down", "down", "mark(1)", "", "the line below"),
        _sheet("log.pageup", "pageup", "mark(-12)", "", "a page up"),
        _sheet("log.pagedown", "pagedown", "mark(12)", "", "a page down"),
    ),
    "page": (
        _sheet("page.close", "escape,q,enter,space,question_mark", "dismiss", "close", "close it"),
        _sheet("page.up", "up,k,8", "scroll(-1)", "", "up by a line"),
        _sheet("page.down", "down,j,2", "scroll(1)", "", "down by a line"),
        _sheet("page.pageup", "pageup,9", "scroll(-10)", "", "up by a page"),
        _sheet("page.pagedown", "pagedown,3", "scroll(10)", "", "down by a page"),
    ),
    "ask": (_sheet("ask.close", "escape", "close", "back", "type nothing"), _HELP_TYPING),
    "typed": (
        _sheet("typed.close", "escape", "close", "back", "back to the battle"),
        _HELP_TYPING,
        _sheet("typed.before", "up", "again(-1)", "", "the line typed before"),
        _sheet("typed.after", "down", "again(1)", "", "the line typed after it"),
        _sheet("typed.finish", "tab", "finish", "", "finish the line as it is suggested"),
        _sheet("typed.back", "pageup", "scroll(-5)", "", "back in what was said"),
        _sheet("typed.on", "pagedown", "scroll(5)", "", "on in what was said"),
    ),
    "small": (_sheet("small.go", _GO, "go", "", "go on as it is"),),
}
"""The screens round the battle by name. What has a label stands in the footer."""
# fmt: on


def sheet_bindings(sheet: str, *, priority: bool = False) -> list[Binding]:
    """The keys of a screen round the battle as Textual's bindings, each with its id."""
    return [binding(key, priority=priority) for key in SHEETS[sheet]]


def named_in(sheet: str, id_: str, own: Mapping[str, str] | None = None) -> str:
    """The key that does something there, as a player knows it; `own`: keys that he gave by id."""
    return next(key.shown for key in with_own(SHEETS[sheet], own) if key.id == id_)
