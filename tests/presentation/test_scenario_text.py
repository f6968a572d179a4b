"""Lessons of a tutorial."""

from __future__ import annotations

import re

import pytest
from attrs import evolve

from skirmish.core.events import Bound, Counted, Moved, Posed
from skirmish.core.setup import DEPLOYMENT, Lesson
from skirmish.core.view import GivenOrder, News, View
from skirmish.errors import FileProblem
from skirmish.game import Game, opening_of
from skirmish.line import battle_text
from skirmish.line.order_parser import parse_typed_order
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.orders.refusals import refusal_of
from skirmish.presentation.setup.scenario_text import current_lessons, unseen_lessons
from skirmish.presentation.wording import with_keys
from skirmish.rulesets.common import deploy
from skirmish.rulesets.registry import ruleset
from skirmish.scenario import find, load, parse, scenario_text, shipped
from skirmish.session.controller import Controller
from skirmish.tui.keys import KEYS, KeyTable
from tests.position import Position, position

FIRST = Lesson("blue", 1, "move", "Take 'move'. The map shows 'threat'.")
AFTER = Lesson("blue", 1, "move", "Well\ndone.", when="moved a")


def taught(*news: News, side: str = "blue") -> tuple[Position, View]:
    """A position with lessons for blue, after some news."""
    battle = position("a>. . . R<", phase="move", lessons=(FIRST, AFTER))
    return battle, evolve(battle.view(side), news=news)


def test_a_lesson_shows_from_the_start_of_its_bound() -> None:
    """Only for its own side."""
    assert current_lessons(taught()[1]) == (FIRST.text,)
    assert current_lessons(taught(side="red")[1]) == ()


def test_a_lesson_after_an_event_replaces_those_before() -> None:
    """If the event was that figure's and in this bound."""
    mine, other = News(Moved("a", ((1, 0),))), News(Moved("b", ((1, 0),)))
    begun = News(Bound(1, 1, "move", "blue"))

    assert current_lessons(taught(begun, mine)[1]) == ("Well done.",)
    assert current_lessons(taught(begun, other)[1]) == (FIRST.text,)
    assert current_lessons(taught(mine, begun)[1]) == (FIRST.text,)


def test_no_lesson_comes_again_in_a_later_bound_of_its_turn() -> None:
    """Where a side has several passes or phases; what happens first in a later one still shows."""
    moved, begun = News(Moved("a", ((1, 0),))), News(Bound(1, 1, "move", "blue"))
    theirs, later = News(Bound(1, 2, "move", "red")), News(Bound(1, 3, "move", "blue"))

    assert current_lessons(taught(begun, moved, theirs, later)[1]) == ()
    assert current_lessons(taught(begun, moved, theirs, later, moved)[1]) == ()
    assert current_lessons(taught(begun, theirs, later, moved)[1]) == ("Well done.",)


def test_a_lesson_waits_for_its_event_in_later_turns_too() -> None:
    """Each order shows one, in the order of the file; none shows twice."""
    lessons = tuple(Lesson("blue", turn, "move", f"{turn}", when="moved") for turn in (1, 2, 3))
    battle = position("a>. . . R<", phase="move", lessons=lessons)
    steps = [Moved("a", ((1, 0),)), Moved("a", ((2, 0),))]
    order = GivenOrder("move a 2,0", battle.view())

    def shown(orders: int, *, mine: bool = True) -> tuple[str, ...]:
        whose = "blue" if mine else "red"
        bounds = [News(Bound(1, 1, "move", "blue")), News(Bound(2, 2, "move", whose))]
        moves = [News(steps[0], given=order), News(steps[1])] * orders
        return current_lessons(evolve(battle.view(), news=(*bounds, *moves)))

    assert [shown(orders) for orders in range(4)] == [(), ("1",), ("2",), ("2",)]
    assert shown(1, mine=False) == ()


