"""The keys of the list of games and of a game that is told again."""

from __future__ import annotations

from core.fault import sentence
from tui.keymap import Key

REPLAY = (
    Key("replay.back", "left,h,left_square_bracket", "step(-1)", sentence("Back"), "←", bar=True),
    Key("replay.on", "right,l,right_square_bracket", "step(1)", sentence("On"), "→", bar=True),
    Key("replay.first", "home", "go(0)", sentence("To the beginning"), "Home"),
    Key("replay.last", "end", "go(-1)", sentence("To the end"), "End"),
    Key("replay.play", "space", "run", sentence("Run"), "␣", bar=True),
    Key("replay.faster", "plus,equals_sign", "speed(1)", sentence("Faster"), "+"),
    Key("replay.slower", "minus", "speed(-1)", sentence("Slower"), "-"),
    Key("replay.branch", "b", "branch", sentence("Play on"), "b", bar=True),
    Key("replay.turning", "t", "turning(1)", sentence("Turning points"), "t", bar=True),
    Key("replay.turned", "T", "turning(-1)", sentence("Turning point before"), "T"),
    Key("replay.comment", "c", "comment", sentence("Comment"), "c", bar=True),
    Key("replay.export", "e", "export", sentence("Export"), "e", bar=True),
    Key("replay.cards", "a", "cards", sentence("Cards"), "a"),
    Key("replay.pacts", "D", "pacts", sentence("Promises"), "D"),
    Key("replay.view", "v", "view", sentence("View"), "v"),
    Key("replay.turn", "f", "turn", sentence("Turn"), "f"),
    Key("replay.zen", "z", "zen", sentence("Board only"), "z"),
    Key("replay.rules", "f1,r", "rules", sentence("Rules"), "F1 r"),
    Key("replay.help", "question_mark", "keys", sentence("Keys"), "?", bar=True),
    Key("replay.leave", "escape,q", "leave", sentence("Leave"), "q", bar=True),
)
"""The keys of a game that is told again; up and down go from line to line of what happened."""

GAMES = (
    Key("games.open", "enter", "open", sentence("Replay"), "⏎"),
    Key("games.filter", "slash", "filter", sentence("Filter"), "/", bar=True),
    Key("games.game", "g", "cycle('game')", sentence("Game"), "g", bar=True),
    Key("games.result", "r", "cycle('result')", sentence("Result"), "r", bar=True),
    Key("games.opponent", "o", "cycle('opponent')", sentence("Against"), "o", bar=True),
    Key("games.figures", "s", "figures", sentence("Figures"), "s", bar=True),
    Key("games.import", "i", "bring_in", sentence("Import"), "i", bar=True),
    Key("games.leave", "escape,q", "leave", sentence("Back"), "q", bar=True),
)
"""The keys of the list of games."""
