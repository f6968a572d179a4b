"""The tactical exam: positions as scenario files, and the properties that must hold afterwards.

`python -m tools.exam` runs it. A level plays each position; the position states what must hold
then.
"""
