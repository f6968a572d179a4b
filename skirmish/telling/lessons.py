"""What a scenario that teaches says to a side at this point of the battle."""

from __future__ import annotations

from collections.abc import Iterator

from skirmish.core.events import Bound, Event
from skirmish.core.setup import Lesson
from skirmish.core.view import View


def lessons(view: View) -> tuple[str, ...]:
    """The lessons for the present bound of the view's side, each as one line.

    Those without a condition stand from its beginning. One whose event was learnt in this bound
    takes the place of all before it.
    """
    clock = view.state.clock
    if clock.side != view.side:
        return ()
    told: list[str] = []
    happened = list(_of_this_bound(view))
    for lesson in view.state.setup.lessons:
        if (lesson.side, lesson.turn, lesson.phase) != (view.side, clock.turn, clock.phase):
            continue
        if not lesson.when:
            told.append(" ".join(lesson.text.split()))
        elif any(_meets(event, lesson) for event in happened):
            told = [" ".join(lesson.text.split())]
    return tuple(told)


def _of_this_bound(view: View) -> Iterator[Event]:
    for one in reversed(view.news):
        if isinstance(one.event, Bound):
            return
        yield one.event


def _meets(event: Event, lesson: Lesson) -> bool:
    verb, _, figure = lesson.when.partition(" ")
    return event.verb == verb and figure in ("", event.subject)
