"""The interface of a game: orders, the view of each side, players, forks and records."""

from pathlib import Path

import pytest
from attrs import evolve

from skirmish.core.dice import Face, Roller
from skirmish.core.events import Fired
from skirmish.core.geometry import Facing
from skirmish.core.orders import Question, Refusal
from skirmish.core.setup import Objective
from skirmish.core.state import State, state_text
from skirmish.errors import OrderRefused, RecordProblem, UsageProblem
from skirmish.game import Game, verify_record
from skirmish.record import Record
from skirmish.scenario import FigureEntry, Force, MapSection, Scenario
from tests.toy_ruleset import LANE, play, toy

GOLDEN = Path(__file__).parents[1] / "golden"
HUMANS = {"blue": "human", "red": "human"}
ALONE = {"blue": "human", "red": "regular"}


def begun(seed: int = 42, text: str = LANE, players: dict[str, str] | None = None) -> Game:
    """A game in its first bound."""
    return Game.new(toy(text), seed, players)


def test_a_refused_order_changes_nothing() -> None:
    """The error has reason, rule and remedy; the record is the same, to the byte."""
    game = begun()
    state, text = game.state, game.record.text
    refused = {
        "shoot b1 r9": "shoot b1 r9: there is no such target [TOY-01] (shoot at an enemy in sight)",
        "step b1 8,2": "step b1 8,2: it cannot go there",
        "answer fire": "answer fire: there is no question",
        "player Me": "target 'Me' is not a word (write: player WORD)",
        "undo": "cannot undo: your side has given no order since it began to act",
    }
    for order, message in refused.items():
        with pytest.raises(OrderRefused) as caught:
            game.order("blue", order)
        assert str(caught.value) == message
    for side in ("red", "green"):
        with pytest.raises(OrderRefused):
            game.order(side, "end")
    assert game.state is state
    assert game.record.text == text


def test_a_hidden_target_and_an_unknown_one_get_the_same_refusal() -> None:
    """A refusal must not reveal hidden figures."""
    game = begun()

    unseen = game.refusal("blue", "shoot b1 r2")
    nobody = game.refusal("blue", "shoot b1 zz")

    assert unseen == nobody


def test_the_other_side_waits_while_a_question_is_open() -> None:
    """An order of the other side is not taken for the answer."""
    game = begun()
    game.order("blue", "step b1 1,1")
    assert game.to_act == "red"

    waits = Refusal("the other side must act", remedy="wait for it")
    assert game.refusal("blue", "step b1 1,0") == waits
    assert game.view("blue").question is None
    assert game.view("red").question == Question("red", "watch", ("fire", "hold"), "r2")


def test_orders_are_recorded_in_canonical_text() -> None:
    """However they were typed."""
    game = begun()

    entry = game.order("blue", "  turn   b1  face=S ")

    assert entry.order == "turn b1 face=S"


PATHS = ("4,4>8,4", "3,4>8,4", "8,4", "4,4>6,4>8,4", "3,4>5,4>8,4")
"""Spellings of one path of a figure at 3,4."""


def lone_walk(path: str) -> Game:
    """A game in which b1 has walked from 3,4."""
    entries = (
        (FigureEntry("b1", "rifleman", at=(3, 4)),),
        (FigureEntry("r1", "rifleman", at=(19, 0)),),
    )
    sides = tuple(
        Force(side, side, "human", figures=figures)
        for side, figures in zip(("blue", "red"), entries, strict=True)
    )
    field = MapSection(("." * 20,) * 9)
    goal = Objective("o1", "blue", "destroy", points=1)
    game = Game.new(Scenario("Walk", "opposed_d6", 3, "blue", sides, field, objectives=(goal,)), 1)
    game.order("blue", f"move b1 {path}")
    return game


@pytest.mark.parametrize("path", PATHS)
def test_a_path_is_recorded_in_one_spelling(path: str) -> None:
    """However it was given."""
    game = lone_walk(path)

    assert game.standing[-1].order == f"move b1 {PATHS[0]}"
    assert game.record.text == lone_walk(PATHS[0]).record.text


def test_records_with_another_spelling_of_a_path_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    """As earlier versions wrote them."""
    monkeypatch.setattr("skirmish.game.game.way_corners", lambda _start, corners: corners)
    old = lone_walk(PATHS[1])
    monkeypatch.undo()

    assert old.standing[-1].order == f"move b1 {PATHS[1]}"
    assert verify_record(old.record.text).difference is None
    assert state_text(Game.replay(old.record.text).state) == state_text(old.state)


def test_dice_depend_only_on_seed_and_order_number() -> None:
    """Another order before does not change them; another seed does."""
    faces = {
        tuple(
            str(face)
            for order in (first, "shoot b1 r1")
            for face in game.order("blue", order).faces
        )
        for first in ("turn b1 face=S", "turn b2 face=N")
        for game in [begun(5)]
    }
    assert len(faces) == 1
    rolled = {str(begun(seed).order("blue", "shoot b1 r1").faces[0]) for seed in range(12)}
    assert len(rolled) > 3


