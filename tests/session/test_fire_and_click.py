"""To fire by its key with the cursor at an enemy, and to click on that enemy, is one thing."""

from fractions import Fraction
from pathlib import Path

import pytest
from attrs import evolve

from skirmish.core.events import Counted
from skirmish.core.orders import Order
from skirmish.core.view import View
from skirmish.game import Game, open_text
from skirmish.presentation.odds.forecast import Forecast
from skirmish.presentation.odds.hint_kinds import BetterAttack
from skirmish.presentation.odds.target_chances import (
    Stance,
    TargetChance,
    enemies_near,
    target_chances,
)
from skirmish.record import parse_record
from skirmish.rulesets.ruleset import Ruleset
from skirmish.session import bound_input, mouse_input, order_input
from skirmish.session.controller import Controller
from skirmish.tui.keys import KeyTable
from skirmish.tui.prompt_line import CARRIED, prompt_words
from skirmish.tui.side_panel import side_panel_lines
from tests.position import Position, position
from tests.village import village

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.skr"))
EVERY = 25
"""Orders from one moment that is tried to the next."""
FIGURES, ENEMIES = 3, 3
"""Figures and enemies, the nearest first, that are tried at a moment."""
Chances = dict[str, TargetChance]


def proposals(
    rules: Ruleset, view: View, figure: str, enemy: str, chances: Chances
) -> list[tuple[Order, str]]:
    """What the key and the click propose, and what they say."""
    found = []
    for key in (True, False):
        desk = Controller(rules, view)
        desk.legal.target_chances[Stance(figure)] = chances
        desk.choose(figure)
        tile = desk.legal.position(enemy)
        assert tile is not None
        if key:
            desk.cursor = tile
            order_input.verb(desk, "fire")
        else:
            mouse_input.click(desk, tile)
        found.append((desk.draft.order, desk.notice))
    return found


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_fire_key_and_a_click_propose_the_same_attack(path: Path) -> None:
    """Also where none is possible: then both say why."""
    record = parse_record(path.read_bytes(), path.stem)
    game = Game.new(open_text(record.head.scenario), record.head.seed, record.head.players)
    attacks = 0
    with game:
        for number, entry in enumerate(record.entries):
            game.order(entry.side, entry.order)
            if number % EVERY or game.over:
                continue
            view = game.view(game.to_act)
            legal = Controller(game.ruleset, view).legal
            able = [name for name in legal.active_figures() if "fire" in legal.verbs(name)]
            for figure in able[:FIGURES]:
                near = enemies_near(view, figure)[:ENEMIES]
                found = target_chances(game.ruleset, view, Stance(figure), near)
                chances = {one.enemy: one for one in found}
                for enemy in near:
                    key, click = proposals(game.ruleset, view, figure, enemy, chances)
                    assert key == click
                    attacks += bool(click[0].verb)
    assert attacks or path.stem == "opposed_d6-first_steps"


def desk_with_chances(battle: Position) -> Controller:
    """The side's controller, which knows the chances of figure a at each enemy."""
    rules, view = battle.ruleset, battle.view()
    desk = Controller(rules, view)
    known = target_chances(rules, view, Stance("a"), enemies_near(view, "a"))
    desk.legal.target_chances[Stance("a")] = {one.enemy: one for one in known}
    return desk


def test_the_way_that_a_player_chose_for_a_weapon_comes_first_until_the_best_is_taken() -> None:
    """By key and by click, at any target; the best attack is forgotten by none of it."""
    battle = position("a>. . . . R<. . Q<", ruleset="d20", weapons={"a": ["assault_rifle"]})
    desk = desk_with_chances(battle)
    desk.choose("a")
    order_input.verb(desk, "fire")
    best = desk.draft
    order_input.share(desk, 1)
    chosen = desk.draft
    assert dict(chosen.fields) != dict(best.fields)

    desk.given.remember(desk.legal, chosen.order, as_proposed=chosen.as_proposed)

    for enemy in ("r", "q"):
        tile = desk.legal.position(enemy)
        assert tile is not None
        desk.choose("a")
        mouse_input.click(desk, tile)
        assert (desk.draft.target, desk.draft.fields) == (enemy, chosen.fields)
        assert CARRIED in prompt_words(desk, desk.mode, "").plain
        assert CARRIED in [line.plain.strip("│ ") for line in side_panel_lines(desk, (40, 0)).lines]
    desk.choose("a")
    order_input.verb(desk, "fire")
    assert desk.draft.fields == chosen.fields
    desk.given.remember(desk.legal, best.order, as_proposed=best.as_proposed)
    desk.choose("a")
    order_input.verb(desk, "fire")
    assert desk.draft == best


