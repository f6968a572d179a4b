"""The numbered rules of opposed d6 in our own words, each with where it applies in the game.

Numbers with an A are readings: how the game understands a rule that could mean two things.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from skirmish.rulesets.opposed_d6.fills import FILLS
from skirmish.rulesets.ruleset import Statement

_SAID = (
    Statement(
        "BAY-01",
        "One set of rules serves guns, bows and sorcery alike: whatever acts at a distance is "
        "a shot, and differs only in the factor that defends against it.",
        "weapons: the factor that each is `against`",
        descriptive=True,
    ),
    Statement(
        "BAY-02",
        "A figure usually carries a single weapon to shoot with. Carrying several, it uses "
        "the first that fits the order, unless another is named.",
        "fire, bombard: weapon=",
    ),
    Statement(
        "BAY-03",
        "A direct weapon takes one enemy figure as its target, up to the weapon's range. "
        "Range costs nothing short of that.",
        "fire",
    ),
    Statement(
        "BAY-04",
        "The target must be ahead: at most 45 degrees to the left or right of where the "
        "shooter looks. A figure turns in its own move, never in the shooting.",
        "fire, bombard",
    ),
    Statement(
        "BAY-05",
        "The shooter must have the target in its own line of sight.",
        "fire",
    ),
    Statement(
        "BAY-06",
        "No ordinary shot is possible when shooter or target overlaps in a close combat.",
        "fire",
    ),
    Statement(
        "BAY-07",
        "Nor when one of them fights hand to hand. In close combat means in contact with an "
        "enemy: on tiles that touch.",
        "fire, bombard, reload",
    ),
    Statement(
        "BAY-08",
        "No figure, friend or enemy, may stand in the way. A figure is in the way when the "
        "straight line between the two centres cuts through its tile; brushing an edge or corner "
        "is not enough.",
        "fire; bombard with a direct weapon",
    ),
    Statement(
        "BAY-09",
        "Three cases are let off: one shoots over a figure that stands lower than the higher "
        "of the two, and past a comrade at one's elbow when both are irregular.",
        "fire; house rule relaxed_blocking",
    ),
    Statement(
        "BAY-10",
        "A turret, or special training, makes the arc wider or narrower: it belongs to the weapon.",
        "weapons: arc",
    ),
    Statement(
        "BAY-11",
        "Indirect weapons lob over ground and figures and need not see where they aim. What they "
        "can't see themselves they hit less exactly: less so with a friend that spots for them.",
        "bombard with an indirect or thrown weapon",
    ),
    Statement(
        "BAY-12",
        "A figure shoots, one shot or one automatic burst, after each of the enemy's moves; "
        "not while it is suppressed or runs away.",
        "the shooting phase",
    ),
    Statement(
        "BAY-13",
        "Heavy pieces take longer: after a shot they sit out some shooting phases.",
        "weapons: reload_bounds",
    ),
    Statement(
        "BAY-14",
        "An automatic weapon may split its Range factor over up to three rolls, at one target "
        "or at several within 45 degrees of each other. The shares are whole, at least 1, and "
        "add up to the factor; everything else counts in full on every roll.",
        "fire: rolls=, split=",
    ),
    Statement(
        "BAY-15",
        "An area weapon strikes every figure near the point it is aimed at, as far as its radius.",
        "bombard",
    ),
    Statement(
        "BAY-16",
        "A direct area weapon must see the point; and a figure that is struck must have a line of "
        "sight to where it bursts.",
        "bombard",
    ),
    Statement(
        "BAY-17",
        "A burst strikes figures of both sides, except for the few weapons that are selective.",
        "bombard; weapons: selective",
    ),
    Statement(
        "BAY-18",
        "Farther out it is weaker: 3 less for each further multiple of the radius.",
        "bombard: the distance line of the breakdown",
    ),
    Statement(
        "BAY-19",
        "Some weapons have a limit that their effect never passes, however strong they are.",
        "weapons: max_radius",
    ),
    Statement(
        "BAY-20",
        "Gas and smoke stay for a while. Gas attacks every figure in it as it comes and again as "
        "the figure's bounds begin; smoke hides what is in and behind it.",
        "bombard; the start of a bound",
    ),
    Statement(
        "BAY-21",
        "A target that can't be shot at where it ended can be shot at on its way, if more "
        "than half of what it could have moved lay open to the shooter.",
        "fire: opportunity, recognised by itself",
    ),
    Statement(
        "BAY-22",
        "That is no interruption: the move is over by then, and the shot is resolved among "
        "all others.",
        "the shooting phase",
    ),
    Statement(
        "BAY-23",
        "Such a shot is 1 worse when the target was in sight as its bound began, else 2 worse.",
        "fire: the opportunity line of the breakdown",
    ),
    Statement(
        "BAY-24",
        "Fire into a close combat must be declared: 1 worse at a figure that overlaps, 2 "
        "worse at one that fights hand to hand.",
        "fire: combat=yes; house rule into_combat",
    ),
    Statement(
        "BAY-25",
        "Whatever else bears on the shot counts there too.",
        "fire: combat=yes",
    ),
    Statement(
        "BAY-26",
        "A shot into a close combat that comes to no more than half of the target's total meets "
        "another figure in it: the target's side chooses which, and both dice are rolled again.",
        "fire: combat=yes; house rule redirect",
    ),
    Statement(
        "BAY-27",
        "Friends that add their fire make one roll better, by 1 each and 3 at most; they roll "
        "nothing themselves.",
        "fire: aid=",
    ),
    Statement(
        "BAY-28",
        "Both roll a d6. The attacker adds its weapon's Range factor, the target its Physical "
        "factor; quality, rank, injuries, cover, height and shield are added where they "
        "apply. More than the target suppresses it (crew and irregulars run), twice as much "
        "downs it.",
        "every shot",
    ),
    Statement(
        "BAY-29",
        "Gas, germs and rays are met with the ABC factor, powers of the mind with the Psi "
        "factor; armour, shield and cover are no help then.",
        "weapons: against",
    ),
    Statement(
        "BAY-30",
        "An area attack is a single die of the attacker's, and one die for each figure in it.",
        "bombard",
    ),
    Statement(
        "BAY-31",
        "Friends with the same target aid one attack instead of each making one: in each "
        "shooting a side makes one direct attack on an enemy. Each friend that aids must have "
        "had that shot itself, and gives it up.",
        "fire: aid=, and which enemies may still be fired at",
    ),
    Statement(
        "BAY-32",
        "Shooting is safe for the shooter: however bad the roll, nothing happens to it.",
        "every shot",
    ),
    Statement(
        "BAY-A1",
        "Exactly 45 degrees is still ahead.",
        "fire, bombard",
    ),
    Statement(
        "BAY-A2",
        "Indirect fire keeps to the arc as well.",
        "bombard",
    ),
    Statement(
        "BAY-A3",
        "Fire into a close combat is an order of its own kind, and never open to a figure "
        "that is in close combat itself.",
        "fire: combat=yes",
    ),
    Statement(
        "BAY-A4",
        "Only a shot into a close combat can meet another figure: one in the same melee, of "
        "either side, in the weapon's arc, range and sight. It does not wander a second time.",
        "fire: combat=yes",
    ),
    Statement(
        "BAY-A5",
        "Half or less: twice the shooter's total is no more than the target's, and the "
        "target's is above 0.",
        "fire: combat=yes",
    ),
    Statement(
        "BAY-A6",
        "The shares are chosen before the dice fall; left open, they are as equal as can be, "
        "the larger first.",
        "fire: rolls=, split=",
    ),
    Statement(
        "BAY-A7",
        "Within the radius the full factor counts, up to twice of it 3 less, and so on; the "
        "area ends where less than -5 would be rolled with.",
        "bombard",
    ),
    Statement(
        "BAY-A8",
        "What counts as exposed are the steps into tiles that the shooter saw, within its arc and "
        "range; half is of the target's allowance, whatever it used. The shot is judged on the "
        "last of these tiles, as from the front. Flight exposes no figure.",
        "fire: opportunity",
    ),
    Statement(
        "BAY-A9",
        "An aiding friend is worth 1.",
        "fire: aid=",
    ),
    Statement(
        "BAY-A10",
        "A turn: one side moves, the other shoots, all in contact fight; then the same with "
        "the sides changed.",
        "the clock",
    ),
)
STATEMENTS: Mapping[str, Statement] = MappingProxyType({said.id: said for said in (*_SAID, *FILLS)})