def test_a_later_bound_without_a_lesson_names_the_turn_of_the_next_one() -> None:
    """So that the lessons do not seem to be over."""
    later = Lesson("blue", 3, "move", "Stop.")
    battle = position("a>. . . R<", phase="move", lessons=(FIRST, later))
    bounds = [Bound(1, at, "move", side) for at, side in ((1, "blue"), (2, "red"), (3, "blue"))]
    view = evolve(battle.view(), news=tuple(map(News, bounds)))

    assert current_lessons(view) == ("The lesson goes on in turn 3.",)


def test_a_lesson_on_a_state_shows_in_the_first_own_bound_after_it() -> None:
    """Above the others; neither for an enemy's state, nor a second time."""
    fear = Lesson("blue", 0, "", "It lies\nlow.", state="suppressed")
    battle = position("a>. . . R<", phase="move", lessons=(FIRST, AFTER, fear))
    mine, own = News(Counted("a", "suppressed", 1)), News(Bound(1, 1, "move", "blue"))
    theirs = News(Bound(1, 2, "fire", "red"))

    def shown(*news: News) -> tuple[str, ...]:
        return current_lessons(evolve(battle.view(), news=news))

    assert shown(theirs, mine, own) == ("It lies low.", FIRST.text)
    assert shown(theirs, News(Posed("a", "suppressed")), own) == ("It lies low.", FIRST.text)
    assert shown(theirs, mine, own, theirs, mine, own) == ()
    assert shown(theirs, News(Counted("a", "suppressed", 0)), own) == (FIRST.text,)
    assert shown(theirs, News(Counted("R", "suppressed", 1)), own) == (FIRST.text,)
    assert shown(theirs, mine, own, News(Moved("a", ((1, 0),)))) == ("Well done.",)


def test_a_sentence_begins_with_a_capital() -> None:
    """So does one that begins with an order."""
    said = with_keys("'log' has it. Done? 'end', or 'undo'.", lambda name: name[0])

    assert said == "Log (l) has it. Done? End (e), or undo (u)."


def test_screen_and_line_mode_word_lessons_differently() -> None:
    """The screen adds keys; line mode leaves out what only the screen has."""
    battle, known = taught()
    desk = Controller(battle.ruleset, known, KeyTable())

    assert desk.lesson_text(FIRST.text) == "Take move (m). The map shows threat (t)."
    assert battle_text.lesson_lines(LegalOrders(battle.ruleset, known)) == ["Take 'move'."]


def test_line_mode_types_what_the_screen_does_by_keys() -> None:
    """A sentence on keys becomes a legal order to type; what stands before its colon is kept."""
    keyed = Lesson(
        "blue",
        1,
        "move",
        "Move up to six tiles: arrow keys, 'confirm'. As you aim a move, the panel gives chances.",
    )
    battle = position("a>. . . R<", phase="move", lessons=(keyed,))
    known = evolve(battle.view(), news=(News(Bound(1, 1, "move", "blue")),))
    legal = LegalOrders(battle.ruleset, known)
    (said,) = battle_text.lesson_lines(legal)

    typed = re.fullmatch(
        r"Move up to six tiles\. Type, for example, '(move a \d,\d)'\. "
        r"Before a move, 'odds' with the order gives chances\.",
        said,
    )
    assert typed
    order = parse_typed_order(legal, "a", legal.known_verbs["move"], typed[1].split()[1:])
    assert refusal_of(legal, order) is None


def test_the_lessons_that_never_showed_are_known() -> None:
    """Those of moments that did not come, and of what did not happen then."""
    mine, begun = News(Moved("a", ((1, 0),))), News(Bound(1, 1, "move", "blue"))

    earlier = News(Bound(0, 1, "fire", "blue"))
    assert unseen_lessons(taught(earlier)[1]) == (FIRST.text, "Well done.")
    assert unseen_lessons(taught(begun)[1]) == ("Well done.",)
    assert unseen_lessons(taught(begun, mine, News(Bound(1, 2, "fire", "red")))[1]) == ()
    assert unseen_lessons(taught(side="red")[1]) == ()


