"""The form of *Surprise me*: wishes for a new scenario, which is made, and tested on request."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import ClassVar

from attrs import frozen
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from skirmish.analysis.even_scenario import CANDIDATES, GAMES, NEAREST, NONE_ACCEPTED, Candidate
from skirmish.analysis.workers import cores, local_processes
from skirmish.core.sanitize import escaped
from skirmish.errors import SkirmishError, os_reason
from skirmish.generator.options import LEAST, MOST, POINTS
from skirmish.presentation.setup.game_setup import random_seed
from skirmish.presentation.setup.own_scenarios import KeptScenario
from skirmish.presentation.setup.surprise import (
    ANY,
    CHOICES,
    Wish,
    kept_place,
    made_scenario,
    value_of_text,
    value_words,
)
from skirmish.presentation.user_files import is_served
from skirmish.scenario import Scenario
from skirmish.tui.background import BackgroundTask, Job
from skirmish.tui.item_list import ItemList, ListItem, heading_item
from skirmish.tui.screen_keys import screen_bindings
from skirmish.tui.screens.dialogs import InputDialog, ListDialog
from skirmish.tui.screens.game_setup import SEED, START
from skirmish.tui.screens.values import ValuesScreen, value_item
from skirmish.tui.theme import HEADING

_LABELS = {
    "place": "place",
    "size": "size of the map",
    "points": "cost of a side",
    "same_forces": "same forces",
    "ruleset": "rules",
    "tested": f"tested by {GAMES} games",
}
_TYPED = {"size": "width x height in tiles, as in 60x40", "points": "a number; a rifleman costs 25"}
"""Hints for the wishes that can be typed."""
_ABOUT = {
    "place": "What the map shows.",
    "size": f"Tiles across and down, {LEAST[0]}x{LEAST[1]} to {MOST}x{MOST}.",
    "points": f"What the figures of a side cost together, {POINTS[0]} to {POINTS[1]}. "
    "A rifleman and the like cost 25. Both sides cost as much, and have the same ground. "
    "The setup tells what they are worth: another number, by which the battle counts losses.",
    "same_forces": "Whether both sides have the same figures. Else they differ, and cost as much.",
    "ruleset": "The rules of the battle.",
    "tested": f"Whether the computer plays {GAMES} games of it first, and another one is taken "
    f"while it is uneven, up to {CANDIDATES}. This takes minutes and can be cancelled.",
    SEED: "What is left open is drawn by this number, and so are map, sides and names. "
    "The same choices and seed give the same scenario on every machine.",
}


class SurpriseScreen(ValuesScreen):
    """Wishes for a new scenario, which is made outside the event loop."""

    key_group = "surprise"
    BINDINGS: ClassVar[list[BindingType]] = screen_bindings("surprise")
    DEFAULT_CSS = """
    SurpriseScreen {
        #list { width: 48; height: 1fr; background: $surface; border-right: vkey $edge; }
        #about { padding: 0 1; height: 1fr; }
        #text { max-width: 80; }
        &.-wide.-high #list, &.-wide.-high #about { border: round $edge; }
        &.-wide.-high #list { width: 50; }
        &.-wide.-high #about { background: $surface; }
    }
    """

    def __init__(self, made: Callable[[Scenario, Path | None], None]) -> None:
        """Begin without wishes; `made` is called with a new scenario and its file, if saved."""
        super().__init__()
        self.wish = Wish(random_seed())
        self._made = made
        self._seed_typed = self._at_work = False
        self._fault = ""
        self._tested: list[Candidate] = []
        self._unplayed: KeptScenario | None = None
        """The scenario that was made last; a battle of it closes this screen."""
        self._background = BackgroundTask(self, "surprise")

    def body(self) -> ComposeResult:
        """The wishes, and the help beside them."""
        with Horizontal():
            yield ItemList(self.lines(), id="list")
            with VerticalScroll(id="about", can_focus=False):
                yield Static(Content(""), id="text")

    def on_mount(self) -> None:
        """Mark the item that starts."""
        self.set_title("Surprise me  ", ("a new scenario by your wishes", "dim"))
        self.query_one(ItemList).mark(START)

    def lines(self) -> Iterator[ListItem]:
        """The item that starts, and the wishes."""
        yield ListItem(START, Content.styled(self._start_words.capitalize(), "bold"))
        yield heading_item("Wishes")
        for name in ("place", "size", "points", "same_forces", "ruleset"):
            yield self._item(name)
        yield value_item(SEED, "seed", str(self.wish.seed))
        yield heading_item("Before the battle")
        yield self._item("tested")

    def _item(self, name: str) -> ListItem:
        return value_item(name, _LABELS[name], value_words(name, getattr(self.wish, name)))

    @property
    def _start_words(self) -> str:
        if self._at_work:
            return "cancel"
        return "test it, then start" if self.wish.tested else "start at once"

    # Help on the marked item.

    def show_hint(self, name: str) -> None:
        """Write what the keys do, or the fault; keep the progress while a scenario is made."""
        if not self._at_work:
            hint = (self._fault, "bold $warning") if self._fault else (self.hint(name), "")
            self.set_hint(*hint)

    def hint(self, name: str) -> str:
        """What the keys do on an item."""
        enter, start = self.key("sheet.choose"), self.key("surprise.start")
        less, more = self.key("surprise.less"), self.key("surprise.more")
        if name == START:
            return f"{enter} or {start}: {self._start_words}"
        if name == SEED:
            return f"{enter}: type a seed; {more}: new random seed"
        typed = f"; {enter}: type it" if name in _TYPED else ""
        return f"{less} and {more} change it{typed}"

    def about(self, name: str) -> list[Content]:
        """What a wish means and its choices; for the start, what will be made."""
        fault = [Content.styled(self._fault, "bold $warning"), Content("")] if self._fault else []
        if name == START:
            return [*fault, *self._about_start()]
        title = Content.styled(_LABELS.get(name, name), HEADING)
        told = [title, Content(""), Content(_ABOUT[name])]
        if name in CHOICES and len(CHOICES[name]) > len((False, True)):
            now = getattr(self.wish, name)
            told += [Content(""), *(_choice(name, one, now) for one in CHOICES[name])]
        return [*fault, *told]

    def _about_start(self) -> list[Content]:
        """What will be made, or the state of its test."""
        if self._tested or (self._at_work and self.wish.tested):
            head = f"Each candidate plays {GAMES} games, until one is even:"
            return [Content(head), Content(""), *(Content(one.text) for one in self._tested)]
        kept = "The record of the battle holds it." if is_served() else _KEPT
        return [Content(_MADE), Content(""), Content(kept)]

    # Changes.

    def chosen(self, name: str) -> None:
        """Start or cancel, type a value, or take the next one."""
        if name == START:
            self.action_start()
        elif name == SEED:
            self.ask_seed(self.wish.seed, self._take_seed)
        elif name in _TYPED:
            now = value_words(name, getattr(self.wish, name))
            ask = InputDialog(_LABELS[name], f"{_TYPED[name]}; empty: {ANY}", now)
            self.app.push_screen(ask, lambda typed: self._take(name, typed))
        else:
            self.action_change(1)

    def _take_seed(self, seed: int) -> None:
        self._seed_typed = True
        self._renew(self.wish.with_value(SEED, seed))

    def _take(self, name: str, typed: str | None) -> None:
        if typed is None:
            return
        try:
            self._renew(self.wish.with_value(name, value_of_text(name, typed)))
        except SkirmishError as error:
            self._show_fault(str(error))

    def action_change(self, by: int) -> None:
        """Take the next or previous value of the marked item."""
        name = self.query_one(ItemList).marked
        if name == SEED:
            self._seed_typed = False
            self._renew(self.wish.with_value(SEED, random_seed()))
        elif name in CHOICES:
            self._renew(self.wish.with_next(name, by))

    def _renew(self, wish: Wish) -> None:
        """Replace the wish; a scenario being made for the old one is dropped."""
        self.wish = wish
        self._rest()

    def _rest(self, fault: str = "") -> None:
        """Stop the work, and show the current wish."""
        self._background.cancel()
        self._at_work, self._fault, self._tested = False, fault, []
        self.show_values()

    def _show_fault(self, why: str) -> None:
        self._rest(why)
        if self.has_class("-slim"):
            self.show_message("Not made", why)

    # The work.

    def action_start(self) -> None:
        """Make the scenario; if it is being made, cancel that."""
        if self._at_work:
            self._rest()
            return
        self._at_work, self._fault, self._tested = True, "", []
        self.query_one(ItemList).mark(START)
        self.show_values()
        self._tell_work("drawing a map ..")
        wish = self.wish
        self._background.start(
            lambda job: _fulfilled(wish, job, self._played, self._judged),
            self._finish,
            self._show_fault,
        )

    def action_back(self) -> None:
        """Cancel the work, or go one screen back."""
        if self._at_work:
            self._rest()
        else:
            self.leave()

    def _tell_work(self, words: str) -> None:
        self.set_hint(f"{words}  {self.key('sheet.back')}: cancel", "bold $accent")

    def _played(self, done: int) -> None:
        candidate, games = divmod(done - 1, GAMES)
        words = f"candidate {candidate + 1} of {CANDIDATES} at most"
        self._tell_work(f"{_bar(games + 1)} {games + 1} of {GAMES} games, {words};")

    def _judged(self, candidate: Candidate) -> None:
        self._tested.append(candidate)
        self.marked(self.query_one(ItemList).marked)

    def _finish(self, made: _Made) -> None:
        uneven = bool(self._tested) and not any(one.accepted for one in self._tested)
        told = "\n".join((*(one.text for one in self._tested), "", _UNEVEN))
        if not self._seed_typed:
            self.wish = self.wish.with_value(SEED, random_seed())
        self._rest()
        self._unplayed = made.kept
        self._made(made.scenario, made.kept.path if made.kept else None)
        if uneven:
            self.show_message(NONE_ACCEPTED, told)

    def on_screen_resume(self) -> None:
        """Ask whether to keep a scenario that was made and not played."""
        made, self._unplayed = self._unplayed, None
        if made is not None and made.is_new and self.is_current:
            ask = ListDialog(f"{made.title}: not played yet", _KEEP_OR_NOT, here=0)
            self.app.push_screen(ask, lambda chosen: self._keep(made.path, chosen))

    def _keep(self, path: Path, chosen: int | None) -> None:
        """Remove a scenario if that was chosen."""
        if chosen == _REMOVE:
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                self.show_message("Not removed", f"{escaped(path.name)}: {os_reason(error)}")


_REMOVE = 1
_KEEP_OR_NOT = ((0, "keep it with your own scenarios"), (_REMOVE, "remove it"))
_MADE = (
    "A new scenario is made by your wishes. What is left open is drawn by the seed. "
    "Both sides have the same ground and figures that cost as much."
)
_KEPT = "It is kept with your own scenarios: the list lets you play it again or copy it."
_UNEVEN = f"{NEAREST} You can play it all the same, or go back for another."
_BAR = 16
"""Columns of the progress bar."""


@frozen
class _Made:
    """A new scenario and its file; None if it was not saved."""

    scenario: Scenario
    kept: KeptScenario | None


def _fulfilled(
    wish: Wish, job: Job, played: Callable[[int], None], judged: Callable[[Candidate], None]
) -> _Made:
    """Make a scenario in a thread; its games are played in other processes."""
    if not wish.tested:
        scenario = made_scenario(wish)
    else:
        with local_processes(max(2, cores()), lambda: job.cancelled) as workers:
            scenario = made_scenario(
                wish,
                workers,
                told=lambda one: job.send(judged, one),
                progress=lambda done, _: job.send(played, done),
            )
    return _Made(scenario, None if job.cancelled else kept_place(scenario))


def _choice(name: str, value: object, now: object) -> Content:
    mark, style = (">", "bold") if value == now else (" ", "")
    return Content.styled(f"{mark} {value_words(name, value)}", style)


def _bar(games: int) -> str:
    full = _BAR * games // GAMES
    return f"[{'#' * full}{'-' * (_BAR - full)}]"
