"""The words of the text mode: every command in French and in English, both understood in either language."""

from __future__ import annotations

from enum import StrEnum
from typing import Self

from core.fault import sentence
from tui.i18n.translation import bare


class Command(StrEnum):
    """A command with its `words`, without accents: the first is the English one, the second the French one."""

    words: tuple[str, ...]

    def __new__(cls, *words: str) -> Self:
        """Take the first word as the value."""
        command = str.__new__(cls, words[0])
        command._value_ = words[0]
        command.words = words
        return command

    @classmethod
    def meanings(cls) -> dict[str, Self]:
        """Give the command of each word."""
        return {word: command for command in cls for word in command.words}


class Verb(Command):
    """The commands at a table."""

    BOARD = "board", "plateau"
    HAND = "hand", "main"
    ROW = "row", "ligne", "line", "rangee", "ring", "cercle"
    COLUMN = "column", "colonne", "radial", "rayon"
    NEIGHBOURS = "neighbours", "neighbors", "voisins"
    MOVES = "moves", "coups"
    THREATS = "threats", "menaces"
    HINT = "hint", "indice", "conseil"
    PLAY = "play", "jouer", "joue"
    PREMOVE = "premove", "anticiper", "anticipe"
    IF = "if", "si"
    SAY = "say", "dire", "dis"
    PROPOSE = "propose", "proposer"
    ACCEPT = "accept", "accepter"
    REFUSE = "refuse", "refuser"
    THREATEN = "threaten", "menacer"
    ACCUSE = "accuse", "accuser"
    THANK = "thank", "remercier"
    TALK = "talk", "discussion", "paroles"
    PACTS = "pacts", "pactes", "promises", "promesses"
    LOG = "log", "journal"
    REPEAT = "repeat", "repeter"
    SEATS = "seats", "sieges", "turn", "tour"
    CLOCK = "clock", "horloge", "clocks", "horloges", "pendule"
    REACH = "reach", "portee", "inspect", "inspecter"
    RULES = "rules", "regles"
    MUTE = "mute", "taire", "unmute"
    PEOPLE = "people", "gens", "contacts"
    BLOCK = "block", "bloquer", "unblock"
    VERIFY = "verify", "verifier"
    CALL = "call", "nommer"
    FORGET = "forget", "oublier"
    LESSON = "lesson", "lecon", "lessons", "lecons"
    PUZZLE = "puzzle", "probleme", "puzzles", "problemes"
    MOMENT = "moment", "moments"
    REPLAY = "replay", "revoir"
    BOT = "bot"
    SIT = "sit", "asseoir"
    FREE = "free", "liberer"
    CLOSE = "close", "fermer"
    RESIGN = "resign", "abandonner", "renoncer"
    ABANDON = "abandon", "laisser"
    RETURN = "return", "revenir"
    DRAW = "draw", "nulle"
    UNDO = "undo", "annuler"
    PAUSE = "pause"
    VACATION = "vacation", "vacances", "conge"
    SPECTATORS = "spectators", "spectateurs"
    SUBSTITUTE = "substitute", "remplacer", "remplacant"
    RESUME = "resume", "reprendre", "continuer"
    READY = "ready", "pret", "prete"
    REMATCH = "rematch", "revanche", "follow", "suivre"
    NEXT = "next", "suivante", "suivant"
    YES = "yes", "oui"
    NO = "no", "non"
    WAIT = "wait", "attendre"
    CLAIM = "claim", "reclamer"
    STOP = "stop", "arreter"
    INVITATION = "invitation", "invite", "inviter"
    SAVE = "save", "enregistrer"
    SUMMARY = "summary", "bilan"
    MARKS = "marks", "marques", "turns", "tournants", "analyse", "analyser"
    REPORT = "report", "signaler"
    EVIDENCE = "evidence", "preuve"
    SETTINGS = "settings", "reglages"
    OPTIONS = "options", "option"
    HELP = "help", "aide", "?"
    QUIT = "quit", "quitter", "exit"


