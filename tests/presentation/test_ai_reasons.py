"""Words for the computer's reasons."""

from __future__ import annotations

import re

import pytest
from attrs import evolve

from skirmish.ai import Choice, Explanation, Weighed
from skirmish.ai.explanation import points
from skirmish.ai.remarks import Answered, AtPlace, Attacked, Note, Remark, Started
from skirmish.core.events import Counted, Linked, Moved
from skirmish.core.geometry import Facing, Tile
from skirmish.core.orders import END, Order
from skirmish.core.view import view
from skirmish.presentation.odds.attack_positions import NOW
from skirmish.presentation.odds.odds_words import effect_words
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.reasons.advice import AdviceRequest
from skirmish.presentation.reasons.ai_reasons import (
    candidate_lines,
    chance_words,
    has_reason,
    term_lines,
    weightiest,
)
from skirmish.presentation.wording import percent
from skirmish.presentation.worked_examples import work_out
from skirmish.rulesets.registry import RULESETS
from skirmish.rulesets.registry import ruleset as ruleset_of
from skirmish.scenario.examples import examples_of
from tests.drill_ruleset import DRILL, drilled
from tests.position import Position, position
from tests.rulesets.d100.blocks import GRENADE, PISTOL, SOLDIER, scene

BURST = Order.of("fire", "b1", "r7", mode="burst")
TO = Order.of("move", "b2", ((4, 1), (5, 1)))
TURN = Order.of("turn", "b2", "NE")
START = Order.of("deploy", "b1", (3, 1))
LEGAL = LegalOrders(DRILL.value, view(drilled().state, "blue"))

LOSES = "loses 11% of its worth on average to r1, which may move first"
PLACE = (
    "7 tiles to walk to the edge of the objective around 9,2, cover 2 against shots from the E, "
    "sees 12 tiles of the enemy's starting area"
)


@pytest.mark.parametrize(
    ("order", "remark", "words", "told"),
    [
        (
            TO,
            AtPlace("b2", (5, 1), Facing.E, "brush", guns=("r1",), risk=11),
            f"b2 to 5,1, in cover (brush), {LOSES}",
            f"in cover (brush), {LOSES}, several attacks each",
        ),
        (TO, AtPlace("b2", (5, 1), Facing.E), "b2 to 5,1", ""),
        (TURN, AtPlace("b2", None, Facing.NE), "b2 looks NE", ""),
        (START, Started("b1", (3, 1)), "b1 starts at 3,1", ""),
        (
            START,
            Started("b1", (3, 1), goal=(9, 2), away=7, cover="2", against=Facing.E, watches=12),
            f"b1 starts at 3,1, {PLACE}",
            PLACE,
        ),
        (
            START,
            Started("b1", (3, 1), goal=(9, 2), away=1),
            "b1 starts at 3,1, 1 tile to walk to the edge of the objective around 9,2",
            "1 tile to walk to the edge of the objective around 9,2",
        ),
        (
            Order("answer", target="take_it"),
            Answered("wild_die", "take_it"),
            "wild_die: take_it",
            "wild die: take it",
        ),
        (
            Order.of(END.name),
            Note("nothing gains"),
            "nothing gains",
            "no order of b1, b2 is better than staying: nothing gains",
        ),
    ],
)
def test_chance_words_leave_out_the_order(
    order: Order, remark: Remark, words: str, told: str
) -> None:
    """The order itself is in words, with its place and target."""
    weighed = Weighed(order, 0, remark=remark)

    assert weighed.data["words"] == words
    assert chance_words(LEGAL, weighed) == told


@pytest.mark.parametrize("system", sorted(RULESETS))
def test_an_attack_has_the_chances_of_its_preview(system: str) -> None:
    """The advice and the line of an order have the same numbers in the same words."""
    rules = ruleset_of(system)
    told = 0
    for example in examples_of(system):
        found = work_out(system, example)
        legal = LegalOrders(rules, found.view)
        odds = legal.order_odds(found.order)
        assert odds is not None
        said = chance_words(legal, Weighed(found.order, 0, remark=Attacked(found.order)))
        for one in odds.main:
            told += 1
            own = " (own side)" if one.own else ""
            chance = f"{one.name}{own} {percent(one.effect_chance)}"
            assert f"{chance}: {effect_words(one.summary)}" in said
    assert told


