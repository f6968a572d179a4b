"""The log of a finished battle leads to the record, line by line."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from skirmish.core.events import (
    Bound,
    Burst,
    Changed,
    Fired,
    Hurt,
    Left,
    Moved,
    Posed,
    Struck,
    Unzoned,
    Zoned,
)
from skirmish.core.state import Objective, Zone
from skirmish.core.view import Contest, GivenOrder, News
from skirmish.errors import UsageProblem
from skirmish.game import Game, open_text
from skirmish.presentation.figure_status import health_of
from skirmish.presentation.log.event_sentences import log_sentences
from skirmish.presentation.log.log_writer import Sentence
from skirmish.session.omniscient import omniscient_view
from skirmish.tui.battle_log import _result, battle_log, latest_lines, log_content, losses_since
from skirmish.tui.panel_lines import side_colour
from tests.position import position

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.skr"))
SCENARIOS = Path(__file__).parents[2] / "scenarios"
MILL = Path(__file__).parent / "data" / "mill.toml"


@pytest.mark.parametrize("path", GOLDEN[:3], ids=lambda path: path.stem)
def test_every_line_knows_where_it_was_told(path: Path) -> None:
    """In the order of the record, and by the line in which it truly happened."""
    game = Game.replay(path)
    log = battle_log(game)
    lines = [entry.place for entry in log]

    assert lines == sorted(lines)
    for entry in log:
        told = [one.event for one in game.lines[entry.place - 1].told]
        said = entry.said.event
        walks = isinstance(said, Moved) and said.figure in [one.subject for one in told]
        assert said in told or walks, entry.said.words


def test_ids_and_results_have_their_colours() -> None:
    """An id that of its side; what came of an attack that of how bad it is; the words stay."""
    game = Game.replay(GOLDEN[0])
    view = omniscient_view(game)
    seen: set[str] = set()
    for said in (entry.said for entry in battle_log(game)):
        line = log_content(said, view, named=False)
        assert line.plain.startswith(said.text)
        for span in line.spans:
            word = line.plain[span.start : span.end]
            if word in view.state.figures:
                assert span.style == side_colour(view, view.state.figures[word].who.side)
                seen.add(str(span.style))
            elif span.style == "$error":
                assert any(isinstance(one, Left) for one in said.events)
                seen.add("$error")

    assert seen == {"$first-side", "$second-side", "$error"}


def test_figures_have_their_names_also_once_they_are_out() -> None:
    """At the first mention of each: a line stays as it was written."""
    game = Game.replay(GOLDEN[0])
    view = omniscient_view(game)
    said, fired = next(
        (one.said, one.said.event) for one in battle_log(game) if isinstance(one.said.event, Fired)
    )
    shooter = view.state.figures[fired.figure]
    named = log_content(said, view).plain

    assert named.startswith(f"{shooter.id} {shooter.who.name} ")
    left = {name: one for name, one in view.state.figures.items() if name != shooter.id}
    known = view.state.known
    out = evolve(known[view.side], gone={**known[view.side].gone, shooter.id: shooter})
    state = evolve(view.state, figures=left, known={**known, view.side: out})
    assert log_content(said, evolve(view, state=state, contacts={})).plain == named


def test_doors_and_the_end_of_overwatch_name_their_figure() -> None:
    """The events have it in a field of their own, or not at all."""
    battle = position("a>. . R<", ruleset="d20")
    seen = battle.view()
    zoned = Zoned("overwatch_blue_1", "overwatch", "blue", ((2, 0),), owner="a")
    after = [News(Changed((1, 0), "open_door", by="a")), News(Unzoned("overwatch_blue_1"))]
    before = evolve(seen, news=(News(zoned),))
    zone = Zone(zoned.zone, zoned.kind, zoned.side, "a", zoned.tiles)
    before = evolve(before, state=evolve(before.state, zones={zone.id: zone}))
    told = log_sentences(before, after, battle.ruleset)
    juno = evolve(seen.state.figures["a"], who=evolve(seen.state.figures["a"].who, name="Juno"))
    named = evolve(seen, state=evolve(seen.state, figures={**seen.state.figures, "a": juno}))
    lines = [log_content(one, named) for one in told]

    assert [line.plain.rstrip() for line in lines] == [
        "a Juno opens the door at 1,0",
        "a Juno: overwatch ends",
    ]
    own = side_colour(named, "blue")
    assert all(any(str(span.style) == own for span in line.spans) for line in lines)


def test_the_result_above_a_lesson_keeps_its_end() -> None:
    """Where both names do not fit into its row, it has none."""
    battle = position("a>. . R<", ruleset="trait_die")
    news = [News(Fired("a", "rifle", target="r")), News(Struck("r", "shaken", source="a"))]
    (said,) = log_sentences(battle.view(), news, battle.ruleset)
    bare, named = "a at r: shaken", "a a at r R: shaken"
    rows = {width: _result([said], battle.view(), width).plain for width in (8, 14, 17, 18)}
    assert rows == {8: "a at r:…", len(bare): bare, 17: bare, len(named): named}


def test_a_result_in_one_row_says_what_was_done() -> None:
    """Where it fits; of a throw also where it came down."""
    battle = position("a>R<. . .", ruleset="d100")
    grip = [
        News(Fired("a", "", target="r", how="grapple")),
        News(Struck("r", "unharmed", source="a")),
    ]
    burst = Burst((4, 0), "frag_grenade")
    throw = [News(Fired("a", "frag_grenade", at=(3, 0))), News(burst)]
    (held,) = log_sentences(battle.view(), grip, battle.ruleset)
    (thrown,) = log_sentences(battle.view(), throw, battle.ruleset)
    assert _result([held], battle.view(), 40).plain == "a a tries to grapple r R: unharmed"
    assert _result([held], battle.view(), 20).plain == "a a at r R: unharmed"
    said = _result([thrown], battle.view(), 60).plain
    assert said == "a throws frag grenade at 3,0: lands at 4,0, 1 tile E of 3,0"


def test_a_burst_in_a_row_above_a_lesson_keeps_what_it_came_to() -> None:
    """The figures without the weapon, where the sentence is too long for it."""
    game = Game.new(open_text((SCENARIOS / "first_steps_d20.toml").read_text("utf-8")), 3)
    for side in ("blue", "red"):
        game.order(side, "ready")
    view = game.view("blue")
    lead = "b1 fires assault rifle in a burst at r2 (99% effect)"
    tail = ": needs 7+, rolls 20: critical hit, 4 of 4 shots hit"
    fired, given = Fired("b1", "assault_rifle", target="r2"), GivenOrder("fire b1 r2", view)
    shot = Sentence(lead, tail=tail, event=fired, events=(fired,))
    hit = Sentence("r2: 9 hit points lost", events=(struck := Struck("r2", "hit", source="b1"),))
    news = [News(fired, given=given), News(struck)]
    lines = latest_lines([shot, hit], news, view, (61, 2))

    assert [line.plain for line in lines] == [f"b1 at r2{tail}", "r2 Wick: 9 hit points lost"]


def test_own_losses_stand_until_the_next_order() -> None:
    """Those of the enemy's bound, which what happened after them may have pushed out of sight."""
    battle = position("a>. . R<\nb>. . . ", ruleset="trait_die")
    view, given = battle.view(), GivenOrder("end", battle.view())
    bounds = [Bound(1, 2, "act", "red"), Bound(2, 1, "act", "blue")]
    news = [News(bounds[0], given=given), News(Left("b", "out")), News(Left("r", "out"))]
    rules = battle.ruleset
    told = [line.plain for line in losses_since([*news, News(bounds[1])], view, rules)]
    assert told == ["since your last order: lost b b"]
    hurt = [News(Hurt("a", 1)), News(Hurt("r", 1))]
    told = [line.plain for line in losses_since([*news, *hurt], view, rules)]
    health = health_of(rules, view.state.figures["a"])
    left = f"{health.left} of {health.full} left"
    assert told == [f"since your last order: lost b b; hurt a a ({left})"]

    after = News(Posed("a", "prone"), given=given)
    assert losses_since([*news, News(bounds[1]), after], view, rules) == []
    assert losses_since([*news[2:], News(bounds[1])], view, rules) == []


