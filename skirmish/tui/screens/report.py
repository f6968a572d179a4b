"""The report on a battle and the choice of what to do next.

While a battle lasts it contains only what one side has learnt.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from attrs import evolve
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen

from skirmish.core.sanitize import escaped
from skirmish.errors import SkirmishError
from skirmish.game import Game
from skirmish.presentation import battle_totals
from skirmish.presentation.battle_totals import fallen_figures
from skirmish.presentation.reasons.explain_record import RecordExplainer
from skirmish.presentation.report.battle_report import battle_report, moment_words, moments_by_side
from skirmish.presentation.report.battle_story import (
    BAD,
    BOLD,
    DIM,
    FIRST,
    GOOD,
    HEAD,
    SECOND,
    BattleStory,
    StoryBox,
    story_of,
)
from skirmish.presentation.report.battle_summary import BattleSummary, summarize_battle
from skirmish.presentation.report.report_export import FileTaken, export_report
from skirmish.presentation.report.report_text import BAR_MARKS, SHADED_MARKS, block_lines, text_rows
from skirmish.presentation.report.report_text import WIDTH as REPORT_WIDTH
from skirmish.presentation.setup.game_setup import GameSetup
from skirmish.presentation.setup.next_steps import NextStep, next_steps
from skirmish.presentation.setup.scenario_text import unseen_lessons
from skirmish.presentation.user_files import data_folder, is_served, need_own_terminal
from skirmish.session.controller import Controller
from skirmish.tui.background import BackgroundTask, Job
from skirmish.tui.battle_log import LogEntry, battle_log
from skirmish.tui.battle_picture import PNG, SVG, final_view, keep_picture, story_overlay
from skirmish.tui.early_keys import EarlyKeys
from skirmish.tui.item_list import ItemList, ListItem
from skirmish.tui.keys import KeyTable
from skirmish.tui.map.cells import Overlay
from skirmish.tui.minimap import ScaledMap
from skirmish.tui.screen_keys import screen_bindings
from skirmish.tui.screens.base import DrawnScreen
from skirmish.tui.screens.dialogs import InputDialog, ListDialog
from skirmish.tui.screens.explanation import show_reasons
from skirmish.tui.screens.log_page import LogPage
from skirmish.tui.screens.map_screen import FieldScreen
from skirmish.tui.screens.page import Page, ReflowPage, turn_page
from skirmish.tui.settings_app import glyphs_of, key_in, pressed_at, settings_of
from skirmish.tui.theme import FIRST_SIDE, HEADING, SECOND_SIDE
from skirmish.tui.widgets import Box, box_title
from skirmish.tui.wrapping import indented

FIELD, STORY, REPLAY, MOMENT, FELL = "field", "story", "replay", "moment", "fell"
WHY, EXPORT, LEAVE, PICTURE, FULL = "why", "export", "title", "picture", "full"
LESSONS = "lessons"
_OVER = {
    FIELD: "Look at the map",
    FULL: "The report in full",
    STORY: "The whole story",
    REPLAY: "Replay the battle",
    MOMENT: "Go to a moment",
    FELL: "Where fire fell",
    WHY: "Computer's reasons",
    LESSONS: "Lessons not seen",
    PICTURE: "Save the picture",
    EXPORT: "Write to a file",
    LEAVE: "Back to the title",
}
_LASTS = {EXPORT: "Write to a file", LEAVE: "Back"}
_MOST_STEPS = 4
"""Maximum number of battles to play next; so many rows are kept for them."""
_CAP = 4
"""Columns of a key in the list, including the blank after it."""
LONGEST = 400
_BESIDES = ("objectives and score", "losses", "fire by weapon")
"""Sections of the report that stand below the story if there is room."""
_LIST = 26
"""Columns of a line of the list when it stands beside the map."""
_ENDS = "a path that ends in .txt, .svg, .html or .json"
_SURE = ("y", "yes")


class ReportScreen(DrawnScreen):
    """Result, losses, fire, luck, and what to do next."""

    key_group = "report"
    BINDINGS: ClassVar[list[BindingType]] = screen_bindings("report")
    DEFAULT_CSS = """
    ReportScreen {
        #sketch { height: 11; }
        #list {
            border-title-style: bold; border-title-color: $foreground;
            dock: right; width: 30; height: 1fr; background: $surface;
            border-left: vkey $edge;
        }
        #list > .option-list--option-highlighted {
            color: $block-cursor-foreground; background: $block-cursor-background;
            text-style: $block-cursor-text-style;
        }
        #text { height: 1fr; padding: 0 1; scrollbar-size-vertical: 1; scrollbar-gutter: stable; }
        &.-running #sketch { display: none; }
        &.-wide #text {
            dock: right; width: 34%; min-width: 52; max-width: 76; height: 100%;
        }
        &.-wide #list {
            dock: none; width: 100%; height: auto; max-height: 50%; border: round $edge;
        }
        &.-wide #sketch { height: 1fr; }
        &.-wide.-running #text { dock: none; width: 1fr; height: 1fr; }
        &.-slim #list { dock: bottom; width: 100%; height: 40%; border-left: none; }
        &.-slim #sketch, &.-flat #sketch { display: none; }
    }
    """

    def __init__(
        self,
        game: Game,
        leave: Callable[[], None],
        *,
        side: str = "",
        replay: Callable[[Game], None] | None = None,
        moment: Callable[[Game, int], None] | None = None,
        play: Callable[[GameSetup], None] | None = None,
        deaf: float = 0.0,
    ) -> None:
        """Report on a battle.

        Args:
            game: The battle.
            leave: Called to go back.
            side: The side to report to before the battle is over.
            replay: Called to replay it, if possible.
            moment: Called to replay it from a line of its record, if possible.
            play: Called with the setup of another battle, if possible.
            deaf: Seconds in which keys that were pressed for the battle choose nothing.
        """
        super().__init__()
        self._game = game
        self._leave = leave
        self._side = side
        self._replay = replay
        self._moment = moment
        self._play = play
        self._early = EarlyKeys(deaf)
        self._steps: Mapping[str, NextStep] = {}
        person = battle_totals.only_person(game)
        self._explained = game.over and bool(RecordExplainer(game).lines)
        self._lessons = unseen_lessons(game.retold(person)) if game.over and person else ()
        self._account: BattleSummary | None = None
        self._story: BattleStory | None = None
        self._background = BackgroundTask(self, "report")
        self.set_class(not game.over, "-running")

    def body(self) -> ComposeResult:
        """The map, the boxes beside or below it, and the list of choices."""
        with Vertical(id="all"):
            yield ScaledMap(id="sketch")
            # The screen takes the keys: arrows are for the list, pages for the text.
            with VerticalScroll(id="text", can_focus=False):
                yield Box(self._first_words(), "result" if self._game.over else "so far")
            choices = ItemList(self._lines(_LIST), id="list")
            choices.can_focus = False
            choices.border_title = "What next"
            yield choices

    def _lines(self, width: int) -> Iterator[ListItem]:
        """The choices for this battle, then battles to play next; each with its key, if it has one.

        Battles to play next are found later than the rest, which must not move then.
        """
        back = {LEAVE: "Back"} if self._replay is None else {}
        nowhere = {
            REPLAY: self._replay is None,
            MOMENT: self._moment is None,
            PICTURE: is_served(),
            EXPORT: is_served(),
            LESSONS: not self._lessons,
            WHY: not self._explained,
        }
        keys = {key.id.removeprefix("report."): key.shown for key in self.table()}
        steps = {name: step.words for name, step in self._steps.items()}
        whole = (_OVER if self._game.over else _LASTS) | back | steps
        for name, words in whole.items():
            if not nowhere.get(name):
                cap = f" {keys[name]} " if name in keys else ""
                blank = " " * (_CAP - len(cap))
                label = Content.assemble((cap, "bold $cap-ink on $cap"), blank, words)
                yield ListItem(name, Content("\n").join(indented(label, width, _CAP)))
        if self._game.over and self._play is not None:
            yield from [ListItem("", Content(" "))] * (_MOST_STEPS - len(steps))

    def _first_words(self) -> list[Content]:
        """What is known before the report is calculated."""
        return [*self._known(), Content.styled("calculating ..", "dim")]

    def _known(self) -> list[Content]:
        return [*verdict_lines(self._game), Content("")] if self._game.over else []

    def on_mount(self) -> None:
        """Write the title and start the calculation."""
        self.set_title(f"{self._game.state.setup.title}: the report")
        path = self._game.record.path
        self.set_hint(f"record: {escaped(path.name)}" if path else "")
        self.call_after_refresh(self._early.painted)
        self._background.start(self._work, self._reckoned, self._failed)

    def _work(self, _: Job) -> tuple[BattleSummary, Mapping[str, NextStep]]:
        summary = summarize_battle(self._game, self._side)
        found = next_steps(self._game) if self._play is not None else ()
        return summary, {step.id: step for step in found}

    def _reckoned(self, found: tuple[BattleSummary, Mapping[str, NextStep]]) -> None:
        self._account, self._steps = found
        if self._game.over:
            self._story = story_of(self._game, self._account)
        self.redraw()

    def _failed(self, why: str) -> None:
        """Show what was known before, and the reason."""
        lines = [*self._known(), Content("No report:"), Content(why)]
        self.query_one(Box).update(Content("\n").join(lines))

    @on(ScaledMap.Scaled)
    def write_again(self) -> None:
        """Write the boxes again: the map may have room for more or fewer of the fallen now."""
        self._write()

    def draw(self) -> None:
        """Draw the map and write the boxes, as far as they are known."""
        choices = self.query_one(ItemList)
        choices.set_lines(self._lines(max(_LIST, choices.scrollable_content_region.width - 2)))
        if self._game.over:
            self._draw_map()
        self._write()

    def _write(self) -> None:
        """Write the boxes, as far as they are known."""
        if self._account is None:
            return
        width = self.query_one(Box).content_size.width
        if self._story is None:
            path = self._game.record.path
            lines = report_lines(self._account, width, path, self._bar_marks)
            self.query_one(Box).update(Content("\n").join(lines))
            return
        boxes = self.query_one("#text", VerticalScroll)
        story = self._as_shown(self._story)
        told = [(one.title, story_content(one)) for one in story.boxes(width)]
        told += self._more_boxes()
        shown = list(self.query(Box))
        for box in shown[len(told) :]:
            box.remove()
        if len(shown) < len(told):
            boxes.mount_all(Box(lines, title) for title, lines in told[len(shown) :])
        for box, (title, lines) in zip(shown, told, strict=False):
            box.border_title = box_title(title)
            box.update(Content("\n").join(lines))

    @property
    def _bar_marks(self) -> str:
        """The characters of bars that the terminal can show."""
        return BAR_MARKS if glyphs_of(self.app).ascii else SHADED_MARKS

    def _as_shown(self, story: BattleStory) -> BattleStory:
        """The story, which also lists the fallen that the small map has no room for."""
        overlay, small = story_overlay(self._game, story), self.query_one(ScaledMap)
        crowded = small.crowded_out(final_view(self._game), overlay)
        others = (one for one in crowded if one not in story.covered)
        return evolve(story, covered=(*story.covered, *others))

    def _more_boxes(self) -> Iterator[tuple[str, list[Content]]]:
        """Sections of the report below the boxes of the story, on a wide screen."""
        if self._account is None or not self.has_class("-wide"):
            return
        width = self.query_one(Box).content_size.width
        for section in battle_report(self._account).sections:
            if section.name in _BESIDES:
                marks = self._bar_marks
                blocks = (block_lines(block, width, marks) for block in section.blocks)
                yield section.name, [Content(line) for block in blocks for line in block]

    def _draw_map(self) -> None:
        fallen = tuple(fallen_figures(self._game).items())
        overlay = Overlay(fallen=fallen)
        if self._story is not None:
            overlay = story_overlay(self._game, self._story)
        self.query_one(ScaledMap).draw(final_view(self._game), overlay)

    def chosen(self, name: str) -> None:
        """Run the chosen item, unless the key was pressed for the battle."""
        if self._early.is_early(pressed_at(self.app)):
            return
        if name in self._steps and self._play is not None:
            self._play(self._steps[name].plan)
        elif (run := self._actions().get(name)) is not None:
            run()

    def _actions(self) -> Mapping[str, Callable[[], None]]:
        """The actions of the items that are possible now."""
        game, account, replay = self._game, self._account, self._replay
        found: dict[str, Callable[[], None]] = {
            FIELD: lambda: self._push(FieldScreen.of_battle(game, self._story)),
            STORY: self._show_story,
            LESSONS: self._show_lessons,
            WHY: lambda: show_reasons(self.app, game, self.show_message),
            EXPORT: self._ask_path,
            LEAVE: self._leave,
        }
        if replay is not None:
            found[REPLAY] = lambda: replay(game)
        if account is not None:
            found |= {
                MOMENT: lambda: self._ask_moment(account),
                FELL: lambda: self._push(FieldScreen.of_fire(game, account.fire_by_tile)),
                FULL: lambda: self._show_full(account),
                PICTURE: lambda: self._keep_picture(account),
            }
        return found

    def _push(self, screen: Screen[Any]) -> None:
        self.app.push_screen(screen)

    def _show_story(self) -> None:
        page = LogPage(battle_log(self._game), "replay from there", end=False)
        self.app.push_screen(page, self._retold)

    def _show_lessons(self) -> None:
        """Show the lessons that the battle ended too early for, with the player's keys."""
        game, keys = self._game, KeyTable(settings_of(self.app).keys)
        controller = Controller(game.ruleset, game.view(battle_totals.only_person(game)), keys)
        lines = (Content(controller.lesson_text(one)) for one in self._lessons)
        spaced = [part for line in lines for part in (line, Content(""))]
        self._push(Page("Lessons that you have not seen", spaced[:-1]))

    def action_choose_item(self, name: str) -> None:
        """Run an item by its key, if it is in the list."""
        if name in {option.id for option in self.query_one(ItemList).options}:
            self.chosen(name)

    def _show_full(self, account: BattleSummary) -> None:
        path, marks = self._game.record.path, self._bar_marks
        page = ReflowPage(
            "The report",
            lambda width: report_lines(account, width, path, marks),
            most=REPORT_WIDTH,
        )
        self.app.push_screen(page)

    def _keep_picture(self, account: BattleSummary) -> None:
        """Save the picture as PNG and SVG in the folder of pictures, and say where."""
        stem = f"{_stem(self._game)}-{time.strftime('%Y-%m-%d-%H%M%S')}"
        folder = data_folder() / "pictures"
        told = []
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            told.append(f"{escaped(str(folder), LONGEST)}: {error.strerror}")
        else:
            for suffix in (PNG, SVG):
                place = folder / f"{stem}{suffix}"
                try:
                    kept = keep_picture(self._game, account, place, self.app.theme)
                    told.append(f"saved: {kept}")
                except SkirmishError as error:
                    told.append(str(error))
        self.show_message("The picture", "\n".join(told))

    def _ask_moment(self, account: BattleSummary) -> None:
        """Ask which of the notable moments to show."""
        places: list[tuple[int | None, str]] = []
        lines: list[int] = []
        for head, moments in moments_by_side(account):
            places.append((None, head))
            for moment in moments:
                places.append((len(lines), moment_words(account, moment)))
                lines.append(moment.attack.line)
        if not lines:
            self.show_message("No moments", "No attack had a better or worse result than expected.")
        else:
            jump = ListDialog("Go to a moment, in the replay", places, 0)
            self.app.push_screen(jump, lambda at: self._go_to(lines, at))

    def _retold(self, entry: LogEntry | None) -> None:
        if entry is not None:
            self._go_to((entry.place,), 0)

    def _go_to(self, lines: Sequence[int], at: int | None) -> None:
        if at is not None and self._moment is not None:
            self._moment(self._game, lines[at])

    def action_back(self) -> None:
        """Go back."""
        self.chosen(LEAVE)

    def action_page(self, by: int) -> None:
        """Scroll the text by a page."""
        turn_page(self.query_one(VerticalScroll), by)

    # Writing it to a file.

    def _ask_path(self) -> None:
        try:
            need_own_terminal("writing files")
        except SkirmishError as error:
            self.show_message("Not written", str(error))
            return
        usual = str(Path.home() / f"{_stem(self._game)}.html")
        self.app.push_screen(InputDialog("Write the report to", _ENDS, usual), self._typed)

    def _typed(self, typed: str | None) -> None:
        if typed and typed.strip():
            self._write_to(typed.strip())

    def _write_to(self, typed: str, *, over: bool = False) -> None:
        if self._account is None:
            return
        try:
            where = export_report(self._account, Path(typed).expanduser(), over=over)
        except FileTaken as taken:
            back = key_in(self.app, "ask", "ask.close")
            hint = f"yes: replace it; {back}: keep it"
            ask = InputDialog(f"{taken.where} exists already", hint)
            self.app.push_screen(ask, lambda said: self._sure(typed, said))
        except (SkirmishError, RuntimeError) as error:
            # The path typed stays, to be corrected.
            why = escaped(str(error), limit=400)
            ask = InputDialog("Not written; write the report to", why, typed, select=False)
            self.app.push_screen(ask, self._typed)
        else:
            self.show_message("Written", f"The report is in\n{where}")

    def _sure(self, typed: str, said: str | None) -> None:
        if said is not None and said.strip().lower() in _SURE:
            self._write_to(typed, over=True)


