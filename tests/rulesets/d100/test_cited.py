"""The numbered rules that an order applies are counted, and no others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve

from skirmish.rulesets.engine import carry_out
from tests.position import Position, Thrown, field_of
from tests.rulesets.d100.blocks import BATON, FULL, GRENADE, SOLDIER, STUNNER, SWORD, scene

BOT = evolve(SOLDIER, id="bot", morph="bot")


def applied(game: Position, text: str, faces: Sequence[int] = ()) -> Mapping[str, int]:
    """The rules that an order applies, its modifiers apart."""
    dice = Thrown(faces)
    done = carry_out(game.ruleset, game.state, game.acting, game.line(text), dice)
    dice.check_used_up()
    return done.rules


def test_a_blast_applies_scatter_only_where_it_misses() -> None:
    """EP-03 to EP-09: which factor counted, and whether anybody was in it."""
    at = {"a": (4, 5), "R": (10, 5)}
    game = scene(field_of(31, 11), at=at, weapons={"a": (GRENADE,)})
    scatter = {"EP-03", "EP-04", "EP-05", "EP-06", "EP-07", "EP-08", "EP-09"}

    def of(*faces: int) -> set[str]:
        return scatter & applied(game, "bombard a 10,5", faces).keys()

    assert of(33, 6, 6, 35) == {"EP-08"}
    assert of(70, 3, 1, 1) == {"EP-03", "EP-04", "EP-05", "EP-08", "EP-09"}
    assert of(71, 3, 1, 1) == {"EP-03", "EP-04", "EP-05", "EP-06", "EP-08", "EP-09"}


def test_a_shock_applies_the_rules_of_what_came_of_it() -> None:
    """EP-10 to EP-20: a machine, who is felled, who withstands it, and a second one."""
    shocks = {f"EP-{n}" for n in range(10, 21)}

    def of(game: Position, *faces: int) -> set[str]:
        return shocks & applied(game, "fire a R", faces).keys()

    gun = {"weapons": {"a": (STUNNER,)}}
    machine = scene("a . . R", kinds={"R": BOT}, **gun)
    person = scene("a . . R", **gun)
    shaken = scene("a . . R", counters={"R": {"shocked": 900}}, **gun)
    assert of(machine, 25, 98, 1, 1) == {"EP-11", "EP-17"}
    assert of(person, 25, 98, 98, 1, 1) == {"EP-10", "EP-12", "EP-13", "EP-17"}
    assert of(person, 25, 98, 1, 1, 1) == {"EP-10", "EP-12", "EP-17", "EP-18", "EP-19"}
    assert "EP-20" in of(shaken, 25, 98, 98, 1, 1)


def test_the_rule_of_a_shock_goes_by_how_it_wears_off() -> None:
    """EP-15, EP-16, EP-19: full, by minutes, by turns."""
    for state, rule in (({"shocked": 6100}, "EP-15"), ({"shocked": 2200}, "EP-16")):
        lines = scene("a . . R", counters={"a": state}).odds("fire a R").modifiers
        assert [line.rule for line in lines if line.name == "shock"] == [rule]
    lines = scene("a . . R", counters={"a": {"jolted": 300}}).odds("fire a R").modifiers
    assert [line.rule for line in lines if line.name == "shock"] == ["EP-19"]


def test_a_grip_and_a_try_to_break_it() -> None:
    """EP-21 to EP-25, EP-27: reach where somebody has it, the phase that the grip costs."""
    game = scene("a R", weapons={"a": (SWORD,)})
    rules = applied(game, "grapple a R", [32, 98])
    assert {"EP-01", "EP-21", "EP-22", "EP-23", "EP-24"} <= rules.keys()
    held = game.order("grapple a R", [32, 98])
    assert "EP-25" in applied(held, "end")
    assert "EP-27" in applied(held.order("end"), "free R", [98, 98])
    assert "EP-01" not in applied(scene("a R", weapons={"a": (BATON,)}), "strike a R", [98])


def test_suppressive_fire_and_its_free_attack() -> None:
    """EP-28 to EP-36: the order, leaving cover, ending in the open, its end."""
    drawing = "a . . . : R . .\n. . . . . . . ."
    game = scene(drawing, weapons={"a": (FULL,)}).order("suppress a 7,0")
    ordered = applied(scene(drawing, weapons={"a": (FULL,)}), "suppress a 7,0")
    assert {"EP-28", "EP-29", "EP-30", "EP-32"} <= ordered.keys()
    red = game.order("end")
    assert {"EP-34", "EP-35", "EP-36"} <= applied(red, "move R 5,0>6,0", [98]).keys()
    out = scene("a . . . . R . .", weapons={"a": (FULL,)}).order("suppress a 7,0").order("end")
    assert {"EP-33", "EP-35", "EP-36"} <= applied(out, "end", [98, 5, 4]).keys()
