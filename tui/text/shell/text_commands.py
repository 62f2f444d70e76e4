"""The words of the text mode: every command in French and in English, both understood in either language."""

from __future__ import annotations

from enum import StrEnum

from core.fault import sentence
from tui.i18n.translation import bare


class Verb(StrEnum):
    """The commands at a table."""

    BOARD = "board"
    HAND = "hand"
    ROW = "row"
    NEIGHBOURS = "neighbours"
    MOVES = "moves"
    THREATS = "threats"
    HINT = "hint"
    PLAY = "play"
    PREMOVE = "premove"
    SAY = "say"
    PROPOSE = "propose"
    ACCEPT = "accept"
    REFUSE = "refuse"
    THREATEN = "threaten"
    ACCUSE = "accuse"
    THANK = "thank"
    PACTS = "pacts"
    LOG = "log"
    REPEAT = "repeat"
    SEATS = "seats"
    CLOCK = "clock"
    REACH = "reach"
    RULES = "rules"
    MUTE = "mute"
    PEOPLE = "people"
    BLOCK = "block"
    VERIFY = "verify"
    CALL = "call"
    FORGET = "forget"
    LESSON = "lesson"
    PUZZLE = "puzzle"
    BOT = "bot"
    SIT = "sit"
    FREE = "free"
    CLOSE = "close"
    RESIGN = "resign"
    ABANDON = "abandon"
    RETURN = "return"
    DRAW = "draw"
    UNDO = "undo"
    PAUSE = "pause"
    SPECTATORS = "spectators"
    SUBSTITUTE = "substitute"
    RESUME = "resume"
    REMATCH = "rematch"
    YES = "yes"
    NO = "no"
    WAIT = "wait"
    CLAIM = "claim"
    STOP = "stop"
    INVITATION = "invitation"
    SAVE = "save"
    REPORT = "report"
    EVIDENCE = "evidence"
    SETTINGS = "settings"
    HELP = "help"
    QUIT = "quit"


WORDS: dict[Verb, tuple[str, ...]] = {
    Verb.BOARD: ("board", "plateau"),
    Verb.HAND: ("hand", "main"),
    Verb.ROW: ("row", "ligne", "column", "colonne"),
    Verb.NEIGHBOURS: ("neighbours", "neighbors", "voisins"),
    Verb.MOVES: ("moves", "coups"),
    Verb.THREATS: ("threats", "menaces"),
    Verb.HINT: ("hint", "indice", "conseil"),
    Verb.PLAY: ("play", "jouer", "joue"),
    Verb.PREMOVE: ("premove", "anticiper", "anticipe"),
    Verb.SAY: ("say", "dire", "dis"),
    Verb.PROPOSE: ("propose", "proposer"),
    Verb.ACCEPT: ("accept", "accepter"),
    Verb.REFUSE: ("refuse", "refuser"),
    Verb.THREATEN: ("threaten", "menacer"),
    Verb.ACCUSE: ("accuse", "accuser"),
    Verb.THANK: ("thank", "remercier"),
    Verb.PACTS: ("pacts", "pactes", "promises", "promesses"),
    Verb.LOG: ("log", "journal"),
    Verb.REPEAT: ("repeat", "repeter"),
    Verb.SEATS: ("seats", "sieges", "turn", "tour"),
    Verb.CLOCK: ("clock", "horloge", "clocks", "horloges", "pendule"),
    Verb.REACH: ("reach", "portee", "inspect", "inspecter"),
    Verb.RULES: ("rules", "regles"),
    Verb.MUTE: ("mute", "taire", "unmute"),
    Verb.PEOPLE: ("people", "gens", "contacts"),
    Verb.BLOCK: ("block", "bloquer", "unblock"),
    Verb.VERIFY: ("verify", "verifier"),
    Verb.CALL: ("call", "nommer"),
    Verb.FORGET: ("forget", "oublier"),
    Verb.LESSON: ("lesson", "lecon", "lessons", "lecons"),
    Verb.PUZZLE: ("puzzle", "probleme", "puzzles", "problemes"),
    Verb.BOT: ("bot",),
    Verb.SIT: ("sit", "asseoir"),
    Verb.FREE: ("free", "liberer"),
    Verb.CLOSE: ("close", "fermer"),
    Verb.RESIGN: ("resign", "renoncer"),
    Verb.ABANDON: ("abandon", "abandonner"),
    Verb.RETURN: ("return", "revenir"),
    Verb.DRAW: ("draw", "nulle"),
    Verb.UNDO: ("undo", "annuler"),
    Verb.PAUSE: ("pause",),
    Verb.SPECTATORS: ("spectators", "spectateurs"),
    Verb.SUBSTITUTE: ("substitute", "remplacer", "remplacant"),
    Verb.RESUME: ("resume", "reprendre", "continuer"),
    Verb.REMATCH: ("rematch", "revanche", "follow", "suivre"),
    Verb.YES: ("yes", "oui"),
    Verb.NO: ("no", "non"),
    Verb.WAIT: ("wait", "attendre"),
    Verb.CLAIM: ("claim", "reclamer"),
    Verb.STOP: ("stop", "arreter"),
    Verb.INVITATION: ("invitation", "invite", "inviter"),
    Verb.SAVE: ("save", "enregistrer"),
    Verb.REPORT: ("report", "signaler"),
    Verb.EVIDENCE: ("evidence", "preuve"),
    Verb.SETTINGS: ("settings", "reglages"),
    Verb.HELP: ("help", "aide", "?"),
    Verb.QUIT: ("quit", "quitter", "exit"),
}
"""The words of each command, without accents; the first is the English one, the second the French one."""

