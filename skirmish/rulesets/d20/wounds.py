"""What an attack does to a body, and what may be asked of it: all, hit points, a called limb."""

from __future__ import annotations

from attrs import field, frozen

from skirmish.rulesets.d20.limbs import LIMBS


@frozen
class Body:
    """What is struck: DT and DR against this damage, hit points left."""

    dt: int
    dr: int
    left: int


@frozen
class Sums:
    """Hits and their damage after DT, for each limb."""

    hits: int = 0
    limbs: tuple[int, ...] = (0,) * len(LIMBS)

    def __add__(self, other: Sums) -> Sums:
        """Two of them as one."""
        both = zip(self.limbs, other.limbs, strict=True)
        return Sums(self.hits + other.hits, tuple(a + b for a, b in both))

    def more(self, limb: int, damage: int) -> Sums:
        """With damage added to a limb."""
        limbs = tuple(n + damage * (i == limb) for i, n in enumerate(self.limbs))
        return Sums(self.hits, limbs)


@frozen(cache_hash=True)
class Effects:
    """What a weapon leaves behind in who is hit, one time for each attack (D20-25)."""

    bleed: int = 0
    burn: int = 0
    embed: int = 0
    stun: bool = False
    knockdown: bool = False
    anything: bool = field(init=False, eq=False, repr=False)

    @anything.default
    def _anything(self) -> bool:
        return bool(self.bleed or self.burn or self.embed or self.stun or self.knockdown)


NO_EFFECTS = Effects()


@frozen
class Harm:
    """What an attack does to a figure: hits, and hit points lost, at most those left.

    `crippled`: the limb that was called is crippled; not asked of a figure that goes down.
    `effects` come with any hit.
    """

    hits: int = 0
    damage: int = 0
    crippled: bool = False
    effects: Effects = NO_EFFECTS


@frozen
class Wounds:
    """All that an attack does: hits, hit points lost, a CRIT or not, what each limb suffers.

    `called`: the hits went to the limb that was called.
    """

    hits: int = 0
    damage: int = 0
    crit: bool = False
    called: bool = False
    limbs: tuple[int, ...] = (0,) * len(LIMBS)


@frozen
class Everything:
    """Asks for all that an attack does: in play."""


@frozen
class Health:
    """Asks for hits and hit points; the weapon leaves `effects`."""

    effects: Effects = NO_EFFECTS

    def of(self, wounds: Wounds, _body: Body) -> Harm:
        """The answer, when everything is known."""
        return self.judge(wounds.hits, wounds.damage)

    def judge(self, hits: int, damage: int, *, cripples: bool = False) -> Harm:
        """The answer from what it takes; `cripples` is not asked."""
        return Harm(hits, damage, effects=self.effects if hits else NO_EFFECTS)


@frozen
class Limb:
    """Asks for hits, hit points, and whether the called limb is crippled.

    `limb` is its place in `LIMBS`, `left` what it can take. Also hits that fall on it by chance
    count (D20-24, D20-A8).
    """

    limb: int
    left: int
    effects: Effects = NO_EFFECTS

    def of(self, wounds: Wounds, body: Body) -> Harm:
        """The answer, when everything is known."""
        cripples = self.left <= wounds.limbs[self.limb] and wounds.damage < body.left
        return self.judge(wounds.hits, wounds.damage, cripples=cripples)

    def judge(self, hits: int, damage: int, *, cripples: bool = False) -> Harm:
        """The answer from what it takes."""
        return Harm(hits, damage, cripples, self.effects if hits else NO_EFFECTS)


Question = Everything | Health | Limb