def test_a_called_shot_is_kept_for_its_target_in_the_same_bound_alone() -> None:
    """At another target, and in a later bound, the mode is kept and no part is called."""
    battle = position("a>. . . . R<. . Q<", ruleset="d20", weapons={"a": ["assault_rifle"]})
    desk = desk_with_chances(battle)
    best = {one.enemy: one.order for one in desk.legal.target_chances[Stance("a")].values()}
    assert best["r"] is not None
    called = best["r"].with_field("limb", "torso")
    desk.given.remember(desk.legal, called)

    def clicked(enemy: str) -> tuple[str, str]:
        tile = desk.legal.position(enemy)
        assert tile is not None
        desk.choose("a")
        mouse_input.click(desk, tile)
        return desk.draft.order.get("limb"), desk.draft.order.get("mode")

    mode = called.get("mode")
    assert clicked("r") == ("torso", mode)
    assert clicked("q") == ("", mode)
    desk.given.begin_bound()
    assert clicked("r") == ("", mode)


def test_a_hint_that_was_taken_holds_for_the_next_attack_on_its_target() -> None:
    """The second click proposes what the first one gave."""
    battle = position("a>. . . . R<", ruleset="d20", weapons={"a": ["assault_rifle"]})
    desk = desk_with_chances(battle)
    desk.choose("a")
    order_input.verb(desk, "fire")
    better = desk.draft.order.with_field("limb", "torso")
    hint = BetterAttack("", "", "", "", (), Fraction(2), 1, Fraction(1), 1, order=better)
    desk.legal.forecasts[desk.draft.order] = Forecast(False, (), hints=(hint,))
    order_input.take_hint(desk)
    assert desk.draft.order == better

    desk.given.remember(desk.legal, desk.draft.order, as_proposed=desk.draft.as_proposed)

    desk.choose("a")
    order_input.verb(desk, "fire")
    assert desk.draft.order.get("limb") == "torso"


def test_another_target_than_before_in_the_bound_is_told() -> None:
    """As after what others did; not of the same target, nor of one that is gone."""
    battle = position("a>. . . . R<. . Q<", ruleset="d20", weapons={"a": ["assault_rifle"]})
    rules, view = battle.ruleset, battle.view()
    desk = Controller(rules, view)
    known = target_chances(rules, view, Stance("a"), enemies_near(view, "a"))
    of = {one.enemy: one for one in known}
    notices = []
    for target in ("q", "q", "r"):
        desk.legal.target_chances[Stance("a")] = {target: of[target]}
        desk.choose("a")
        order_input.verb(desk, "fire")
        assert desk.draft.target == target
        notices.append(desk.notice)

    assert notices == ["", "", "r promises most now, no longer q"]


def test_an_enemy_that_is_better_attacked_by_another_order_still_promises_most() -> None:
    """The hint at the shot names that order; the line does not say the opposite of it."""
    battle = position("Q<a>. . . . R<", ruleset="d100", weapons={"a": ["sword", "assault_rifle"]})
    rules, view = battle.ruleset, battle.view()
    desk = Controller(rules, view)
    known = {one.enemy: one for one in target_chances(rules, view, Stance("a"), ("q", "r"))}
    shot = evolve(known["q"], order=Order("fire", "a", "q"))
    blow = evolve(shot, order=Order("strike", "a", "q"), lost=known["r"].lost + 1)
    notices = []
    for shown in ({"q": shot}, {"q": blow, "r": known["r"]}):
        desk.legal.target_chances[Stance("a")] = shown
        desk.choose("a")
        order_input.verb(desk, "fire")
        notices.append((desk.draft.target, desk.notice))

    assert notices == [("q", ""), ("r", "")]


def test_an_attack_that_is_begun_at_an_enemy_promises_nothing_of_the_others() -> None:
    """By the order's key with the cursor at another enemy, and back: nothing has changed."""
    battle = position("a>. . . . R<. . Q<", ruleset="d20", weapons={"a": ["assault_rifle"]})
    rules, view = battle.ruleset, battle.view()
    desk = Controller(rules, view)
    known = target_chances(rules, view, Stance("a"), enemies_near(view, "a"))
    desk.legal.target_chances[Stance("a")] = {one.enemy: one for one in known}
    notices = []
    for again in (False, True, False):
        if again:
            order_input.next_choice(desk, 1)
        else:
            desk.choose("a")
        meant = desk.draft.target
        order_input.verb(desk, "fire")
        assert not again or desk.draft.target == meant == "q"
        notices.append(desk.notice)

    assert notices == ["", "", ""]


def test_after_a_throw_the_next_way_to_attack_is_with_a_gun_and_back() -> None:
    """The keys in the prompt go through all ways to attack the enemy."""
    row, arms = "a>. . . . . . R<", {"a": ["carbine", "frag_grenade"]}
    battle = position(row, ruleset="d20", weapons=arms)
    rules, view = battle.ruleset, battle.view()
    desk = Controller(rules, view, KeyTable())
    known = target_chances(rules, view, Stance("a"), enemies_near(view, "a"))
    desk.legal.target_chances[Stance("a")] = {one.enemy: one for one in known}
    enemy = next(one for one in desk.legal.target_chances[Stance("a")].values() if one.unthrown)
    desk.choose("a")
    tile = desk.legal.position(enemy.enemy)
    assert tile is not None
    mouse_input.click(desk, tile)
    assert desk.draft.verb == "bombard"
    assert "other options" in prompt_words(desk, desk.mode, "").plain
    seen = []
    for _ in range(4):
        order_input.share(desk, 1)
        seen.append(desk.draft.verb)
    assert seen[0] == "fire"
    assert "bombard" in seen