HELP: dict[Verb, str] = {
    Verb.BOARD: sentence("board, board 12: the board as text; as it was after decision 12"),
    Verb.HAND: sentence("hand: the cards: yours, the others', the talon, what is spent, the fight"),
    Verb.ROW: sentence("row 5, row e: what stands on a row or column"),
    Verb.NEIGHBOURS: sentence("neighbours e5: what stands around a cell"),
    Verb.MOVES: sentence("moves, moves c3: the pieces that can move; the moves of one of them"),
    Verb.THREATS: sentence("threats, threats off: what the others could do to you next; warn no more of it"),
    Verb.HINT: sentence("hint: where nobody else plays, what a bot would do in your place, and why"),
    Verb.PLAY: sentence("play Mc3-c5: play; the notation alone does too"),
    Verb.PREMOVE: sentence("premove Mc3-c5, premove off: what to play as soon as it is your turn; nothing after all"),
    Verb.SAY: sentence("say …: talk to the whole table"),
    Verb.PROPOSE: sentence("propose truce blue 15, propose attack blue red, propose spare blue c3, propose power blue"),
    Verb.ACCEPT: sentence("accept truce blue, refuse blue, threaten blue, accuse blue, thank blue: answer, and more"),
    Verb.PACTS: sentence("pacts: who promised what to whom, kept or broken"),
    Verb.LOG: sentence("log 10: the last decisions"),
    Verb.REPEAT: sentence("repeat: the last lines once more"),
    Verb.SEATS: sentence("seats: who sits where, and whose turn it is"),
    Verb.CLOCK: sentence("clock: what is left on the clocks"),
    Verb.REACH: sentence("reach e5: where the piece there could go, also when it is not yours"),
    Verb.RULES: sentence("rules, rules e5: the rules; what they say of what stands there"),
    Verb.MUTE: sentence("mute Bob: hide what they say; once more: show it again"),
    Verb.PEOPLE: sentence("people: who is here and who is known, with four words to compare"),
    Verb.BLOCK: sentence(
        "block Bob: show nothing of theirs and give them no seat at your tables; once more: take it back"
    ),
    Verb.VERIFY: sentence("verify Bob: you have compared the four words with them; once more: take it back"),
    Verb.CALL: sentence("call Bob = Robert: a name of your own for somebody; forget Bob: know them no longer"),
    Verb.LESSON: sentence("lesson, puzzle: the lessons and the puzzle of this game, or of another; quit leads back"),
    Verb.BOT: sentence("bot, bot red: before the start, seat a bot; later: let a bot play on for you, and leave"),
    Verb.SIT: sentence("sit, sit red: take a seat"),
    Verb.FREE: sentence("free, free red: before the start, give your seat up; as host anybody's"),
    Verb.CLOSE: sentence("close: as host, close the table before its start"),
    Verb.RESIGN: sentence("resign: give the game up; a team all together"),
    Verb.ABANDON: sentence("abandon: leave the game to the others; your pieces stay"),
    Verb.RETURN: sentence("return: ask to come back after resigning"),
    Verb.DRAW: sentence("draw: offer a draw"),
    Verb.UNDO: sentence("undo, undo 12: ask to take back your last decision, or all after ply 12"),
    Verb.PAUSE: sentence("pause: ask to stop for a while; nobody is waited for"),
    Verb.SPECTATORS: sentence("spectators off, spectators on: ask to play on without spectators, or with them again"),
    Verb.SUBSTITUTE: sentence(
        "substitute NAME, substitute SEAT NAME: let somebody who looks on here take your seat over, or one left empty"
    ),
    Verb.RESUME: sentence("resume: go on after a pause; a move does too"),
    Verb.REMATCH: sentence(
        "rematch: after the end, ask for another game, and go to its table once it is open; follow: after a moved table"
    ),
    Verb.YES: sentence("yes, no: answer an offer"),
    Verb.WAIT: sentence("wait: until it is your turn"),
    Verb.CLAIM: sentence("claim: wait no longer for somebody who does not answer"),
    Verb.STOP: sentence("stop: where somebody has signed two histories, end the game instead of going on without them"),
    Verb.INVITATION: sentence(
        "invitation, invite Bob: the text that brings others here; a letter to somebody in the room; "
        "invite INVITATION: as host, move the running table to that room"
    ),
    Verb.SAVE: sentence("save: write the game to a file"),
    Verb.REPORT: sentence("report: write down a disagreement about the rules, to compare with others"),
    Verb.EVIDENCE: sentence("evidence: write all that was signed here to a file that anybody can check"),
    Verb.SETTINGS: sentence("settings, settings language fr: what you prefer; it counts at once"),
    Verb.HELP: sentence("help: these lines"),
    Verb.QUIT: sentence("quit: leave the table; your seat stays yours"),
}
"""One line of help for each command (`no` stands with `yes`, other sentences with `accept`)."""


_VERBS = {name: verb for verb, names in WORDS.items() for name in names}


def parse_command(line: str) -> tuple[Verb | None, str]:
    """Part a line into its command and the rest; None where the first word is no command.

    >>> parse_command("Répéter"), parse_command("coups c3"), parse_command("Mc3-c5")
    ((<Verb.REPEAT: 'repeat'>, ''), (<Verb.MOVES: 'moves'>, 'c3'), (None, 'Mc3-c5'))
    """
    first, _, rest = line.strip().partition(" ")
    verb = _VERBS.get(bare(first))
    return (None, line.strip()) if verb is None else (verb, rest.strip())
