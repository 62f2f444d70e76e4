"""The catalogues: sentences by language; developers keep them with `python -m tui.locale.update`."""
