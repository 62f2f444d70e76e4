"""Draw the pictures of the documentation: `python -m tests.gallery [FOLDER]`."""

from __future__ import annotations

import sys

from tests.gallery.picture_album import main

if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
