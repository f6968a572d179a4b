"""Prompt painting, and only of what has changed, so that a key is answered quickly.

Textual paints after each widget has told its screen, by messages, that it has changed, and renders
every widget within a rectangle around all changes. A `PromptScreen` paints as soon as it is asked
to, and its compositor renders only the changed regions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rich.style import Style
from textual._compositor import Compositor
from textual.errors import NoWidget
from textual.geometry import Region
from textual.screen import Screen
from textual.widget import Widget

from skirmish.tui.diff_renderer import Pieces

# Textual takes styles and names from the first base that is a widget, so mixins are not widgets.
if TYPE_CHECKING:
    from skirmish.tui.map.rows import Piece

    AnyScreen = Screen[Any]
else:
    AnyScreen = object

_Place = tuple[Widget, Region, Region]
"""A widget, its region, and the part of that which is visible unless another widget covers it."""


class CellWidget(Widget):
    """A widget whose text has no links, so no style needs to be looked up under the mouse."""

    def paint_now(self) -> bool:
        """Paint the widget at once, if its screen can do that. Returns whether it was painted."""
        if not self.is_attached or not isinstance(self.screen, PromptScreen):
            return False
        self.screen.paint_now()
        return not self._repaint_regions


class RegionCompositor(Compositor):
    """A compositor whose partial updates are the changed regions.

    Attributes:
        changed: The widgets that the next update repaints; None for all widgets in the regions.
    """

    changed: frozenset[Widget] | None = None

    def get_style_at(self, x: int, y: int) -> Style:
        """The style of a cell, which Textual searches for links."""
        try:
            found = isinstance(self.get_widget_at(x, y)[0], CellWidget)
        except NoWidget:
            found = True
        return Style.null() if found else super().get_style_at(x, y)

    def render_partial_update(self) -> Pieces | None:  # type: ignore[override]  # another update
        """The pieces of the changed regions; None if there are none."""
        regions, changed = sorted(self._dirty_regions), self.changed
        self._dirty_regions.clear()
        self.changed = None
        if not regions:
            return None
        places = [
            (widget, region, region.intersection(clip))
            for widget, (region, clip) in self.visible_widgets.items()
        ]
        inside = (region.intersection(self.size.region) for region in _joined(regions))
        return Pieces((one for part in inside for one in _pieces(part, places, changed)), self.size)


def _joined(regions: Iterable[Region]) -> list[Region]:
    """Sorted regions; touching ones with the same columns are joined, as each costs a render."""
    found: list[Region] = []
    for region in regions:
        last = found[-1] if found else None
        if last and (last.x, last.width) == (region.x, region.width) and region.y <= last.bottom:
            bottom = max(last.bottom, region.bottom)
            found[-1] = Region(last.x, last.y, last.width, bottom - last.y)
        else:
            found.append(region)
    return found


def _pieces(
    region: Region, places: Sequence[_Place], changed: frozenset[Widget] | None = None
) -> Iterator[Piece]:
    """The visible pieces of a region, of the `changed` widgets or of all, from front to back."""
    for number, (widget, whole, shown) in enumerate(places):
        part = region.intersection(shown)
        if not part:
            continue
        if changed is None or widget in changed:
            strips = widget.render_lines(part.translate(-whole.offset))
            lines = zip(part.line_range, strips, strict=True)
            yield from ((part.x, y, strip) for y, strip in lines)
        for rest in _without(region, part):
            yield from _pieces(rest, places[number + 1 :], changed)
        return


def _without(region: Region, part: Region) -> Iterator[Region]:
    """The parts of a region above, below, left and right of a part of it."""
    x, y, right, bottom = *region.offset, region.right, region.bottom
    around = (
        Region.from_corners(x, y, right, part.y),
        Region.from_corners(x, part.bottom, right, bottom),
        Region.from_corners(x, part.y, part.x, part.bottom),
        Region.from_corners(part.right, part.y, right, part.bottom),
    )
    return (rest for rest in around if rest)


class PromptScreen(AnyScreen):
    """A screen that can be painted at once."""

    def __init__(self) -> None:
        """Render only changed regions."""
        super().__init__()
        self._compositor: RegionCompositor = RegionCompositor()

    def paint_now(self) -> None:
        """Paint the changed widgets without waiting for Textual's messages.

        A change of the layout, or of the whole screen, still waits for them.
        """
        if not self.is_current or self.app._batch_count or not self._is_ready:  # noqa: SLF001 - Textual's
            return
        compositor = self._compositor
        changed = {one for one in compositor.visible_widgets if one._repaint_regions}  # noqa: SLF001 - Textual's
        if changed | self._dirty_widgets:
            for widget in changed:
                widget._repaint_required = False  # noqa: SLF001 - Textual's
            alone = not compositor._dirty_regions  # noqa: SLF001 - Textual's
            compositor.update_widgets(changed | self._dirty_widgets)
            compositor.changed = frozenset(changed | self._dirty_widgets) if alone else None
            self._compositor_refresh()

    @property
    def _is_ready(self) -> bool:
        """Whether the screen has been laid out and no new layout is due."""
        if self._layout_required or self._scroll_required or self._repaint_required:
            return False
        widgets = self._compositor.visible_widgets
        return bool(widgets) and not any(
            one._layout_required or one._scroll_required  # noqa: SLF001 - Textual's
            for one in widgets
        )
