"""Typed lines: abbreviations, omissions, and a reply to any input."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skirmish.core.events import Counted
from skirmish.core.view import view
from skirmish.game import Game, opening_of
from skirmish.line.commands import COMMANDS, Reply
from skirmish.line.interpreter import completion, respond
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.rulesets.registry import RULESETS
from skirmish.scenario import find, load
from skirmish.scenario.lint import LINE_WORDS
from skirmish.session.order_draft import OrderDraft
from skirmish.session.verb_defaults import default_draft
from tests.game.test_scripted_events import CHOICE, pass_to
from tests.game.test_scripted_events import begun as scripted
from tests.position import position
from tests.test_hidden import played


@cache
def begun(ruleset: str = "opposed_d6", phase: str = "move") -> tuple[Game, LegalOrders]:
    """The village in blue's first bound with a visible enemy."""
    game = played(ruleset, 1)
    for line in range(len(game.lines)):
        state = game.state_at(line)
        known = game.view_at(line, "blue")
        there = any(known.enemies()) and state.pending is None
        if state.clock.side == "blue" and state.clock.phase == phase and there:
            return game, LegalOrders(game.ruleset, known)
    raise AssertionError(ruleset)


def said(line: str, figure: str = "", phase: str = "move") -> Reply:
    """The reply to a line in the village."""
    _, legal = begun(phase=phase)
    return respond(legal, figure or legal.active_figures()[0], line)


def test_the_check_of_ids_knows_every_command() -> None:
    """`skirmish check` warns of figures that are called by one."""
    assert sorted(command.name for command in COMMANDS) == sorted(LINE_WORDS)


def test_the_active_figure_can_be_left_out() -> None:
    """An order without a figure is for the active one; a complete order is kept as it is."""
    _, legal = begun()
    name = legal.active_figures()[0]
    tile = legal.board.tiles_of(legal.target_mask(name, "move"))[0]
    way = legal.target_at(name, "move", tile)

    whole = respond(legal, name, f"move {name} {way} face=NE")
    short = respond(legal, name, f"mov {tile[0]},{tile[1]} f=north-east")

    assert str(whole.order) == f"move {name} {way} face=NE"
    assert short.order == whole.order


def test_a_friend_named_alone_is_the_target_of_the_active_figure() -> None:
    """Also where a target may be left out, as of a figure that treats itself."""
    battle = position("c>d>. R<", ruleset="d20", kind="medic")
    hurt = battle.after(*(Counted(name, "bleed", 1) for name in "cd"))
    legal = LegalOrders(hurt.ruleset, hurt.view())

    for figure, line, order in (
        ("d", "c treat d", "treat c d"),
        ("c", "treat d", "treat c d"),
        ("c", "treat c", "treat c"),
        ("c", "treat", "treat c"),
        ("d", "treat c d", "treat c d"),
        ("d", "c treat", "treat c"),
        ("", "treat c", "treat c"),
    ):
        assert str(respond(legal, figure, line).order) == order, line


@pytest.mark.parametrize(("ruleset", "verb"), [("d20", "overwatch"), ("dice_pool", "hold")])
def test_a_typed_watch_fires_from_the_same_chance_on_as_one_by_key(ruleset: str, verb: str) -> None:
    """20%, unless it says another."""
    battle = position("c>. . R<", ruleset=ruleset)
    legal = LegalOrders(battle.ruleset, battle.view())
    by_key, _ = default_draft(legal, OrderDraft(figure="c"), verb, (0, 0), None, any_attack=False)

    for line, when in ((verb, "20%"), (f"{verb} c", "20%"), (f"{verb} when=0", "0%")):
        order = respond(legal, "c", line).order
        assert order is not None
        assert order.get("when", "0%") == when, line
    assert by_key.order.get("when") == "20%"


def test_an_attack_at_a_tile_is_typed_as_it_is_shown() -> None:
    """With the name of what is thrown or fired, or enough of it."""
    arms = {"c": ["frag_grenade", "stun_grenade", "grenade_launcher"]}
    battle = position("c>. . . . R<", ruleset="d20", weapons=arms)
    legal = LegalOrders(battle.ruleset, battle.view())
    frag, launched = (f"bombard c 5,0 weapon={arm}" for arm in ("frag_grenade", "grenade_launcher"))

    for line, order in (
        ("throw frag grenades at 5,0", frag),
        ("throw frag 5,0", frag),
        ("throw c frag 5,0", frag),
        ("c throw frag grenades at r", frag),
        ("fire grenade launcher at 5,0", launched),
        ("bombard 5,0 weapon=frag", frag),
    ):
        assert str(respond(legal, "c", line).order) == order, line
    (said,) = respond(legal, "c", "throw grenades 5,0").lines
    assert said.startswith("Not understood: 'grenades' can mean frag grenades or stun grenades; ")


