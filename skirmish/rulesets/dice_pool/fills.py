"""How the numbered rules of the dice pool are read where unclear, and what fills their gaps."""

from __future__ import annotations

from skirmish.rulesets.ruleset import Statement

READINGS = (
    Statement("POOL-A1", "BF has no full burst; in FA it is a Complex action.", "fire: burst=full"),
    Statement(
        "POOL-A2",
        "Each pass is a turn of the figure's own, so the lock of SS goes with its next pass. It "
        "stays on the weapon, whatever mode that is set to meanwhile.",
        "fire, mode",
    ),
    Statement(
        "POOL-A3",
        "AP is added to armour, never below 0: a negative AP goes through better.",
        "weapons: ap",
    ),
    Statement(
        "POOL-A4",
        "A narrow choke makes the increment a tile longer, and the reach five times that.",
        "choke narrow",
    ),
    Statement(
        "POOL-A5",
        "The range penalty that divides is the weapon's own for that figure: 0, 1, 2 and so on. "
        "What a wide burst adds to the threshold is not in it.",
        "fire, bombard: extra hits",
    ),
    Statement("POOL-A6", "A rate of 0 is a half before anything is added.", "extra hits"),
    Statement("POOL-A7", "A narrow choke turns a rate of 0 into 1.", "choke narrow"),
    Statement(
        "POOL-A8",
        "Only a wide burst raises the rate and the threshold; a wide choke with a narrow burst is "
        "a cone at the plain rate.",
        "fire, bombard: spread= with a choke",
    ),
    Statement(
        "POOL-A9",
        "The first hit counts among the rounds that may hit a figure.",
        "fire, bombard",
    ),
    Statement(
        "POOL-A10",
        "Figures in an area are met nearest first, then by id; extra hits are chosen in that "
        "order.",
        "fire, bombard: extra=ask",
    ),
    Statement(
        "POOL-A11",
        "A round goes through the figure that it hits only if its weapon's stat block says "
        "penetrating, and then whatever damage it did.",
        "weapons: penetrating",
    ),
    Statement(
        "POOL-A12",
        "A hit that armour stops does 0 and is a stopped hit; it takes nothing off the others.",
        "fire, bombard",
    ),
    Statement(
        "POOL-A13",
        "One weapon test serves a burst, each figure defends for itself. The dice go by what is "
        "aimed at; threshold and division by each figure's own range.",
        "fire, bombard",
    ),
    Statement(
        "POOL-A14",
        "A burst needs all its rounds in the magazine, a split burst all nine as it begins.",
        "fire, bombard, suppress",
    ),
    Statement(
        "POOL-A15",
        "The bursts of a split are attacks of their own, each with spread, area and test, and the "
        "recoil of those before. Each is an order: one sees what the last one did.",
        "fire, bombard: burst=split",
    ),
    Statement(
        "POOL-A16",
        "A single shell through a wide choke fills the cone: it may hit each figure there once, "
        "for base damage and that figure's net hits. Through another choke it flies along the "
        "line and stops in the first that it hits.",
        "fire, bombard with a choke in SS or SA",
    ),
)

