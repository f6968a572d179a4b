"""The log: sentences made from news."""

from pathlib import Path

import pytest
from attrs import evolve

from skirmish.core import events as ev
from skirmish.core.dice import Face
from skirmish.core.events import ToldEvent
from skirmish.core.geometry import Facing
from skirmish.core.state import Clock
from skirmish.core.view import UNSEEN, GivenOrder, News, news_of, view
from skirmish.game import Game, open_text
from skirmish.presentation.log.event_sentences import log_sentences, why_stopped
from skirmish.rulesets.dice_pool.counters import MODE_WORDS
from skirmish.rulesets.registry import RULESETS
from tests.drill_ruleset import DRILL, drilled
from tests.game.test_scripted_events import BATTLE
from tests.position import position
from tests.rulesets.opposed_d6.test_opportunity import OPEN, lane
from tests.rulesets.trait_die.blocks import scene as trait_die_scene
from tests.toy_ruleset import toy

VIEW = view(toy().state, "blue")
GOLDEN = Path(__file__).parents[1] / "golden" / "d20-water_station.skr"


def told(*news: News | ev.Event) -> list[str]:
    """The sentences of some news."""
    given = [one if isinstance(one, News) else News(one) for one in news]
    return [sentence.words for sentence in log_sentences(VIEW, given)]


def test_a_shot_is_one_sentence_with_its_dice() -> None:
    """Both totals are split into die and modifier."""
    faces = (Face(6, 5), Face(6, 2))
    struck = ev.Struck("r1", "suppressed", source="b2", sums={"attack": 9, "guard": 5})

    assert told(ev.Fired("b2", "rifle", target="r1"), News(struck, faces)) == [
        "b2 fires rifle at r1: die 5 + 4 = 9 against die 2 + 3 = 5: suppressed"
    ]


def test_a_called_shot_names_the_part_of_the_body_to_all_that_see_it() -> None:
    """Its own side also has its chance; nothing is called where the shooter is not seen."""
    game = Game.replay(GOLDEN)
    orders = [(n, one) for n, one in game.standing_lines if " limb=torso" in one.order]
    said: dict[str, list[str]] = {}
    for side in game.sides:
        for line, entry in orders:
            news = game.news_from(line, side)
            words = [one.words for one in log_sentences(game.view(side), news, game.ruleset)]
            who = "its own" if entry.side == side else "the enemy's"
            said.setdefault(who, []).extend(one for one in words if "called shot" in one)
            shot = [n for n in news if n.called]
            assert all(n.event.subject == entry.order.split()[1] for n in shot)

    assert len(said["its own"]) == len(orders)
    assert all("(called shot: torso) (" in words for words in said["its own"])
    assert said["the enemy's"]
    assert not any("% effect" in words for words in said["the enemy's"])


def test_a_wide_burst_is_named_so_to_both_sides() -> None:
    """Otherwise it reads as a burst that strays to figures beside its target."""
    game = Game.replay(GOLDEN.with_name("dice_pool-low_water_dice_pool.skr"))
    seen = set()
    for line, entry in game.standing_lines:
        for side in game.sides:
            shots = [n for n in game.news_from(line, side) if isinstance(n.event, ev.Fired)]
            own = [n for n in shots if n.event.subject in entry.order.split()]
            for one in log_sentences(game.view(side), own, game.ruleset):
                wide = " spread=wide" in entry.order
                assert (" burst (wide) at " in one.words) is wide
                seen.add((wide, entry.side == side))
    assert seen == {(True, True), (True, False), (False, True), (False, False)}


def test_a_higher_total_without_an_effect_says_why() -> None:
    """By the name of the house rule: a figure that recovered needs more than a higher total."""
    faces = (Face(6, 3), Face(6, 6))
    struck = ev.Struck("r1", "nothing", source="b2", sums={"attack": 11, "guard": 10})
    news = [News(ev.Fired("b2", "rifle", target="r1")), News(struck, faces)]
    said = log_sentences(VIEW, news, RULESETS["opposed_d6"])[0].words

    assert said.endswith(
        "die 3 + 8 = 11 against die 6 + 4 = 10: nothing, harder to suppress again: against"
        " suppression its total counts 2 more"
    )


def test_what_follows_belongs_to_the_roll_that_had_an_effect() -> None:
    """Of several rolls at a figure the first may make it flee, and a later one do nothing."""
    shot = ev.Fired("b2", "rifle", target="r1")
    first = ev.Struck("r1", "flee", source="b2", sums={"attack": 9, "guard": 5})
    second = ev.Struck("r1", "nothing", source="b2", sums={"attack": 3, "guard": 4})

    said = told(shot, first, second, ev.Turned("r1", Facing.E))
    assert [line for line in said if "faces E" in line] == [said[0]]
    assert said[-1].endswith("nothing")


def test_a_shared_die_is_written_once() -> None:
    """A total without a known die is written as it is."""
    struck = ev.Struck("r1", "suppressed", sums={"attack": 9, "guard": 6})
    burst = ev.Burst((3, 3), "mortar")

    assert told(News(burst, (Face(6, 4, "attack"),)), News(struck, (Face(6, 1, "guard"),))) == [
        "mortar: impact at 3,3 (attack rolls 4)",
        "r1: 9 against die 1 + 5 = 6: suppressed",
    ]


def test_a_sum_is_written_as_a_sum() -> None:
    """Die, modifier and total are not a list."""
    struck = ev.Struck("r1", "recoil", sums={"die": 5, "factor": 2, "total": 7})

    assert told(News(struck, (Face(6, 5, "r1"),))) == ["r1: die 5 + 2 = 7: recoil"]


def test_a_fight_is_one_sentence() -> None:
    """Who, against whom, the rolls of both, and what came of it."""
    mine = ev.Struck("b1", "nothing", source="r1", sums={"die": 6, "factor": 6, "total": 12})
    other = ev.Struck("r1", "recoil", source="b1", sums={"die": 4, "factor": 4, "total": 8})

    assert told(mine, other) == ["b1 fights r1: die 6 + 6 = 12 against die 4 + 4 = 8: r1 recoils"]


