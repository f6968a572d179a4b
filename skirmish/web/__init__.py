"""The web server of `skirmish serve`; needs the extra `web`. It holds no rules and no screens."""
