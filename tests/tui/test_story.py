"""The log: sentences made from news."""

from skirmish.core import events as ev
from skirmish.core.dice import Face
from skirmish.core.geometry import Facing
from skirmish.core.view import News, view
from skirmish.tui.story import story
from tests.toy_ruleset import toy

VIEW = view(toy().state, "blue")


def told(*news: News | ev.Event) -> list[str]:
    """The sentences of some news."""
    given = [one if isinstance(one, News) else News(one) for one in news]
    return [sentence.content.plain for sentence in story(VIEW, given)]


def test_a_shot_is_one_sentence_with_its_dice() -> None:
    """Both totals are opened up into the die and what was added to it."""
    faces = (Face(6, 5), Face(6, 2))
    struck = ev.Struck("r1", "suppressed", source="b2", sums={"attack": 9, "guard": 5})

    assert told(ev.Fired("b2", "rifle", target="r1"), News(struck, faces)) == [
        "b2 fires rifle at r1: 5+4 against 2+3: suppressed"
    ]


def test_a_die_that_several_share_is_told_once() -> None:
    """Where one total's die is known alone, the other total stands as it is."""
    struck = ev.Struck("r1", "suppressed", sums={"attack": 9, "guard": 6})
    burst = ev.Burst((3, 3), "mortar")

    assert told(News(burst, (Face(6, 4, "attack"),)), News(struck, (Face(6, 1, "guard"),))) == [
        "mortar comes down at 3,3  (attack 4)",
        "r1: 9 against 1+5: suppressed",
    ]


def test_a_sum_is_told_as_a_sum() -> None:
    """A die, a factor and their total are no list."""
    struck = ev.Struck("r1", "recoil", sums={"die": 5, "factor": 2, "total": 7})

    assert told(News(struck, (Face(6, 5, "r1"),))) == ["r1: 5+2 = 7: recoil"]


def test_what_is_not_known_is_not_told() -> None:
    """A shot from nowhere has no source, and no dice that were not seen."""
    assert told(ev.Struck("b1", "suppressed")) == ["b1: suppressed"]


def test_walking_and_turning_are_one_deed() -> None:
    """Only of the same figure."""
    moved = ev.Moved("b1", ((2, 0), (3, 0)))

    assert told(moved, ev.Turned("b1", Facing.N), ev.Turned("b2", Facing.S)) == [
        "b1 moves to 3,0, faces N",
        "b2 faces S",
    ]


def test_bookkeeping_is_not_told() -> None:
    """Counters that fall back by themselves or count something are no news."""
    assert told(ev.Counted("b1", "stepped", 1)) == []
    assert told(ev.Counted("b1", "shaken", 1)) == ["b1: shaken"]
