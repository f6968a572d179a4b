"""Line mode: a battle by typed orders and plain sentences, and the language that it takes.

No box drawing, no colour, no cursor movement: what is said here can be heard, or read with the
fingers, line by line. The screen's own prompt takes the same language.
"""
