"""A game as a page or as pixels: the shapes of a board, SVG, HTML with its policy, PNG and GIF.

It may import the theme, the translation and the scenes of the core, but no timeline, no widget and no file. Scenes and
plain texts enter; fragments of SVG, pages and the bytes of pictures leave.
"""
