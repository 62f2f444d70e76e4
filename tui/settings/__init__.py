"""What a player keeps on this machine: settings, themes and glyphs, key bindings, maps and other files.

It may import `tui.i18n`, `tui.bootstrap`, `core`, and inside functions the profile and the invitation of `net`. TOML
files enter; checked values leave, or a sentence that names the file and the key that are wrong.
"""