def test_a_later_roll_of_a_burst_says_that_its_target_is_out_by_an_earlier_one() -> None:
    """`flees: downed` reads as the result of that roll."""
    rolls = (
        ev.Struck("r1", effect, source="b1", how="divided", sums={"attack": 5, "guard": 4})
        for effect in ("downed", "flee")
    )
    shot = ev.Fired("b1", "smg", target="r1", how="divided")

    assert told(shot, *rolls, ev.Left("r1", "downed"))[-1].endswith(
        "flees (an earlier roll: downed)"
    )


def test_a_fight_says_why_its_loser_is_downed_that_could_recoil_by_the_totals() -> None:
    """It has no room: known before the dice, or found out as it recoils."""
    mine = ev.Struck("b1", "nothing", source="r1", sums={"die": 5, "factor": 3, "total": 8})
    beaten = {"die": 3, "factor": 3, "total": 6}
    downed, recoils = (
        ev.Struck("r1", effect, source="b1", sums=beaten) for effect in ("downed", "recoil")
    )
    rules, left = RULESETS["opposed_d6"], ev.Left("r1", "downed")

    def said(struck: ev.Struck) -> str:
        news = [News(event) for event in (mine, struck, left)]
        return log_sentences(VIEW, news, rules)[0].words

    assert said(downed).endswith("8 against die 3 + 3 = 6: r1 downed, for it cannot recoil")
    assert said(recoils).endswith("6: r1 recoils, but has no room: downed")


def test_half_of_a_fight_says_that_it_is_one() -> None:
    """It may stand under the heading of another phase."""
    mine = ev.Struck(
        "b1", "nothing", source="r1", how="melee", sums={"die": 5, "factor": 5, "total": 10}
    )

    assert told(mine) == ["melee, b1: die 5 + 5 = 10: nothing"]


def test_an_impact_of_another_weapon_is_not_that_of_the_shot_before() -> None:
    """A shot and where it comes down are one line; others stand by themselves."""
    shot, mortar = ev.Fired("b2", "launcher", at=(4, 4)), ev.Burst((3, 3), "mortar")

    assert told(shot, ev.Burst((4, 5), "launcher"), mortar) == [
        "b2 fires launcher at 4,4: lands at 4,5, 1 tile S of 4,4",
        "mortar: impact at 3,3",
    ]


def test_a_shot_names_the_friends_that_aid_it_before_its_dice() -> None:
    """One sentence: shooter, target, friends, rolls, effect."""
    dice = Face(6, 2, "attack"), Face(6, 3, "guard")
    struck = ev.Struck("r1", "suppressed", source="b1", sums={"attack": 8, "guard": 6})
    shots = ev.Fired("b1", "rifle", target="r1"), ev.Fired("b2", "rifle", target="r1", how="aid")

    assert told(*shots, News(struck, dice)) == [
        "b1 fires rifle at r1, aided by b2: die 2 + 6 = 8 against die 3 + 3 = 6: suppressed"
    ]


def test_a_shot_of_an_unseen_enemy_that_a_friend_in_sight_aids_is_one_sentence() -> None:
    """The shooter is unseen, and only once."""
    dice = Face(6, 2, "attack"), Face(6, 3, "guard")
    struck = ev.Struck("b1", "suppressed", source=UNSEEN, sums={"attack": 8, "guard": 6})
    aids = [ev.Fired(name, "rifle", target="b1", how="aid") for name in ("r1", "r2")]

    shot = "an unseen enemy fires at b1, aided by r1, r2"
    assert told(*aids, News(struck, dice)) == [
        f"{shot}: die 2 + 6 = 8 against die 3 + 3 = 6: suppressed"
    ]


def test_a_miss_that_comes_down_on_its_tile_says_so() -> None:
    """AMMO-F15: the log names its dice, and the rule by which the distance follows from them."""
    battle = position("a>. . . . R<", ruleset="trait_die")
    dice = Face(10, 1, "direction"), Face(6, 5, "distance")
    shot = ev.Fired("a", "grenade", at=(3, 0), how="throw")

    def lands(x: int) -> str:
        news = [News(shot, dice), News(ev.Burst((x, 0), "grenade"))]
        return log_sentences(battle.view(), news, battle.ruleset)[0].words

    less = "(at most half of the way, or something stops it)"
    more = "(x2 at medium range, x3 at long, at most half of the way)"
    rolled = " (direction die 1, distance die 5)"
    assert lands(3) == f"a throws grenade at 3,0: misses, yet lands there {less}{rolled}"
    assert lands(4) == f"a throws grenade at 3,0: lands at 4,0, 1 tile E of 3,0 {less}{rolled}"
    assert lands(9) == f"a throws grenade at 3,0: lands at 9,0, 6 tiles E of 3,0 {more}{rolled}"
    assert lands(8) == f"a throws grenade at 3,0: lands at 8,0, 5 tiles E of 3,0 {more}{rolled}"


@pytest.mark.parametrize(
    ("row", "aim", "face", "why"),
    [
        ("a>. . . . . . . . R<", 8, 5, "x2 by range, at most half of the way: 4 tiles"),
        ("a>. . . . ##. . . R<", 4, 2, "something stops it"),
        ("a>" + ". " * 20 + "R<", 12, 6, "x3 by range, at most half of the way: 6 tiles"),
    ],
)
def test_a_throw_of_a_known_order_has_the_reason_that_applies(
    row: str, aim: int, face: int, why: str
) -> None:
    """AMMO-F15: range, half of the way, a wall beside the tile; also if the die says as much."""
    battle = position(row, ruleset="trait_die", weapons={"a": ("grenade",)})
    dice = Face(10, 1, "direction"), Face(6, face, "distance")
    given = GivenOrder(f"bombard a {aim},0", battle.view())
    shot = News(ev.Fired("a", "grenade", at=(aim, 0), how="throw"), dice, attack=given)
    news = [shot, News(ev.Burst((aim, 0), "grenade"))]

    assert f" ({why})" in log_sentences(battle.view(), news, battle.ruleset)[0].words


def test_a_throw_that_its_successes_bring_there_does_not_miss() -> None:
    """Each success takes tiles off the scatter; one without any lands there by chance alone."""
    shot = News(ev.Fired("a", "grenade", at=(3, 0), how="throw"))
    landed = News(ev.Burst((3, 0), "grenade"), (Face(10, 2, "scatter"),))
    battle = position("a>. . . . R<", ruleset="dice_pool")

    def lands(successes: int) -> str:
        news = [shot, News(ev.Tested("a", "attack", f"hits_{successes}")), landed]
        return log_sentences(battle.view(), news, battle.ruleset)[0].words

    assert "2 successes: lands there" in lands(2)
    assert "no successes: misses, yet lands there" in lands(0)