def test_an_answer_is_taken_in_the_words_that_are_shown() -> None:
    """Of an event that is chosen: its id in words, its text, both; 'answer' may be left out."""
    game = pass_to(scripted(CHOICE.replace("guns", "the_guns")), 1, "red")
    while game.state.pending is None:
        game.order(game.to_act, "end")
    legal = LegalOrders(game.ruleset, view(game.state, "red"))

    for words in ("the guns", "the_guns", "The guns.", "1"):
        for line in (words, f"answer {words}"):
            assert str(respond(legal, "", line).order) == "answer the_guns", line
    for line in ("horse: Hooves.", "hooves", "Horse"):
        assert str(respond(legal, "", line).order) == "answer horse"
    assert respond(legal, "", "the tanks").order is None
    assert "its words before the colon are enough" in respond(legal, "", "help answer").lines[1]


def test_a_path_can_be_given_as_legs() -> None:
    """Legs start at the figure; a path off the map is refused with a remedy."""
    _, legal = begun()
    name = next(
        n
        for n in legal.active_figures()
        if (at := legal.position(n)) and legal.target_at(n, "move", (at[0] + 1, at[1]))
    )
    x, y = legal.position(name) or (0, 0)

    assert str(respond(legal, name, "move e").order) == f"move {name} {x},{y}>{x + 1},{y}"
    assert str(respond(legal, name, "move e 1").order) == f"move {name} {x},{y}>{x + 1},{y}"
    assert respond(legal, name, "move w99").lines[0].startswith("Not ")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("loook", "Not understood: no order or command 'loook'; did you mean 'look'?"),
        ("b99", "Not understood: there is no known figure 'b99'; "),
        ("fi", "Not understood: 'fi' can mean fire, fight or figures; type more of it."),
        ("move b1 nowhere", "Not understood: 'nowhere' is not a place; give a tile such as 12,7, "),
        ("move 3,3 face=up", "Not understood: 'up' is not a place; "),
        (
            "move b1 3,3 n",
            "Not understood: 'n' is no part of the destination; for the facing at the end, face=N.",
        ),
        ("turn b1 ne fast", "Not understood: 'fast' is one word too many; "),
        ("turn b9 ne", "Not understood: you have no figure 'b9'; known: b1, "),
        ("rules BAY-999", "Not understood: no rule 'BAY-999'; did you mean 'BAY-"),
        ("odds", "b1 has no target now; "),
        ("r1 move e", "Not understood: 'r1' is not yours; only your own figures take orders."),
        ("xyzzy", "Not understood: no order or command 'xyzzy'; 'help' lists them, "),
        ("move e;turn s", "Not understood: several orders in one line; type them one by one."),
        ("move 99 99", "Not understood: 99,99 is off the map; choose a tile of the map."),
        ("move w40", "Not understood: 'w40' from "),
        ("fire", "Not understood: 'fire' needs a target; type 'why fire' for the reason."),
        ("move", "Not understood: 'move' needs a destination; such as 'move ne3' or 'move 12,7'; "),
        ("please shoot at r1", "Not allowed: shooting comes after the enemy's move; "),
        ("shoot r1", "Not allowed: shooting comes after the enemy's move; "),
        ("\x1b[2J", "Not understood: contains U+001B, a control character; "),
        ("x" * 600, "Not understood: longer than 500 characters; shorten it."),
        ("answer yes", "Not allowed: there is no question; "),
        ("end now please", "Not understood: 'now' is one word too many; write: end."),
    ],
)
def test_errors_have_a_remedy(line: str, answer: str) -> None:
    """A misspelt word gets a suggestion and gives no order."""
    answered = said(line)

    assert answered.lines[0].startswith(answer)
    assert answered.order is None


def test_refusals_have_reason_rule_and_remedy() -> None:
    """The text of the rule is quoted."""
    reason, rule = said("fire r1").lines

    assert reason == ("Not allowed: shooting comes after the enemy's move; end your move first.")
    assert rule.startswith("BAY-12: ")


def test_walls_and_doors_have_their_own_refusals() -> None:
    """A shut door and a wall have different reasons, and `door` needs a door."""
    assert ", shut, " in said("look 6,2").lines[0]
    assert said("why 3,3").lines[0] == "move: wall cannot be entered."
    assert said("why door").lines[0].startswith("Not allowed: no door is beside b1")


def test_a_rule_is_shown_with_its_worked_example() -> None:
    """Figures and chances are in words; of several rules only the texts are shown."""
    told = said("rules bay-28").lines

    assert told[0].startswith("BAY-28: ")
    assert told[2] == "a rifleman; R rifleman."
    assert told[4] == "  r rifleman 72% effect: downed 25%; suppressed 47%; no effect 28%."
    assert all(line.startswith(("BAY-", "And ")) for line in said("rules cover").lines)


def test_a_figure_can_be_named_first() -> None:
    """Before an order or a question; it becomes the active figure."""
    _, legal = begun()
    name = legal.active_figures()[-1]
    tile = legal.board.tiles_of(legal.target_mask(name, "move"))[0]

    first = said(f"{name}, move {tile[0]},{tile[1]}")
    usual = said(f"move {name} {tile[0]},{tile[1]}")

    assert first.order == usual.order is not None
    assert first.figure == usual.figure == name
    assert said(f"{name} look").figure == name