def test_no_story_is_told_of_a_battle_that_lasts() -> None:
    """It would tell what nobody may know."""
    with Game.new(open_text(MILL.read_text()), 1) as game, pytest.raises(UsageProblem):
        battle_log(game)


def test_a_name_that_the_sentence_has_is_not_doubled() -> None:
    """As in an objective that names its figure with the id behind it."""
    battle = position("a>. . . R<", ruleset="opposed_d6")
    foe = battle.view().state.figures["r"]
    moved = Moved("r", ((2, 0),))
    said = Sentence(f"points: put {foe.who.name} (r) out", event=moved, events=(moved,))

    assert log_content(said, battle.view()).plain == said.text


def test_the_points_missed_in_a_turn_stay_in_sight_as_the_next_begins() -> None:
    """In one row, where there is no more; a hit of the enemy that came before needs another."""
    goal = Objective("o1", "blue", "hold", 2, area=(0, 0, 3, 0), text="Hold the yard " * 6)
    battle = position("b>R<. . . .", objectives=(goal,))
    contest = Contest("blue", "o1", ("r",))
    news = (
        News(Fired("r", "rifle", target="b")),
        News(Struck("b", "missed", source="r")),
        News(Bound(2, 0, "fire", "red"), contests=(contest,)),
    )
    said = log_sentences(battle.view(), news)

    (line,) = latest_lines(said, news, battle.view(), (60, 1))
    assert line.plain.startswith("no points for blue, r was seen there in this turn: Hold")
    assert len(latest_lines(said, news, battle.view(), (60, 2))) == 2
