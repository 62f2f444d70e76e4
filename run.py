"""The door of a fresh clone: `python3 run.py play`, `python3 run.py test`; any other word goes to `parley`.

Every line here is read by whatever Python is called `python3`, so it keeps to what all of them can read and asks for
the version first. What follows is in `tui/bootstrap/starter.py`, which is standard library only.
"""

import sys

OLDEST = (3, 11)


def refusal(version, platform):
    """Say in one sentence why this Python cannot run Parley, or give None."""
    if platform == "win32":
        return "Parley runs on Linux, macOS and Windows through WSL; on Windows itself please start it inside WSL."
    if version < OLDEST:
        wanted = ".".join(str(part) for part in OLDEST)
        found = ".".join(str(part) for part in version[:3])
        return "Parley needs Python %s or newer; this is Python %s." % (wanted, found)
    return None


def main():
    """Check the interpreter, then hand over to the starter."""
    why = refusal(tuple(sys.version_info[:3]), sys.platform)
    if why:
        sys.stderr.write(why + "\n")
        return 2
    from tui.bootstrap.starter import start

    return start(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
