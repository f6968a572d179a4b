"""A game from the outside: what may be ordered, what each side sees, who sits at the screen."""

from pathlib import Path

import pytest
from attrs import evolve

from skirmish.core.dice import Face, Roller
from skirmish.core.events import Fired
from skirmish.core.geometry import Facing
from skirmish.core.orders import Question, Refusal
from skirmish.core.state import State
from skirmish.errors import OrderRefused, RecordProblem, UsageProblem
from skirmish.game import Game
from skirmish.record import Record
from tests.toy_ruleset import LANE, play, toy

GOLDEN = Path(__file__).parents[1] / "golden"
HUMANS = {"blue": "human", "red": "human"}
ALONE = {"blue": "human", "red": "regular"}


def begun(seed: int = 42, text: str = LANE, players: dict[str, str] | None = None) -> Game:
    """A game in its first bound."""
    return Game.new(toy(text), seed, players)


def test_an_order_that_is_refused_changes_nothing() -> None:
    """Reason, rule and remedy are told; the game is what it was, to the byte."""
    game = begun()
    state, text = game.state, game.record.text
    refused = {
        "shoot b1 r9": "shoot b1 r9: there is no such target [TOY-01] (shoot at an enemy in sight)",
        "step b1 8,2": "step b1 8,2: it cannot go there",
        "answer fire": "answer fire: nothing was asked",
        "player Me": "target 'Me' is not a word (write: player WORD)",
        "undo": "cannot undo: there is no order of this bound to take back",
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


def test_a_hidden_figure_and_none_at_all_get_the_same_words() -> None:
    """A refusal is no detector."""
    game = begun()

    unseen = game.refusal("blue", "shoot b1 r2")
    nobody = game.refusal("blue", "shoot b1 zz")

    assert unseen == nobody


def test_while_a_side_is_asked_the_other_waits() -> None:
    """Nobody else's order is taken for the answer."""
    game = begun()
    game.order("blue", "step b1 1,1")
    assert game.to_act == "red"

    waits = Refusal("play waits for the other side", remedy="wait for it")
    assert game.refusal("blue", "step b1 1,0") == waits
    assert game.view("blue").question is None
    assert game.view("red").question == Question("red", "watch", ("fire", "hold"), "r2")


def test_an_order_is_kept_in_its_one_spelling() -> None:
    """However it was typed, the record has the canonical text."""
    game = begun()

    entry = game.order("blue", "  turn   b1  face=S ")

    assert entry.order == "turn b1 face=S"


def test_dice_depend_on_the_seed_and_the_number_of_the_order_alone() -> None:
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


def test_looking_ahead_disturbs_no_dice() -> None:
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


def test_each_side_learns_its_part_with_its_dice() -> None:
    """What is told to one side is no news to the other."""
    game = begun()
    mark = len(game.view("blue").news)
    game.order("blue", "step b1 1,1")
    game.order("red", "answer fire")

    told = game.news_since("blue", mark)

    assert [one.event.verb for one in told][:4] == ["counted", "moved", "revealed", "fired"]
    fired = next(one for one in told if isinstance(one.event, Fired))
    assert [face.sides for face in fired.faces] == [6]
    assert all(one.event.verb != "counted" for one in game.view("red").news)
    assert game.view("blue").news == game.view_at(len(game.lines), "blue").news


def test_a_game_alone_needs_no_curtain() -> None:
    """The screen shows the person's side, also while the computer plays."""
    game = begun(players=ALONE)
    assert (game.viewing_side, game.must_cover("")) == ("blue", False)

    game.order("blue", "end")

    assert (game.to_act, game.viewing_side, game.must_cover("blue")) == ("red", "blue", False)


def test_two_people_pass_the_screen_when_the_other_is_to_act() -> None:
    """Bounds that follow each other for one player are one sitting, with no curtain between."""
    game = begun(players=HUMANS)
    assert game.must_cover("")
    assert not game.must_cover("blue")

    game.order("blue", "step b1 1,1")
    assert (game.viewing_side, game.must_cover("blue")) == ("red", True)
    game.order("red", "answer hold")
    assert (game.viewing_side, game.must_cover("red")) == ("blue", True)

    game.order("blue", "resign")
    assert (game.over, game.to_act, game.must_cover("red")) == (True, "", False)


def test_the_computer_may_take_over_and_hand_back() -> None:
    """Who plays is a line of the record, and no undo changes it."""
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
    """From any line; with the old seed only when asked."""
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


def test_an_answer_goes_on_with_the_dice_of_the_order_that_asked() -> None:
    """One sequence of rolls for the order, however often it was broken off."""
    game = begun(7)
    shot = game.order("blue", "shoot b1 r1")
    dice = Roller(f"7:{shot.number}")
    rolled = (dice.die(6), dice.die(6))

    answer = game.order("red", "answer duck")

    assert tuple(face.face for face in answer.faces) == rolled
    assert answer.number == shot.number + 1


def test_a_fork_in_the_middle_of_a_question_keeps_what_was_rolled() -> None:
    """The face that hit stays, whatever the new dice would have shown; also after a load."""
    game = begun(7)
    shot = game.order("blue", "shoot b1 r1")
    loaded = Game.replay(game.record.text, open_scenario=toy)
    for seed in range(6):
        for whole in (game, loaded):
            answer = whole.fork(len(game.lines), seed=seed).order("red", "answer duck")
            assert answer.faces[0] == shot.faces[0] == Face(6, 5)


def test_the_same_holds_where_an_answer_asked_again() -> None:
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


def test_a_fork_can_be_kept(tmp_path: Path) -> None:
    """It is a record of its own, and the old one is not touched."""
    old, new = tmp_path / "old.skr", tmp_path / "new.skr"
    with play(Game.new(toy(), 7, record=old), 9) as game:
        before = old.read_bytes()
        with game.fork(5, record=new) as fork:
            play(fork, 3)
            assert new.read_text() == fork.record.text
        assert old.read_bytes() == before


def test_players_follow_the_scenario_where_nobody_says_otherwise() -> None:
    """A side that is not named has the scenario's player, else a person."""
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
def test_what_no_record_can_hold_is_refused_at_the_start(
    seed: int, players: dict[str, str]
) -> None:
    """Seeds and players are checked before anything is written."""
    with pytest.raises(UsageProblem):
        Game.new(toy(), seed, players)


def test_a_scenario_that_no_terminal_may_show_makes_no_record() -> None:
    """What is written has passed the gate that reading asks for."""
    opening = evolve(toy(), text="title \x1b[2J\n")

    with pytest.raises(RecordProblem, match="control character"):
        Game.new(opening, 1)


def test_past_states_are_there_for_a_replay() -> None:
    """State and view after every line, up to the one before the first."""
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
    """A record in memory becomes the same file later."""
    game = play(begun(3), 10)
    Record.create(game.record.head, tmp_path, "Later!", entries=game.lines).close()

    assert (tmp_path / "later-3.skr").read_text() == game.record.text


@pytest.mark.parametrize("name", sorted(path.name for path in GOLDEN.glob("*.skr")))
def test_dice_of_a_record_have_the_names_that_they_were_rolled_under(name: str) -> None:
    """A record has only the faces; what they were for is found out by its rules again."""
    game = Game.replay(GOLDEN / name)
    faces = [face for entry in game.standing for face in entry.faces]

    assert faces
    assert all(face.what for face in faces)
    assert game.record.text == (GOLDEN / name).read_text()


def test_a_resumed_game_tells_its_dice_as_it_was_played(tmp_path: Path) -> None:
    """Line by line the same words in the log, for both sides."""
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
def test_the_lines_of_one_side_show_no_gap_and_no_unseen_shooter(name: str) -> None:
    """Numbers count what it was told; of its own orders all are there, of others what it learnt."""
    game = Game.replay(GOLDEN / f"{name}.skr")
    for side in game.sides:
        lines = list(game.known_entries(side))
        own = [entry.order for entry in game.standing if entry.side == side]

        assert [one.number for one in lines] == list(range(1, len(lines) + 1))
        assert [one.order for one in lines if one.side == side] == own
        assert not any(one.order for one in lines if one.side != side)
        assert tuple(news for one in lines for news in one.news) == game.view(side).news
        assert len(lines) < len(game.standing)
