"""What `parley club` does: each deed signs events in the journal's copy of a club, or tells what its log says.

It may import `tui.records`, `tui.words`, `tui.settings` and `net`, but no screen. The words of a command line enter;
lines of text and plain values for `--json` leave.
"""