def test_a_shot_that_cannot_reach_its_target_any_more_says_that_it_misses_it() -> None:
    """The target of a wide burst rolls no dice where range takes all successes off."""
    battle = position("a>Q<. . . R<", ruleset="dice_pool")
    shot = News(ev.Fired("a", "assault_rifle", target="r", how="short"))
    test = News(ev.Tested("a", "attack", "hits_1"), (Face(6, 5, "attack"),))
    near = News(ev.Struck("q", "missed", source="a"), (Face(6, 6, "guard"),))
    far = News(ev.Struck("r", "missed", source="a"), (Face(6, 6, "guard"),))

    def said(*news: News) -> list[str]:
        return [one.text for one in log_sentences(battle.view(), news, battle.ruleset)]

    fired = "a fires assault rifle in a short burst at r: rolls 5 = 1 success"
    assert said(shot, test, near) == [f"{fired}: misses r", "q: missed"]
    assert said(shot, test, near, far) == [fired, "q: missed", "r: missed"]
    assert said(shot, test) == [fired]
    hit = News(ev.Struck("q", "damaged", source="a", sums={"hits": 1, "damage": 3}))
    assert said(shot, test, hit)[0] == f"{fired}: hits q on the way, not r"


def test_an_opportunity_shot_says_that_its_result_is_out_of_sight() -> None:
    """What becomes of a figure that is out of sight by now is not learnt."""
    battle = lane(OPEN, 11)
    done = battle.order("fire a R", [6, 1])
    first, *rest = news_of(battle.state, done.told, done.faces, "blue")
    attack = GivenOrder("fire a r", battle.view())
    news = [evolve(first, given=attack, attack=attack), *rest]

    said = log_sentences(battle.view(), news, battle.ruleset)[0].text
    assert said.startswith("a fires gun in opportunity fire at r (")
    assert said.endswith(": its result is out of sight")


def test_dice_of_a_pool_are_counted_as_successes() -> None:
    """Those of the test, of the guard and of Body; a hit is a round that strikes."""
    battle = position("a>. . . . R<", ruleset="dice_pool")
    guard = tuple(Face(6, face, "guard") for face in (5, 6, 1))
    body = tuple(Face(6, face, "body") for face in (2, 6))
    struck = ev.Struck("r", "damaged", source="a", sums={"hits": 2, "damage": 3})
    told = log_sentences(
        battle.view(),
        [
            News(ev.Fired("a", "rifle", target="r")),
            News(ev.Tested("a", "attack", "hits_1"), (Face(6, 5, "attack"),)),
            News(struck, guard + body),
        ],
        battle.ruleset,
    )

    assert told[0].words.endswith(
        "rolls 5 = 1 success: hit by 2 rounds, 3 boxes filled" + told[0].dice
    )
    assert told[0].dice == " (guard dice 5 6 1 = 2 successes, body 2 6 = 1 success)"


@pytest.mark.parametrize(
    ("ruleset", "harm"),
    [
        ("d100", "3 DUR lost"),
        ("d20", "3 hit points lost"),
        ("dice_pool", "3 boxes filled"),
        ("trait_die", "3 wounds"),
    ],
)
def test_what_is_rolled_and_what_is_lost_have_different_names(ruleset: str, harm: str) -> None:
    """Damage is what the dice come to; what armour leaves of it is in the system's own units."""
    battle = position("a>. . . . R<", ruleset=ruleset)
    amount = "wounds" if ruleset == "trait_die" else "damage"
    struck = ev.Struck("r", "hit", source="a", sums={amount: 3})
    dice = (Face(100, 7, "attack"), Face(10, 7, "damage"))
    news = [News(ev.Fired("a", "rifle", target="r")), News(struck, dice)]
    alone = [News(ev.Hurt("r", 3))]

    (said,) = log_sentences(battle.view(), news, battle.ruleset)
    assert said.words.endswith(f"rolls 7: hit, {harm} (damage dice 7)")
    assert log_sentences(battle.view(), alone, battle.ruleset)[0].words == f"r: {harm}"


def test_a_critical_burst_says_what_hit_and_then_what_it_did() -> None:
    """The shot has its dice and how many hit; the figure what it lost, and where."""
    battle = position("a>. . . . R<", ruleset="d20")
    sums = {"shots": 3, "hits": 3, "damage": 9}
    rolled = [("", 20), ("sure hit", 4), ("sure hit", 15), *[("location", 1)] * 3]
    dice = tuple(Face(20, face, what) for what, face in (*rolled, ("CRIT die", 5)))
    news = [
        News(ev.Fired("a", "rifle", target="r", how="burst")),
        News(ev.Struck("r", "crit", source="a", how="burst", sums=sums), dice),
        News(ev.Hurt("r", 9)),
        News(ev.Left("r", "downed")),
    ]

    shot, harm = log_sentences(battle.view(), news, battle.ruleset)
    assert shot.words == ("a fires rifle in a burst at r: rolls 20: critical hit, 3 of 3 shots hit")
    assert harm.text == "r: 9 hit points lost: downed"
    where = "location 1 1 1 = right leg/right leg/right leg"
    assert harm.dice == f" (other shots 4 15 = hit anyway, {where}, CRIT die 5)"


def test_a_shot_that_meets_another_figure_ends_before_that() -> None:
    """What it did to each figure has a line."""
    deed = [
        ev.Fired("b1", "rifle", target="r1", how="burst"),
        ev.Struck("r2", "missed", source="b1"),
        ev.Struck("r1", "damaged", source="b1", sums={"hits": 1, "damage": 2}),
    ]

    assert drill_told(*deed) == ["b1 fires rifle in a burst at r1", "r2: missed", "r1: 2 damage"]


def test_a_discovery_does_not_repeat_the_dice_of_the_attack() -> None:
    """A blast that finds a hidden figure has its dice at what it did to each figure."""
    news = News(ev.Revealed("r1"), (Face(6, 5, "body"),))

    assert told(news) == ["r1 is discovered"]


def test_gas_is_named_before_its_dice() -> None:
    """No figure is its source."""
    struck = ev.Struck("r1", "nothing", how="gas", sums={"attack": 4, "guard": 4})

    assert told(News(struck, (Face(6, 1, "attack"), Face(6, 2, "guard")))) == [
        "gas, r1: die 1 + 3 = 4 against die 2 + 2 = 4: nothing"
    ]