def test_a_shot_that_is_not_possible_is_not_promised() -> None:
    """Only what an order leaves its figure able to attack, now or later, is told."""
    battle = position("a>. . R<\n. . ##. \n. . . . ", ruleset="d20", kind="guard")
    legal = LegalOrders(battle.ruleset, battle.view())

    def said(*path: Tile) -> str:
        order = Order.of("move", "a", path, face="E")
        remark = AtPlace("a", path[-1], Facing.E, target="r")
        return chance_words(legal, Weighed(order, 0, remark=remark))

    assert said((1, 0)) == "can attack r"
    assert said((0, 1), (1, 2)) == ""
    assert legal.when_in_reach(Order.of("move", "a", ((1, 0),)), "r") == NOW


@pytest.mark.parametrize(
    ("drawing", "empty", "words"),
    [
        ("a>. . R<", False, "gives up an attack: -0.5"),
        ("a>. . R<", True, "no time left to make ready: -0.5"),
        ("a>. # R<", False, "no time left to make ready: -0.5"),
        ("a>. . . ", False, "no time left to make ready: -0.5"),
    ],
)
def test_an_attack_is_given_up_only_where_there_is_one(
    drawing: str, empty: bool, words: str
) -> None:
    """With an empty weapon, or no enemy in sight, there is none: what is lost is time."""
    battle = position(drawing, ruleset="d20", weapons={"a": ["rifle"]})
    if empty:
        battle = battle.after(Counted("a", "tokens", 0), Counted("a", "rounds", 0))
    legal = LegalOrders(battle.ruleset, battle.view())
    order = Order.of("move", "a", ((1, 0),))
    weighed = Weighed(order, -500, (("now", -500),), AtPlace("a", (1, 0), Facing.E))
    assert list(term_lines(legal, weighed)) == [words]


@pytest.mark.parametrize(
    ("ruleset", "kind", "phase", "acted", "part"),
    [
        ("opposed_d6", "rifleman", "movement", {}, "bound"),
        ("d100", "trooper", "", {"acted": 1}, "phase"),
    ],
)
def test_a_shot_of_the_next_bound_is_told_as_one(
    ruleset: str, kind: str, phase: str, acted: dict[str, int], part: str
) -> None:
    """In bounds for moves alone, and after an action, no attack comes at once."""
    figures = {"a": acted}
    battle = position("a>. . . R<", ruleset=ruleset, kind=kind, phase=phase, counters=figures)
    legal = LegalOrders(battle.ruleset, battle.view())
    order = Order.of("move", "a", ((1, 0),), face="E")
    remark = AtPlace("a", (1, 0), Facing.E, target="r")

    assert (
        chance_words(legal, Weighed(order, 0, remark=remark)) == f"can attack r in its next {part}"
    )


def test_the_risk_of_a_move_stands_beside_that_of_staying_and_what_makes_it_count_more() -> None:
    """So a figure that loses much there can have less to lose, and more than it is worth."""
    battle = position("a>. . . R<\n. . . . . ", ruleset="opposed_d6", kind="rifleman")
    legal = LegalOrders(battle.ruleset, battle.view())
    remark = AtPlace(
        *("a", (0, 1), Facing.E), guns=("r",), risk=46, stays=70, weight=1960, pins=("r",)
    )
    order = Order.of("move", "a", ((0, 1),))
    weighed = Weighed(order, 13600, terms=(("reply", 13600),), remark=remark)
    turned = evolve(remark, tile=None, stays=50)

    assert chance_words(legal, weighed) == (
        "loses 46% of its worth on average to r, which may move first (70% where it is now)"
    )
    assert chance_words(legal, Weighed(order, 0, remark=turned)).endswith("(50% as it faces now)")
    (reply,) = term_lines(legal, weighed)
    assert reply == (
        "a poorer target for the enemy's next attacks (in close combat r can shoot at no other"
        " figure; its loss counts 2.0 times: objectives, break point): +13.6"
    )


