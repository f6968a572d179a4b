"""The Textual app: the only package that knows Textual and Rich.

Everything drawn comes from a `View`, never from a `State`. Text from outside the program goes
through `Content` without markup, so that it is shown literally.
"""