def test_what_a_bleeding_figure_does_next_is_a_line_of_its_own() -> None:
    """In one sentence with the harm, the end of bleeding would contradict it."""
    battle = position("a>. . . . R<", ruleset="d20")
    bleeds = ev.Struck("r", "hurt", how="bleeding", sums={"damage": 2})
    events = [bleeds, ev.Hurt("r", 2), ev.Posed("r", "prone"), ev.Counted("r", "bleed", 0)]
    said = log_sentences(battle.view(), map(News, events), battle.ruleset)

    assert [one.words for one in said] == [
        "bleeding, r: 2 hit points lost",
        "r: prone, no longer bleeds",
    ]


def test_what_a_figure_has_in_all_is_not_told_as_what_was_added() -> None:
    """A second wound, and a number that is not a plural noun."""
    for rules, counter, value, words in (
        ("d100", "wounds", 2, "now 2 wounds"),
        ("d100", "wounds", 1, "now 1 wound"),
        ("d20", "bleed", 2, "now bleeds 2"),
    ):
        battle = position("a>. . . . R<", ruleset=rules)
        news = [News(ev.Counted("r", counter, value))]
        assert log_sentences(battle.view(), news, battle.ruleset)[0].words == f"r: {words}"


def test_a_hit_that_did_no_harm_says_so() -> None:
    """The body of the figure took all of it."""
    battle = position("a>. . . . R<", ruleset="dice_pool")
    struck = ev.Struck("r", "hit", source="a", sums={"hits": 1, "damage": 0})

    (said,) = log_sentences(battle.view(), [News(struck)], battle.ruleset)
    assert said.words == "r: hit, no damage"


def test_unknown_sources_and_dice_are_not_written() -> None:
    """A shot from an unseen enemy has no source and no dice."""
    assert told(ev.Struck("b1", "suppressed")) == ["b1: suppressed"]


def test_an_unseen_attacker_is_written_once() -> None:
    """After a visible burst only the struck figures are written."""
    one = ev.Struck("b1", "missed", source=UNSEEN)
    other = ev.Struck("b2", "missed", source=UNSEEN)

    assert told(one, other) == ["an unseen enemy attacks b1: missed", "b2: missed"]
    assert told(ev.Burst((3, 3), "mortar"), one)[1:] == ["b1: missed"]


def test_the_die_of_an_unseen_attacker_is_no_number_to_reach() -> None:
    """D20-F1: beside `to hit` it would read as what the d20 must show."""
    battle = position("a>. . . . R<", ruleset="d20")
    die = (Face(20, 3, "to hit"),)
    missed = News(ev.Struck("a", "missed", source=UNSEEN), die)
    impact = News(ev.Burst((3, 0), "fire_bottle"), die)

    for news, ends in ((missed, "attacks a: missed (rolls 3)"), (impact, "3,0 (rolls 3)")):
        (said,) = log_sentences(battle.view(), [news], battle.ruleset)
        assert said.words.endswith(ends)


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ("burst", "fires in a burst at b1: stunned"),
        ("", "attacks b1: stunned"),
        ("grapple", "tries to grapple b1: stunned"),
    ],
)
def test_an_unseen_attacker_fires_only_if_it_is_known_to_be_a_shot(how: str, words: str) -> None:
    """A stunned figure sees no enemy, not even one beside it."""
    assert told(ev.Struck("b1", "stunned", source=UNSEEN, how=how)) == [f"an unseen enemy {words}"]


def test_each_shot_of_an_unseen_attacker_has_a_line_of_its_own() -> None:
    """One that strikes two figures is one; a second one is not a side effect of the first."""
    shot = (ev.Fired("r1", "rifle"), ("red",))
    missed = [(ev.Struck(name, "missed", source="r1"), ("blue",)) for name in "ab"]
    battle = position("a>b>. . .\n. # # . .")
    shots = [ToldEvent(*one) for one in (shot, *missed, shot, missed[0])]

    said = log_sentences(battle.view("blue"), news_of(battle.state, shots, (), "blue"))
    attacks = "an unseen enemy attacks a: missed"
    assert [one.words for one in said] == [attacks, "b: missed", attacks]


def test_of_what_is_thrown_the_next_one_is_stuck() -> None:
    """A grenade goes off as rolled; what jams is said of the next one."""
    arms = {"a": ("assault_rifle", "grenade")}
    battle = position("a>. . . . R<", ruleset="dice_pool", weapons=arms)
    jam = ev.Tested("a", "weapon", "jams")

    def said(*shot: ev.Event) -> str:
        return log_sentences(battle.view(), map(News, (*shot, jam)), battle.ruleset)[-1].words

    assert said(ev.Fired("a", "grenade", at=(3, 0))) == "a's next hand grenade is stuck"
    assert said(ev.Fired("a", "assault_rifle", target="r")).endswith("jams")
    shot = ev.Fired("a", "assault_rifle", target="r"), ev.Struck("r", "missed", source="a")
    assert said(*shot) == "a's assault rifle jams"


def test_the_log_says_when_a_figure_loses_the_rest_of_its_pass() -> None:
    """A test with too many 1s and no success costs more than the jam."""
    battle = position("a>. . . . R<", ruleset="dice_pool")
    lost = News(ev.Counted("a", "used", 3))
    assert [one.text for one in log_sentences(battle.view(), [lost], battle.ruleset)] == [
        "a: the rest of its pass is lost"
    ]
    assert not log_sentences(battle.view(), [News(ev.Counted("a", "used", 2))], battle.ruleset)


def test_figures_that_a_blast_does_not_harm_are_one_sentence() -> None:
    """Those beyond its reach, where it has run out, get none."""
    shot, burst = ev.Fired("b1", "launcher", at=(4, 4)), ev.Burst((4, 4), "launcher")
    blast = [
        ev.Struck("r1", "unharmed", source="b1", how="blast"),
        ev.Struck("r2", "hurt", source="b1", how="blast", sums={"damage": 2}),
        ev.Struck("b2", "unharmed", source="b1", how="blast"),
        ev.Struck("b1", "missed", source="b1", how="blast"),
    ]

    said = told(shot, burst, *blast)
    assert said[1:] == ["r2: 2 damage in the blast", "r1, b2: unharmed in the blast"]
    assert told(shot, burst, blast[0], blast[3])[1:] == ["r1: unharmed in the blast"]


