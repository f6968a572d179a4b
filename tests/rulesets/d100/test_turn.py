"""The clock: phases, initiative, what an action takes, where a turn ends; ambushes."""

from __future__ import annotations

import pytest
from attrs import evolve

from skirmish.core.figures import HIDDEN
from skirmish.core.state import Clock
from skirmish.core.view import News
from skirmish.presentation.log.event_sentences import log_sentences
from skirmish.rulesets.d100.budget import phase_of
from skirmish.rulesets.d100.dice import Harm
from skirmish.rulesets.d100.turn import moment
from tests.position import Position
from tests.rulesets.d100.blocks import FULL, HASTY, KNIFE, QUICK, SEMI, SOLDIER, scene


def where(game: Position) -> tuple[int, int, str]:
    """Turn, action phase and side."""
    clock = game.state.clock
    return clock.turn, phase_of(clock), clock.side


def deployed(drawing: str, faces: list[int], **more: object) -> Position:
    """The battle as its first turn begins."""
    game = scene(drawing, **more)
    before = evolve(game.state, clock=Clock(0, 1, "deploy", "red"))
    return evolve(game, state=before).order("ready", faces=faces)


def test_a_figure_acts_in_as_many_phases_as_it_has_speed() -> None:
    """EP-F4: phases in which nobody acts are left out; then comes the next turn."""
    game = scene("a . . . R", kinds={"a": QUICK})
    seen = [where(game)]
    for faces in ([], [], [9, 1]):
        game = game.order("end", faces=faces)
        seen.append(where(game))
    assert seen == [(1, 1, "blue"), (1, 1, "red"), (1, 2, "blue"), (2, 1, "blue")]
    slow = scene("a . b . R", kinds={"a": QUICK}).bound("act", "blue", step=15)
    assert (slow.rule("fire a R"), slow.rule("fire b R")) == ("legal", "EP-F4")


def test_four_phases_are_the_most() -> None:
    """EP-F4: speed 4 acts in each of them."""
    game = scene("a . . . R", kind=HASTY)
    seen = []
    while game.state.clock.turn == 1:
        seen.append(where(game)[1:])
        last = seen[-1] == (4, "red")
        game = game.order("end", faces=[9, 1] if last else [])
    assert seen == [(phase, side) for phase in (1, 2, 3, 4) for side in ("blue", "red")]
    assert moment(Clock(1, 5, "act", "blue")) == "phase 1"
    assert moment(Clock(1, 15, "act", "blue")) == "phase 2, speed 2+"


def test_initiative_each_turn() -> None:
    """EP-F5: a d10 and the best INIT of those who can act; the higher side bounds first."""
    leader = evolve(SOLDIER, id="leader", init=9)
    game = scene("a . b . R", kinds={"b": leader}).bound("act", "red")
    assert where(game.order("end", faces=[1, 6])) == (2, 1, "red")
    assert where(game.order("end", faces=[2, 5])) == (2, 1, "blue")


def test_a_tie_keeps_the_order() -> None:
    """EP-F5: whoever led last leads again."""
    game = scene("a . . . R").bound("act", "red")
    blue = game.order("end", faces=[5, 5])
    assert where(blue) == (2, 1, "blue")
    red = game.order("end", faces=[1, 9]).order("end").order("end", faces=[5, 5])
    assert where(red) == (3, 1, "red")


def test_a_tie_in_the_first_turn_is_rolled_again() -> None:
    """EP-F5: there is no order yet to keep."""
    assert where(deployed("a . . . R", [5, 5, 3, 4])) == (1, 1, "red")


@pytest.mark.parametrize(("until", "leads"), [(200, "blue"), (300, "red"), (900, "red")])
def test_who_cannot_act_does_not_count_for_initiative(until: int, leads: str) -> None:
    """EP-F5: nor does who will be stunned still; who gets up as the turn begins does."""
    leader = evolve(SOLDIER, id="leader", init=9)
    game = scene("a . b . R", kinds={"b": leader}).bound("act", "blue")
    down = evolve(game.figure("b"), posture="stunned", counters={"stunned": until})
    game = evolve(game, state=evolve(game.state, figures={**game.state.figures, "b": down}))
    assert where(game.bound("act", "red").order("end", faces=[5, 6])) == (2, 1, leads)


def test_one_complex_action_or_quick_ones() -> None:
    """EP-F6: three quick ones at most, and none beside a Complex one."""
    game = scene("a . . . R", weapons={"a": (SEMI,)})
    quick = game.order("aim a time=quick").order("mode a single").order("pose a prone")
    assert quick.rule("pose a standing") == "EP-F6"
    assert game.order("aim a time=quick").rule("fire a R") == "EP-F6"
    assert game.order("defend a").rule("pose a prone") == "EP-F6"
    assert quick.rule("move a 0,0>1,0") == "legal"


def test_aim() -> None:
    """EP-F16: +10 or +30, the larger counts; the next shot, or a step, uses it up."""
    game = scene("a . . . R").order("aim a")
    assert game.figure("a").count("aimed") == 30
    ready = game.bound("act", "blue", turn=2)
    assert ready.rule("aim a time=quick") == "EP-F16"
    assert ready.order("fire a R", faces=[99]).figure("a").count("aimed") == 0
    assert ready.order("move a 0,0>1,0").figure("a").count("aimed") == 0
    assert scene("a R", weapons={"a": (KNIFE,)}).rule("aim a") == "EP-F16"