def test_to_break_free_is_not_said_to_cost_the_enemy_anything() -> None:
    """Under d100 it undoes what the grip costs; a shot costs the enemy what it takes."""
    held = position("a>R<", ruleset="d100").after(Linked("grip", "r", "a"))
    apart = position("a>. . R<", ruleset="d100")

    def said(battle: Position, text: str) -> list[str]:
        legal = LegalOrders(battle.ruleset, battle.view())
        order = Weighed(battle.line(text), 1100, (("enemy loss", 1100),))
        return [*term_lines(legal, order)]

    assert said(held, "free a") == ["undoes what harms its own side: +1.1"]
    assert said(apart, "fire a r") == ["expected enemy losses: +1.1"]


def test_a_shot_that_can_only_suppress_says_so() -> None:
    """It takes nothing out, and is no undoing of harm to its own side."""
    hard = position("a>. . R<", kind="rifleman", weapons={"a": ["pistol"]}, under={"R": ":"})
    legal = LegalOrders(hard.ruleset, hard.view())
    shot = Weighed(hard.line("fire a r"), 1900, (("enemy loss", 1900),))

    assert [*term_lines(legal, shot)] == ["may leave r suppressed: +1.9"]


def test_an_end_of_the_battle_has_no_number() -> None:
    """The result alone says why no more orders are given."""
    battle = position("a>R<", ruleset="opposed_d6", kind="rifleman")
    over = Weighed(Order.of("end"), 216000, (("victory", 216000), ("goal", 100)))

    assert candidate_lines(LegalOrders(battle.ruleset, battle.view()), over) == [
        "give no more orders",
        "  enemies in sight: r R",
        "    ends the battle: victory",
    ]


def test_a_risk_that_counts_little_says_that_the_enemy_has_other_targets() -> None:
    """Where friends are as easy to hit, one more target costs less than its own risk."""
    battle = position("a>. . . R<", ruleset="opposed_d6", kind="rifleman")
    legal = LegalOrders(battle.ruleset, battle.view())
    remark = AtPlace("a", (1, 0), Facing.E, guns=("r",), risk=90, stays=50)

    def reply(value: int) -> str:
        order = Order.of("move", "a", ((1, 0),))
        (line,) = term_lines(legal, Weighed(order, value, (("reply", value),), remark))
        return line

    assert reply(-800) == (
        "a better target for the enemy's next attacks"
        " (the enemy can attack other figures nearly as well): -0.8"
    )
    assert reply(-4000) == "a better target for the enemy's next attacks: -4.0"


def test_a_fight_that_a_figure_walks_into_is_called_its_own() -> None:
    """The term counts only where it fights itself, beside a friend."""
    battle = position("a>. . b>R<", ruleset="opposed_d6", kind="rifleman", phase="movement")
    legal = LegalOrders(battle.ruleset, battle.view())
    order = Order.of("move", "a", ((2, 0),))
    terms = {gain: Weighed(order, gain, terms=(("fight", gain),)) for gain in (60300, -900)}

    assert list(term_lines(legal, terms[60300])) == ["joins a close combat: +60.3"]
    assert list(term_lines(legal, terms[-900])) == ["makes a close combat worse: -0.9"]


def test_a_turn_is_called_no_change_of_posture() -> None:
    """Only an order that changes the posture is."""
    battle = position("a>. . R<", ruleset="opposed_d6", kind="rifleman")
    legal = LegalOrders(battle.ruleset, battle.view())
    weighed = Weighed(Order.of("turn", "a", "N"), -200, terms=(("effort", -200),))

    assert list(term_lines(legal, weighed)) == ["effort of an order: -0.2"]


def test_what_is_weighed_without_other_figures_says_so_where_they_matter() -> None:
    """A friend in the line stops the shots both ways; beside it the words promise them."""
    drawing = "a>. b>. . R<\n. . . . . . "
    battle = position(drawing, ruleset="opposed_d6", kind="rifleman", phase="movement")
    legal = LegalOrders(battle.ruleset, battle.view())
    free = ", if no other figure is in the way"

    def said(x: int, y: int) -> list[str]:
        order = Order.of("move", "a", ((x, y),), face="E")
        remark = AtPlace("a", (x, y), Facing.E, target="r", guns=("r",), risk=46)
        terms = (("fire", 3800), ("reply", -800), ("effort", -200))
        weighed = Weighed(order, 2800, terms=terms, remark=remark)
        return [chance_words(legal, weighed), *term_lines(legal, weighed)]

    risk = "loses 46% of its worth on average to r, which may move first"
    assert said(1, 0) == [
        risk + free,
        f"better shots from there{free}: +3.8",
        f"a better target for the enemy's next attacks{free}: -0.8",
        "effort of a move: -0.2",
    ]
    assert said(0, 1) == [
        f"can attack r in its next bound, {risk}",
        "better shots from there: +3.8",
        "a better target for the enemy's next attacks: -0.8",
        "effort of a move: -0.2",
    ]


