"""The catalogues: sentences by language, and the developers' command that keeps them (`python -m tui.locale.update`)."""
