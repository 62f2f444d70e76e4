"""How a scene becomes character cells: frames, sprites, rings and maps, all pure and without Textual.

It may import i18n, settings and the pure move entry of `tui.table`, but no widget. A scene, a look and a size enter;
cells with their paint leave, and where each spot of the board stands in them.
"""