def test_full_defence_lasts_until_the_next_phase() -> None:
    """EP-F9: the enemy's bound included."""
    game = scene("a . . . R", kind=QUICK).order("defend a").order("end")
    assert game.figure("a").count("defending") == 1
    assert game.order("end").figure("a").count("defending") == 0


def test_what_was_attacked_is_forgotten_with_the_action() -> None:
    """EP-F13: each phase counts its targets anew."""
    game = scene("a . . . R", kind=QUICK, weapons={"a": (SEMI,)}).order("fire a R", faces=[99])
    assert len(game.state.linked("attacked")) == 1
    later = game.order("end").order("end")
    assert later.state.linked("attacked") == ()
    assert later.figure("a").count("targets") == 0


# Ambush.


def ambush(faces: list[int], **marks: dict[str, int]) -> Position:
    """A lies hidden before r; q stands where it cannot be seen."""
    counters = {"a": {HIDDEN: 1}, **marks}
    return deployed("a . . . R\n. # # # #\nb . . # Q", faces, counters=counters)


def test_ambushers_act_first() -> None:
    """EP-37, EP-38, EP-F26: r tests Perception 50 against Infiltration 40, and fails."""
    game = ambush([60, 20])
    assert (game.state.clock.phase, game.state.clock.side) == ("ambush", "blue")
    assert game.news("tested") == ("tested r surprise surprised",)
    assert game.rule("fire a R") == "legal"
    assert game.rule("turn b N") == "EP-F4"
    assert moment(game.state.clock) == "ambush: only the hidden act"
    refused = game.refusal("turn b N")
    assert refused is not None
    assert refused.remedy == "only figures that lie in ambush act now"


def test_the_log_says_whose_roll_is_whose_in_a_test_of_surprise() -> None:
    """And which of them counts: the higher roll that succeeds."""
    game = ambush([2, 31])
    news = [News(one.event, one.faces(game.faces)) for one in game.told]
    said = [one.words for one in log_sentences(game.view(), news)]
    why = "r is surprised by the ambush: its perception is not the higher success"
    assert f"{why} (perception 2, infiltration 31)" in said


def test_the_surprised_lose_their_first_phase() -> None:
    """EP-F26, EP-F8: and may not defend in it; the others act as usual."""
    game = ambush([60, 20]).order("fire a R", faces=[98])
    game = game.order("end", faces=[1, 9])
    assert (game.state.clock.phase, game.state.clock.side) == ("act", "red")
    assert game.rule("turn R N") == "EP-F26"
    assert game.rule("turn Q N") == "legal"
    blue = game.order("end")
    assert (blue.rule("turn a N"), blue.rule("turn b N")) == ("EP-F4", "legal")
    later = blue.order("end", faces=[1, 9])
    assert where(later) == (2, 1, "red")
    assert later.rule("turn R N") == "legal"


def test_who_notices_acts_after_the_ambushers() -> None:
    """EP-F26: and has found them; it may defend."""
    game = ambush([45, 20])
    assert game.news("tested", "revealed") == ("tested r surprise warned", "revealed a")
    assert game.figure("r").count("surprised") == 0
    warned = game.order("end")
    assert (warned.state.clock.phase, warned.state.clock.side) == ("notice", "red")
    assert (warned.rule("turn R N"), warned.rule("turn Q N")) == ("legal", "EP-F4")
    after = warned.order("end", faces=[1, 9])
    assert (after.rule("turn R N"), after.rule("turn Q N")) == ("EP-F4", "legal")


def test_a_tie_or_two_failures_are_not_noticed() -> None:
    """EP-38, EP-F3: only a test that is won warns."""
    for faces in ([20, 20], [98, 98]):
        assert ambush(faces).figure("r").count("surprised") > 0


def test_the_distracted_notice_less() -> None:
    """EP-F27: 20 off; the loudest of a group counts."""
    assert ambush([45, 20], R={"distracted": 1}).figure("r").count("surprised") > 0
    loud = evolve(SOLDIER, id="loud", infiltration=10)
    both = {"a": {HIDDEN: 1}, "c": {HIDDEN: 1}}
    quiet = deployed("a . R\nc . .", [15, 20], counters=both)
    assert quiet.figure("r").count("surprised") > 0
    game = deployed("a . R\nc . .", [15, 20], counters=both, kinds={"c": loud})
    assert game.figure("r").count("surprised") == 0


def test_without_anybody_before_them_there_is_no_ambush() -> None:
    """EP-37: who lies hidden behind a wall surprises nobody."""
    game = deployed("a # R", [9, 1], counters={"a": {HIDDEN: 1}})
    assert game.state.clock.phase == "act"


def test_a_bound_without_anything_to_do_passes() -> None:
    """EP-F4: a side whose only figure is stunned has none."""
    game = scene("a . . . R", weapons={"a": (FULL,)})
    down = evolve(game.figure("r"), posture="stunned", counters={"stunned": 900})
    game = evolve(game, state=evolve(game.state, figures={**game.state.figures, "r": down}))
    assert where(game.order("end", faces=[9, 1])) == (2, 1, "blue")


def test_an_outcome_is_told_in_numbers() -> None:
    """`hit`, `damage` and `wounds`, and what else an attack may do."""
    told = scene("a . R").ruleset.outcomes.words(Harm(True, 9, 1, prone=True))
    assert {k: v for k, v in told.items() if v} == {"hit": 1, "damage": 9, "wounds": 1, "prone": 1}
