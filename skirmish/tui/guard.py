"""Guards for classes inherited from Textual, against input that comes too early or too late.

Keys, clicks and messages are queued: a click may reach a screen that the key before it has closed,
and a key may reach a list that has not been laid out yet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.await_complete import AwaitComplete
from textual.css.query import NoMatches
from textual.dom import NoScreen
from textual.geometry import Size
from textual.message import Message
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Button, Input, OptionList

# Textual takes styles and names from the first base that is a widget, so mixins are not widgets.
if TYPE_CHECKING:
    AnyScreen = Screen[Any]
    AnyOptions = OptionList
else:
    AnyScreen = AnyOptions = object

_BY_PLAYER = (events.InputEvent, OptionList.OptionSelected, Input.Submitted, Button.Pressed)
"""Input of the player; a screen that is not on top ignores it."""


RIGHT_BUTTON = 3
"""Number of the right button of the mouse."""
_SOON = 0.01
"""Seconds until the parts of a screen are checked again."""


def in_use(screen: Screen[Any]) -> bool:
    """Whether a screen is on the stack and not being removed."""
    return screen.is_attached and screen in screen.app.screen_stack


def is_composed(screen: Screen[Any]) -> bool:
    """Whether a screen and all its parts are mounted."""
    return in_use(screen) and all(
        isinstance(node, Widget) and node.is_mounted
        for node in screen.walk_children(with_self=True)
    )


def _is_gone(caller: MessagePump) -> bool:
    """Whether a caller belongs to a screen that was closed."""
    try:
        return isinstance(caller, Widget) and not in_use(caller.screen)
    except NoScreen:
        return True


class GuardedScreen(AnyScreen):
    """A screen that can close only itself, only once, and takes input only while on top."""

    @property
    def on_top(self) -> bool:
        """Whether this screen takes keys; Textual's `is_current` is less strict."""
        stack = self.app.screen_stack
        return bool(stack) and stack[-1] is self

    def dismiss(self, result: Any = None) -> AwaitComplete:  # noqa: ANN401 - of any screen
        """Close this screen with a result; no effect if it is not on top."""
        return super().dismiss(result) if self.on_top else AwaitComplete()

    def leave(self) -> None:
        """Go one screen back; no effect if it is not on top."""
        if self.on_top and len(self.app.screen_stack) > 1:
            self.app.pop_screen()

    async def _invoke_and_clear_callbacks(self) -> None:
        """Run callbacks after a refresh once all parts are mounted; drop those of closed screens.

        The screen on top holds the callbacks of all screens.
        """
        self._callbacks = [one for one in self._callbacks if not _is_gone(one[1])]
        if not self._callbacks or is_composed(self):
            await super()._invoke_and_clear_callbacks()
        elif in_use(self):
            self.set_timer(_SOON, self.check_idle)
        else:
            self._callbacks.clear()

    async def _dispatch_message(self, message: Message) -> None:
        if isinstance(message, _BY_PLAYER) and not self.on_top:
            return
        try:
            await super()._dispatch_message(message)
        except NoMatches:
            if is_composed(self):
                raise


class GuardedModal(GuardedScreen):
    """A page over another screen; a right click, or a click beside its frame, closes it.

    Attributes:
        closes: The action that closes it.
    """

    closes: ClassVar[str] = "close"

    async def on_click(self, event: events.Click) -> None:
        """Close it by mouse."""
        if event.widget is self or event.button == RIGHT_BUTTON:
            await self.run_action(self.closes)


class GuardedOptionList(AnyOptions):
    """A list whose keys and clicks are safe before layout and after changes.

    It also survives a terminal without a column for its text, which Textual cannot wrap.
    """

    @property
    def _margin(self) -> int:
        """Columns around the text of an option."""
        padding = self.get_component_styles("option-list--option").padding.width
        return int(padding + self._get_left_gutter_width())

    def _update_lines(self) -> None:
        if self.scrollable_content_region.width > self._margin:
            super()._update_lines()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Height of all options, with at least one column of text."""
        return int(super().get_content_height(container, viewport, max(width, self._margin + 1)))

    def _move_page(self, direction: Any) -> None:  # noqa: ANN401 - Textual's own type is private
        if (self.highlighted or 0) in self._index_to_line:
            super()._move_page(direction)
        elif direction > 0:
            self.action_last()
        else:
            self.action_first()

    async def _on_click(self, event: events.Click) -> None:
        # Textual calls the method of each class, this one first.
        option = event.style.meta.get("option")
        if option is not None and option >= self.option_count:
            event.prevent_default()
