"""Line mode: a battle by typed orders and plain sentences, and the parser of typed lines.

It uses no box drawing, colour or cursor movement, so that screen readers and braille displays can
read the output line by line. The prompt of the screen accepts the same lines.
"""