def test_a_burst_by_a_round_is_a_blast_and_a_mode_of_fire_is_none() -> None:
    """Both are `burst` in the events."""
    throw, burst = ev.Fired("b1", "launcher", at=(4, 4)), ev.Burst((4, 4), "launcher")
    near = [ev.Struck(name, "unhurt", source="b1", how="burst") for name in ("r1", "r2")]
    harmed = ev.Struck("b2", "hurt", source="b1", how="burst", sums={"damage": 2})
    shot = ev.Fired("b1", "rifle", target="r1", how="burst")

    assert told(throw, burst, near[0], harmed)[1:] == [
        "r1: unhurt in the blast",
        "b2: 2 damage in the blast",
    ]
    assert told(throw, burst, *near)[1:] == ["r1, r2: unhurt in the blast"]
    assert told(shot, near[0], harmed)[1:] == ["b2: 2 damage, burst"]


def test_a_blast_that_harms_no_figure_is_one_sentence() -> None:
    """Also where its impact is not told with it: it was shown before, or is out of sight."""
    shot, burst = ev.Fired("b1", "launcher", at=(4, 4)), ev.Burst((4, 4), "launcher")
    near = [ev.Struck(name, "unharmed", source="b1", how="blast") for name in ("r1", "b2")]
    far = ev.Struck("b1", "missed", source="b1", how="blast")

    words = "no figure in sight is harmed by the blast"
    assert told(shot, burst, *near, far)[1:] == told(shot, burst, far)[1:] == [words]
    assert told(*near, far) == told(far) == [words]
    harmed = ev.Struck("r2", "hurt", source="b1", how="blast", sums={"damage": 2})
    assert told(harmed, far) == ["r2: 2 damage in the blast"]
    found = ev.Revealed("r1"), ev.Hurt("r1", 3)
    assert told(shot, burst, *found, *near, far)[-1] == "r1, b2: unharmed in the blast"
    assert words not in told(shot, burst, far, *found)


def test_a_shot_that_misses_keeps_its_sentence_beside_a_blast() -> None:
    """Only a blast leaves figures out."""
    shot, burst = ev.Fired("b1", "launcher", at=(4, 4)), ev.Burst((4, 4), "launcher")
    near = ev.Struck("r1", "unhurt", source="b1")
    missed = ev.Struck("r1", "missed", source="b2")

    assert told(shot, burst, near, ev.Fired("b2", "rifle", target="r1"), missed)[1:] == [
        "r1: unhurt",
        "b2 fires rifle at r1: missed",
    ]


def test_a_walk_and_a_turn_are_one_sentence() -> None:
    """Only for the same figure."""
    moved = ev.Moved("b1", ((2, 0), (3, 0)))

    assert told(moved, ev.Turned("b1", Facing.N), ev.Turned("b2", Facing.S)) == [
        "b1 moves to 3,0, faces N",
        "b2 faces S",
    ]


def test_internal_counters_are_not_written() -> None:
    """These are counters that reset by themselves or only count."""
    assert told(ev.Counted("b1", "stepped", 1)) == []
    assert told(ev.Counted("b1", "shaken", 1)) == ["b1: shaken"]


DRILLED = view(drilled().state, "blue")


def drill_told(*events: ev.Event) -> list[str]:
    """The sentences of some events of the drill."""
    news = [News(event) for event in events]
    return [sentence.words for sentence in log_sentences(DRILLED, news, DRILL.value)]


def test_counts_are_no_totals_of_dice() -> None:
    """Hits and damage stand behind the effect, the damage once."""
    struck = ev.Struck("r1", "hit", source="b1", sums={"shots": 3, "hits": 2, "damage": 3})

    assert drill_told(ev.Fired("b1", "rifle", target="r1"), struck, ev.Hurt("r1", 3)) == [
        "b1 fires rifle at r1: 2 of 3 shots hit",
        "r1: 3 damage",
    ]
    assert drill_told(ev.Struck("r1", "hurt", how="blast"), ev.Hurt("r1", 2)) == [
        "r1: hurt in the blast, 2 damage"
    ]


def test_a_test_belongs_to_the_shot_before_it() -> None:
    """A test alone names its purpose."""
    fired = ev.Fired("b1", "rifle", target="r1")

    assert drill_told(fired, ev.Tested("b1", "attack", "hits_2")) == [
        "b1 fires rifle at r1: 2 successes"
    ]
    assert drill_told(ev.Tested("b1", "will_power", "just_passed")) == [
        "b1, will power: just passed"
    ]


def test_modes_and_postures_are_written_in_words() -> None:
    """Several of one figure share a sentence."""
    assert drill_told(ev.Counted("b1", "mode", 1), ev.Posed("b1", "out_cold")) == [
        "b1: mode long burst, out cold"
    ]
    assert drill_told(ev.Counted("r1", "dazed", 305)) == ["r1: dazed"]


def test_the_mode_of_a_weapon_is_written_with_its_weapon() -> None:
    """A figure may have several, each in a mode of its own (POOL-02)."""
    armed = {"a": ("light_pistol", "heavy_pistol")}
    battle = position("a>R<", ruleset="dice_pool", weapons=armed)
    arms = battle.state.figures["a"].who.weapons
    for slot, counter in enumerate(("mode", "mode_2")):
        news = [News(ev.Counted("a", counter, 1))]
        (told,) = log_sentences(battle.view(), news, battle.ruleset)
        assert told.words == f"a: {arms[slot].name} mode {MODE_WORDS[1].upper()}"


def test_a_zone_is_written_with_owner_and_centre() -> None:
    """Zone ids are not shown, and changed counters are not news."""
    tiles = ((3, 0), (4, 0), (5, 0))
    zoned = ev.Zoned("overwatch_red_1", "overwatch", "red", tiles, owner="r1")

    assert drill_told(zoned, zoned, ev.Unzoned("overwatch_red_1")) == [
        "r1: overwatch, watching ground around 4,0",
        "r1: overwatch ends",
    ]
    assert drill_told(ev.Unzoned("overwatch_red_1")) == ["overwatch is gone"]


