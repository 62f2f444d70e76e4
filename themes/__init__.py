"""Themes as data: one TOML file a theme, and the glyphs the board is written with."""
