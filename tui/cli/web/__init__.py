"""The screens in browsers: pages for whoever the host lets in, and guests of one room who each have a link.

It may import `tui.cli.door` and what that may import; a visitor's own process runs `tui` itself. Requests enter; pages
and screens leave, and nothing else of the machine.
"""
