"""Plays timelines on a map, with one timer and few frames in flight.

Nothing waits for a frame: the game already has the final state, and whatever ends a timeline early
shows that at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import monotonic
from typing import TYPE_CHECKING, Any

from skirmish.core.view import View
from skirmish.presentation.log.effects import Timeline
from skirmish.tui.map.cells import Overlay
from skirmish.tui.map.moment import Moment
from skirmish.tui.map.widget import MapView
from skirmish.tui.settings import FAST, NORMAL, SLOW
from skirmish.tui.settings_app import SettingsApp, settings_of

if TYPE_CHECKING:
    from textual.app import App
    from textual.timer import Timer

FRAME = 1 / 30
"""Seconds from one frame to the next."""
STILL_FRAME = 1 / 10
"""Seconds between frames with reduced motion, where effects stand still."""
SPEEDS: Mapping[str, float] = {SLOW: 0.6, NORMAL: 1.0, FAST: 2.0}
_MILLISECONDS = 1000
OverlayOf = Callable[[View], Overlay]


def speed_of(app: App[Any]) -> float:
    """The speed at which an app plays what happens; 0 if it shows only the results.

    No frames are played for a screen reader that follows the cursor, nor on a slow line.
    """
    settings, wanted = settings_of(app), not app.is_headless
    if isinstance(app, SettingsApp):
        wanted = (wanted if app.motion is None else app.motion) and not app.frame_gate.slow
    if settings.cursor or not wanted:
        return 0.0
    return SPEEDS.get(settings.animation, 0.0)


def _nothing() -> None:
    """Do nothing."""


class MapPlayer:
    """Plays one timeline at a time on a map.

    Attributes:
        factor: Factor on the speed of the setting.
    """

    def __init__(self, board: MapView, now: Callable[[], float] = monotonic) -> None:
        """Play on a map; `now` is a clock in seconds."""
        self.factor = 1.0
        self._board = board
        self._now = now
        self._timer: Timer | None = None
        self._timeline: Timeline | None = None
        self._overlay_of: OverlayOf = lambda _: Overlay()
        self._overlay: tuple[View, Overlay] | None = None
        self._then: Callable[[], None] = _nothing
        self._told: Callable[[int], None] = lambda _: None
        self._time = self._last = 0.0

    @property
    def playing(self) -> bool:
        """Whether a timeline is being played."""
        return self._timeline is not None

    @property
    def view(self) -> View | None:
        """The view at the moment shown; None while nothing is played."""
        return None if self._timeline is None else self._timeline.stage(int(self._time)).view

    @property
    def is_on(self) -> bool:
        """Whether timelines are played at all."""
        return bool(speed_of(self._board.app))

    def play(
        self,
        timeline: Timeline,
        overlay_of: OverlayOf,
        then: Callable[[], None] = _nothing,
        told: Callable[[int], None] = lambda _: None,
    ) -> bool:
        """Play a timeline from its beginning; False if it is empty, or playing is off.

        Args:
            timeline: The timeline.
            overlay_of: Returns the overlay of the map for a view of the timeline.
            then: Called once when it ends or is stopped.
            told: Called with the number of its news that have been shown, whenever that changes.
        """
        self.stop()
        if not timeline.length or not self.is_on:
            return False
        self._timeline, self._overlay_of, self._overlay = timeline, overlay_of, None
        self._then, self._told = then, told
        self._time, self._last = 0.0, self._now()
        self._show()
        self._run()
        return True

    def stop(self) -> None:
        """Stop playing; the function that follows shows the result."""
        if self._timeline is not None:
            self._timeline = None
            if self._timer is not None:
                self._timer.pause()
            then, self._then = self._then, _nothing
            then()

    def _run(self) -> None:
        if self._timer is None:
            still = settings_of(self._board.app).reduced_motion
            self._timer = self._board.set_interval(STILL_FRAME if still else FRAME, self._tick)
        self._timer.resume()

    def _tick(self) -> None:
        """Show the next frame, unless the terminal has not taken the last one."""
        app = self._board.app
        if self._timeline is None or (isinstance(app, SettingsApp) and not app.frame_gate.open):
            return
        now = self._now()
        if not self._board.screen.is_current:  # Something lies over the map: wait.
            self._last = now
            return
        speed = speed_of(app) * self.factor
        self._time += (now - self._last) * speed * _MILLISECONDS
        self._last = now
        if self._time >= self._timeline.length or not speed or not self._board.is_attached:
            self.stop()
        else:
            self._show()

    def _show(self) -> None:
        if self._timeline is None:
            return
        app = self._board.app
        moment = Moment(self._timeline, int(self._time), settings_of(app).reduced_motion)
        view = moment.view
        if self._overlay is None or self._overlay[0] is not view:
            self._overlay = view, self._overlay_of(view)
            self._told(moment.told)
        self._board.show_moment(moment, self._overlay[1])
        painted = self._board.paint_now()
        if isinstance(app, SettingsApp) and painted:
            app.frame_gate.ask()
        elif isinstance(app, SettingsApp):
            self._board.call_after_refresh(app.frame_gate.ask)