def test_lessons_of_the_side_that_deploys_first_showed() -> None:
    """Its deployment is where the battle begins, so no event tells of it."""
    placing = Lesson("blue", 0, "deploy", "Place them.")
    placed = Lesson("blue", 0, "deploy", "Good.", "moved")
    battle = position("a>. . . R<", phase="move", lessons=(placing, placed))

    def unseen(*news: News) -> tuple[str, ...]:
        return unseen_lessons(evolve(battle.view(), news=news))

    then = News(Bound(0, 2, "deploy", "red"))
    assert unseen(then) == ("Good.",)
    assert unseen(News(Moved("a", ((1, 0),))), then) == ()
    assert unseen(News(Bound(0, 2, "deploy", "blue"))) == ("Good.",)


@pytest.mark.parametrize(
    ("when", "message"),
    [
        ("mooved", "no event 'mooved' (did you mean 'moved'?)"),
        ("moved b9", "no figure 'b9' ("),
    ],
)
def test_a_lesson_that_cannot_show_is_a_fault(when: str, message: str) -> None:
    """There is no such event or figure."""
    text = scenario_text(load(find("first_steps"))).replace('when = "placed"', f'when = "{when}"')

    with pytest.raises(FileProblem) as caught:
        parse(text)

    assert message in str(caught.value)


def test_a_lesson_on_a_state_that_there_is_not_is_a_fault() -> None:
    """The state is one of the ruleset's; it needs no turn and no phase."""
    text = scenario_text(load(find("first_steps")))
    assert 'state = "suppressed"' in text

    with pytest.raises(FileProblem) as caught:
        parse(text.replace('state = "suppressed"', 'state = "supressed"'))

    assert "no state 'supressed' in ruleset opposed_d6" in str(caught.value)
    assert "did you mean 'suppressed'?" in str(caught.value)


@pytest.mark.parametrize("name", [name for name in shipped() if name.startswith("first_steps")])
def test_quoted_orders_of_a_tutorial_have_keys(name: str) -> None:
    """The screen knows every quoted word, and its rules every order among them."""
    scenario = load(find(name))
    verbs = {"deploy", *ruleset(scenario.ruleset).verbs}
    known = {key.id for key in KEYS if not key.verb} | {key.verb for key in KEYS} & verbs
    texts = " ".join(lesson.text for lesson in scenario.lessons)
    named = re.findall(r"(?<!\w)'([a-z_]+)'", texts)

    assert len(named) > 10
    assert [word for word in named if word not in known] == []


def test_a_lesson_on_a_jam_is_given_for_any_weapon() -> None:
    """Each weapon has a counter of its own. In the last bound it comes too late."""
    jam = Lesson("blue", 0, "", "It jammed.", state="jammed")
    battle = position("a>. . . R<", ruleset="dice_pool", lessons=(jam,))
    stuck, own = News(Counted("a", "jammed_3", 1)), News(Bound(1, 3, "act", "blue"))
    told, late = (evolve(battle.view(), news=news) for news in ((stuck, own), (own, stuck)))

    assert (current_lessons(told), unseen_lessons(told)) == (("It jammed.",), ())
    assert (current_lessons(late), unseen_lessons(late)) == ((), ("It jammed.",))


@pytest.mark.parametrize("name", [name for name in shipped() if name.startswith("first_steps")])
def test_a_lesson_whose_cause_was_undone_was_seen(name: str) -> None:
    """It stood there until then."""
    game = Game.new(opening_of(load(find(name))), 1)
    side = game.to_act
    while game.state.clock.phase != DEPLOYMENT:
        game.order(side, "ready")
    family = next(
        one for f in game.view(side).own() for one in deploy.choices(game.view(side), f.id)
    )
    game.order(side, family.draw(lambda _: 0))
    (lesson,) = current_lessons(game.view(side))
    game.undo(side)
    while game.state.clock.phase == DEPLOYMENT:
        game.order(game.to_act, "ready")

    assert lesson in unseen_lessons(game.view(side))
    assert lesson not in unseen_lessons(game.retold(side))
