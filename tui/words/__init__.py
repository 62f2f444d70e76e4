"""Sentences about one thing each: talk, bots, events, combats, clocks, and the settlement of an end.

It is pure and may import `tui.i18n`, the values of `tui.settings`, `core` and the views of `net`. Values of the rules
and of the net enter; sentences and short labels leave.
"""
