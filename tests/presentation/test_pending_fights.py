"""Close combat that comes without an order, shown before the bound ends."""

from fractions import Fraction
from itertools import product

from skirmish.core.events import Struck
from skirmish.presentation.odds.odds_words import mean_words
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.orders.order_rows import order_rows
from skirmish.presentation.orders.pending_fights import fights_words, pending_fights
from skirmish.presentation.setup.preferences import EXACT
from skirmish.presentation.wording import percent
from skirmish.rulesets.opposed_d6.dice import Bout
from skirmish.session.bound_end import fights_to_come
from skirmish.session.bound_input import end
from skirmish.session.controller import Controller
from skirmish.tui.side_panel import side_panel_lines
from tests.position import position
from tests.tui.panels import unboxed

LINE = ". . a>R<. .\n. . . b^. .\n. . c>Q<. .\nd>. . . . ."


def test_each_fight_has_the_odds_of_the_rules() -> None:
    """BAY-F9: pairs as they stand; a figure that overlaps, as b, only aids."""
    battle = position(LINE, kind="rifleman")
    fights = pending_fights(battle.ruleset, battle.view())

    assert [(one.figure, one.enemy) for one in fights] == [("a", "r"), ("c", "q")]
    for one in fights:
        odds = battle.odds(f"fight {one.figure} {one.enemy}").figures
        for name, chance in ((one.enemy, one.attack), (one.figure, one.return_fire)):
            assert chance.out_chance == odds[name].get(Bout.DOWNED, 0)
            assert chance.effect_chance == chance.out_chance + odds[name][Bout.RECOIL]


def test_the_panel_and_the_question_before_the_end_name_them() -> None:
    battle = position(LINE, kind="rifleman")
    controller = Controller(battle.ruleset, battle.view())
    said = fights_words(fights_to_come(controller.legal), EXACT)

    lines = unboxed(side_panel_lines(controller, (40, 0)).lines)
    start = lines.index("-- close combat to come")
    assert lines[start + 1 : start + 3] == ["a fights r R", "  r: downed 6%, recoil 36%"]
    assert end(controller) is None
    assert said in controller.notice


def test_several_fights_have_their_chance_together_where_it_is_exact() -> None:
    """BAY-F9: as the fights are carried out on all dice, one after the other."""
    battle = position(LINE, kind="rifleman")
    fights = pending_fights(battle.ruleset, battle.view())
    faces = list(product(range(1, 7), repeat=4))
    won = downs = 0
    for dice in faces:
        told = battle.order("end", dice).told
        struck = {
            one.event.figure: one.event.effect for one in told if isinstance(one.event, Struck)
        }
        won += all(struck[name] in ("recoil", "downed") for name in ("r", "q"))
        downs += sum(struck[name] == "downed" for name in ("r", "q"))

    said = fights_words(fights, EXACT)
    assert f"; all won {percent(Fraction(won, len(faces)))}; " in said
    assert f"theirs {mean_words(Fraction(downs, len(faces)))}, yours " in said
    touching = position(". a>R<Qv\n. . . c^", kind="rifleman")
    both = pending_fights(touching.ruleset, touching.view())
    assert [(one.figure, one.enemy) for one in both] == [("a", "r"), ("c", "q")]
    assert "all won" not in fights_words(both, EXACT)


def test_a_turn_says_whose_fight_it_changes() -> None:
    """BAY-F9: figures that face each other are paired before one that looks away."""
    battle = position("a>R<\nb9. ", phase="move")
    legal = LegalOrders(battle.ruleset, battle.view())

    def told(text: str) -> list[str]:
        blocks = order_rows(legal, battle.line(text), None)
        return [row.label for block in blocks for row in block.rows if "fights" in row.label]

    assert told("turn a W") == ["then b fights r", "then a no longer fights r"]
    assert told("turn b W") == []
