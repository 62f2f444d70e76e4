"""What runs before any library is installed: the words of `run.py`, the environment, the compiled rules.

Its modules import the standard library, each other and at most `core.fault`. `starter`, `virtual_environment`,
`compiled_rules` and `rules_compiler` import the standard library alone, and this file imports nothing. Command-line
words and signals enter; a running program, a `Play` value or an exit status leaves.
"""
