"""The table of keys: every key has an id, and no key means two things at once."""

from itertools import combinations

from skirmish.session.mode import Mode
from skirmish.tui.keys import FIGHT, KEYS, VERBS, bindings, usable


def test_every_binding_has_its_own_id() -> None:
    """A player's keymap names keys by id."""
    ids = [binding.id for binding in bindings()]

    assert None not in ids
    assert len(ids) == len(set(ids))


def test_no_key_means_two_things_in_one_mode() -> None:
    """Two entries with a key in common never count at the same moment."""
    for one, other in combinations(KEYS, 2):
        shared = set(one.keys.split(",")) & set(other.keys.split(",")) - {""}
        together = set(one.modes) & set(other.modes)
        apart = one.part and other.part and one.part != other.part
        assert not shared or not together or apart, (one.id, other.id, shared)


def test_an_order_is_begun_whatever_is_prepared() -> None:
    """Also while the options of another one are open."""
    for mode in (Mode.SELECT, Mode.MENU, Mode.TARGET, Mode.FIELDS):
        assert all(usable(key, mode, FIGHT) for key in VERBS), mode


def test_the_number_pad_moves_with_and_without_num_lock() -> None:
    """A direction has its digit and what the key sends without NumLock."""
    pad = {key.id: key.keys.split(",") for key in KEYS}

    assert pad["north_west"] == ["home", "7"]
    assert pad["south_east"] == ["pagedown", "3"]
    assert pad["north"] == ["up", "k", "8"]
