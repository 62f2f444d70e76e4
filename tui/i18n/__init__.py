"""The reader's language: translated sentences, the pseudo-locale for tests of layouts, the letters of pieces.

It may import `core` and nothing else; the catalogues lie in `tui/locale`. English sentences and their fields enter;
sentences in the language in use leave.
"""
