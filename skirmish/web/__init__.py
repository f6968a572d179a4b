"""The game in a browser, for `skirmish serve`; needs the extra `web`. No rules, no screen here."""
