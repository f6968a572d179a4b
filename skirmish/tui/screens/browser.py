"""The scenario browser: each scenario with its map and briefing."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from skirmish.core.sanitize import escaped
from skirmish.core.text import pluralize
from skirmish.errors import SkirmishError, UsageProblem
from skirmish.presentation.setup import scenario_list
from skirmish.presentation.setup.game_setup import GameSetup
from skirmish.presentation.setup.own_scenarios import keep_scenario
from skirmish.presentation.setup.saves import SUFFIX
from skirmish.presentation.setup.scenario_list import ScenarioEntry
from skirmish.presentation.user_files import need_own_terminal
from skirmish.rulesets.registry import ruleset
from skirmish.scenario import Scenario, load
from skirmish.scenario.packing import packed, paste_text, read_paste
from skirmish.session.omniscient import scenario_view
from skirmish.tui import scenario_lines
from skirmish.tui.background import BackgroundTask, Job
from skirmish.tui.item_list import ItemList, ListItem, heading_item
from skirmish.tui.map.order_overlay import deployment_overlay
from skirmish.tui.minimap import ScaledMap
from skirmish.tui.screen_keys import screen_bindings
from skirmish.tui.screens.base import BaseScreen
from skirmish.tui.screens.dialogs import InputDialog, PasteDialog
from skirmish.tui.screens.map_screen import FieldScreen
from skirmish.tui.screens.page import TextScroll
from skirmish.tui.screens.rules_page import RulesPage
from skirmish.tui.settings import Settings
from skirmish.tui.settings_app import letters_of

_SURPRISE = "surprise"
_ABOUT_SURPRISE = [
    Content.styled("Surprise me", "bold"),
    Content(""),
    Content(
        "A new scenario: a village, woods, a factory, ruins, a bridge or trenches. Choose place, "
        "size, points and rules, or leave them open. Both sides have the same ground and figures "
        "that cost as much."
    ),
]


class ScenarioBrowser(BaseScreen):
    """A list of scenarios, including faulty ones with their faults."""

    key_group = "browser"
    rare_keys = ("browser.copy", "sheet.rules", "browser.paste")
    BINDINGS: ClassVar[list[BindingType]] = screen_bindings("browser")
    DEFAULT_CSS = """
    ScenarioBrowser {
        #list { width: 30; height: 1fr; background: $surface; border-right: vkey $edge; }
        #sketch { height: 2fr; }
        #legend { height: auto; max-height: 2; padding: 0 1; color: $foreground 70%; }
        #about { height: 3fr; padding: 0 1; background: $surface; scrollbar-size-vertical: 1; }
        &.-wide #list { width: 44; }
        #text { max-width: 100; }
        &.-high #sketch { height: 6fr; }
        &.-wide.-high #list, &.-wide.-high #about { border: round $edge; }
    }
    """

    def __init__(
        self,
        choose: Callable[[Scenario], None],
        resume: Callable[[Path], None],
        folder: Path | None = None,
        begin_at: str = "",
    ) -> None:
        """List the scenarios of the game or of a folder.

        Args:
            choose: Called with the scenario to play.
            resume: Called with the path of a record that was opened.
            folder: The folder; None for the scenarios of the game.
            begin_at: The id of the ruleset whose first scenario is marked at first; "" for any.
        """
        super().__init__()
        self._begin_at = begin_at
        self._choose = choose
        self._resume = resume
        self._folder = folder
        self._listed: list[ScenarioEntry] = []
        self._words: list[str] = []
        """The words that an entry must have to be shown."""
        self._group = ""
        """The heading of the last entry shown."""
        self._new: Path | None = None
        """The file of a new scenario, to be marked when the list is read again."""
        self._background = BackgroundTask(self, "read")

    def body(self) -> ComposeResult:
        """The list, and beside it the map above the text."""
        with Horizontal():
            yield ItemList(id="list", mark_first=True)
            with Vertical():
                yield ScaledMap(id="sketch")
                yield Static(Content(""), id="legend")
                with TextScroll(id="about"):
                    yield Static(Content(""), id="text")

    def apply_settings(self, settings: Settings) -> None:
        """Draw the map with the new settings."""
        super().apply_settings(settings)
        self._show(self._marked())

    def on_resize(self) -> None:
        """Write the text for the new width."""
        self.call_after_refresh(lambda: self._show(self._marked()))

    def on_mount(self) -> None:
        """Start reading."""
        self._fill(self._folder)

    def _fill(self, folder: Path | None) -> None:
        self._folder = folder
        self._listed, self._group = [], ""
        self.query_one(ItemList).set_lines((self._surprise_line,))
        self._show(None)
        self.set_title("Scenarios  ", (self._place, "dim"))
        self.set_hint("reading ..")
        self._background.start(
            lambda job: _read(folder, job, self._found), self._all_read, self._failed
        )

    @property
    def _place(self) -> str:
        return escaped(str(self._folder)) if self._folder else "of the game and your own"

    def _found(self, listed: ScenarioEntry) -> None:
        self._listed.append(listed)
        if listed.holds(self._words):
            name, listing = str(len(self._listed) - 1), self.query_one(ItemList)
            is_first = listing.option_count == 1
            for line in self._lines(name, listed):
                listing.append(line)
            # The first scenario is marked, until the player marks another, or a new one is found.
            begins = listed.scenario is not None and listed.scenario.ruleset == self._begin_at
            if begins and listing.marked in ("", "0"):
                self._begin_at = ""
                listing.mark(name)
            elif is_first or (self._new is not None and listed.path == self._new):
                listing.mark(name)

    def _lines(self, name: str, listed: ScenarioEntry) -> Iterator[ListItem]:
        """The item of an entry, after a heading where its group begins."""
        group = "" if self._folder else "Your own" if listed.path else listed.rules
        if group != self._group:
            yield heading_item(group)
        self._group = group
        yield ListItem(name, _line(listed, is_grouped=group == listed.rules))

    def _all_read(self, _count: int) -> None:
        self.call_after_refresh(self.query_one(ItemList).scroll_to_group)
        shown = sum(one.holds(self._words) for one in self._listed)
        count = len(self._listed)
        many = pluralize(count, "scenario")
        if self._words:
            many = f"{shown} of {many} with: {' '.join(self._words)}"
        if self._new is not None:
            many, self._new = f"kept as {escaped(self._new.name)}", None
        ways = "enter or a second click: choose it", "tab: scroll the text"
        self.set_hint(f"{many}; {'; '.join(ways)}", shorter=(f"{many}; {ways[0]}", many))

    def _failed(self, why: str) -> None:
        self.set_hint(why, "bold $warning")

    def _marked(self) -> ScenarioEntry | None:
        return self._at(self.query_one(ItemList).marked)

    def _at(self, name: str) -> ScenarioEntry | None:
        """The entry of an item; None if it has none, or belongs to the previous list."""
        return self._listed[int(name)] if name.isdigit() and int(name) < len(self._listed) else None

    def marked(self, name: str) -> None:
        """Show the marked scenario."""
        self._show(self._at(name))

    def _show(self, listed: ScenarioEntry | None) -> None:
        scenario = listed.scenario if listed else None
        sketch = self.query_one(ScaledMap)
        sketch.display = scenario is not None
        if listed is not None and scenario is not None:
            view = scenario_view(scenario, GameSetup.of(scenario).people)
            sketch.draw(view, deployment_overlay(view))
            width = self.query_one("#about").content_size.width - 1
            file = listed.name if listed.path else ""
            lines = scenario_lines.about(scenario, width, file, listed.known)
            width = self.query_one("#legend", Static).content_size.width
            legend = scenario_lines.legend(scenario, letters_of(self.app), width)
        else:
            sketch.draw(None)
            lines = _ABOUT_SURPRISE if self._is_surprise else _faults(listed)
            legend = Content("")
        self.query_one("#legend", Static).update(legend)
        self.query_one("#text", Static).update(Content("\n").join(lines))
        self.query_one(VerticalScroll).scroll_home(animate=False)

    def chosen(self, name: str) -> None:
        """Play the scenario, or show its faults."""
        if name == _SURPRISE:
            self.action_surprise()
            return
        listed = self._at(name)
        if listed is None:
            return
        if listed.scenario is not None:
            self._choose(listed.scenario)
        else:
            self.show_message(f"{listed.name} cannot be played", "\n".join(listed.faults))

    @property
    def _surprise_line(self) -> ListItem:
        told = f" {self.key('browser.surprise')}: a new scenario"
        return ListItem(_SURPRISE, Content.assemble(("Surprise me", "bold"), "\n", (told, "dim")))

    @property
    def _is_surprise(self) -> bool:
        """Whether *Surprise me* is marked."""
        return self.query_one(ItemList).marked == _SURPRISE

    def action_surprise(self) -> None:
        """Ask for wishes for a new scenario."""
        from skirmish.tui.screens.surprise import SurpriseScreen

        self.app.push_screen(SurpriseScreen(self._surprised))

    def _surprised(self, scenario: Scenario, path: Path | None) -> None:
        self._new = path
        self._choose(scenario)

    def on_screen_resume(self) -> None:
        """Read the list again if a new scenario was saved, and not removed again.

        The keys move in the list again, wherever they scrolled before.
        """
        self.query_one(ItemList).focus()
        if self._new is not None and not self._new.exists():
            self._new = None
        if self._new is not None and self._folder is None:
            self._words = []
            self._fill(None)

    def action_filter(self) -> None:
        """Ask for words that the shown scenarios must contain."""
        hint = "words of title, file, sides, author, tags or rules; none: show all"
        ask = InputDialog("Show scenarios with", hint, " ".join(self._words))
        self.app.push_screen(ask, self._filter)

    def _filter(self, typed: str | None) -> None:
        if typed is None:
            return
        self._words, self._group = typed.split(), ""
        entries = [(str(n), one) for n, one in enumerate(self._listed) if one.holds(self._words)]
        lines = [line for name, one in entries for line in self._lines(name, one)]
        listing = self.query_one(ItemList)
        listing.set_lines((self._surprise_line, *lines))
        if entries and self._is_surprise:
            listing.mark(entries[0][0])
        self._all_read(len(self._listed))
        self._show(self._marked())

    def action_copy(self) -> None:
        """Copy the marked scenario as a text to paste."""
        listed = self._marked()
        if listed is not None and listed.scenario is not None:
            self.app.copy_to_clipboard(paste_text(packed(listed.scenario)))
            # Its own folder is found by name; files of another folder are not.
            file = listed.source.stem if self._folder is None else str(listed.source)
            command = f"skirmish pack {shlex.quote(escaped(file))} --paste"
            told = f"copied, if the terminal allows it; if not: {command}"
            self.set_hint(told, shorter=(f"or: {command}", command))

    def action_paste(self) -> None:
        """Ask for a scenario that came as a text."""
        hint = "a block from BEGIN to END, with ctrl+shift+v or as your terminal pastes"
        self.app.push_screen(PasteDialog("Paste the text of a scenario", hint), self._pasted)

    def _pasted(self, text: str | None) -> None:
        if text is None:
            return
        try:
            scenario = read_paste(text)
            kept = keep_scenario(scenario)
        except SkirmishError as error:
            self.show_message("Not kept", str(error))
            return
        self._words, self._new = [], kept.path
        self._fill(None)
        if kept.note:
            self.show_message("Kept" if kept.is_new else "Already there", kept.note)

    def action_open(self) -> None:
        """Ask for a path."""
        try:
            need_own_terminal("opening files")
        except UsageProblem as error:
            self.show_message("Not opened", str(error))
            return
        ask = InputDialog("Open", "a folder, a scenario (.toml) or the record of a battle (.skr)")
        self.app.push_screen(ask, self._open)

    def _open(self, typed: str | None) -> None:
        if not typed or not typed.strip():
            return
        try:
            path = Path(typed.strip()).expanduser()
            is_folder = path.is_dir()
        except (OSError, ValueError, RuntimeError):
            self.show_message("Not opened", f"{escaped(typed)}: cannot be opened")
            return
        if is_folder:
            self._fill(path)
        elif path.suffix == SUFFIX:
            self._resume(path)
        else:
            self._open_scenario(path)

    def _open_scenario(self, path: Path) -> None:
        try:
            scenario = load(path)
        except SkirmishError as error:
            self.show_message(f"{escaped(path.name)} cannot be played", str(error))
        else:
            self._choose(scenario)

    def action_map(self) -> None:
        """Show the marked scenario's map full screen."""
        listed = self._marked()
        if listed is not None and listed.scenario is not None:
            self.app.push_screen(
                FieldScreen.of_scenario(listed.scenario, GameSetup.of(listed.scenario).people)
            )

    def action_rules(self) -> None:
        """Show the rules of the marked scenario."""
        listed = self._marked()
        if listed is not None and listed.scenario is not None:
            self.app.push_screen(RulesPage(ruleset(listed.scenario.ruleset)))


def _read(folder: Path | None, job: Job, found: Callable[[ScenarioEntry], None]) -> int:
    """Send the scenarios one by one; return their number."""
    count = 0
    entries = scenario_list.folder_entries(folder) if folder else scenario_list.all_entries()
    for listed in entries:
        if job.cancelled:
            break
        job.send(found, listed)
        count += 1
    return count


def _line(listed: ScenarioEntry, *, is_grouped: bool) -> Content:
    """Title and size of an entry, with its ruleset if no heading names it."""
    # No colours: the text must stay legible when marked.
    facts = "dim" if listed.scenario else "bold"
    size = listed.extent if is_grouped else listed.summary
    if listed.scenario and listed.scenario.about.difficulty:
        size += f", {listed.scenario.about.difficulty}"
    own = f"\n {listed.name}" if listed.path and listed.scenario else ""
    return Content.assemble((listed.title, "bold"), (f"\n {size}", facts), (own, "dim"))


def _faults(listed: ScenarioEntry | None) -> list[Content]:
    if listed is None:
        return []
    head = Content.styled(f"{listed.name} cannot be played:", "bold $error")
    return [head, Content(""), *(Content(fault) for fault in listed.faults)]
