"""Which numbered rules an order of d100 applies, beside those that its modifiers name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from skirmish.core.figures import Figure
from skirmish.rulesets.d100.figures import grappler, has_reach, living, person, stunned
from skirmish.rulesets.d100.kinds import Arm
from skirmish.rulesets.d100.wounds import Harm
from skirmish.rulesets.scene import Scene

TEST = ("EP-F1", "EP-A13")
OPPOSED = (*TEST, "EP-F3")
BY_VERB: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "move": ("EP-F7",),
        "run": ("EP-F7",),
        "door": ("EP-F7",),
        "fire": ("EP-F6", "EP-F18", "EP-F19", *OPPOSED),
        "bombard": ("EP-F6", "EP-F19", "EP-F22", *TEST),
        "suppress": ("EP-28", "EP-29", "EP-30", "EP-32", "EP-A10", "EP-A11", "EP-F23"),
        "strike": ("EP-F6", "EP-F28", *OPPOSED),
        "grapple": ("EP-F6", "EP-F28", "EP-21", "EP-22", *OPPOSED),
        "aim": ("EP-F6", "EP-F16"),
        "reload": ("EP-F6", "EP-F19"),
        "mode": ("EP-F6", "EP-F18"),
        "pose": ("EP-F6",),
        "defend": ("EP-F6", "EP-F9"),
    }
)
"""The rules that every order of a sort applies."""
SCATTER = ("EP-03", "EP-04", "EP-05", "EP-09", "EP-A2", "EP-A3")
FARTHER: Mapping[int, str] = MappingProxyType({2: "EP-06", 3: "EP-07"})
"""The rule by which a miss scatters so many times the die."""


def struck(scene: Scene, weapon: Arm, figure: Figure, harm: Harm) -> None:
    """The rules of what a weapon did to a figure."""
    if not harm.hit:
        return
    if harm.damage:
        scene.cite("EP-F10")
    if harm.wounds:
        scene.cite("EP-F11")
    if weapon.shock:
        _shocked(scene, weapon, figure, harm)


def _shocked(scene: Scene, weapon: Arm, figure: Figure, harm: Harm) -> None:
    morph = person(figure).morph
    scene.cite("EP-F24", *(("EP-A5",) if morph == "pod" else ()))
    if weapon.dice or weapon.add:
        scene.cite("EP-17")
    if not living(figure):
        scene.cite("EP-11")
        return
    scene.cite("EP-10", "EP-12")
    if harm.stunned:
        scene.cite("EP-13")
    if harm.jolted:
        scene.cite("EP-18", "EP-19", "EP-A6", "EP-A7")


def in_close(scene: Scene, weapon: Arm, target: Figure, harm: Harm, *, grapple: bool) -> None:
    """The rules of a blow: reach; and of a grapple that hit."""
    longer, other = weapon.reach, has_reach(target)
    if longer or other:
        scene.cite("EP-01")
    if longer and other:
        scene.cite("EP-A1")
    if grapple and harm.hit:
        scene.cite("EP-23", "EP-24")


def idle_phase(scene: Scene, figure: Figure) -> None:
    """The rules that take a phase from a figure: stunned, or subdued."""
    if stunned(figure):
        scene.cite("EP-14")
    elif grappler(scene.state, figure.id):
        scene.cite("EP-25")