def test_ground_under_fire_has_the_place_of_its_order_alone() -> None:
    """The middle of the zone is another tile than the one aimed at."""
    tiles = ((3, 0), (4, 0), (5, 0))
    shot = ev.Fired("r1", "rifle", at=(7, 0), how="suppress")
    zoned = ev.Zoned("overwatch_red_1", "overwatch", "red", tiles, owner="r1")

    assert drill_told(shot, zoned) == ["r1 fires rifle to suppress 7,0"]
    assert (
        drill_told(shot, ev.Moved("r1", ((6, 0),)), zoned)[-1]
        == "r1: overwatch, watching ground around 4,0"
    )


def test_a_door_is_opened_and_closed() -> None:
    """What changes in another way, or by itself, is ground that changes."""
    changed = [
        ev.Changed((3, 0), "open_door", by="r1"),
        ev.Changed((3, 0), "door", by="r1"),
        ev.Changed((3, 0), "rubble", by="r1"),
        ev.Changed((4, 0), "open_door"),
    ]

    assert [drill_told(one)[0] for one in changed] == [
        "r1 opens the door at 3,0",
        "r1 closes the door at 3,0",
        "3,0 changes to rubble, by r1",
        "4,0 changes to open door",
    ]


def test_smoke_is_around_the_impact_that_the_side_saw() -> None:
    """Also where it sees a part of the cloud, and when that is gone; else around that part."""
    battle = position("a>. . . . R<", ruleset="opposed_d6", kind="sergeant")
    shot = (ev.Fired("a", "smoke_grenade", at=(4, 0)), ev.Burst((4, 0), "smoke_grenade"))
    part = ev.Zoned("smoke_blue_4_0", "smoke", "blue", ((1, 0), (2, 0), (3, 0)), owner="a")

    def last(*events: ev.Event) -> str:
        return log_sentences(battle.view(), [News(one) for one in events])[-1].text

    assert last(*shot, part) == "a: smoke around 4,0"
    assert last(part) == "a: smoke in sight around 2,0"
    rest, gone = ev.Bound(2, 1, "move", "red"), ev.Unzoned(part.zone)
    assert last(*shot, part, rest, gone) == "a: smoke around 4,0 is gone"
    view = evolve(battle.view(), news=tuple(News(one) for one in (*shot, part, gone)))
    assert log_sentences(view, view.news[-1:])[0].text == "a: smoke around 4,0 is gone"


def test_a_zone_of_an_unknown_owner_names_its_side() -> None:
    """Smoke has no owner."""
    tiles = ((3, 0), (4, 0), (5, 0))
    zoned = ev.Zoned("overwatch_red_1", "overwatch", "red", tiles)
    watched = "red: overwatch, watching ground around 4,0"

    assert drill_told(zoned, ev.Unzoned("overwatch_red_1")) == [
        f"{watched} (you see which ground is watched, not by which figure)",
        f"{watched} is gone",
    ]


def test_a_figure_that_runs_is_one_sentence() -> None:
    """Its state says what the walk says."""
    view = position("a>. . . . R<", ruleset="dice_pool").view()
    runs = ev.Counted("a", "ran", 1), ev.Moved("a", ((2, 0),), how="run")

    assert [one.words for one in log_sentences(view, map(News, runs))] == ["a runs to 2,0"]


def test_a_figure_that_stops_for_unnamed_enemies_says_so_once_in_a_bound() -> None:
    """Each stop that names the enemy that comes into sight has a line."""
    stop = ev.Stopped("r1", "sight")
    walk = ev.Moved("r1", ((6, 0),)), stop, ev.Moved("r1", ((5, 0),)), stop
    stops = "r1 stops: an enemy comes into sight"
    assert told(*walk) == ["r1 moves to 6,0", stops, "r1 moves to 5,0"]
    assert told(stop, ev.Bound(1, 2, "act", "blue"), stop).count(stops) == 2
    named = News(stop, sighted=(("b1", (1, 0)),))
    assert told(stop, named) == [stops, "r1 stops: b1 at 1,0 comes into sight"]


def test_stretches_of_a_walk_are_joined() -> None:
    """Unless something happened between them."""
    stretches = ev.Moved("b1", ((2, 0),)), ev.Moved("b1", ((3, 0),))

    assert drill_told(*stretches) == ["b1 moves to 3,0"]
    assert drill_told(stretches[0], ev.Stopped("b1", "lapsed")) == [
        "b1 moves to 2,0",
        "b1 stops: its order is no longer possible",
    ]


def test_an_order_that_lapses_says_what_the_answer_to_it_did() -> None:
    """The state that its figure is in since the last shot."""
    shot = ev.Fired("r1", "rifle", target="b1", how="overwatch")
    hit = ev.Struck("b1", "hit", source="r1")
    maimed = ev.Struck("b1", "crippled", how="right_arm")
    lapsed = ev.Stopped("b1", "lapsed")

    assert told(shot, hit, maimed, lapsed)[-1] == (
        "b1 stops: its order is no longer possible (right arm crippled)"
    )
    assert told(maimed, shot, hit, lapsed)[-1] == "b1 stops: its order is no longer possible"


def test_a_bound_is_called_as_the_ruleset_calls_it() -> None:
    """The phase is written as well."""
    assert drill_told(ev.Bound(2, 3, "act", "red")) == ["-- turn 2, pass 3, red: action"]
    assert drill_told(ev.Bound(0, 1, "muster", "red")) == ["-- red: muster"]


def test_dice_of_one_purpose_name_it_once() -> None:
    """A pool of dice is a row of numbers."""
    faces = (Face(6, 5, "attack"), Face(6, 2, "attack"), Face(6, 1, "guard"))
    sentences = log_sentences(DRILLED, [News(ev.Tested("b1", "nerve", "passed"), faces)])

    assert sentences[0].words == "b1, nerve: passed (attack rolls 5 2, guard dice 1)"


def test_an_attack_has_one_sentence_for_each_target() -> None:
    """Damage and fates join the sentence of their figure."""
    deed = (
        ev.Fired("b1", "rifle", target="r1", how="burst"),
        ev.Struck("r1", "damaged", source="b1", how="burst", sums={"hits": 2, "damage": 8}),
        ev.Struck("b2", "wounded", source="b1", how="burst", sums={"wounds": 1}),
        ev.Hurt("r1", 8),
        ev.Left("r1", "downed"),
        ev.Hurt("b2", 1),
    )

    assert drill_told(*deed) == [
        "b1 fires rifle in a burst at r1: hit by 2 rounds, 8 damage: downed",
        "b2: 1 wound, burst",
    ]
    assert drill_told(*deed, ev.Moved("b2", ((3, 0),)), ev.Hurt("b2", 1)) == [
        "b1 fires rifle in a burst at r1: hit by 2 rounds, 8 damage: downed",
        "b2: 1 wound, burst",
        "b2 moves to 3,0",
        "b2: 1 damage",
    ]


