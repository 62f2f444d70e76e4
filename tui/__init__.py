"""Every face a person or a program sees: the Textual app, the text mode, the engine protocol, the command line."""

import os
import sys

__version__ = "0.1.0"

BUILD = f"{__path__[0]}/../build/fast/{sys.implementation.cache_tag}/manifest.json"
"""The manifest of compiled rules, looked for here: no start imports what only they need."""

if os.access(BUILD, os.F_OK):
    from tui.bootstrap.compiled_rules import use_compiled

    use_compiled()
