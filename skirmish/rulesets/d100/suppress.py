"""Suppressive fire: a zone over which a figure shoots at whoever leaves cover (EP-28 to EP-36)."""

from __future__ import annotations

from functools import partial
from typing import cast

from skirmish.core.codec import Shape
from skirmish.core.events import Fired
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, distance2, metres, tile_text
from skirmish.core.orders import Field, Order, Refusal, Verb
from skirmish.core.state import State, Zone
from skirmish.rulesets.attack import Attack, Modifier
from skirmish.rulesets.common import slots, suppression
from skirmish.rulesets.common.areas import inside, wedge
from skirmish.rulesets.common.counting import count
from skirmish.rulesets.common.moves import HELD, Before
from skirmish.rulesets.common.present import expose
from skirmish.rulesets.d100 import ammunition, cited, effects, outcome
from skirmish.rulesets.d100.figures import arm, arms, disabled, prone
from skirmish.rulesets.d100.gunfire import WEAPON, set_mode
from skirmish.rulesets.d100.kinds import Arm
from skirmish.rulesets.d100.rules import Blow, strike, volley
from skirmish.rulesets.d100.sums import bare_dodge, bare_shot, blow, blow_lines
from skirmish.rulesets.d100.timing import THIRDS, complex_refusal, turn_comes
from skirmish.rulesets.scene import Scene

SUPPRESS = Verb(
    "suppress",
    "covers a cone with automatic fire until its next action phase",
    target=Shape.TILE,
    fields=(WEAPON, Field("length", Shape.NUMBER, "how far it reaches, in tiles; else the tile")),
    exposed=True,
)
HALF_WIDTH = 10
"""Tiles to each side of the axis at the far end (EP-32)."""
SLOT = "slot"
SHOWN = "whoever is there leaves cover or ends its action in the open"
"""What the odds of suppressive fire take for granted (EP-33, EP-34)."""


def weapon_for(figure: Figure, order: Order) -> Arm | Refusal:
    """The weapon that an order of suppressive fire means: one with automatic fire (EP-28)."""
    wanted = order.get("weapon")
    fitting = [weapon for weapon in arms(figure) if "full" in weapon.modes]
    for weapon in fitting:
        if wanted in ("", weapon.id):
            return weapon
    names = ", ".join(weapon.id for weapon in fitting)
    what = f"{figure.id} has no weapon for automatic fire"
    return Refusal(what if not wanted else f"{wanted} fires no bursts like that", "EP-28", names)


def length_of(figure: Figure, order: Order) -> int:
    """How long the cone is: as said, else so that the tile is just inside."""
    away2 = distance2(figure.tile, order.target_tile)
    whole = metres(figure.tile, order.target_tile)
    return order.number("length", whole + (whole * whole < away2))


def barred(state: State, order: Order) -> Refusal | None:
    """Why the ground can't be suppressed, whatever the clock says."""
    figure, tile = state.figures[order.figure], order.target_tile
    weapon = weapon_for(figure, order)
    if isinstance(weapon, Refusal):
        return weapon
    if lacking := ammunition.lacking(state, figure, weapon, ammunition.SUPPRESSION, "EP-A11"):
        return lacking
    if tile == figure.tile or not state.board.inside(tile):
        return Refusal(f"no cone leads to {tile_text(tile)}", "EP-32", "aim at another tile")
    length = length_of(figure, order)
    if not 1 <= length <= weapon.extreme:
        most = f"1 to {weapon.extreme} tiles"
        return Refusal(f"{weapon.name} does not reach {length} tiles", "EP-A10", most)
    return None


def refusal(state: State, order: Order) -> Refusal | None:
    """Why it may not be done in this phase (EP-29)."""
    if refused := barred(state, order):
        return refused
    figure = state.figures[order.figure]
    weapon = weapon_for(figure, order)
    if isinstance(weapon, Arm) and set_mode(figure, weapon) != "full":
        change = f"mode {figure.id} full weapon={weapon.id}, and suppress in a later phase"
        return Refusal(f"{weapon.name} is set to {set_mode(figure, weapon)}", "EP-28", change)
    return complex_refusal(figure)


def cone(state: State, figure: Figure, tile: Tile, length: int) -> int:
    """Mask of the ground that suppressive fire covers (EP-32, EP-F23)."""
    return wedge(state.board, figure.tile, tile, length, HALF_WIDTH)


def carry_out(scene: Scene, order: Order) -> None:
    """Lays the zone and spends the rounds (EP-30)."""
    state = scene.state
    figure = state.figures[order.figure]
    weapon = weapon_for(figure, order)
    if isinstance(weapon, Refusal):
        raise TypeError(f"{order}: {weapon}")
    expose(scene, figure.id)
    scene.emit(Fired(figure.id, weapon.id, at=order.target_tile, how="suppression"))
    count(scene, figure.id, "acted", THIRDS)
    count(scene, figure.id, "attacked", 1)
    count(scene, figure.id, "aimed", 0)
    ammunition.suppress(scene, figure.id, weapon)
    tiles = state.board.tiles_of(cone(state, figure, order.target_tile, length_of(figure, order)))
    if tiles:
        numbers = {SLOT: slots.of(figure, weapon.id)}
        suppression.lay(scene, figure.id, tiles, numbers)


def threats(state: State, figure: Figure) -> tuple[Zone, ...]:
    """The enemy's zones that have not had their shot at a figure yet."""
    return tuple(
        zone
        for zone in state.zones.values()
        if zone.kind == suppression.KIND
        and zone.side != figure.side
        and zone.owner in state.figures
        and not suppression.struck(state, zone, figure.id)
    )