def test_a_second_click_after_an_order_on_a_friend_keeps_the_figure_that_gave_it() -> None:
    """Proposed by its button, treating is given by the first click; the third one chooses."""
    battle = position("a>. . . R<\n. b>. . .", ruleset="d20", kind="medic").after(
        Counted("b", "bleed", 1)
    )
    desk = Controller(battle.ruleset, battle.view(), KeyTable())
    desk.choose("a")
    order_input.verb(desk, "treat")
    assert desk.draft.target == "b"

    def click() -> Order | None:
        mouse_input.press(desk, (1, 1))
        desk.clear_transient()
        return mouse_input.click(desk, (1, 1))

    order = click()
    assert order == battle.line("treat a b")
    desk.renew(battle.order("treat a b").view())
    bound_input.follow_up(desk, battle.line("treat a b"), battle.figure("a").tile)
    assert desk.current_figure == "a"
    assert click() is None
    assert (desk.draft.figure, desk.notice) == ("a", "done; click again to choose b")
    assert click() is None
    assert desk.draft.figure == "b"


def test_the_first_click_on_a_proposed_door_says_that_another_is_needed() -> None:
    """Nothing else changes by it; the second one gives the order."""
    battle = position("a>+ . . R<", ruleset="d20", kind="guard")
    desk = Controller(battle.ruleset, battle.view(), KeyTable())
    desk.choose("a")
    order_input.verb(desk, "door")
    assert desk.draft.target == "1,0"

    assert mouse_input.click(desk, (1, 0)) is None
    assert desk.notice == "door: click again, or enter"
    assert mouse_input.click(desk, (1, 0)) == battle.line("door a 1,0")


def test_fire_that_is_refused_names_the_order_at_a_tile() -> None:
    """A mortar has no target to aim at, but a tile to fire at."""
    battle = position("a>. . b>. . . . . . . . . R<", kinds={"a": "mortar_team"})
    desk = Controller(battle.ruleset, battle.view())
    desk.choose("a")
    order_input.verb(desk, "fire")

    assert desk.notice.endswith(". Possible now: fire at a tile (bombard)")


def test_fire_that_is_refused_names_the_attack_without_a_gun() -> None:
    """A figure with a blade beside an enemy can strike."""
    battle = position("a>R<", ruleset="d20", weapons={"a": ("knife",)})
    desk = Controller(battle.ruleset, battle.view())
    desk.choose("a")
    order_input.verb(desk, "fire")

    assert desk.notice.endswith(". Possible now: strike (strike)")


def test_what_is_carried_is_listed_by_number_and_not_thrown_away_by_enter() -> None:
    """Numbers of several weapons are one list; what is suggested is proposed, else the most."""
    text = village("trait_die").text.replace("[map]", "[rules]\nmuster = true\n\n[map]")
    game = Game.new(open_text(text), 1, {"blue": "human", "red": "human"})
    desk = Controller(game.ruleset, game.view(game.to_act), KeyTable())
    lists = {name: desk.legal.listed_targets(name, "carry") for name in desk.legal.own_figures()}
    assert any(lists.values())
    for figure, listed in lists.items():
        if not listed:
            continue
        assert list(listed) == sorted(listed, key=int)
        desk.choose(figure)
        order_input.verb(desk, "carry")
        advised = desk.legal.ruleset.suggestions.actions(desk.legal.view, figure)
        wanted = [order.target for order in advised if order.verb == "carry"]
        assert desk.draft.target == (wanted or listed[-1:])[0]


def test_a_throw_at_no_enemy_begins_away_from_its_own_figure() -> None:
    """Ahead of it, or where an enemy was seen last; in its own blast it would hit itself."""
    row = "a>. . . . . . . . . . . . . . # R<"
    arms = {"a": ["frag_grenade"]}
    battle = position(row, ruleset="d100", weapons=arms)
    desk = Controller(battle.ruleset, battle.view())
    assert not list(desk.legal.view.enemies())
    desk.choose("a")
    order_input.verb(desk, "bombard")

    assert desk.draft.target == "10,0"
    assert desk.cursor == (10, 0)

    rows = ["a>" + ". " * 9 + "b>" + ". " * 4 + "# R<", *[". " * 17] * 14]
    beside = position("\n".join(rows), ruleset="d100", weapons=arms)
    desk = Controller(beside.ruleset, beside.view())
    desk.choose("a")
    order_input.verb(desk, "bombard")
    assert desk.cursor in {(0, 10), (10, 10)}
