"""Games looked at by a bot: what each decision lost, its mark, why another was better, and moments to learn from.

It may import `tui.study.lessons`, `tui.table`, `tui.bots`, `tui.settings`, `tui.i18n` and `core`, but no other module
of `tui.study`. Finished games enter; judged decisions, sentences about them and lessons leave.
"""
