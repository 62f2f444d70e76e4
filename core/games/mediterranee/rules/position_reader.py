"""Read a position in the form of §14 as a state: board, hands, talon and spent pile (§4, §14).

The board is needed; everything else has a default. Hands may be lists of faces (all public) or numbers of cards. `open`
and `drawn` say more (see `position`). Cards default to those of the opening. The reader does not judge whether the
position could arise, but it must be possible to play on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from core.fault import BadPosition, sentence
from core.game import Outcome, Seat
from core.games.mediterranee.board.piece import BOAT, EXAMPLE, GONE, INDEX, KINDS, PIECES, STATE, TEXTS
from core.games.mediterranee.cards.card_face import KING, ZERO, Faces, joined, lacking, opening
from core.games.mediterranee.cards.card_hand import Hand
from core.games.mediterranee.cards.card_state import SPLIT, Cards, Talon, split
from core.games.mediterranee.rules import position
from core.games.mediterranee.rules.combat import Battle, Stage
from core.games.mediterranee.rules.movement import Board
from core.games.mediterranee.rules.phase import DESERTION, LEFT, SPECIALS, TEAM, Clash, Phase, Reason
from core.games.mediterranee.rules.placement_phase import following
from core.games.mediterranee.rules.ruleset import Rules
from core.games.mediterranee.rules.turn import Siege, owing, plays
from core.position_entry import check_keys, count, listed, mapping

if TYPE_CHECKING:
    from core.games.mediterranee.rules.state import State


FEW_ZEROS = sentence("A hand has its two zeros at least: not that of {seat}.")
BAD_TALON = sentence("The entry {key} does not fit the talon: {packets} packets are needed.")


def read_cards(rules: Rules, given: Mapping[str, object], lost: tuple[int, ...]) -> Cards:
    """Give the cards of a position; raise `BadPosition`."""
    first, talon = opening(map(len, rules.seats), rules.more)
    hands = tuple(_hand(rules, given, seat, first[seat]) for seat in range(rules.players))
    spent = position.faces(given.get("spent", ()), "spent")
    removed = listed(given, "removed")
    kings = count(given.get("kings", sum(face == KING for face in removed)), "kings")
    located = joined(spent, *(hand.located for hand in hands))
    rest = lacking(located, [face for face in joined(*first, talon) if face not in {ZERO, KING}])
    return Cards(hands, rules.sides, _talon(rules, given, talon, rest), spent, kings, lost)


def _hand(rules: Rules, given: Mapping[str, object], seat: int, first: Faces) -> Hand:
    name = rules.names[seat]
    known, hidden = first, tuple[int | None, ...]()
    told = mapping(given, "hands").get(name)
    if isinstance(told, int):
        number = count(told, "hands")
        known, hidden = (ZERO, ZERO), (None,) * max(0, number - 2)
    elif told is not None:
        known = position.faces(told, "hands")
    shown, drawn = mapping(given, "open").get(name), mapping(given, "drawn").get(name)
    if shown is not None:
        known, hidden = position.faces(shown, "open"), ()
    if drawn is not None:
        hidden = position.hidden(drawn, "drawn")
    if known.count(ZERO) < SPLIT:
        raise BadPosition(FEW_ZEROS, seat=name)
    return Hand(known, hidden)


def _talon(rules: Rules, given: Mapping[str, object], first: Faces, rest: Faces) -> Talon:
    """Read the talon: packets of faces, or numbers of cards with the faces that are not located."""
    packets = SPLIT if rules.match else 1
    whole = split(first)[0] if rules.match else (first,)
    told = listed(given, "talons") if "talons" in given else [list(packet) for packet in whole]
    deal = mapping(given, "deal")
    if len(told) != packets:
        raise BadPosition(BAD_TALON, key="talons", packets=packets)
    found = [None if isinstance(each, int) else position.faces(each, "talons") for each in told]
    left = [count(each, "talons") if faces is None else len(faces) for each, faces in zip(told, found, strict=True)]
    waiting = tuple(position.faces(each, "waiting") for each in listed(deal, "waiting"))
    counts = [count(each, "left") for each in listed(deal, "left")] or left
    taken = [count(each, "taken") for each in listed(deal, "taken")] or [0] * packets
    lot = None if waiting else count(0 if deal.get("lot") is None else deal["lot"], "lot")
    unseen = [position.faces(each, "unseen") for each in listed(given, "unseen")]
    if not unseen:
        unseen = [rest if (pack := found[(side + (lot or 0)) % packets]) is None else pack for side in range(packets)]
    fit = {0, SPLIT} if rules.match else {0}
    if not len(counts) == len(taken) == len(unseen) == packets or (lot or 0) > 1 or len(waiting) not in fit:
        raise BadPosition(BAD_TALON, key="deal", packets=packets)
    epoch = count(deal.get("epoch", 1), "epoch")
    shut = position.flag(deal, "shut")
    return Talon(epoch, tuple(counts), tuple(taken), tuple(unseen), lot, waiting, shut)


KEYS = (
    *("game", "options", "board", "hands", "open", "drawn", "talons", "unseen", "deal", "spent", "removed", "kings"),
    *("specials", "alive", "absent", "resigning", "to_move", "seat", "phase", "draws", "special_used", "treason"),
    *("stirred", "battles", "battle", "double_since", "laps", "quiet", "result"),
)
"""The entries of a position."""

NO_BOARD = sentence("A position needs its board: a table of pieces and their cities.")
NO_PIECE = sentence("There is no piece {text}: write a state and a name, as in rE or {piece}.")
NOT_PLAYING = sentence("The piece {piece} is not in this game: its state begins without it.")
NO_CITY = sentence("The map has no city {text}.")
ON_LAND = sentence("The boat {piece} cannot stand in {city}, which is no port.")
TAKEN = sentence("There are two pieces in {city}, {piece} and {other}, and no combat between them.")
NO_CLASH = sentence("The pieces {piece} and {other} do not fight in {city}.")
NO_FORCE = sentence("There is nobody left to play: a team has no piece.")
ALL_GONE = sentence("There is nobody left to play: all have left.")
BAD_STAGE = sentence("No combat can be in that state.")
TOO_MANY = 2


def read(rules: Rules, given: Mapping[str, object], blank: State) -> State:
    """Give the state of a position, from the opening state `blank`; raise `BadPosition`."""
    check_keys(given, KEYS)
    if "board" not in given:
        raise BadPosition(NO_BOARD)
    phase = Phase(list(Phase)[position.named(given.get("phase", "act"), "phase", list(Phase))])
    board, clashes = _board(rules, given)
    names = rules.names
    lost = () if phase in {Phase.SPECIAL, Phase.PLACE} else _lost(rules, board)
    state = replace(
        blank,
        board=board,
        cards=read_cards(rules, given, lost),
        specials=_specials(rules, given, lost, phase),
        seat=_seat(rules, given, lost),
        phase=phase,
        draws=count(given.get("draws", 0), "draws"),
        owed=None,
        special_used=position.flag(given, "special_used"),
        treason=position.flag(given, "treason"),
        stirred=position.flag(given, "stirred"),
        clashes=clashes,
        siege=_siege(rules, given),
        quiet=count(given.get("quiet", 0), "quiet"),
        absent=tuple(sorted(position.named(each, "absent", names) for each in listed(given, "absent"))),
        resigning=tuple(sorted(position.named(each, "resigning", names) for each in listed(given, "resigning"))),
    )
    if given.get("result") is not None:
        return replace(state, outcome=_result(rules, given), draws=0)
    return owing(_playable(_fought(state, given)))


def _city(rules: Rules, name: object) -> int:
    if not isinstance(name, str) or name not in rules.chart.index:
        raise BadPosition(NO_CITY, text=name)
    return rules.chart.index[name]


def _piece(text: object) -> int:
    if not isinstance(text, str) or text not in INDEX:
        raise BadPosition(NO_PIECE, text=text, piece=EXAMPLE)
    return INDEX[text]


def _board(rules: Rules, given: Mapping[str, object]) -> tuple[Board, tuple[Clash, ...]]:
    """Read where the pieces stand and which of them fight; two may share a city only if they fight.

    Where the game ended within a combat, by resignation or agreement, the two still stand there and fight no more.
    """
    clashes = tuple(_clash(rules, each) for each in listed(given, "battles"))
    board = Board((GONE,) * PIECES, (0, 0))
    found: dict[int, list[int]] = {}
    for text, name in mapping(given, "board").items():
        piece, city = _piece(text), _city(rules, name)
        if not any(piece in force for force in rules.forces):
            raise BadPosition(NOT_PLAYING, piece=text)
        if KINDS[piece] == BOAT and not rules.chart.ports >> city & 1:
            raise BadPosition(ON_LAND, piece=text, city=name)
        found.setdefault(city, []).append(piece)
        board = board.gone_to(piece, rules.teams[STATE[piece]], city)
    fights = {clash.city: {clash.attacker, clash.defender} for clash in clashes}
    for city, pieces in found.items():
        fought = given.get("result") is not None and _enemies(rules, pieces)
        if len(pieces) > 1 and not fought and fights.get(city) != set(pieces):
            raise BadPosition(TAKEN, city=rules.chart.names[city], piece=TEXTS[pieces[0]], other=TEXTS[pieces[1]])
    for clash in clashes:
        enemies = _enemies(rules, (clash.attacker, clash.defender))
        if set(found.get(clash.city, ())) != fights[clash.city] or not enemies or len(fights) != len(clashes):
            fields = {"piece": TEXTS[clash.attacker], "other": TEXTS[clash.defender]}
            raise BadPosition(NO_CLASH, city=rules.chart.names[clash.city], **fields)
    return board, clashes


def _enemies(rules: Rules, pieces: Sequence[int]) -> bool:
    return sorted(rules.teams[STATE[piece]] for piece in pieces) == [0, 1]


def _clash(rules: Rules, given: object) -> Clash:
    told = mapping({"battles": given}, "battles")
    attacker, defender = _piece(told.get("attacker")), _piece(told.get("defender"))
    return Clash(_city(rules, told.get("city")), attacker, defender, _city(rules, told.get("from")))


def _lost(rules: Rules, board: Board) -> tuple[int, ...]:
    return tuple(seat for seat, army in enumerate(rules.armies) if all(board.at[piece] == GONE for piece in army))


def _seat(rules: Rules, given: Mapping[str, object], lost: tuple[int, ...]) -> int:
    told = given.get("seat") if given.get("to_move") is None else given["to_move"]
    if told is None:
        return next((seat for seat in range(rules.players) if seat not in lost), 0)
    return position.named(told, "to_move", rules.names)


def _specials(rules: Rules, given: Mapping[str, object], lost: tuple[int, ...], phase: Phase) -> tuple[int, ...]:
    """Read who has which special card; by default, the earlier seat of each team has treason (R7)."""
    found = [3 if len(states) > 1 else 0 for states in rules.seats]
    if phase is not Phase.SPECIAL:
        for seat in rules.choosers:
            for other in rules.partners(seat):
                found[other] = SPECIALS["treason" if other == seat else "sedition"]
    for name, told in mapping(given, "specials").items():
        held = listed({"specials": told}, "specials")
        found[position.named(name, "specials", rules.names)] = sum(
            special for word, special in SPECIALS.items() if word in [position.word(each, "specials") for each in held]
        )
    return tuple(0 if seat in lost else held for seat, held in enumerate(found))


def _siege(rules: Rules, given: Mapping[str, object]) -> Siege:
    since = position.pair(given, "double_since", (None, None))
    first, second = (None if each is None else position.named(each, "double_since", rules.names) for each in since)
    one, other = (count(each, "laps") for each in position.pair(given, "laps", (0, 0)))
    return Siege((first, second), (one, other))


def _result(rules: Rules, given: Mapping[str, object]) -> Outcome:
    told = mapping(given, "result")
    reason = list(Reason)[position.named(told.get("reason"), "reason", list(Reason))]
    winners = listed({"winners": told.get("winners", ())}, "winners")
    seats = tuple(Seat(position.named(each, "winners", rules.names)) for each in winners)
    points = tuple(int(seat in seats) for seat in range(rules.players))
    detail = (*(TEAM if len(seats) > 1 else ()), *(DESERTION if told.get(LEFT) is True else ()))
    return Outcome(seats, points, reason.value, detail)


def _fought(state: State, given: Mapping[str, object]) -> State:
    """Read the current combat; it is the first of the open ones."""
    if given.get("battle") is None:
        return state
    told = mapping(given, "battle")
    if not state.clashes:
        raise BadPosition(BAD_STAGE)
    rules, clash = state.rules, state.clashes[0]
    seats = (rules.owner[STATE[clash.attacker]], rules.owner[STATE[clash.defender]])
    one, other = (count(each, "sizes") for each in position.pair(told, "sizes", (TOO_MANY, TOO_MANY)))
    stage = list(Stage)[position.named(told.get("stage", "exchange"), "stage", list(Stage))]
    mine, theirs = (
        None if each is None else position.faces(each, "table") for each in position.pair(told, "table", (None, None))
    )
    spoke = [each if isinstance(each, bool) else None for each in position.pair(told, "said", (None, None))]
    battle = Battle(
        seats=seats,
        kinds=(KINDS[clash.attacker], KINDS[clash.defender]),
        sizes=(one, other),
        stage=stage,
        table=(mine, theirs),
        said=(spoke[0], spoke[1]),
    )
    if not battle.active or not {one, other} <= {1, TOO_MANY}:
        raise BadPosition(BAD_STAGE)
    return replace(state, battle=battle)


def _playable(state: State) -> State:
    """Refuse a position in which nobody can decide, or whose phase does not match its combats."""
    if not any(plays(state, seat) for seat in range(state.rules.players)):
        raise BadPosition(ALL_GONE)
    if state.phase in {Phase.SPECIAL, Phase.PLACE}:
        return _preparing(state)
    if not all(state.board.held) or (state.seat in state.cards.lost and not state.clashes):
        raise BadPosition(NO_FORCE)
    fits = {
        Phase.COMBAT: state.battle is not None,
        Phase.ORDER: state.battle is None and len(state.clashes) > 1,
    }.get(state.phase, not state.clashes)
    if not fits:
        raise BadPosition(BAD_STAGE)
    return state


def _preparing(state: State) -> State:
    """Refuse a choice or a placement that the seat to move does not owe."""
    choosing = state.seat in state.rules.choosers and not state.specials[state.seat]
    placing = following(state, state.seat) != GONE
    if state.clashes or state.battle is not None or not (choosing if state.phase is Phase.SPECIAL else placing):
        raise BadPosition(BAD_STAGE)
    return state
