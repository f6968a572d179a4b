"""Undo: allowed until the side knows of dice, of news or of the end of its bound."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skirmish.core.dice import Face
from skirmish.core.events import (
    Asked,
    Burst,
    Changed,
    Event,
    Scored,
    Stopped,
    Struck,
    ToldEvent,
    Turned,
    Unzoned,
    Zoned,
)
from skirmish.core.geometry import Facing
from skirmish.core.state import state_text
from skirmish.errors import OrderRefused
from skirmish.game import Game
from skirmish.record import Entry, History, undo_refusal
from tests.toy_ruleset import DEPLOYED, LANE, legal, play, toy

ALONE = {"blue": "human", "red": "regular"}
BLIND = (
    LANE.replace("....#....", "...#.....")
    .replace("r1 red 7,0", "r1 red 8,1")
    .replace("r2 red 6,2 watch hidden", "r2 red 8,2")
)


def begun(text: str = LANE, seed: int = 42, players: dict[str, str] | None = None) -> Game:
    """A game in its first bound."""
    return Game.new(toy(text), seed, players)


def why(game: Game, side: str = "blue") -> str:
    """The reason why a side may not undo."""
    refused = game.undo_refusal(side)
    return "" if refused is None else refused.reason


def test_an_order_without_consequence_is_undone() -> None:
    """State, number, news and side to act are restored; the record keeps both lines."""
    game = begun()
    state, news = game.state, game.view("blue").news
    game.order("blue", "turn b1 face=S")

    entry = game.undo("blue")

    assert game.state is state
    assert game.view("blue").news == news
    assert [one.order for one in game.lines[-2:]] == ["turn b1 face=S", "undo"]
    assert (entry.number, game.standing[-1].number) == (3, 2)


def test_the_same_dice_are_rolled_after_undo() -> None:
    """Undoing an order and giving another one first gains nothing."""
    straight, detour = begun(seed=5), begun(seed=5)
    for game in (straight, detour):
        game.order("blue", "turn b1 face=S")
    detour.undo("blue")
    detour.order("blue", "turn b2 face=W")

    first = straight.order("blue", "shoot b1 r1")
    second = detour.order("blue", "shoot b1 r1")

    assert (first.number, first.faces) == (second.number, second.faces)


def test_undo_is_refused_after_a_roll() -> None:
    """Even after a miss; the attempt changes nothing."""
    game = begun(seed=1)
    assert game.order("blue", "shoot b1 r1").faces == (Face(6, 2),)
    state = game.state

    with pytest.raises(OrderRefused, match="dice were rolled"):
        game.undo("blue")

    assert game.state is state


def test_undo_is_refused_after_the_bound() -> None:
    """`end` is final, for both sides."""
    game = begun()
    game.order("blue", "end")

    assert why(game, "blue") == "your side has given no order since it began to act"
    assert why(game, "red") == "your side has given no order since it began to act"


def test_undo_is_refused_after_the_battle() -> None:
    """A resignation is final."""
    game = begun()
    game.order("blue", "resign")

    assert why(game) == "the battle is over"


def test_undo_is_refused_after_new_ground_was_seen() -> None:
    """Whether or not an enemy was there."""
    game = begun(BLIND)
    before = game.view("blue").seen
    game.order("blue", "step b1 2,0")
    grown = game.view("blue").seen & ~before

    assert bool(grown)
    more = f"{grown.bit_count()} more tile{'s' * (grown.bit_count() > 1)}"
    assert why(game) == f"the move showed whether enemies are on {more}"


@pytest.mark.parametrize(
    ("event", "taught"),
    [
        (Turned("b1", Facing.S), False),
        (Zoned("s1", "smoke", "blue", ((1, 1),), owner="b1"), False),
        (Scored("blue", 3, "ford"), False),
        (Changed((2, 2), "road", by="b1"), False),
        (Turned("r1", Facing.S), True),
        (Zoned("s1", "smoke", "red", ((1, 1),)), True),
        (Zoned("s1", "smoke", "blue", ((1, 1),)), True),
        (Unzoned("s1"), True),
        (Scored("blue", 3, "kill", figure="r1"), True),
        (Scored("red", 3, "ford"), True),
        (Changed((2, 2), "road"), True),
        (Stopped("b1", "met"), True),
        (Struck("b1", "hit"), True),
        (Burst((3, 3), "mortar"), True),
        (Asked("blue", "hit", ("duck",), figure="b1"), True),
    ],
)
def test_undo_is_refused_after_news_that_the_order_did_not_cause(
    event: Event, *, taught: bool
) -> None:
    """Of two histories with the same state, only the one with such news refuses undo."""
    game = begun()
    history = History(game.state, {"blue": "human", "red": "regular"})
    history.add(
        Entry(1, "blue", "turn b1 face=S", (), (ToldEvent(event, ("blue",)),)), history.state
    )

    refused = undo_refusal(history, "blue", game.verbs)

    assert (refused is not None) == taught


def test_deployment_can_be_undone() -> None:
    """No side sees an enemy before the first turn, so nothing is learnt."""
    game = begun(DEPLOYED)
    game.order("blue", "deploy b2 0,1")

    game.undo("blue")

    assert state_text(game.state) == state_text(begun(DEPLOYED).state)
    assert why(game) == "there is no order to take back"


def test_undo_does_not_reveal_a_hidden_watcher() -> None:
    """Undo is refused for the same reason with and without it."""
    game = begun(players=ALONE)
    game.order("blue", "step b1 1,1")
    game.order("red", "answer hold")
    watched = why(game)
    open_field = begun(LANE.replace(" watch hidden", " hidden"), players=ALONE)
    open_field.order("blue", "step b1 1,1")

    assert watched == why(open_field) == "the move could have met an unseen enemy"


def test_a_step_that_no_enemy_can_answer_is_undone() -> None:
    """All enemies are visible, and none began hidden."""
    game = begun(LANE.replace(" watch hidden", ""), players=ALONE)
    game.order("blue", "step b1 1,1")

    assert why(game) == ""


def test_a_question_to_a_human_player_is_public() -> None:
    """Both players at one keyboard know of the question."""
    game = begun()
    game.order("blue", "step b1 1,1")
    assert why(game) == "the other side was asked a question after it"

    game.order("red", "answer hold")

    assert why(game) == "the other side was asked a question after it"


def test_a_side_undoes_only_its_own_orders() -> None:
    """A side without orders has nothing to undo."""
    game = begun()
    game.order("blue", "turn b1 face=S")

    assert why(game, "red") != ""


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_a_game_after_undo_continues_as_without_it(seed: int, choices: int) -> None:
    """Views and dice included."""
    game = play(Game.new(toy(), seed, ALONE), 12, choices)
    plain = Game.new(toy(), seed, ALONE)
    detour = Game.new(toy(), seed, ALONE)
    for entry in game.lines[2:]:
        order = next(iter(legal(detour)))
        detour.order(entry.side, order)
        if detour.undo_refusal(entry.side) is not None:
            return
        detour.undo(entry.side)
        plain.order(entry.side, entry.order)
        detour.order(entry.side, entry.order)
        assert state_text(detour.state) == state_text(plain.state)
        assert detour.standing[-1] == plain.standing[-1]
        for side in plain.sides:
            assert detour.view(side).news == plain.view(side).news


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_undo_depends_only_on_what_the_side_knows(seed: int, choices: int) -> None:
    """Two battles that a side cannot tell apart give the same result."""
    watched = Game.new(toy(LANE), seed, ALONE)
    calm = Game.new(toy(LANE.replace(" watch hidden", " hidden")), seed, ALONE)
    for entry in play(Game.new(toy(LANE), seed, ALONE), 10, choices).lines[2:]:
        if entry.side != "blue" or entry.verb == "answer" or calm.refusal("blue", entry.order):
            break
        for game in (watched, calm):
            game.order("blue", entry.order)
        question = watched.view("red").question
        if question is not None and question.what == "watch":
            watched.order("red", "answer hold")
        assert watched.undo_refusal("blue") == calm.undo_refusal("blue")
