"""Every interface for a person or a program: the Textual app, the text mode, the engine protocol, the command line."""

import os
import sys

__version__ = "0.1.0"

_BUILD = f"fast/{sys.implementation.cache_tag}/manifest.json"
BUILDS = (f"{__path__[0]}/../build/{_BUILD}", f"{__path__[0]}/bootstrap/{_BUILD}")
"""The manifests of compiled rules, made here or brought by a wheel. If there is none, no start imports the loader."""

if any(os.access(build, os.F_OK) for build in BUILDS):
    from tui.bootstrap.compiled_rules import use_compiled

    use_compiled()