def covered(state: State, zone: Zone, tile: Tile) -> bool:
    """Whether a tile has any cover against who keeps a zone up (EP-A9)."""
    return state.board.cover(state.figures[zone.owner].tile, tile) > 0


def free_blow(state: State, zone: Zone, target: Figure) -> tuple[Blow, tuple[Modifier, ...]] | None:
    """The free attack of a zone as bare numbers, and its breakdown; None out of range."""
    return free_shot(state, state.figures[zone.owner], zone_arm(state, zone), target)


def zone_arm(state: State, zone: Zone) -> Arm:
    """The weapon that a zone was laid with."""
    return arm(state.figures[zone.owner].who.weapons[zone.numbers.get(SLOT, 0)])


def free_shot(
    state: State, owner: Figure, weapon: Arm, target: Figure
) -> tuple[Blow, tuple[Modifier, ...]] | None:
    """A free attack with a weapon: range, wounds and full defence alone count (EP-35).

    Damage is that of a single shot, margin and criticals included (EP-36). None out of range.
    """
    shot = bare_shot(owner, weapon, target)
    if shot is None:
        return None
    numbers = weapon, target, shot, bare_dodge(state, target)
    return blow(*numbers), blow_lines(*numbers)


def foreseen(state: State, order: Order) -> Attack | None:
    """What an order may bring: the free attack on each enemy in the cone, if it shows itself.

    Nothing is rolled for the order itself; None where it can't be given or nobody is there.
    """
    if barred(state, order) is not None:
        return None
    figure, tile = state.figures[order.figure], order.target_tile
    weapon = weapon_for(figure, order)
    mask = cone(state, figure, tile, length_of(figure, order))
    there = [other for other in inside(state, mask, figure.tile) if other.side != figure.side]
    if isinstance(weapon, Refusal):
        return None
    shots = [(other, free_shot(state, figure, weapon, other)) for other in there]
    found = [(other.id, *shot) for other, shot in shots if shot is not None]
    if not found:
        return None
    return Attack(
        volley,
        (tuple(one for _, one, _ in found),),
        tuple(name for name, _, _ in found),
        modifiers=tuple(line for _, _, lines in found for line in lines),
        policy=SHOWN,
        each=True,
        at=tile,
        area=mask,
        apart=True,
    )


def free_attack(name: str, numbers: Blow, lines: tuple[Modifier, ...]) -> Attack:
    """The free attack on a figure, for who asks for its odds."""
    return Attack(volley, ((numbers,),), (name,), named=name, modifiers=lines, each=True)


def shoot(scene: Scene, zone: Zone, name: str) -> None:
    """The free attack on a figure: one for each suppression, and no rounds (EP-34, EP-A12)."""
    found = free_blow(scene.state, zone, scene.state.figures[name])
    if found is None:
        return
    suppression.mark(scene, zone, name)
    scene.attempt(zone.owner, lambda: free_attack(name, *found))
    harm = strike(scene.dice, found[0])
    scene.befell((name,), (harm,))
    scene.cite("EP-35", "EP-36", "EP-A9", "EP-A12", *cited.OPPOSED)
    cited.struck(scene, zone_arm(scene.state, zone), scene.state.figures[name], harm)
    outcome.tell(scene, name, harm, zone.owner, "suppression")
    effects.follow(scene, name, harm, zone.owner)


def left_cover(scene: Scene, name: str) -> None:
    """After a step: every zone in which it led out of cover has its shot (EP-34, EP-A9)."""
    track = scene.state.tracks.get(name)
    figure = scene.state.figures[name]
    if track is None or len(track.steps) < 2 or figure.at is None:
        return
    start, here = track.steps[-2].tile, track.steps[-1].tile
    for zone in threats(scene.state, figure):
        if scene.state.figures[name].at is None or zone.id not in scene.state.zones:
            continue
        there = start in zone.tiles and here in zone.tiles
        if there and covered(scene.state, zone, start) and not covered(scene.state, zone, here):
            scene.cite("EP-34")
            shoot(scene, zone, name)


def watch(state: State, name: str) -> Before | None:
    """What is asked before each step of a figure's walk; None where no zone waits for it."""
    figure = state.figures[name]
    if not threats(state, figure):
        return None
    return partial(_before_step, len(state.tracks[name].steps) if name in state.tracks else 0)


def _before_step(steps: int, scene: Scene, name: str, _tile: Tile) -> str:
    """The step made last may have led out of cover; a figure that it brought down goes no farther.

    `steps` are those of earlier walks, which have been looked at.
    """
    track = scene.state.tracks.get(name)
    before = scene.state.figures[name]
    if track is not None and len(track.steps) > steps:
        left_cover(scene, name)
    after = scene.state.figures[name]
    if after.at is None or disabled(scene.state, after) or (prone(after) and not prone(before)):
        return HELD
    return ""


def ended_in_the_open(scene: Scene) -> None:
    """At the end of a bound: whoever had its action and ends it uncovered in a zone (EP-33)."""
    state = scene.state
    if not state.zones:
        return
    for figure in tuple(state.of_side(state.clock.side)):
        if not turn_comes(state, figure) or disabled(state, figure):
            continue
        for zone in threats(state, figure):
            now = scene.state
            at = now.figures[figure.id].at
            there = at is not None and at in zone.tiles and zone.id in now.zones
            if there and not covered(now, zone, cast("Tile", at)):
                scene.cite("EP-33")
                shoot(scene, zone, figure.id)
