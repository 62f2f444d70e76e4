"""Every face a person or a program sees: the Textual app, the text mode, the engine protocol, the command line."""

import os
import sys

__version__ = "0.1.0"

BUILD = f"{__path__[0]}/../build/fast/{sys.implementation.cache_tag}/manifest.json"
"""What tells of compiled rules (`tui.compiled`), looked for here: what only they need is no part of every start."""

if os.access(BUILD, os.F_OK):
    from tui.compiled import prefer

    prefer()
