"""The catalogues of the screens: one folder a language. English is the language of the keys.

`update` imports the command line and everything that has sentences; nothing imports it. Sentences marked in the code
enter; catalogues for translators and compiled ones for the program leave.
"""
