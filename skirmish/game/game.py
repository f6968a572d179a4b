"""`Game`: judges orders, carries them out, records them and reports them to the sides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Self, TypeVar

from attrs import evolve

from skirmish.core.codec import Shape, encode
from skirmish.core.dice import Roller
from skirmish.core.orders import READY, RESIGN, Order, Refusal, Verb, parse_order
from skirmish.core.sanitize import escaped, is_name
from skirmish.core.state import State
from skirmish.errors import OrderRefused
from skirmish.game.battle import Battle
from skirmish.game.opening import Opening, OpenScenario, open_text, opening_of, read_record
from skirmish.record import (
    PLAYER,
    UNDO,
    Entry,
    Head,
    History,
    Record,
    can_be_taken_back,
    entry_of,
    fork_head,
    restore_dice_names,
    restore_history,
    sight_of_line,
    undo_refusal,
    undone_order,
)
from skirmish.rulesets import engine
from skirmish.rulesets.common import deploy
from skirmish.rulesets.common.moves import way_corners
from skirmish.scenario import Scenario

UNDO_VERB = Verb(UNDO, "takes back your last order, if it had no consequences", figure=False)
PLAYER_VERB = Verb(
    PLAYER, "hands your side to another player, such as regular", figure=False, target=Shape.WORD
)


class Game(Battle):
    """A battle in play. Only `order`, `undo`, `hand_over` and `skip_empty_deployments` change it.

    Attributes:
        seed: Seed of the dice, together with the number of each order.
        notices: Remarks for the player about a record that was loaded.
    """

    def __init__(
        self, opening: Opening, record: Record, history: History, notices: tuple[str, ...] = ()
    ) -> None:
        """A game at the end of `history`; `record` holds the same lines."""
        super().__init__(opening, history)
        self.seed = record.head.seed
        self.notices = notices
        self.verbs: Mapping[str, Verb] = {
            **engine.verbs_of(opening.ruleset),
            UNDO: UNDO_VERB,
            PLAYER: PLAYER_VERB,
        }
        self._record = record

    @classmethod
    def new(
        cls,
        scenario: Scenario | Opening,
        seed: int,
        players: Mapping[str, str] | None = None,
        record: Path | None = None,
        *,
        sync: bool = True,
    ) -> Self:
        """Begin a battle.

        Args:
            scenario: The scenario, or an opening made from it (`opening_of`).
            seed: Seed of the dice, 0 to 10**18 - 1.
            players: "human" or a level of the computer for some sides; the others follow the
                scenario.
            record: The folder for the record, or its file; None keeps it in memory.
            sync: Whether each line must be on disk before the order counts.

        Raises:
            UsageProblem: No such seed, side or player.
            RecordProblem: The record cannot be written.
        """
        opening = scenario if isinstance(scenario, Opening) else opening_of(scenario)
        head = opening.head(seed, players)
        history = History(opening.state, head.players)
        kept = _open_record(head, record, opening, sync=sync)
        return _started(cls(opening, kept, history))

    @classmethod
    def load(
        cls,
        path: Path,
        players: Mapping[str, str] | None = None,
        *,
        sync: bool = True,
        open_scenario: OpenScenario = open_text,
    ) -> Self:
        """Resume a battle from its record; a torn last line is cut, which `notices` report.

        Args:
            path: The record.
            players: New players of some sides.
            sync: As for `new`.
            open_scenario: Makes the opening from the scenario's text.

        Raises:
            UsageProblem: The file cannot be opened or is in use; no such side or player.
            RecordProblem: It is damaged; `replay` with `salvage` loads what is intact.
        """
        record, reading = Record.reopen(path, sync=sync)
        try:
            opening = open_scenario(reading.head.scenario)
            opening.head(reading.head.seed, players)  # checks the players
            verbs = engine.verbs_of(opening.ruleset)
            history, odd = restore_history(reading, opening.state, verbs)
            record.add_sight(history.sight)
            restore_dice_names(history, opening.ruleset)
            full = (record.notice,) if record.notice else ()
            notices = (*reading.notices, *opening.version_notices(reading.head), *odd, *full)
            return _started(cls(opening, record, history, notices), players)
        except BaseException:
            record.close()
            raise

    @classmethod
    def replay(
        cls, source: Path | str, *, salvage: bool = False, open_scenario: OpenScenario = open_text
    ) -> Self:
        """A battle from its record, by path or as text; new orders stay in memory.

        With `salvage` a damaged record is loaded up to the damage.

        Raises:
            UsageProblem: The file cannot be opened.
            RecordProblem: It is damaged.
        """
        reading = read_record(source, salvage=salvage)
        opening = open_scenario(reading.head.scenario)
        verbs = engine.verbs_of(opening.ruleset)
        history, odd = restore_history(reading, opening.state, verbs, salvage=salvage)
        restore_dice_names(history, opening.ruleset)
        notices = (*reading.notices, *opening.version_notices(reading.head), *odd)
        return cls(opening, Record(reading.head, history.entries), history, notices)

    def fork(
        self,
        line: int,
        seed: int | None = None,
        players: Mapping[str, str] | None = None,
        record: Path | None = None,
    ) -> Game:
        """Another game that begins with the first lines of this one.

        Args:
            line: Number of shared lines.
            seed: Seed of the dice from there on; None derives another one from this game's.
            players: New players of some sides.
            record: As for `new`.

        Raises:
            UsageProblem: There are fewer lines, or no such seed, side or player.
        """
        self._check_line(line)
        shared = self._history.upto(line)
        head = fork_head(self._record.head, tuple(shared.entries), seed)
        self._opening.head(head.seed, players)  # checks before a file is made
        turn = shared.state.clock.turn
        kept = _open_record(head, record, self._opening, shared.entries, fork_turn=turn)
        kept.add_sight(shared.sight)
        return _started(Game(self._opening, kept, shared), players)

    def refusal(self, side: str, order: str | Order) -> Refusal | None:
        """Why an order is refused now, judged on the side's view; None if it is allowed.

        Raises:
            OrderRefused: The order cannot be read.
        """
        return self._refusal(side, self._order(order))

    def _refusal(self, side: str, wanted: Order) -> Refusal | None:
        if wanted.verb == PLAYER:
            return None if is_name(wanted.target) else Refusal("no such player")
        if wanted.verb == UNDO:
            return self.undo_refusal(side)
        if not self.over and self.to_act != side and wanted.verb != RESIGN.name:
            return Refusal("the other side must act", remedy="wait for it")
        return engine.refusal(self.ruleset, self.view(side), wanted)

    def undo_refusal(self, side: str) -> Refusal | None:
        """Why a side may not undo its newest order, judged on what it knows; None if it may."""
        return undo_refusal(self._history, side, self.verbs)

    def can_be_taken_back(self, side: str, order: Order) -> bool:
        """Whether a side could certainly undo an order, judged on what it knows before."""
        verb = self.verbs.get(order.verb)
        return verb is not None and can_be_taken_back(self._history, side, order, verb)

    @property
    def record(self) -> Record:
        """The record; its `text` holds the whole game."""
        return self._record

    @property
    def warning(self) -> str:
        """A warning that the record is nearly full; else ""."""
        return self._record.notice

    def order(self, side: str, order: str | Order) -> Entry:
        """Judge an order, carry it out and record it.

        Returns:
            The line of the record, with all events, secret ones included; use `view` or
            `news_from` for what a side may see.

        Raises:
            OrderRefused: It cannot be read, or is refused; nothing has changed.
            RecordProblem: It cannot be recorded; nothing has changed.
        """
        wanted = self._order(order)
        if side not in self.sides:
            raise OrderRefused(f"no side '{escaped(side)}'", str(wanted))
        if refused := self._refusal(side, wanted):
            where = "cannot undo" if wanted.verb == UNDO else str(wanted)
            raise OrderRefused(refused.reason, where, refused.remedy, refused.rule)
        if wanted.verb == UNDO:
            number = undone_order(self._history, side)
            return self._add(Entry(number, side, UNDO), self._history.before(number))
        if wanted.verb == PLAYER:
            return self._add(Entry(self._history.number, side, str(wanted)), self.state)
        entry = self._carry(side, wanted)
        self.skip_empty_deployments()
        return entry

    def undo(self, side: str) -> Entry:
        """Undo a side's newest order; the same dice are rolled again afterwards.

        Raises:
            OrderRefused: Dice were rolled, something was learnt, or the bound is over.
        """
        return self.order(side, UNDO)

    def hand_over(self, side: str, player: str) -> Entry:
        """Change the player of a side: "human", or a level of the computer.

        Raises:
            OrderRefused: No such side or player.
        """
        return self.order(side, f"{PLAYER} {player}")

    def skip_empty_deployments(self) -> None:
        """Give `ready` for sides with nothing to deploy; done at the start of every game."""
        while not self.over and self.state.clock.phase == deploy.PHASE:
            side = self.to_act
            if deploy.movable(self.state, side):
                return
            self._carry(side, Order.of(READY.name))

    def close(self) -> None:
        """Close the record, so that it can be opened elsewhere."""
        self._record.close()

    def _order(self, order: str | Order) -> Order:
        # Parsed from its text, so that exactly the recorded order is carried out.
        parsed = parse_order(str(order), self.verbs)
        figure = self.state.figures.get(parsed.figure)
        if self.verbs[parsed.verb].target is not Shape.PATH or figure is None or figure.at is None:
            return parsed
        try:
            return evolve(parsed, target=encode(way_corners(figure.at, parsed.target_path)))
        except ValueError:
            return parsed  # No way for this figure: the refusal quotes it as it was given.

    def _carry(self, side: str, order: Order) -> Entry:
        state, number = self.state, self._history.number
        key = state.pending.number if state.pending else number
        dice = Roller(f"{self.seed}:{key}", engine.given_faces(state))
        done = engine.carry_out(self.ruleset, state, side, order, dice, number)
        return self._add(entry_of(number, side, order, done), done.state)

    def _add(self, entry: Entry, state: State) -> Entry:
        sight = sight_of_line(self.state, entry)
        self._record.append(entry, sight)
        self._history.add(entry, state, sight)
        self._refresh(None if entry.verb == UNDO else entry)
        return entry

    def __enter__(self) -> Self:
        """Return the game."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the record."""
        self.close()


_Game = TypeVar("_Game", bound=Game)


def _started(game: _Game, players: Mapping[str, str] | None = None) -> _Game:
    try:
        for side, player in (players or {}).items():
            if game.players[side] != player:
                game.hand_over(side, player)
        game.skip_empty_deployments()
    except BaseException:
        game.close()
        raise
    return game


def _open_record(
    head: Head,
    record: Path | None,
    opening: Opening,
    entries: Iterable[Entry] = (),
    *,
    fork_turn: int | None = None,
    sync: bool = True,
) -> Record:
    if record is None:
        return Record(head, entries)
    title = opening.state.setup.title
    return Record.create(head, record, title, entries=entries, fork_turn=fork_turn, sync=sync)