@pytest.mark.parametrize(
    ("values", "shown"),
    [
        ((1250, 850, 450), (1300, 900, 400)),
        ((1240, 840, 440), (1300, 800, 400)),
        ((-1250, -850, -450), (-1200, -900, -500)),
        ((40, 40, 40), (100,)),
        ((30, -30), ()),
        ((2000, -960, -20), (2000, -1000)),
    ],
)
def test_shown_terms_add_up_to_the_shown_gain(
    values: tuple[int, ...], shown: tuple[int, ...]
) -> None:
    """Rounding each term by itself would leave a rest between them and their total."""
    terms = tuple((f"term {at}", value) for at, value in enumerate(values))
    told = [value for _, value in weightiest(Weighed(BURST, sum(values), terms))]
    assert tuple(sorted(told, key=lambda value: -abs(value))) == shown
    assert points(sum(told))[1:] == points(sum(values))[1:]


def test_an_aim_is_told_by_the_attack_after_it_and_the_attack_in_return() -> None:
    """The chances that the odds of the shot have with the aim and without it."""
    battle = position("a>. . . . . R<", ruleset="d20")
    aimed = battle.order("aim a")
    chances = [
        LegalOrders(one.ruleset, one.view()).order_odds(Order("fire", "a", "r"))
        for one in (aimed, battle)
    ]
    after, before = [percent(one.target.effect_chance) for one in chances if one and one.target]
    legal, aim = LegalOrders(battle.ruleset, battle.view()), Order("aim", "a")
    said = chance_words(legal, Weighed(aim, 400, remark=Attacked(aim)))

    rifle = battle.figure("a").who.weapons[0].name
    assert said.startswith(f"then {after} at r with {rifle} instead of {before}; r may attack it: ")
    assert said.endswith("%: first attack only, up to 2 possible")


def test_an_aim_that_leaves_a_percentage_as_it_is_names_none() -> None:
    """`<1% instead of <1%` says nothing."""
    arms = {"a": ("light_pistol",)}
    battle = position(
        f"a>{'. ' * 12}R<",
        ruleset="dice_pool",
        kind="breacher",
        weapons=arms,
        counters={"r": {"defending": 1}},
    )
    legal, aim = LegalOrders(battle.ruleset, battle.view()), Order("aim", "a")
    said = chance_words(legal, Weighed(aim, 400, remark=Attacked(aim)))

    assert said == "r may attack it: 11%: first attack only, up to 2 possible"


def test_an_order_for_which_nothing_counts_a_tenth_is_advised_only_as_the_first() -> None:
    """It then has its reason; as an alternative it would stand there with none."""
    battle = position("a>. . . . . R<", ruleset="dice_pool")
    legal = LegalOrders(battle.ruleset, battle.view())
    defend, aim, end = Order("defend", "a"), Order("aim", "a"), Order("end", "")
    idle = Weighed(defend, 30, terms=(("prospect", 40), ("effort", -10)))
    useful = Weighed(aim, 300, terms=(("prospect", 300),))
    reasons = Explanation(idle, (idle, useful), (idle,))
    request = AdviceRequest(battle.ruleset, battle.view(), "regular", "", Choice(defend, reasons))
    told = request.advice(reasons, own_first=True)

    assert told.candidates == (idle, useful)
    assert told.own is None
    assert list(term_lines(legal, idle)) == ["better attacks or defence after it: less than +0.1"]
    assert has_reason(Weighed(end, 0))


def test_smoke_hides_own_figures_instead_of_bettering_their_defence() -> None:
    """Also where it may scatter; what a preparation is worth keeps its words."""
    battle = position("a># . . . R<\n. . . . . .", weapons={"a": ["rifle", "smoke_grenade"]})
    legal = LegalOrders(battle.ruleset, battle.view())
    for order in ("bombard a 2,1", "bombard a 3,0"):
        smoke = Weighed(battle.line(order), 8600, terms=(("prospect", 8600),))
        assert list(term_lines(legal, smoke)) == ["hides own figures from enemies: +8.6"]


