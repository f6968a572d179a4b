"""Tools of development: run from the checkout as `python -m tools.NAME`, not part of the wheel."""
