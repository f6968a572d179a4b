"""The documents keep up with the program."""

from __future__ import annotations

import io
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from skirmish.cli import skirmish
from skirmish.cli.odds_query import answer_batch
from skirmish.core.orders import ENGINE_VERBS, Verb
from skirmish.rulesets.registry import RULESETS

TOP = Path(__file__).parent.parent
DOCS = TOP / "docs"
FOLDERS = ("", "skirmish", "skirmish/core", "skirmish/rulesets", "skirmish/tui", "tests", "tools")
"""What paths in the documents are relative to."""
VERBS = [*ENGINE_VERBS.values(), *(v for r in RULESETS.values() for v in r.verbs.values())]


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb.name)
def test_every_order_and_its_keys_are_documented(verb: Verb) -> None:
    """docs/orders.md shows each verb, and each of its keys."""
    text = (DOCS / "orders.md").read_text()

    assert f"`{verb.name}" in text
    assert [f.name for f in verb.fields if f"{f.name}=" not in text] == []


@pytest.mark.parametrize("name", ["docs/architecture.md", "CONTRIBUTING.md"])
def test_files_that_documents_name_exist(name: str) -> None:
    """Each path with a folder in backticks, `*` standing for any name."""
    paths = re.findall(r"`([\w.*]+/[\w./*]*(?:\.(?:py|toml|txt|yml)|/))`", (TOP / name).read_text())

    assert paths
    assert [
        path
        for path in paths
        if not any(any(TOP.glob(f"{at}/{path}".strip("/"))) for at in FOLDERS)
    ] == []


def examples() -> list[str]:
    """The commands that ask for odds, as they stand in the documents and the README."""
    text = (DOCS / "orders.md").read_text()
    table = (TOP / "README.md").read_text()
    return [
        *re.findall(r'^ +skirmish (odds [a-z_]+ ".*)$', text, re.MULTILINE),
        *re.findall(r'`skirmish (odds [a-z_]+ "[^`]*)`', table),
    ]


@pytest.mark.parametrize("command", examples())
def test_commands_for_odds_give_odds(command: str) -> None:
    """What a reader copies is answered, not refused."""
    said = CliRunner().invoke(skirmish, shlex.split(command))

    assert (said.exception, said.exit_code) == (None, 0)
    assert "expected" in said.output


def test_questions_in_a_batch_are_answered_as_written() -> None:
    """Each example line has the answer that stands below; `...` leaves the rest of one out."""
    blocks = re.findall(r"```json\n(.*?)```", (DOCS / "orders.md").read_text(), re.DOTALL)
    questions, told = blocks
    said: list[str] = []
    answer_batch(io.BytesIO(questions.encode()), said.append)
    written = told.splitlines()

    assert len(said) == len(written)
    for answer, text in zip(said, written, strict=True):
        start, dots, _ = text.partition("...")
        assert answer.startswith(start)
        assert dots or answer == text