def test_an_order_that_loses_is_no_advice_beside_one_that_gains() -> None:
    """After the advice to end the bound it is shown, to say why nothing else is advised."""
    battle = position("a>. . . . . R<", ruleset="dice_pool")
    view, end = battle.view(), Weighed(Order("end", ""), 0)
    good, bad = Weighed(Order("aim", "a"), 300), Weighed(Order("defend", "a"), -200)

    def advised(chosen: Weighed) -> tuple[Weighed, ...]:
        reasons = Explanation(chosen, (bad,))
        request = AdviceRequest(battle.ruleset, view, "regular", "", Choice(good.order, reasons))
        return request.advice(reasons).candidates

    assert advised(good) == (good,)
    assert advised(end) == (end, bad)


def test_an_aim_names_the_weapon_whose_attack_it_serves() -> None:
    """The throw that the aim betters most is not the shot that the figure begins with."""
    kind = evolve(SOLDIER, ranged=0, throwing=60)
    battle = scene("a . . . . . . . . R", weapons={"a": (PISTOL, GRENADE)}, kinds={"a": kind})
    legal, aim = LegalOrders(battle.ruleset, battle.view()), Order("aim", "a")
    said = chance_words(legal, Weighed(aim, 400, remark=Attacked(aim)))

    assert re.match(r"then \d+% at r with grenade in its next phase instead of \d+%;", said)


def test_an_aim_is_compared_with_the_same_attack_without_it() -> None:
    """Not with the burst that is better without an aim."""
    arms = {"a": ["submachine_gun", "grenade"]}
    battle = position(f"a>{'. ' * 6}:.R<", ruleset="dice_pool", kind="guard", weapons=arms)
    legal, aim = LegalOrders(battle.ruleset, battle.view()), Order("aim", "a")
    said = chance_words(legal, Weighed(aim, 400, remark=Attacked(aim)))

    assert said.startswith("then 28% at r with hand grenade instead of 19%; ")


def test_standing_up_is_also_for_walking() -> None:
    """The value of another posture includes the movement that it allows; lying down frees none."""
    for posture, words in (("standing", "can walk again; better"), ("prone", "better")):
        order = Order("pose", "a", posture)
        battle = position("a>. . . . . R<", ruleset="d20")
        legal = LegalOrders(battle.ruleset, battle.view())
        (line,) = term_lines(legal, Weighed(order, 3700, terms=(("prospect", 3700),)))
        assert line == f"{words} attacks or defence after it: +3.7"


def test_enemies_seen_lately_count_as_a_danger() -> None:
    """The forecast of a move leaves them out, the adviser does not."""
    rows = "a>. . R<\n# # # .\n# # # ."
    battle = position(rows, ruleset="opposed_d6", kind="rifleman", phase="move", side="red")
    hidden = battle.after(Moved("r", ((3, 1), (3, 2)))).bound("move", "blue")
    place = AtPlace("a", (1, 0), Facing.E)
    weighed = Weighed(Order("move", "a", "1,0"), 800, (("reply", 800),), place)
    lines = [
        list(term_lines(LegalOrders(one.ruleset, one.view("blue")), weighed))
        for one in (battle, hidden)
    ]

    assert ["seen lately count too" in line for (line,) in lines] == [False, True]


def test_the_best_order_of_the_figure_asked_about_is_always_advised() -> None:
    """Last, if the figure was chosen by the program and the adviser begins with another one."""
    battle = position("a>b>. . . . R<", ruleset="dice_pool")
    best, worse, worst = (Weighed(Order("aim", "a"), gain) for gain in (900, 800, 700))
    own = Weighed(Order("aim", "b"), 300)
    reasons = Explanation(best, (worse, worst), (own,))
    previous = Choice(best.order, reasons)
    request = AdviceRequest(battle.ruleset, battle.view(), "regular", "", previous, "b")

    assert request.advice(reasons).candidates == (best, worse, own)
    assert request.advice(reasons, own_first=True).candidates[:2] == (own, best)