HELP: dict[Verb, str] = {
    Verb.BOARD: sentence("board, board 12: the board as text; as it was after decision 12"),
    Verb.HAND: sentence("hand: the cards: yours, the others', the talon, what is spent, the fight"),
    Verb.ROW: sentence("row {row}, column {column}: what stands on a row or column"),
    Verb.NEIGHBOURS: sentence("neighbours {cell}: what stands around a cell"),
    Verb.MOVES: sentence("moves, moves {cell}: the pieces that can move; the moves of one of them"),
    Verb.THREATS: sentence("threats, threats off: what the others could do to you next; warn no more of it"),
    Verb.HINT: sentence(
        "hint: where nobody else plays, what a bot would do in your place, with your chance to win, "
        "and why where that can be said"
    ),
    Verb.PLAY: sentence("play {move}: play; the notation alone does too"),
    Verb.PREMOVE: sentence("premove {move}, premove off: what to play as soon as it is your turn; nothing after all"),
    Verb.IF: sentence(
        "if {theirs} then {reply} if * then {other}: what to play if they play {theirs}, and then whatever they play; "
        "if: list; if off 2, if off: forget one line, or all"
    ),
    Verb.SAY: sentence("say …: talk to the whole table"),
    Verb.PROPOSE: sentence("{proposals}: the number is the turn until which it holds"),
    Verb.ACCEPT: sentence(
        "accept truce {whom}, refuse {whom}, threaten {whom}, accuse {whom}, thank {whom}: answer, and more"
    ),
    Verb.TALK: sentence("talk, talk truce {whom}: all that was said; the lines with these words, names or cells"),
    Verb.PACTS: sentence("pacts: who promised what to whom, kept or broken"),
    Verb.LOG: sentence("log 10: the last decisions"),
    Verb.REPEAT: sentence("repeat, repeat 3: once more what was said last; the last three lines"),
    Verb.SEATS: sentence("seats: who sits where, and whose turn it is"),
    Verb.CLOCK: sentence("clock: what is left on the clocks"),
    Verb.REACH: sentence("reach {cell}: where the piece there could go, also when it is not yours"),
    Verb.RULES: sentence(
        "rules, rules 3, rules {cell}: their sections; one of them; what they say of what stands there"
    ),
    Verb.MUTE: sentence("mute Bob: hide what they say; once more: show it again"),
    Verb.PEOPLE: sentence("people: who is here and who is known, with four words to compare"),
    Verb.BLOCK: sentence(
        "block Bob: show nothing of theirs and give them no seat at your tables; once more: take it back"
    ),
    Verb.VERIFY: sentence("verify Bob: you have compared the four words with them; once more: take it back"),
    Verb.CALL: sentence("call Bob = Robert: a name of your own for somebody; forget Bob: know them no longer"),
    Verb.LESSON: sentence("lesson, puzzle: the lessons and the puzzle of this game, or of another; quit leads back"),
    Verb.MOMENT: sentence("moment: after a game against bots, your worst moment; moment 2: an earlier one"),
    Verb.REPLAY: sentence("replay: after the end, leave the table and hear the game again from its beginning"),
    Verb.BOT: sentence(
        "bot, bot {whom}, bot all: before the start, seat bots; later: let a bot play on for you, and leave"
    ),
    Verb.SIT: sentence("sit, sit {whom}: take a seat"),
    Verb.FREE: sentence("free, free {whom}: before the start, give your seat up; as host anybody's"),
    Verb.CLOSE: sentence("close: as host, close the table before its start"),
    Verb.RESIGN: sentence("resign: the game is lost for you; a team resigns all together"),
    Verb.ABANDON: sentence("abandon: leave the game to the others; your pieces stay"),
    Verb.RETURN: sentence("return: ask to come back after you have left the game"),
    Verb.DRAW: sentence("draw: offer a draw"),
    Verb.UNDO: sentence("undo, undo 12: ask to take back your last decision, or all after decision 12"),
    Verb.PAUSE: sentence("pause: ask to stop for a while; nobody is waited for"),
    Verb.VACATION: sentence("vacation, vacation 3: the days of vacation that are left; take three for this decision"),
    Verb.SPECTATORS: sentence("spectators off, spectators on: ask to play on without spectators, or with them again"),
    Verb.SUBSTITUTE: sentence(
        "substitute NAME, substitute SEAT NAME: let somebody who looks on here take your seat over, or one left empty"
    ),
    Verb.RESUME: sentence("resume: go on after a pause; a move does too"),
    Verb.READY: sentence("ready: while all talk before a round, say that you need no more time"),
    Verb.REMATCH: sentence(
        "rematch: after the end, ask for another game, and go to its table once it is open; "
        "follow, or its new invitation, pasted: after a moved table"
    ),
    Verb.NEXT: sentence(
        "next: to the next of your tables over a network where it is your turn; your seat here stays yours"
    ),
    Verb.YES: sentence("yes, no: answer an offer"),
    Verb.WAIT: sentence("wait: until it is your turn, or you type something else"),
    Verb.CLAIM: sentence("claim: wait no longer for somebody who does not answer"),
    Verb.STOP: sentence("stop: where somebody has signed two histories, end the game instead of going on without them"),
    Verb.INVITATION: sentence(
        "invitation, invite Bob: the text that brings others here; a letter to somebody in the room; "
        "invite INVITATION: as host, move the running table to that room"
    ),
    Verb.OPTIONS: sentence("options: the rules of this table, and what it has agreed on"),
    Verb.SAVE: sentence("save: write the game to a file"),
    Verb.SUMMARY: sentence(
        "summary: the report of the evening: result, promises kept and broken; written to a file too"
    ),
    Verb.MARKS: sentence("marks: after the end, look for inaccuracies, mistakes and blunders; summary tells the worst"),
    Verb.REPORT: sentence("report: write down a disagreement about the rules, to compare with others"),
    Verb.EVIDENCE: sentence("evidence: write all that was signed here to a file that anybody can check"),
    Verb.SETTINGS: sentence("settings, settings language fr: what you prefer; it counts at once"),
    Verb.HELP: sentence("help: these lines"),
    Verb.QUIT: sentence("quit: leave the table; your seat stays yours"),
}
"""One line of help for each command (`no` stands with `yes`, `column` with `row`, other sentences with `accept`).

`tui.text.table.command_examples` puts in the examples.
"""


_VERBS = Verb.meanings()


def parse_command(line: str) -> tuple[Verb | None, str]:
    """Part a line into its command and the rest; None where the first word is no command.

    >>> parse_command("Répéter"), parse_command("coups c3"), parse_command("Mc3-c5")
    ((<Verb.REPEAT: 'repeat'>, ''), (<Verb.MOVES: 'moves'>, 'c3'), (None, 'Mc3-c5'))
    """
    first, _, rest = line.strip().partition(" ")
    verb = _VERBS.get(bare(first))
    return (None, line.strip()) if verb is None else (verb, rest.strip())
