"""The Textual app: the only room that knows Textual and Rich.

Everything drawn comes from a `View`, never from a `State`. Text that was written outside goes
through `Content` without markup, so that it is shown as it stands.
"""
