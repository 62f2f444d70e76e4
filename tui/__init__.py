"""Every face a person or a program sees: the Textual app, the text mode, the engine protocol, the command line."""

from tui import compiled

__version__ = "0.1.0"

compiled.prefer()