def test_going_off_the_map_is_said() -> None:
    """Alone or as the end of a walk; "fled" would not say that the figure is gone for good."""
    ran = ev.Moved("r1", ((3, 0),), how="flee")
    gone = ev.Left("r1", "fled")

    assert drill_told(gone) == ["r1 flees off the map"]
    assert drill_told(ran, gone) == ["r1 flees to 3,0, then off the map"]
    assert drill_told(ev.Left("b1", "exited")) == ["b1 leaves the map"]


def test_what_is_thrown_is_not_fired() -> None:
    """Also where the rules count it as fire; its impact is out of sight if nothing tells it."""
    battle = position("a>. . R<", ruleset="opposed_d6", kind="sergeant")
    thrown = [one for one in battle.view().state.figures["a"].who.weapons if one.at_tiles]
    smoke = News(ev.Fired("a", thrown[0].id, at=(2, 0)))

    assert [thrown[0].at_tiles] == ["throw"]
    for side in ("blue", "red"):
        (said,) = log_sentences(battle.view(side), [smoke])
        assert said.text == f"a throws {thrown[0].name} at 2,0: comes down out of sight"
    (begun,) = log_sentences(battle.view(), [smoke], ended=False)
    assert begun.text == f"a throws {thrown[0].name} at 2,0"


def test_strikes_and_throws_have_their_own_verbs() -> None:
    """Modes are abbreviated as on the card."""
    strike = ev.Fired("b1", "rifle", target="r1", how="strike")
    throw = ev.Fired("b1", "frag_grenade", at=(4, 2), how="throw")

    assert drill_told(strike, throw) == [
        "b1 strikes r1 with rifle",
        "b1 throws frag grenade at 4,2",
    ]
    assert drill_told(ev.Fired("b1", "rifle", at=(4, 2), how="bf")) == [
        "b1 fires rifle (BF) at 4,2"
    ]


def test_a_zone_joins_the_state_that_lays_it() -> None:
    """The owner of an earlier zone is known."""
    zoned = ev.Zoned("overwatch_red_1", "overwatch", "red", ((4, 0),), owner="r1")
    held, let_go = ev.Counted("r1", "shaken", 1), ev.Counted("r1", "shaken", 0)
    gone = ev.Unzoned("overwatch_red_1")
    before = evolve(DRILLED, news=(News(zoned),))

    assert drill_told(held, zoned, let_go, gone) == [
        "r1: shaken, watching ground at 4,0",
        "r1: no longer shaken",
    ]
    assert [said.text for said in log_sentences(before, [News(gone)], DRILL.value)] == [
        "r1: overwatch ends"
    ]


def test_a_flight_is_written_once() -> None:
    """The state `fleeing` repeats the effect of the attack."""
    battle = position("a>. . . R<. . ", kind="rifleman", phase="fire")
    events = (
        ev.Fired("a", "rifle", target="r"),
        ev.Struck("r", "flee", source="a"),
        ev.Counted("r", "fleeing", 1),
        ev.Moved("r", ((5, 0), (6, 0)), how="flee"),
    )

    assert [
        one.text for one in log_sentences(battle.view(), [News(event) for event in events])
    ] == [
        "a fires rifle at r: flees",
        "r flees to 6,0",
    ]


WALL = """
a>. . # . .
. . . # . .
. . R<. . .
"""


def test_a_walk_out_of_sight_says_where_it_was_seen_last() -> None:
    """Its true end is unknown; one that was seen whole, or was shot at there, is not lost."""
    battle = position(WALL, ruleset="d20")
    walk = [ev.Moved("r", ((2, 1),)), ev.Moved("r", ((4, 1),))]
    shot = ev.Fired("a", "rifle", target="r")

    def said(*steps: tuple[ev.Event, bool]) -> list[str]:
        both = ("blue", "red")
        told = [ev.ToldEvent(event, both if seen else ("red",)) for event, seen in steps]
        news = news_of(battle.state, told, (), "blue")
        return [one.text for one in log_sentences(battle.view(), news)]

    assert said((walk[0], True)) == ["r moves to 2,1"]
    back = said(
        (ev.Moved("r", ((5, 1),)), False), (walk[1], True), (ev.Moved("r", ((4, 2),)), False)
    )
    assert back[-1] == "r comes back into sight and moves out of sight at 4,1"
    assert said((walk[0], True), (walk[1], False)) == ["r moves out of sight at 2,1"]
    assert said((walk[0], True), (shot, True), (walk[1], False))[0] == "r moves to 2,1"
    again = ev.Moved("r", ((4, 2),))
    assert said((walk[0], True), (walk[1], False), (again, True)) == [
        "r moves out of sight at 2,1",
        "r comes back into sight and moves to 4,2",
    ]


def test_a_line_keeps_what_was_seen_at_the_time() -> None:
    """A walk that was seen whole is no other one because smoke hides its end later."""
    battle = position(WALL, ruleset="d20")
    seen = view(battle.state, "blue")
    figures = {"a": battle.state.figures["a"]}
    hidden = evolve(seen, state=evolve(seen.state, figures=figures))
    walk = News(ev.Moved("r", ((2, 1), (2, 2)), how="run"))

    for known in (seen, hidden):
        assert [one.words for one in log_sentences(known, [walk])] == ["r runs to 2,2"]


@pytest.mark.parametrize("name", RULESETS)
def test_a_moment_that_names_the_phase_is_declared_so(name: str) -> None:
    """Else a heading would name the phase twice, or not at all."""
    turn, declared = RULESETS[name].turn, RULESETS[name].handbook.declared
    for id_, phase in declared.phases.items():
        when = turn.moment(Clock(1, 1, id_, "blue"))
        assert turn.names_phase == when.startswith(phase.label), when


