"""Hostile bytes out of good ones: what a fuzzer, an editor and a broken disk make of a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

LONG = 200_000
"""Bytes at most that one repetition adds, but for the few that are meant to be huge."""
HUGE = 30_000_000
TOKENS = (
    *(b"[", b"]", b"{", b"}", b'"', b"'''", b'"""', b"=", b".", b"\\", b"\n", b"\r\n", b"\0"),
    *(b"[[", b"]]", b"#", b"> ", b"|", b"~", b"@", b":", b"inf", b"nan", b"-1", b"0x", b"1e999"),
    *(b"\x1b[2J", b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", "\u202e".encode(), "\u0301".encode()),
    *(b"9" * 5000, b"a." * 900, b"99999", b"true", b'"\\u001b"', b"../../etc/passwd"),
)
Mutation = Callable[[Random, bytes], bytes]


def _flip(chance: Random, data: bytes) -> bytes:
    """Some bits turned over."""
    changed = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 8, 64))):
        changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def _cut(chance: Random, data: bytes) -> bytes:
    """The end missing."""
    return data[: chance.randrange(len(data))]


def _drop(chance: Random, data: bytes) -> bytes:
    """A piece missing."""
    first = chance.randrange(len(data))
    return data[:first] + data[first + chance.randrange(1, 200) :]


def _insert(chance: Random, data: bytes) -> bytes:
    """Tokens of the formats put in, some of them many times."""
    for _ in range(chance.choice((1, 1, 3, 20))):
        token = chance.choice(TOKENS)
        times = chance.choice((1, 1, 1, 2, 50, max(1, LONG // len(token))))
        at = chance.randrange(len(data) + 1)
        data = data[:at] + token * times + data[at:]
    return data


def _lines(chance: Random, data: bytes) -> bytes:
    """Lines changed places, missing, or there many times."""
    lines = data.split(b"\n")
    for _ in range(chance.choice((1, 2, 10))):
        line = chance.choice(lines)
        times = chance.choice((0, 1, 2, 100, max(1, LONG // (len(line) + 1))))
        at = chance.randrange(len(lines))
        lines[at : at + chance.randrange(2)] = [line] * times
        if not lines:
            lines = [b""]
    return b"\n".join(lines)


def _words(chance: Random, data: bytes) -> bytes:
    """A word of the file in the place of another."""
    words = data.split(b" ")
    for _ in range(chance.choice((1, 2, 10))):
        words[chance.randrange(len(words))] = chance.choice(words)
    return b" ".join(words)


def _numbers(chance: Random, data: bytes) -> bytes:
    """Other digits."""
    places = [at for at, byte in enumerate(data) if byte in b"0123456789"]
    changed = bytearray(data)
    for at in chance.sample(places, min(len(places), chance.choice((1, 2, 10)))):
        changed[at : at + 1] = chance.choice((b"0", b"9", b"-1", b"99", b"1.5", b"1000000", b"''"))
    return bytes(changed)


def _noise(chance: Random, data: bytes) -> bytes:
    """No such file at all."""
    return chance.randbytes(chance.choice((0, 1, 100, len(data))))


def _huge(chance: Random, data: bytes) -> bytes:
    """Far longer than any limit, of one line that the file has, or of nothing."""
    line = chance.choice((b"", b"> ", b"[a]", chance.choice(data.split(b"\n")))) + b"\n"
    return data + line * (chance.choice((HUGE // 100, HUGE)) // len(line))


MUTATIONS: Sequence[tuple[int, Mutation]] = (
    *((6, _flip), (3, _cut), (3, _drop), (8, _insert), (6, _lines), (6, _words), (6, _numbers)),
    *((1, _noise), (1, _huge)),
)


def mutated(chance: Random, data: bytes) -> bytes:
    """One or more mutations of some bytes, at least one of which there are."""
    weights = [weight for weight, _ in MUTATIONS]
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        [(_, mutation)] = chance.choices(MUTATIONS, weights)
        data = mutation(chance, data or b"\n")
    return data
