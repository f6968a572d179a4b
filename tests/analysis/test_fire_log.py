"""Fire by weapon: whose blow it was that put somebody out."""

from __future__ import annotations

from attrs import evolve

from skirmish.analysis.fire_log import LearntLine, WeaponFire, by_weapon, where_fell
from skirmish.core.events import AID, Fired, Left, Struck
from skirmish.core.state import Zone
from tests.position import position


def test_who_falls_in_close_combat_was_put_out_by_the_other() -> None:
    """Also where it was he who began it, and the other's blow is told of first."""
    state = position("a>R<").state
    worth = state.figures["a"].who.kind.points
    events = (
        Struck("a", "downed", source="r", how="melee"),
        Struck("r", "nothing", source="a", how="melee"),
        Left("a", "downed"),
    )

    assert by_weapon([LearntLine(1, 1, events, state, state)]) == (
        WeaponFire("red", "melee", shots=1, hits=1, out=1, lost=worth),
        WeaponFire("blue", "melee", shots=1),
    )


def test_what_lasts_counts_each_figure_that_it_hurts() -> None:
    """Two that bleed are two times and two hits; what burns is another row."""
    state = position("a>b>R<").state
    bleeds = [Struck(name, "hurt", how="bleeding", sums={"damage": 1}) for name in ("a", "b")]
    burns = Struck("b", "hurt", how="burning", sums={"damage": 1})

    assert by_weapon([LearntLine(1, 1, (*bleeds, burns), state, state)]) == (
        WeaponFire("red", "bleeding", shots=2, hits=2),
        WeaponFire("red", "burning", shots=1, hits=1),
    )


def test_gas_counts_for_the_side_whose_it_is() -> None:
    """Also where it strikes own figures, and where it follows a blow in the same order."""
    state = position("a>b>R<").state
    tiles = tuple(figure.at for figure in state.figures.values() if figure.at)
    clouds = evolve(state, zones={"z1": Zone("z1", "gas", "blue", "a", tiles, until=900)})
    blow = Struck("r", "nothing", source="a", how="melee")
    gas = [Struck(name, "suppressed", how="gas") for name in ("b", "r")]

    found = {one.weapon: one for one in by_weapon([LearntLine(1, 1, (blow, *gas), clouds, clouds)])}
    assert found["melee"] == WeaponFire("blue", "melee", shots=1)
    assert found["gas"] == WeaponFire("blue", "gas", shots=2, hits=1, own_hits=1)


def test_a_stray_shot_falls_where_it_found_a_figure() -> None:
    """As well as where it was aimed."""
    state = position("a>b>R<").state
    shots = (Fired("r", "rifle", target="a"), Struck("a", "missed", source="r"))
    strays = tuple(Struck("b", "unhurt", source="r", how=how) for how in ("stray", "redirected"))
    at = {name: figure.at for name, figure in state.figures.items()}

    fell = where_fell([LearntLine(1, 1, (*shots, *strays), state, state)])
    assert fell == {at["a"]: 1, at["b"]: 2}


def test_a_friend_put_out_is_an_own_loss() -> None:
    """No enemy was put out by it."""
    state = position("a>b>R<").state
    worth = state.figures["b"].who.kind.points
    events = (
        Fired("a", "rifle", target="r"),
        Struck("b", "downed", source="a"),
        Left("b", "downed"),
    )

    (fire,) = by_weapon([LearntLine(1, 1, events, state, state)])
    assert (fire.out, fire.lost, fire.own) == (0, 0, worth)


def test_an_aided_shot_counts_for_the_weapon_of_its_shooter() -> None:
    """The events of the aid stand between the shot and what it did."""
    state = position("a>b>R<").state
    worth = state.figures["r"].who.kind.points
    events = (
        Fired("a", "rifle", target="r"),
        Fired("b", "pistol", target="r", how=AID),
        Struck("r", "downed", source="a"),
        Left("r", "downed"),
    )

    (fire,) = by_weapon([LearntLine(1, 1, events, state, state)])
    assert fire == WeaponFire("blue", "rifle", shots=1, hits=1, out=1, lost=worth)


def test_hits_on_the_own_side_are_counted_apart() -> None:
    """What a blast does not harm is no hit, on whichever side."""
    state = position("a>b>c>R<").state
    events = (
        Fired("a", "mortar", at=(3, 0)),
        Struck("r", "wounded", source="a", how="blast"),
        Struck("b", "hurt", source="a", how="blast", sums={"damage": 2}),
        Struck("c", "unharmed", source="a", how="blast"),
    )

    (fire,) = by_weapon([LearntLine(1, 1, events, state, state)])
    assert (fire.hits, fire.own_hits) == (1, 1)


def test_a_hit_that_armour_stops_is_none() -> None:
    """Its damage is told, and is zero."""
    state = position("a>. R<").state
    events = (
        Fired("a", "rifle", target="r"),
        Struck("r", "hit", source="a", sums={"hits": 2, "damage": 0}),
        Fired("a", "rifle", target="r"),
        Struck("r", "hit", source="a", sums={"hits": 2, "damage": 3}),
    )

    (fire,) = by_weapon([LearntLine(1, 1, events, state, state)])
    assert (fire.shots, fire.hits) == (2, 1)


def test_a_limb_that_is_crippled_is_no_second_hit() -> None:
    """What a shot did is told in more than one event; the next shot counts anew."""
    state = position("a>. R<").state
    shot = (
        Fired("a", "rifle", target="r"),
        Struck("r", "hit", source="a"),
        Struck("r", "crippled", how="torso"),
    )

    (fire,) = by_weapon([LearntLine(1, 1, (*shot, *shot), state, state)])
    assert (fire.shots, fire.hits) == (2, 2)


def test_who_flees_off_the_map_later_was_put_out_by_what_hit_him() -> None:
    """In a line in which nobody fires; who leaves as he wished to was put out by nobody."""
    state = position("a>. R<").state
    worth = state.figures["r"].who.kind.points
    shot = (Fired("a", "rifle", target="r"), Struck("r", "flees", source="a"))
    other = (Fired("r", "pistol", target="a"), Struck("a", "hit", source="r"))
    lines = [
        LearntLine(n, 1, events, state, state)
        for n, events in enumerate((shot, other, (Left("r", "fled"),), (Left("a", "exited"),)), 1)
    ]

    assert by_weapon(lines) == (
        WeaponFire("blue", "rifle", shots=1, hits=1, out=1, lost=worth),
        WeaponFire("red", "pistol", shots=1, hits=1),
    )


def test_a_figure_that_bleeds_to_death_counts_for_the_weapon_that_hit_it_last() -> None:
    """The bleeding keeps its times and hits; a figure of no known hit counts for it."""
    state = position("a>R<").state
    worth = state.figures["r"].who.kind.points
    shot = Fired("a", "rifle", target="r"), Struck("r", "hit", source="a", sums={"damage": 1})
    dies = Struck("r", "hurt", how="bleeding", sums={"damage": 1}), Left("r", "downed")
    lines = [LearntLine(at, 1, told, state, state) for at, told in enumerate((shot, dies), 1)]

    assert by_weapon(lines) == (
        WeaponFire("blue", "rifle", shots=1, hits=1, out=1, lost=worth),
        WeaponFire("blue", "bleeding", shots=1, hits=1),
    )
    assert by_weapon(lines[1:]) == (
        WeaponFire("blue", "bleeding", shots=1, hits=1, out=1, lost=worth),
    )