def test_a_stop_at_sight_names_the_enemy_and_its_tile() -> None:
    """Only to the side that walks; without names the reason alone."""
    battle = position("a>. . . .\n# # . . .\n. R<. . .", ruleset="opposed_d6", phase="move")
    game = battle.order("move a 3,0")

    assert "r" in game.state.known["blue"].visible
    news = news_of(battle.state, game.told, (), "blue")
    said = [one.words for one in log_sentences(game.view("blue"), news)]
    assert any(line.endswith("stops: r at 1,2 comes into sight") for line in said)
    assert why_stopped(news, "a") == "r at 1,2 comes into sight"
    assert why_stopped(news, "r") == ""
    assert not any(one.sighted for one in news_of(battle.state, game.told, (), "red"))
    assert told(ev.Stopped("b1", "sight")) == ["b1 stops: an enemy comes into sight"]


def test_phases_in_which_no_figure_acts_have_a_line_before_the_next_heading() -> None:
    """Of d100, whose turn may end before its last phase."""
    begun = ((1, 5), (1, 25), (2, 5), (3, 5))
    news = [News(ev.Bound(turn, step, "act", "blue")) for turn, step in begun]
    lines = log_sentences(VIEW, news, RULESETS["d100"])

    assert [one.words for one in lines if not one.begins_bound] == [
        "No figure acts in phase 2.",
        "No figure acts in phase 4.",
        "No figure acts in phases 2 to 4.",
    ]


def test_an_own_bound_that_passed_by_itself_says_that_no_figure_could_act() -> None:
    """Not the one that waits for orders, and none of the enemy's."""
    battle = position("a># . R<", ruleset="opposed_d6", phase="move", side="red")
    game = battle.order("end")
    known = battle.view("blue")
    ended = News(ev.Bound(1, 1, "move", "red"), given=GivenOrder("end", known))
    news = (ended, *news_of(battle.state, game.told, (), "blue"))
    said = [one.words for one in log_sentences(known, news, battle.ruleset)]

    assert [line.endswith(", no figure can act") for line in said] == [False, True, False]
    alone = log_sentences(known, news[1:], battle.ruleset)
    assert not any("no figure can act" in one.words for one in alone)


def test_each_own_order_has_its_own_sentence() -> None:
    """Two moves of one figure are two; neither is written in the words of orders."""
    game = Game.new(open_text(BATTLE), 7, {"blue": "human", "red": "human"})
    for order in ("move b1 3,2 face=E", "move b1 4,2 face=E"):
        game.order("blue", order)

    known = game.view("blue")
    said = [one.text for one in log_sentences(known, known.news, game.ruleset)]

    assert said[-2:] == ["b1 moves to 3,2", "b1 moves to 4,2"]


def test_what_a_blast_does_to_many_parts_of_a_body_is_told_in_short() -> None:
    """Of two parts each has its limit; of more the card has it."""
    view = position("a>. . . R<", ruleset="d20").view()
    limbs = ("head", "torso", "left_arm", "right_arm")

    def told(*hurt: int) -> list[str]:
        events = [ev.Counted("r", limb, n) for limb, n in zip(limbs, hurt, strict=False)]
        return [one.words for one in log_sentences(view, map(News, events))]

    assert told(2, 2, 2, 2) == ["r: now hurt 2 each (head, torso, left arm, right arm)"]
    assert told(2, 2, 9) == ["r: now hurt (head 2, torso 2, left arm 9)"]
    (two,) = told(2, 3)
    assert two.startswith("r: now head hurt 2 of ")
    assert ", now torso hurt 3 of " in two


def test_a_move_that_was_stopped_goes_on() -> None:
    """Its rest is an order of its own, given with the same key; another end is a new move."""
    battle = position("a>. . . . R<", ruleset="d100")

    def said(second: str) -> list[str]:
        orders = [GivenOrder(one, battle.view()) for one in ("run a 1,0>3,0", second)]
        news = [
            News(ev.Moved("a", ((1, 0),), how="run"), given=orders[0]),
            News(ev.Stopped("a", "sight")),
            News(ev.Moved("a", ((2, 0), (3, 0)), how="run"), given=orders[1]),
        ]
        return [one.words for one in log_sentences(battle.view(), news, battle.ruleset)]

    first = ["a runs to 1,0", "a stops: an enemy comes into sight"]
    assert said("run a 2,0>3,0") == [*first, "a goes on and runs to 3,0"]
    assert said("run a 2,0>4,0") == [*first, "a runs to 3,0"]


def test_a_test_without_its_shot_counts_successes() -> None:
    """As after a question in the midst of a burst."""
    assert told(ev.Tested("a", "attack", "hits_3")) == ["a, attack: 3 successes"]


def test_a_held_action_that_is_lost_is_told() -> None:
    """AMMO-F16: its figure is Shaken before it acts; one that is used needs no words."""
    held = trait_die_scene("a>. . . . . .\n. . . . . R<").order("hold a").order("end")

    def said(faces: list[int]) -> list[str]:
        after = held.order("fire R a", faces)
        news = news_of(held.state, after.told, after.faces, "blue")
        return [one.text for one in log_sentences(after.view("blue"), news, after.ruleset)]

    assert said([2, 3, 4, 3, 3])[-1] == "a's held action is lost"
    assert not any("lost" in one for one in said([2, 3, 3, 1]))


def test_an_action_that_an_enemy_in_sight_holds_is_told() -> None:
    """AMMO-F16: an enemy that sees the figure sees that it holds."""
    scene = trait_die_scene("a>. . . . . .\n. . . . . R<")
    after = scene.order("hold a")
    news = news_of(scene.state, after.told, after.faces, "red")

    said = [one.text for one in log_sentences(after.view("red"), news, after.ruleset)]
    assert said == ["a holds its action"]


@pytest.mark.parametrize(
    ("faces", "comes", "total"),
    [([4, 4, 3], "first", "is not below"), ([2, 3, 3], "right after", "is below")],
)
def test_the_dice_of_a_held_action_say_what_they_are_for(
    faces: list[int], comes: str, total: str
) -> None:
    """And what was needed: no less than the opponent has."""
    held = trait_die_scene("a>. . . . . .\n. . . . . R<").order("hold a").order("end")
    after = held.order("move R 5,1>5,0", faces)
    seen = news_of(held.state, after.told, after.faces, "blue")
    told_blue = log_sentences(after.view("blue"), seen, after.ruleset)
    assert (
        f"a's held action comes {comes}: its agility total {total} the opponent's"
        f" (agility {faces[0]}, opponent's agility {faces[1]})"
    ) in [one.words for one in told_blue]