def _stem(game: Game) -> str:
    """A file name without characters that a file system may refuse."""
    title = re.sub("[^a-z0-9]+", "-", game.state.setup.title.lower()).strip("-")[:40]
    return f"{title or 'battle'}-{game.seed}-report"


_TONES = {
    DIM: "dim",
    BOLD: "bold",
    HEAD: "bold $accent",
    GOOD: "$success",
    BAD: "$error",
    FIRST: f"bold ${FIRST_SIDE}",
    SECOND: f"bold ${SECOND_SIDE}",
}


def story_content(box: StoryBox) -> list[Content]:
    """The lines of a box of a story, with styles."""
    return [
        Content.assemble(*((text, _TONES.get(tone, "")) for text, tone in spans))
        for spans in box.lines
    ]


def verdict_lines(game: Game) -> list[Content]:
    """Winner, turn and reason of a finished battle."""
    state = game.state
    who, why = battle_totals.verdict(state, battle_totals.only_person(game))
    colour = "$error" if battle_totals.is_lost(game) else "$accent"
    when = f"In turn {state.clock.turn} of {state.setup.turns}: {why}."
    return [Content.styled(who, f"bold {colour}"), Content(when)]


def report_lines(
    account: BattleSummary, width: int, record: Path | None = None, marks: str = BAR_MARKS
) -> list[Content]:
    """The report as lines for a width; `marks` are the characters of its bars."""
    dispatch = battle_report(account)
    lines = [Content.styled(dispatch.scope, "italic"), Content("")]
    for row in text_rows(dispatch, width, marks):
        style = HEADING if row.heading else "bold $accent" if row.text == account.verdict[0] else ""
        lines.append(Content.styled(row.text, style))
    if record is not None:
        lines += [
            Content(""),
            Content.styled("Record", HEADING),
            Content(escaped(str(record), 400)),
        ]
        lines.append(Content("It holds the whole battle: send it to a friend, or replay it."))
    return lines
