"""What a side saw, as timed effects: made from its news alone, in order, the same each time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import pytest
from attrs import evolve

from skirmish.core import events as ev
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, adjacent
from skirmish.core.state import Clock, Zone
from skirmish.core.view import News, View, news_of, view
from skirmish.presentation.log.clip_timeline import timeline_of
from skirmish.presentation.log.effects import (
    Clip,
    Drop,
    Flight,
    MuzzleFlash,
    Sighting,
    Spread,
    Timeline,
    Tracer,
    Walk,
    Word,
    middle,
)
from skirmish.rulesets.registry import RULESETS
from skirmish.session.playback import ALL, playback_of
from tests.drill_ruleset import drilled
from tests.position import Position, position
from tests.rulesets.opposed_d6.test_opportunity import OPEN, lane
from tests.test_hidden import otherwise, played


def clips(ruleset: str, eyes: str) -> Iterator[Clip]:
    """A whole game as some eyes saw it, step by step."""
    playback = playback_of(played(ruleset, 0), eyes)
    for at in range(1, playback.last + 1):
        yield Clip(playback.view(at - 1), playback.view(at), playback.steps[at].news)


def shot() -> Timeline:
    """A figure fires at an enemy in sight."""
    game = drilled()
    before = game.view("blue")
    game.order("blue", "fire b1 r1")
    after = game.view("blue")
    return timeline_of(Clip(before, after, after.news[len(before.news) :]))


def standing(known: View) -> dict[str, Tile]:
    """Where figures stand."""
    return {f.id: f.at for f in known.state.figures.values() if f.at is not None}


def test_a_shot_is_a_flash_a_tracer_and_what_it_did() -> None:
    """The flash begins with the tracer, the word when the tracer has come."""
    timeline = shot()
    flash, tracer, *rest = timeline.effects
    before = timeline.clip.before.state.figures

    assert isinstance(flash, MuzzleFlash)
    assert isinstance(tracer, Tracer)
    assert tracer.begin == flash.at == middle(before["b1"].tile)
    assert tracer.end == middle(before["r1"].tile)
    words = [one for one in rest if isinstance(one, Word)]
    assert [word.at for word in words] == [before["r1"].tile]
    assert words[0].start == tracer.start + tracer.length
    assert timeline.focus(timeline.length) == before["r1"].tile


def test_the_clock_of_what_is_shown_follows_the_bounds() -> None:
    """So that the top line tells of the bound that is watched, not of the one before it."""
    moved = 0
    for clip in clips("opposed_d6", ALL):
        timeline = timeline_of(clip)
        clock = clip.before.state.clock
        for at, one in enumerate(clip.news, 1):
            if isinstance(one.event, ev.Bound):
                clock = Clock(one.event.turn, one.event.step, one.event.phase, one.event.side)
            clocks = {stage.view.state.clock for stage in timeline.stages if stage.told == at}
            assert clocks <= {clock}
            moved += bool(clocks) and clock != clip.before.state.clock
    assert moved


@pytest.mark.parametrize("side", ["blue", "red"])
def test_the_result_of_a_shot_out_of_sight_stands_where_one_of_both_is_seen(side: str) -> None:
    """BAY-21: at the shooter that its result is not seen; at the target what it suffers."""
    battle = lane(OPEN, 11)
    shot = battle.order("fire a R", [1, 6])
    news = news_of(battle.state, shot.told, shot.faces, side)
    timeline = timeline_of(Clip(battle.view(side), shot.view(side), news))
    words = [(one.text, one.at) for one in timeline.effects if isinstance(one, Word)]

    if side == "blue":
        assert "r" not in standing(battle.view(side))
        assert words == [("result unseen", battle.figure("a").tile)]
    else:
        assert "a" not in standing(battle.view(side))
        assert words == [("no effect", battle.figure("r").tile)]


def test_without_news_nothing_is_seen() -> None:
    """And nothing lasts."""
    known = drilled().view("red")
    timeline = timeline_of(Clip(known, known, ()))
    assert (timeline.effects, timeline.length) == ((), 0)
    assert standing(timeline.stage(0).view) == standing(known)


def test_a_burst_is_a_tracer_for_each_round_and_misses_go_past() -> None:
    """As many as were told; the last ones hit."""
    timeline = shot()
    clip = timeline.clip
    sums = {"shots": 4, "hits": 1, "damage": 6}
    news = (
        News(ev.Fired("b1", "rifle", target="r1", how="burst")),
        News(ev.Struck("r1", "hit", source="b1", sums=sums)),
        News(ev.Hurt("r1", 6)),
    )
    effects = timeline_of(evolve(clip, news=news)).effects
    ends = [one.end for one in effects if isinstance(one, Tracer)]

    aim = middle(clip.before.state.figures["r1"].tile)
    assert [end == aim for end in ends] == [False, False, False, True]
    assert [word.text for word in effects if isinstance(word, Word)] == ["-6"]


def test_the_winner_of_a_close_combat_has_no_word() -> None:
    """What happens to its foe says it; where nothing happens to either, both have one."""
    clip = shot().clip
    for mine, theirs, words in (
        ("nothing", "downed", ["downed"]),
        ("downed", "nothing", ["downed"]),
        ("nothing", "nothing", ["no effect", "no effect"]),
    ):
        news = (
            News(ev.Struck("b1", mine, source="r1", how="melee")),
            News(ev.Struck("r1", theirs, source="b1", how="melee")),
        )
        effects = timeline_of(evolve(clip, news=news)).effects
        assert [one.text for one in effects if isinstance(one, Word)] == words


def test_a_burst_that_misses_its_target_is_seen_to_strike_another() -> None:
    """The round that hits flies to the figure that it strikes, and both have their word."""
    timeline = shot()
    clip = timeline.clip
    news = (
        News(ev.Fired("b1", "rifle", target="r1", how="auto")),
        News(ev.Struck("r1", "missed", source="b1")),
        News(ev.Struck("r2", "downed", source="b1", how="stray")),
    )
    figures = clip.before.state.figures
    effects = timeline_of(evolve(clip, news=news)).effects
    ends = [one.end for one in effects if isinstance(one, Tracer)]

    assert ends[-1] == middle(figures["r2"].tile)
    assert middle(figures["r1"].tile) not in ends
    words = [(one.at, one.text) for one in effects if isinstance(one, Word)]
    assert words == [(figures["r1"].tile, "miss"), (figures["r2"].tile, "downed")]


def rising(battle: Position, *events: ev.Event, side: str = "blue") -> list[tuple[str, str]]:
    """The words of a clip with these news: who they rise from, and what they say."""
    news = tuple(News(one) for one in events)
    timeline = timeline_of(Clip(battle.view(side), battle.view(side), news))
    places = {at: name for name, at in standing(battle.view(side)).items()}
    return [(places[one.at], one.text) for one in timeline.effects if isinstance(one, Word)]


def test_a_jam_and_a_failed_reaction_of_an_enemy_rise_from_it() -> None:
    """In the words of the log; a number of successes says nothing by itself."""
    pool = position("a>. . R<", ruleset="dice_pool")
    jam, shot = ev.Tested("r", "weapon", "jams"), ev.Fired("r", "rifle", target="a")
    throw = ev.Fired("r", "grenade", at=(1, 0), how="throw")
    assert rising(pool, shot, ev.Tested("r", "attack", "hits_0"), jam) == [("r", "jams")]
    assert rising(pool, throw, jam) == [("r", "next one stuck")]

    held = position("a>. . R<", ruleset="trait_die", counters={"R": {"holding": 1}})
    late, ends = ev.Tested("r", "agility", "acts_right_after"), ev.Counted("r", "holding", 0)
    assert rising(held, late) == [("r", "acts right after")]
    assert rising(held, ends, ev.Posed("a", "prone")) == [("r", "held action lost")]
    assert rising(held, ends, shot) == []


def test_a_weapon_that_runs_dry_is_seen_by_its_own_side_only() -> None:
    """After its shot, also where the round is counted before it; the enemy learns nothing."""
    battle = position("a>. . R<", ruleset="d20", counters={"a": {"rounds": 1}})
    shot = battle.order("fire a R", [3])
    told = {
        side: [one.event for one in news_of(battle.state, shot.told, shot.faces, side)]
        for side in ("blue", "red")
    }
    assert ("a", "empty") in rising(battle, *told["blue"])
    assert [name for name, _ in rising(battle, *told["red"], side="red")] == ["r"]

    effects = timeline_of(
        Clip(battle.view(), battle.view(), tuple(map(News, told["blue"])))
    ).effects
    kinds = [getattr(one, "text", type(one).__name__) for one in effects]
    assert kinds.index("Tracer") < kinds.index("empty")


def test_what_is_thrown_flies_to_where_it_comes_down() -> None:
    """Not to where it was aimed."""
    clip = shot().clip
    news = (
        News(ev.Fired("b1", "grenade", at=(5, 1), how="throw")),
        News(ev.Burst((6, 0), "grenade")),
    )
    flights = [
        one for one in timeline_of(evolve(clip, news=news)).effects if isinstance(one, Flight)
    ]
    assert [one.end for one in flights] == [middle((6, 0))]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("eyes", [ALL, "blue"])
def test_a_whole_game_ends_each_clip_as_it_stands(ruleset: str, eyes: str) -> None:
    """Effects follow each other, walks go tile by tile, and the map is as the view after it.

    No figure is hurt before the shot.
    """
    kinds = set()
    for clip in clips(ruleset, eyes):
        timeline = timeline_of(clip)
        assert timeline == timeline_of(clip)
        assert [one.start for one in timeline.stages] == sorted(s.start for s in timeline.stages)
        assert timeline.stages[0].view.state.figures == clip.before.state.figures or clip.news
        for stage in timeline.stages:  # what is drawn over a stage asks who is in sight
            state, side = stage.view.state, stage.view.side
            assert all(state.figures[name].at for name in state.known[side].visible)
        kinds |= {type(one) for one in timeline.effects}
        for one in timeline.effects:
            assert one.length > 0
            if isinstance(one, Walk):
                assert all(adjacent(a, b) for a, b in zip(one.tiles, one.tiles[1:], strict=False))
                shown = timeline.stage(one.start).view.state.figures.get(one.figure.id)
                assert shown is None or shown.at is None
        now = standing(timeline.stages[-1].view)
        assert {name: now.get(name) for name in standing(clip.after)} == standing(clip.after)
        assert timeline.stages[-1].told == len(clip.news)
        assert not ahead(timeline)
    assert kinds >= {Walk, Tracer, Word, Drop, Sighting}


def ahead(timeline: Timeline) -> list[str]:
    """Own figures whose damage or counters are at some stage not those of the news by then.

    Without the last stage: a bound that begins sets counters without news.
    """
    clip = timeline.clip
    figures = [f for f in clip.before.state.figures.values() if f.side == clip.before.side]
    return [
        figure.id
        for stage in timeline.stages[:-1]
        for figure in figures
        if (shown := stage.view.state.figures.get(figure.id)) is not None
        and (shown.damage, shown.counters)
        not in [changed(figure, clip.news[: stage.told + present]) for present in (0, 1)]
    ]


def changed(figure: Figure, news: Sequence[News]) -> tuple[int, dict[str, int]]:
    """Damage and counters of a figure after some news."""
    damage, counters = figure.damage, dict(figure.counters)
    for one in news:
        match one.event:
            case ev.Hurt(figure=figure.id, amount=amount):
                damage += amount
            case ev.Counted(figure=figure.id, counter=counter, value=value):
                counters[counter] = value
            case ev.Revealed(figure=figure.id):
                counters["hidden"] = 0
            case _:
                pass
    return damage, {name: value for name, value in counters.items() if value}


def test_smoke_spreads_from_where_it_was_laid() -> None:
    """Each tile of it once, before the zone stands on the map."""
    found = [
        (timeline, one)
        for clip in clips("opposed_d6", ALL)
        for timeline in [timeline_of(clip)]
        for one in timeline.effects
        if isinstance(one, Spread)
    ]
    timeline, spread = found[0]
    assert len(set(spread.tiles)) == len(spread.tiles)
    assert not timeline.stage(spread.start).view.state.zones
    assert timeline.stage(spread.start + spread.length).view.state.zones


def test_smoke_that_is_gone_is_told_where_it_was() -> None:
    """By a word that rises there; nothing else on the map tells that it ended."""
    battle = position("a>. . . . R<", ruleset="opposed_d6", kind="sergeant")
    zone = Zone("smoke_blue_4_0", "smoke", "blue", "a", ((3, 0), (4, 0), (5, 0)))
    before = evolve(battle.view(), state=evolve(battle.state, zones={zone.id: zone}))
    timeline = timeline_of(Clip(before, battle.view(), (News(ev.Unzoned(zone.id)),)))

    assert [(one.at, one.text) for one in timeline.effects if isinstance(one, Word)] == [
        ((4, 0), "smoke gone")
    ]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_unseen_changes_no_effect(ruleset: str) -> None:
    """Two battles that differ in what a side cannot see are watched alike."""
    game, chance, changed = played(ruleset, 1), Random(3), 0
    for line in range(1, len(game.lines), 7):
        before, after = game.state_at(line), game.state_at(line + 1)
        for side in game.sides:
            news = game.news_from(line + 1, side)
            other = otherwise(before, side, chance), otherwise(after, side, chance)
            changed += other != (before, after)
            seen, same = (
                timeline_of(Clip(view(a, side), view(b, side), news))
                for a, b in ((before, after), other)
            )
            assert seen == same
    assert changed