def test_queries_do_not_change_the_game() -> None:
    """Refusals, views and replays between orders leave the game as it is."""
    quiet, curious = begun(9), begun(9)
    play(quiet, 30, seed=1)
    for _ in range(30):
        play(Game.replay(curious.record.text, open_scenario=toy), 4, seed=8)
        if curious.over:
            break
        entry = quiet.lines[len(curious.lines)]
        curious.order(entry.side, entry.order)
    assert curious.lines == quiet.lines[: len(curious.lines)]


def test_each_side_gets_its_own_news() -> None:
    """News of one side does not reach the other."""
    game = begun()
    mark = len(game.view("blue").news)
    game.order("blue", "step b1 1,1")
    game.order("red", "answer fire")

    told = game.view("blue").news[mark:]

    assert [one.event.verb for one in told][:4] == ["counted", "moved", "revealed", "fired"]
    fired = next(one for one in told if isinstance(one.event, Fired))
    assert [face.sides for face in fired.faces] == [6]
    assert all(one.event.verb != "counted" for one in game.view("red").news)
    assert game.view("blue").news == game.view_at(len(game.lines), "blue").news


def test_one_human_player_needs_no_cover() -> None:
    """The screen shows the human side, even while the computer plays."""
    game = begun(players=ALONE)
    assert (game.viewing_side, game.must_cover("")) == ("blue", False)

    game.order("blue", "end")

    assert (game.to_act, game.viewing_side, game.must_cover("blue")) == ("red", "blue", False)


def test_the_screen_is_covered_between_two_players() -> None:
    """Bounds in a row of the same player need no cover between them."""
    game = begun(players=HUMANS)
    assert game.must_cover("")
    assert not game.must_cover("blue")

    game.order("blue", "step b1 1,1")
    assert (game.viewing_side, game.must_cover("blue")) == ("red", True)
    game.order("red", "answer hold")
    assert (game.viewing_side, game.must_cover("red")) == ("blue", True)

    game.order("blue", "resign")
    assert (game.over, game.to_act, game.must_cover("red")) == (True, "", False)


def test_the_player_of_a_side_can_change() -> None:
    """The change is a line of the record, and no undo reverts it."""
    game = begun(players=HUMANS)
    game.order("blue", "turn b1 face=S")
    game.hand_over("red", "regular")
    assert game.players == ALONE
    game.undo("blue")
    assert game.players == ALONE

    assert Game.replay(game.record.text, open_scenario=toy).players == ALONE
    game.order("red", "player human")
    assert game.players == HUMANS
    game.order("blue", "turn b1 face=S")
    game.hand_over("blue", "veteran")
    game.undo("blue")
    assert game.state.figures["b1"].facing is Facing.E
    assert game.players["blue"] == "veteran"


def test_a_fork_has_the_same_past_and_other_dice() -> None:
    """From any line; with the old seed only on request."""
    game = play(begun(42), 60, seed=3)
    line = next(at for at, entry in enumerate(game.lines) if entry.verb == "shoot")
    shot = game.lines[line].order

    other, same = game.fork(line), game.fork(line, seed=42)

    assert other.lines == same.lines == game.lines[:line]
    assert other.seed != game.seed
    assert same.order("blue", shot) == game.lines[line]
    assert game.fork(line).record.text == other.record.text
    assert game.fork(line, players=ALONE).players == ALONE
    with pytest.raises(UsageProblem, match="no line 999"):
        game.fork(999)
    for seed, players in ((-1, HUMANS), (1, {"green": "human"}), (1, {"red": "A b"})):
        with pytest.raises(UsageProblem):
            game.fork(line, seed, players)


def test_an_answer_continues_the_dice_of_its_order() -> None:
    """One sequence of rolls for the order, however many questions interrupt it."""
    game = begun(7)
    shot = game.order("blue", "shoot b1 r1")
    dice = Roller(f"7:{shot.number}")
    rolled = (dice.die(6), dice.die(6))

    answer = game.order("red", "answer duck")

    assert tuple(face.face for face in answer.faces) == rolled
    assert answer.number == shot.number + 1


def test_a_fork_at_a_question_keeps_the_rolled_faces() -> None:
    """The face that hit stays, whatever the new dice would roll; also after a load."""
    game = begun(7)
    shot = game.order("blue", "shoot b1 r1")
    loaded = Game.replay(game.record.text, open_scenario=toy)
    for seed in range(6):
        for whole in (game, loaded):
            answer = whole.fork(len(game.lines), seed=seed).order("red", "answer duck")
            assert answer.faces[0] == shot.faces[0] == Face(6, 5)


def test_a_fork_at_a_second_question_keeps_the_rolled_faces() -> None:
    """A watcher fires and hits: the hit stays in every fork, though an answer rolled it."""
    game = begun(7)
    game.order("blue", "step b1 1,1")
    fired = game.order("red", "answer fire")
    assert game.to_act == "blue"
    loaded = Game.replay(game.record.text, open_scenario=toy)
    for seed in range(6):
        for whole in (game, loaded):
            answer = whole.fork(len(game.lines), seed=seed).order("blue", "answer duck")
            assert answer.faces[0] == fired.faces[0] == Face(6, 5)


