"""Close combat: contact and pairs, the dice of a fight, and its results.

It is judged among figures that see each other, so a hidden figure has no part in it. Pairs are
computed from tiles and facings and not stored. Fights are not ordered: all pairs fight when the
shooting ends. The verb `fight` only shows their odds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from attrs import frozen

from skirmish.core.codec import Shape
from skirmish.core.events import Moved, Struck
from skirmish.core.figures import HIDDEN, Figure
from skirmish.core.geometry import Tile, in_arc, neighbours, tile_text
from skirmish.core.orders import Order, Refusal, Verb
from skirmish.core.state import State
from skirmish.core.text import by_id, id_key
from skirmish.core.view import View
from skirmish.rulesets.action import Action
from skirmish.rulesets.attack import Attack, Part, modifiers, total
from skirmish.rulesets.common.present import discover, present_at, reveal
from skirmish.rulesets.opposed_d6.budget import unready
from skirmish.rulesets.opposed_d6.counters import SHOOTING, SUPPRESSED
from skirmish.rulesets.opposed_d6.dice import Bout, close_combat
from skirmish.rulesets.opposed_d6.figures import FRONT, kind_of, skill, weapons_of
from skirmish.rulesets.opposed_d6.morale import down
from skirmish.rulesets.scene import Scene

HAND_TO_HAND: Final = "hand_to_hand"
OVERLAPPING: Final = "overlapping"
Engaged = Literal["", "overlapping", "hand_to_hand"]
FACING = 2
"""Facing an enemy: within 45 degrees, in units of 22.5 (BAY-F9)."""
RULE = "BAY-F9"
MOST_AID = 3
"""The most that overlapping friends add (BAY-F9)."""
UNREADY = -1
"""Modifier of a figure that is Suppressed or attacked from behind (BAY-F7, BAY-F9)."""
RECOIL = "recoil"
MELEE = "melee"
FIGHT_VERB = Verb(
    "fight",
    "shows the odds of close combat with an enemy; all pairs fight when the shooting ends",
    target=Shape.FIGURE,
    dice=True,
)


@frozen
class Pair:
    """Two figures in close combat: of the moving side and of the other (BAY-F9)."""

    mover: str
    other: str


@frozen
class Melees:
    """All figures in contact: the pairs, in the order they fight, and the overlapping figures.

    `pressed`: each overlapping figure with the enemy against which it helps a friend.

    BAY-F9.
    """

    pairs: tuple[Pair, ...]
    pressed: tuple[tuple[str, str], ...]

    def foe(self, name: str) -> str:
        """The enemy that a figure is paired with, or ""."""
        for pair in self.pairs:
            if name == pair.mover:
                return pair.other
            if name == pair.other:
                return pair.mover
        return ""

    def pressing(self, name: str) -> tuple[str, ...]:
        """The overlapping figures that help against an enemy, lower ids first."""
        return by_id(overlapper for overlapper, enemy in self.pressed if enemy == name)


def touching(state: State, figure: Figure) -> Iterator[Figure]:
    """The enemies that a figure is in contact with: on adjacent tiles, each in sight.

    BAY-07, BAY-F9.
    """
    if figure.at is None or figure.count(HIDDEN):
        return
    around = neighbours(figure.at)
    for other in state.figures.values():
        if other.at in around and other.side != figure.side and _mutual(state, figure, other):
            yield other


def _mutual(state: State, a: Figure, b: Figure) -> bool:
    """Whether two enemies see each other, as far as the state or view shows."""
    if b.count(HIDDEN):
        return False
    for mine, theirs in ((a, b), (b, a)):
        known = state.known.get(mine.side)
        if known is not None and theirs.id not in known.visible:
            return False
    return True


def in_contact(state: State, figure: Figure) -> bool:
    """Whether a figure is in close combat: on a tile next to an enemy (BAY-07, BAY-F9)."""
    return next(touching(state, figure), None) is not None


def faces(a: Figure, b: Figure) -> bool:
    """Whether a figure faces another: within 45 degrees of straight ahead (BAY-F9)."""
    return in_arc(a.tile, a.facing, b.tile, FACING)


def moving_side(state: State) -> str:
    """The side whose movement this is, or was before the shooting (BAY-A10, BAY-F9)."""
    clock = state.clock
    return state.setup.enemy(clock.side) if clock.phase == SHOOTING else clock.side


def melees(state: State) -> Melees:
    """Pairs and overlapping figures as they are now (BAY-F9).

    Pairs are made in this order: both face each other; one faces the other; the lower ids. They
    fight by the moving side's ids. A figure left over presses the lowest enemy it touches.
    """
    moving = tuple(state.of_side(moving_side(state)))
    contacts = [(figure, other) for figure in moving for other in touching(state, figure)]
    contacts.sort(key=lambda pair: (_apart(*pair), id_key(pair[0].id), id_key(pair[1].id)))
    taken: list[str] = []
    pairs = []
    for figure, other in contacts:
        if figure.id not in taken and other.id not in taken:
            taken += [figure.id, other.id]
            pairs.append(Pair(figure.id, other.id))
    pairs.sort(key=lambda pair: (id_key(pair.mover), id_key(pair.other)))
    pressed: dict[str, str] = {}
    for couple in contacts:
        for figure, other in (couple, couple[::-1]):
            if figure.id not in taken:
                lowest = min(other.id, pressed.get(figure.id, other.id), key=id_key)
                pressed[figure.id] = lowest
    return Melees(tuple(pairs), tuple(pressed.items()))


def _apart(a: Figure, b: Figure) -> int:
    """0 where both face each other, 1 where one faces the other, 2 where neither does (BAY-F9)."""
    return 2 - faces(a, b) - faces(b, a)


def engagement(state: State, figure: Figure) -> Engaged:
    """How a figure is in close combat (BAY-F9): in a pair, left over beside one, or not at all.

    BAY-06, BAY-07.
    """
    if not in_contact(state, figure):
        return ""
    return HAND_TO_HAND if melees(state).foe(figure.id) else OVERLAPPING


def melee_of(state: State, figure: Figure) -> tuple[str, ...]:
    """All figures of both sides connected with this one by contact, lower ids first.

    The figure itself is one of them; empty if it is in contact with no enemy.

    BAY-A4.
    """
    found: dict[str, Figure] = {}
    open_ends = list(touching(state, figure))
    while open_ends:
        one = open_ends.pop()
        if one.id not in found:
            found[one.id] = one
            open_ends += touching(state, one)
    return by_id(found)


def fighting(state: State, shooter: Figure) -> Refusal | None:
    """Why a figure in contact with an enemy never shoots (BAY-06, BAY-07, BAY-A3, BAY-F2)."""
    if not in_contact(state, shooter):
        return None
    return Refusal(f"{shooter.id} is in close combat", "BAY-07", "it fights when the bound ends")


def free_to_shoot(state: State, figure: Figure) -> bool:
    """Whether a figure may shoot now, if it has something to shoot at (BAY-07, BAY-F2)."""
    return not (unready(state, figure) or fighting(state, figure))


def fight_attack(state: State, a: str, b: str, made: Melees | None = None) -> Attack:
    """The close combat of two figures as they stand, with both as subjects (BAY-F9).

    Judged on what the side of `a` sees. `made`: the pairs from before the first fight, if some have
    fought already.
    """
    one, two = state.figures[a], state.figures[b]
    made = made or melees(state)
    mine, theirs = fight_parts(state, one, two, made), fight_parts(state, two, one, made)
    blocked = {a: no_recoil(state, one, two, one.side), b: no_recoil(state, two, one, one.side)}
    return Attack(
        close_combat,
        (total(mine), total(theirs), (bool(blocked[a]), bool(blocked[b]))),
        (a, b),
        named=b,
        modifiers=(*modifiers(MELEE, a, mine), *modifiers(MELEE, b, theirs)),
        warning="; ".join(
            f"{name} cannot recoil, {why}: downed if it loses"
            for name, why in blocked.items()
            if why
        ),
        because=_why_paired(one, two),
        ground=(one.tile, two.tile, behind(one, two), behind(two, one)),
    )


def _why_paired(a: Figure, b: Figure) -> str:
    """Why two figures in contact make a pair, in words (BAY-F9)."""
    if faces(a, b) and faces(b, a):
        return "they face each other"
    ahead = next(((one, other) for one, other in ((a, b), (b, a)) if faces(one, other)), None)
    return (
        f"{ahead[0].id} faces {ahead[1].id}"
        if ahead
        else "by the lower ids; neither faces the other"
    )


def fight_parts(
    state: State, figure: Figure, foe: Figure, made: Melees | None = None
) -> list[Part]:
    """The parts of a figure's factor in close combat with another.

    BAY-F5, BAY-F7, BAY-F9.
    """
    kind = kind_of(figure)
    front = in_arc(figure.tile, figure.facing, foe.tile, FRONT)
    parts: list[Part] = [("guard", kind.physical, RULE), *skill(figure)]
    if front and kind.shield:
        parts.append(("shield", kind.shield, RULE))
    weapon = max(weapons_of(figure), key=lambda arm: arm.melee, default=None)
    if weapon is not None and weapon.melee:
        parts.append((weapon.name, weapon.melee, RULE))
    if figure.count(SUPPRESSED):
        parts.append(("suppressed", UNREADY, RULE))
    elif not front:
        parts.append(("attacked from behind", UNREADY, RULE))
    if aid := min(MOST_AID, len(_helpers(made or melees(state), figure, foe))):
        parts.append(("overlapping friends", aid, RULE))
    return parts


def _helpers(made: Melees, figure: Figure, foe: Figure) -> tuple[str, ...]:
    """The overlapping friends that help a figure against the enemy it is paired with (BAY-F9)."""
    return made.pressing(foe.id) if made.foe(figure.id) == foe.id else ()


def behind(loser: Figure, winner: Figure) -> Tile:
    """The tile that a loser recoils to: straight away from the winner (BAY-F9)."""
    (x, y), (from_x, from_y) = loser.tile, winner.tile
    return 2 * x - from_x, 2 * y - from_y


def no_recoil(state: State, loser: Figure, winner: Figure, side: str) -> str:
    """Why a figure cannot recoil, as far as a side can tell; "" if it can (BAY-F9).

    The map edge, impassable ground, any figure or a step up are in its way. Hidden figures, also
    those of the side itself, do not count: they are found when a figure recoils into them.
    """
    board, tile = state.board, behind(loser, winner)
    if not board.inside(tile):
        return "the map ends behind it"
    if board.step_cost(loser.tile, tile) is None:
        return f"no way to {tile_text(tile)}"
    if board.level(tile) > board.level(loser.tile):
        return "higher ground behind it"
    other = present_at(state, side, tile)
    return f"{other.id} behind it" if other is not None and not other.count(HIDDEN) else ""


def fight_all(scene: Scene) -> None:
    """Make all pairs, then fight them; overlapping figures keep their role until the end.

    BAY-A10, BAY-F1, BAY-F9.
    """
    made = melees(scene.state)
    for pair in made.pairs:
        fight(scene, pair, made)


def fight(scene: Scene, pair: Pair, made: Melees) -> None:
    """A fight between two paired figures: the dice, and the results for both (BAY-F9)."""
    a, b = pair.mover, pair.other
    attack = fight_attack(scene.state, a, b, made)
    rolled = scene.dice.rolled
    scene.attempt(a, lambda: attack)
    outcomes = [outcome for outcome in scene.roll(attack) if isinstance(outcome, Bout)]
    scene.note_outcomes(attack.subjects, outcomes)
    for place, (name, foe) in enumerate(((a, b), (b, a))):
        face = scene.dice.faces[rolled + place].face
        factor = sum(line.value for line in attack.modifiers if line.figure == name)
        sums = {"die": face, "factor": factor, "total": face + factor}
        effect = outcomes[place].word
        scene.emit(Struck(name, effect, source=foe, how=MELEE, sums=sums), dice=(rolled + place, 1))
    scene.skip_dice()
    for name, foe, outcome in ((a, b, outcomes[0]), (b, a, outcomes[1])):
        if outcome is Bout.DOWNED:
            down(scene, name)
        elif outcome is Bout.RECOIL:
            _recoil(scene, name, foe)


def _recoil(scene: Scene, name: str, winner: str) -> None:
    """Move a loser one tile straight back, facing kept; an unseen figure there downs it.

    BAY-F9.
    """
    state = scene.state
    tile = behind(state.figures[name], state.figures[winner])
    other = state.standing(tile)
    if other is None:
        scene.emit(Moved(name, (tile,), how=RECOIL))
        discover(scene, name)
        return
    if other.count(HIDDEN):
        reveal(scene, other.id)
    down(scene, name)


def clashes(state: State, name: str) -> tuple[Order, ...]:
    """The fight of a paired figure, or that of the friend that an overlapping figure aids.

    BAY-A10, BAY-F9.
    """
    made = melees(state)
    if foe := made.foe(name):
        return (Order(FIGHT_VERB.name, name, foe),)
    foe = dict(made.pressed).get(name, "")
    return (Order(FIGHT_VERB.name, made.foe(foe), foe),) if foe else ()


def _plan(known: View, order: Order) -> Pair | Refusal:
    """Plan the fight of two figures in contact (BAY-07, BAY-F9)."""
    state = known.state
    figure, other = state.figures[order.figure], state.figures.get(order.target)
    if other is None or other not in touching(state, figure):
        return Refusal(
            f"{order.figure} is not in contact with {order.target}",
            "BAY-07",
            "close combat needs adjacent tiles",
            concerns=order.target,
        )
    return Pair(figure.id, other.id)


FIGHT = Action(
    verb=FIGHT_VERB,
    able=lambda _view, _figure: Refusal(
        "close combat is fought automatically", "BAY-A10", "'end' this bound"
    ),
    plan=_plan,
    attack=lambda state, pair: fight_attack(state, pair.mover, pair.other),
    carry_out=lambda scene, pair: fight(scene, pair, melees(scene.state)),
)
"""All pairs fight without an order when the shooting ends; this order only shows their odds.

BAY-A10, BAY-F9.
"""
