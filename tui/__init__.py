"""Every interface for a person or a program: the Textual app, the text mode, the engine protocol, the command line."""

import os
import sys

__version__ = "0.1.0"

BUILD = f"{__path__[0]}/../build/fast/{sys.implementation.cache_tag}/manifest.json"
"""The manifest of compiled rules. It is checked here so that a start imports the loader only if there is a build."""

if os.access(BUILD, os.F_OK):
    from tui.bootstrap.compiled_rules import use_compiled

    use_compiled()
