"""The list of records, the newest first."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content

from skirmish.core.sanitize import escaped
from skirmish.errors import SkirmishError, UsageProblem
from skirmish.presentation.setup import saves
from skirmish.presentation.setup.own_scenarios import changed_contents
from skirmish.presentation.setup.saves import Save
from skirmish.presentation.user_files import data_folder, need_own_terminal
from skirmish.record import delete_file
from skirmish.tui.background import BackgroundTask, Job
from skirmish.tui.item_list import ItemList, ListItem
from skirmish.tui.screen_keys import screen_bindings
from skirmish.tui.screens.base import BaseScreen
from skirmish.tui.screens.dialogs import ListDialog

_REST = 0.15
"""Seconds that a record must be marked before its scenario is compared."""
_NONE_YET = "no battles yet"
_NONE_LASTS = "no unfinished battle; finished ones are under Replay and report on the title"


class RecordList(BaseScreen):
    """A list of records, including broken ones with their faults."""

    key_group = "resume"
    BINDINGS: ClassVar[list[BindingType]] = screen_bindings("resume")
    DEFAULT_CSS = """
    RecordList { ItemList { height: 1fr; } }
    """

    def __init__(
        self, resume: Callable[[Path], None], title: str = "Resume", *, over: bool = False
    ) -> None:
        """List records.

        Args:
            resume: Called with the chosen path.
            title: The title.
            over: Whether finished battles are listed too.
        """
        super().__init__()
        self._over = over
        self._title = title
        self._resume = resume
        self._saves: list[Save] = []
        self._background = BackgroundTask(self, "read")
        self._comparison = BackgroundTask(self, "compare")

    def body(self) -> ComposeResult:
        """The list alone."""
        yield ItemList(mark_first=True)

    def on_mount(self) -> None:
        """Start reading."""
        self.set_title(f"{self._title}  ", (escaped(str(data_folder() / saves.FOLDER)), "dim"))
        self.set_hint("reading ..")
        self._background.start(self._read, self._all_read, self.set_hint)

    def _read(self, job: Job) -> None:
        for save in saves.list_saves():
            if job.cancelled:
                break
            job.send(self._found, save)

    def _found(self, save: Save) -> None:
        if save.over and not self._over:
            return
        self._saves.append(save)
        self.query_one(ItemList).append(ListItem(str(len(self._saves) - 1), _line(save)))

    def _all_read(self, _: None) -> None:
        if not self._saves:
            self.set_hint(_NONE_YET if self._over else _NONE_LASTS)
        else:
            self.marked(self.query_one(ItemList).marked)

    def marked(self, name: str) -> None:
        """Show the file name or the fault; then whether its scenario's file has changed since."""
        if not name:
            return
        save = self._saves[int(name)]
        if save.problem:
            self.set_hint(save.problem, "$error")
        else:
            way = f"{self.key('sheet.choose')} or a second click: {self._title.casefold()} it"
            self.set_hint(f"{save.name}; {way}", "dim", shorter=(save.name,))

            def compare(_: Job) -> tuple[str, ...]:
                return changed_contents(save.path)

            self._comparison.start(compare, self._compared, self.set_hint, after=_REST)

    def action_delete(self) -> None:
        """Ask whether to delete the marked record."""
        name = self.query_one(ItemList).marked
        if not name:
            return
        try:
            need_own_terminal("deleting records")
        except UsageProblem as error:
            self.show_message("Not deleted", str(error))
            return
        save = self._saves[int(name)]
        about = ", ".join(filter(None, (save.title, save.progress)))
        answers = [(None, about), (0, "Keep it"), (1, "Delete it")]
        ask = ListDialog(f"Delete {save.name} for good?", answers, 0)
        self.app.push_screen(ask, lambda at: self._delete(name) if at else None)

    def _delete(self, name: str) -> None:
        save = self._saves[int(name)]
        try:
            delete_file(save.path)
        except SkirmishError as error:
            self.show_message("Not deleted", str(error))
        else:
            self._comparison.cancel()
            self.query_one(ItemList).remove_line(name)
            self.set_hint(f"deleted: {save.name}")

    def _compared(self, notices: tuple[str, ...]) -> None:
        """Say that the battle goes on as recorded, although the scenario's file has changed."""
        if notices:
            self.set_hint(notices[0], "$warning")

    def chosen(self, name: str) -> None:
        """Resume the battle, or show the fault."""
        save = self._saves[int(name)]
        if save.problem:
            self.show_message(f"{save.name} is broken", save.problem)
        else:
            self._resume(save.path)


def _line(save: Save) -> Content:
    if save.problem:
        # No colours: the text must stay legible when marked.
        return Content.assemble((save.name, "bold"), f"  broken\n {save.date}")
    seed = "" if save.seed is None else f"  seed {save.seed}"
    return Content.assemble(
        (save.title, "bold"),
        f"  {save.progress}",
        (seed, "dim"),
        (f"\n {save.players_text}  {save.date}", "dim"),
    )
