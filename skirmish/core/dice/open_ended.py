"""Open-ended dice: the highest face is rolled again and added."""

from skirmish.core.dice.protocol import Dice


def ace(dice: Dice, sides: int, cap: int, what: str = "") -> int:
    """Sum of a die that is rolled again on its highest face, at most `cap`.

    `cap` is the sum from which nothing changes any more, so rolling stops there and the odds are
    finite and exact. The first face is the lesser of `sides` and the sum, when `cap` is no less
    than `sides`.
    """
    total = 0
    while True:
        face = dice.die(sides, what)
        total += face
        if face < sides or total >= cap:
            return min(total, cap)
