"""A small scenario with everything in it that turns with the table."""

SLOPE = """
format = 1
title = "Slope"
ruleset = "opposed_d6"
turns = 4

[map]
rows = '''
..#
o..
'''
levels = '''
012
000
'''

[sides.blue]
name = "Blue"
deploy = [0, 0, 1, 0]

[[sides.blue.figures]]
id = "b1"
kind = "rifleman"
at = [0, 0]
facing = "NE"

[sides.red]
name = "Red"

[[sides.red.figures]]
id = "r1"
kind = "rifleman"
at = [2, 1]
facing = "W"

[[objectives]]
side = "blue"
kind = "reach"
area = [1, 0, 1, 1]
points = 1

[[reinforcements]]
turn = 2
side = "red"
edge = "E"
figures = [{ id = "r2", kind = "rifleman" }]
"""
