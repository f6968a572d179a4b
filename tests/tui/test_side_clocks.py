"""A clock for each side."""

from __future__ import annotations

from skirmish.tui.top_line import SideClocks


def test_only_the_side_that_sits_there_uses_time() -> None:
    """What passes while nobody's clock runs is nobody's."""
    times = iter((0.0, 65.0, 100.0, 130.0, 131.0))
    clocks = SideClocks(lambda: next(times))

    clocks.run("blue")
    clocks.run("")
    clocks.run("red")
    clocks.run("")

    assert (clocks.used("blue"), clocks.used("red")) == (65, 30)


def test_it_says_what_is_left_and_by_how_much_it_is_over() -> None:
    """In minutes and seconds."""
    now = [0.0]
    clocks = SideClocks(lambda: now[0])
    clocks.run("blue")

    now[0] = 61.5
    assert clocks.words("blue", 2) == "0:59 left"
    now[0] = 185.0
    assert clocks.words("blue", 2) == "1:05 over time"