FILLS = (
    Statement(
        "POOL-F1",
        "A test is so many d6, each 5 or 6 a hit. Net hits are the attack's less the defence's "
        "less any threshold; 1 or more hit.",
        "every test",
    ),
    Statement(
        "POOL-F2",
        "When half of the dice of an attack or more show 1 the weapon jams after it; with no hit "
        "at all the rest of the pass is lost too, in its own bound. Clearing it is Simple. A blow "
        "jams nothing, but may lose the pass.",
        "fire, bombard, suppress, strike, unjam",
    ),
    Statement(
        "POOL-F3",
        "One attacks with skill and agility, never with less than a die; one defends with "
        "reaction, in full defence with dodge as well, and may have no die left. Full defence is "
        "Complex and lasts until the next pass.",
        "fire, bombard, defend",
    ),
    Statement(
        "POOL-F4",
        "A figure acts in the first of a turn's passes, as many as its kind has, each with a "
        "Complex or two Simple actions. Its move is shared out over them, odd tiles to the "
        "earlier; running doubles the share. Simple: a shot, a mode, a choke, aim (+1, at most "
        "3), dropping or standing, a magazine. Complex: a belt or a breech, a blow, full defence, "
        "suppression.",
        "every order",
    ),
    Statement(
        "POOL-F5",
        "A weapon reaches five of its increments, in line of sight. Each begun beyond the first "
        "costs a die; a boundary is the nearer one's.",
        "fire, bombard, suppress",
    ),
    Statement(
        "POOL-F6",
        "Recoil costs the rate for every round of the pass but the first, this attack's included, "
        "less compensation. The count starts again with the figure's own next pass.",
        "fire, bombard",
    ),
    Statement(
        "POOL-F7",
        "Running costs 2 dice, shooting at one in reach of the own side 3. In a split burst each "
        "other figure fired at before costs 2; the same figure again costs nothing, and a burst "
        "at an empty tile has no target. Each die of aim adds one, and goes with the attack or a "
        "move.",
        "fire, bombard, strike, aim",
    ),
    Statement(
        "POOL-F8",
        "Partial cover (1 on the map) is 2 dice to the defender, any better (2, 3) is 4; prone at "
        "10 tiles and more another 2.",
        "fire, bombard",
    ),
    Statement(
        "POOL-F9",
        "A figure has 8 boxes and one for every two Body begun. Three full boxes cost a die on "
        "every test but the Body roll; all full, it is down.",
        "damage",
    ),
    Statement(
        "POOL-F10",
        "A blow is Complex: close combat and agility against reaction and close combat, damage "
        "as of one hit. Bare hands do half of Body, rounded up. Cover does not help.",
        "strike",
    ),
    Statement(
        "POOL-F11",
        "A penetrating round strikes on along its line or cone, each figure at most once. A "
        "single shot without a choke has one target and no line (POOL-10), so it strikes no "
        "figure behind.",
        "weapons: penetrating",
    ),
    Statement(
        "POOL-F12",
        "A line is a tile wide and goes to the weapon's reach, so does a cone; with a wide choke "
        "to the second increment. All end at what blocks sight, and friends are struck as well.",
        "fire, bombard, suppress",
    ),
    Statement(
        "POOL-F13",
        "Suppressive fire takes FA, 20 rounds and a Complex action; neither range nor recoil "
        "count. Its hits, rolled once, hang over a cone until the shooter's next pass or move: "
        "figures that stand there without cover test at once, later each figure that is about to "
        "come in or to leave cover, once a pass. The test is reaction and edge; with fewer hits "
        "the figure takes one hit of base damage.",
        "suppress",
    ),
    Statement(
        "POOL-F14",
        "A figure may hold a Simple shot: once before its next pass, at -2, before an enemy in "
        "the 90 degrees ahead steps or acts (looking round is no action), or as it stops there. "
        "Turning, moving and attacking give it up, and so does setting the mode or the choke of "
        "the weapon it waits with. The enemy sees the ground that is watched, unless the watcher "
        "is hidden.",
        "hold, mode, choke",
    ),
    Statement(
        "POOL-F15",
        "A figure that attacks out of hiding rolls reaction, intuition and 6 dice against "
        "reaction and intuition of each enemy in the attack, with 3 more in full defence or "
        "holding an action. An enemy with fewer hits neither defends against it nor acts against "
        "it until its own next pass is over.",
        "fire, bombard, strike by a hidden figure",
    ),
    Statement(
        "POOL-F16",
        "A blast scatters by d10 along the diagram, 2 tiles less for each hit of its test. Damage "
        "is 1 less a tile until nothing is left, or until the weapon's own limit; armour and one "
        "Body roll each; the thrower is not spared. What lobs needs no sight; what is thrown or "
        "fired straight stops at walls.",
        "bombard with a blast weapon",
    ),
    Statement(
        "POOL-F17",
        "A figure shoots all round: it turns to what it attacks. Without a word it uses its first "
        "weapon to shoot with, for a blow its first for close combat.",
        "fire, bombard, suppress, strike: weapon=",
    ),
    Statement(
        "POOL-F18",
        "Turning is free. Prone, a step costs twice as much, and running is not possible; nor is "
        "it after firing in the same pass.",
        "move, run, turn",
    ),
    Statement(
        "POOL-F19",
        "A weapon starts full, in the first of its modes, at medium choke. Magazines are "
        "plenty; a weapon without modes has the rounds that it starts with.",
        "reload, mode, choke",
    ),
    Statement(
        "POOL-F20",
        "An arrow or a thrown blade lies on the tile it was aimed at, whether it hit or not; all "
        "that see the tile see it. Its side picks it up from there or from the next tile, as a "
        "Simple action, unless an enemy stands on it. The weapon is then ready, save one that "
        "takes a Complex action to load.",
        "retrieve; weapons: recoverable",
    ),
)
