"""A finished battle: summary, report, picture, what carries over."""