def test_a_fork_can_be_recorded(tmp_path: Path) -> None:
    """It has a record of its own, and the old one is not changed."""
    old, new = tmp_path / "old.skr", tmp_path / "new.skr"
    with play(Game.new(toy(), 7, record=old), 9) as game:
        before = old.read_bytes()
        with game.fork(5, record=new) as fork:
            play(fork, 3)
            assert new.read_text() == fork.record.text
        assert old.read_bytes() == before


def test_players_default_to_the_scenario() -> None:
    """A side without a player has the scenario's, or else a person."""
    opening = toy()
    sides = dict(opening.state.setup.sides)
    sides["red"] = evolve(sides["red"], player="veteran")
    setup = evolve(opening.state.setup, sides=sides)
    opening = evolve(opening, state=evolve(opening.state, setup=setup))

    assert Game.new(opening, 1).players == {"blue": "human", "red": "veteran"}
    assert Game.new(opening, 1, {"red": "human"}).players == HUMANS


@pytest.mark.parametrize(
    ("seed", "players"),
    [(-1, {}), (10**18, {}), (1, {"green": "human"}), (1, {"red": "A b"}), (1, {"red": "x=y"})],
)
def test_invalid_seeds_and_players_are_refused_at_the_start(
    seed: int, players: dict[str, str]
) -> None:
    """Before anything is written."""
    with pytest.raises(UsageProblem):
        Game.new(toy(), seed, players)


def test_a_scenario_with_control_characters_makes_no_record() -> None:
    """What is written must pass the same checks as what is read."""
    opening = evolve(toy(), text="title \x1b[2J\n")

    with pytest.raises(RecordProblem, match="control character"):
        Game.new(opening, 1)


def test_past_states_can_be_read() -> None:
    """State and view after every line."""
    game = play(begun(), 20, seed=3, undo=True)

    assert game.state_at(0) is toy_opening_of(game)
    assert game.state_at(len(game.lines)) is game.state
    assert game.view_at(3, "red").side == "red"
    with pytest.raises(UsageProblem):
        game.state_at(-1)


def toy_opening_of(game: Game) -> State:
    """The state that the game began with."""
    return game.fork(0).state_at(0)


def test_memory_and_file_hold_the_same_text(tmp_path: Path) -> None:
    """A record in memory can be written later as the same file."""
    game = play(begun(3), 10)
    Record.create(game.record.head, tmp_path, "Later!", entries=game.lines).close()

    assert (tmp_path / "later-3.skr").read_text() == game.record.text


@pytest.mark.parametrize("name", sorted(path.name for path in GOLDEN.glob("*.skr")))
def test_dice_of_a_loaded_record_have_their_names(name: str) -> None:
    """A record holds only faces; the rules give their names again."""
    game = Game.replay(GOLDEN / name)
    faces = [face for entry in game.standing for face in entry.faces]

    assert faces
    assert all(face.what for face in faces)
    assert game.record.text == (GOLDEN / name).read_text()


def test_a_resumed_game_has_the_same_log(tmp_path: Path) -> None:
    """Line by line the same sentences, for both sides."""
    path = tmp_path / "game.skr"
    with play(Game.new(toy(), 7, record=path, sync=False), 40, seed=2) as game:
        told = {side: [str(one.faces) for one in game.view(side).news] for side in game.sides}
        names = [face.what for entry in game.standing for face in entry.faces]

    with Game.load(path, open_scenario=lambda _: toy(), sync=False) as again:
        assert [face.what for entry in again.standing for face in entry.faces] == names
        for side, texts in told.items():
            assert [str(one.faces) for one in again.view(side).news] == texts
    assert any(names)


@pytest.mark.parametrize("name", ["opposed_d6-night_pumps", "trait_die-hill_chapel"])
def test_known_entries_have_no_gaps_and_no_unseen_shooter(name: str) -> None:
    """A side gets all its own orders, and of others what it learnt, numbered without gaps."""
    game = Game.replay(GOLDEN / f"{name}.skr")
    for side in game.sides:
        lines = list(game.known_entries(side))
        own = [entry.order for entry in game.standing if entry.side == side]

        assert [one.number for one in lines] == list(range(1, len(lines) + 1))
        assert [one.order for one in lines if one.side == side] == own
        assert not any(one.order for one in lines if one.side != side)
        assert tuple(news for one in lines for news in one.news) == game.view(side).news
        assert len(lines) < len(game.standing)


@pytest.mark.parametrize("record", sorted(GOLDEN.glob("*.skr")), ids=lambda path: path.stem)
def test_news_hold_orders_and_knowledge_of_their_own_side_alone(record: Path) -> None:
    """The order of an attack comes with the view before it, and only to the side that gave it."""
    game = Game.replay(record)
    given = 0
    for line, entry in game.standing_lines:
        for side in game.sides:
            orders = [one.attack for one in game.news_from(line, side) if one.attack is not None]
            given += len(orders)
            for attack in orders:
                assert (entry.side, attack.order) == (side, entry.order)
                assert attack.known == game.view_at(line - 1, side)
    assert given
