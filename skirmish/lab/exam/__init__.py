"""The tactical exam: positions as scenario files, and what must hold once a level has played them.

`ways`: a scenario turned over and round. `question`: what a file asks, in comments of its own.
`words`: the vocabulary of what may be asked. `faults`: what is wrong with it. `sitting`: a position
played. `report`: what came out.
"""

from skirmish.lab.exam.question import Question, questions, read_question
from skirmish.lab.exam.report import Mark, Report
from skirmish.lab.exam.run import run, sat
from skirmish.lab.exam.sitting import IDLE
from skirmish.lab.exam.ways import WAYS, Way, turned
from skirmish.lab.exam.words import WORDS

__all__ = [
    "IDLE",
    "WAYS",
    "WORDS",
    "Mark",
    "Question",
    "Report",
    "Way",
    "questions",
    "read_question",
    "run",
    "sat",
    "turned",
]