def test_threats_and_distances() -> None:
    """Exact chances of visible enemies; objectives with their walking costs."""
    threats, far = said("danger").lines, said("how far is the objective").lines

    assert all(line.startswith(("r", "No enemy in sight", "Out of sight")) for line in threats)
    assert any(" of movement." in line for line in far)


def test_objectives_are_told_from_a_figure_that_is_named() -> None:
    """How far the figure itself is, is another question."""
    _, legal = begun()
    name = legal.active_figures()[-1]

    usual, from_there = said("objectives").lines, said(f"objectives {name}").lines
    assert len(from_there) == len(usual)
    assert any(f"From {name}, " in line for line in from_there)
    assert len(said(f"how far {name}").lines) == 1


def test_an_id_selects_a_figure() -> None:
    """It stays active until another one is selected."""
    _, legal = begun()
    name = legal.active_figures()[-1]

    assert said(name).figure == name
    assert said("next").figure == legal.active_figures()[1 % len(legal.active_figures())]
    assert said("look", name).figure == name


def test_lines_are_completed() -> None:
    """The last word is completed, never with anything that the side does not know."""
    _, legal = begun()
    name = legal.active_figures()[0]

    assert completion(legal, name, "fig") == "fight"
    assert completion(legal, name, "move x") == ""
    assert completion(legal, name, f"move {name} fa") == f"move {name} face="


WORDS = st.sampled_from(
    [command.name for command in COMMANDS]
    + ["b1", "r1", "b2", "r9", "5,5", "99,99", "3,4>8,4", "ne3", "e", "2", "face=NE", "to", "3:4"]
    + [
        "move",
        "fire",
        "bombard",
        "turn",
        "door",
        "split=r1:1+r2:2",
        "aid=b2+b3",
        "weapon=",
        "=",
        "?",
    ]
    + ["when=30%", "reload", "answer", "pose", "suppress", "mode", "1,2,3,4", "cover", "all", "-1"]
)
LINES = st.one_of(st.text(max_size=40), st.lists(WORDS, max_size=6).map(" ".join))


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_every_line_has_a_reply(ruleset: str, data: st.DataObject) -> None:
    """Any input, at any moment: a printable reply, an allowed order, or a control word."""
    game = played(ruleset, 1)
    line = data.draw(st.integers(0, len(game.lines) - 1))
    side = data.draw(st.sampled_from(game.sides))
    legal = LegalOrders(game.ruleset, game.view_at(line, side))
    figure = data.draw(st.sampled_from(("", *legal.own_figures())))
    typed = data.draw(LINES)

    answered = respond(legal, figure, typed)

    assert answered.lines or answered.order or answered.control
    assert all(words.isprintable() and words.strip() for words in answered.lines)
    assert answered.order is None or legal.refusal(answered.order) is None
    completion(legal, figure, typed)


def test_muster_orders() -> None:
    """In the muster `orders` lists what can be loaded, and an order of the battle is refused."""
    game = Game.new(opening_of(load(find("hill_chapel"))), 1)
    legal = LegalOrders(game.ruleset, game.view(game.to_act))
    figure = legal.own_figures()[0]

    assert legal.mustering
    assert any(line.startswith("buy: ") for line in respond(legal, figure, "orders").lines)
    assert respond(legal, figure, "bombard 3,3").lines[0].startswith("Not allowed: ")
    assert str(respond(legal, figure, "ready").order) == "ready"


def test_odds_do_not_depend_on_the_spelling_of_a_path() -> None:
    """By legs, from the next tile or from the own tile: the same path, the same odds."""
    _, legal = begun()
    name, start, end = next(
        (name, at, tile)
        for name in legal.active_figures()
        if (at := legal.position(name))
        for tile in legal.board.tiles_of(legal.target_mask(name, "move"))
        if tile == (at[0] + 2, at[1])
    )

    by_legs = respond(legal, name, "odds move e2").lines
    written = f"{start[0]},{start[1]}>{end[0]},{end[1]}"
    in_full = respond(legal, name, f"odds move {written}").lines
    from_next = respond(legal, name, f"odds move {start[0] + 1},{start[1]}>{end[0]},{end[1]}").lines

    assert by_legs[0].startswith(f"{name} move to {end[0]},{end[1]}, face E:")
    assert in_full == by_legs
    assert from_next == by_legs


def test_a_typed_move_faces_the_way_it_went_as_its_help_says() -> None:
    """Not the nearest known enemy, as a move on the screen does."""
    battle = position("a^. . . R<\n. . . . . ", phase="move")
    reply = respond(LegalOrders(battle.ruleset, battle.view()), "a", "move 0,1")

    assert reply.order is not None
    assert battle.order(str(reply.order)).figure("a").facing.name == "S"
    assert "Without face= a figure faces the way it went" in " ".join(said("help move").lines)


def test_help_explains_the_words_of_the_game() -> None:
    """All of them, or those that hold a word; a word that an order has is the order."""
    every = said("help words").lines
    assert len(every) > 20
    assert said("help words aid").lines == said("help aid").lines
    assert said("help aid").lines[0].startswith("aid: Friends give up their shot")
    assert said("help move").lines[0].startswith("move: ")
    assert said("help words xyzzy").lines[0].startswith("Not ")
