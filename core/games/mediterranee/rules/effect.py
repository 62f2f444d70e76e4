"""What an action brings about, as short keys with fields, in order; faces put them into words."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import TYPE_CHECKING

from core.game import Effect, Seat
from core.games.mediterranee.board.piece import GONE, TEXTS
from core.games.mediterranee.cards.card_face import written
from core.games.mediterranee.rules.action import SHUT, UNSEEN, Action, Word
from core.games.mediterranee.rules.combat import Battle, Stage
from core.games.mediterranee.rules.phase import Clash, Phase
from core.games.mediterranee.rules.turn import standing

if TYPE_CHECKING:
    from core.games.mediterranee.rules.state import State


class Key(StrEnum):
    """Every kind of effect.

    `take` seat card · `place` piece city · `pass` · `move` and `march` and `treason` piece start city (one each piece)
    · `pay` cards · `sedition` city · `fight` city · `cards` seat cards · `spy` and `keep` seat · `combat` city attacker
    defender (it begins) · `compare` city attack defence (totals with doubling) · `tie` · `restart` (both were spies) ·
    `fresh` seat (a spy's new cards are owed) · `lost` piece city · `back` piece city (the attacker returns) · `occupy`
    and `free` city by or piece · `out` seat (no piece left) · `held` team (both capitals of the other are held now) ·
    `talon` count · `shut` (nobody draws any more) · `packs` lot · `drawn` seat card (`?` where it is not known) ·
    `begins` seat (a turn) · `abandon`, `return`, `resign`, `would_resign` seat · `draw` · `over` reason winners. A seat
    is named by its states.
    """

    TAKE = "take"
    PLACE = "place"
    SKIP = "pass"
    MOVE = "move"
    MARCH = "march"
    TREASON = "treason"
    PAY = "pay"
    SEDITION = "sedition"
    FIGHT = "fight"
    CARDS = "cards"
    SPY = "spy"
    KEEP = "keep"
    COMBAT = "combat"
    COMPARE = "compare"
    TIE = "tie"
    RESTART = "restart"
    FRESH = "fresh"
    LOST = "lost"
    BACK = "back"
    OCCUPY = "occupy"
    FREE = "free"
    OUT = "out"
    HELD = "held"
    TALON = "talon"
    SHUT = "shut"
    PACKS = "packs"
    DRAWN = "drawn"
    BEGINS = "begins"
    ABANDON = "abandon"
    RETURN = "return"
    RESIGN = "resign"
    WOULD_RESIGN = "would_resign"
    DRAW = "draw"
    OVER = "over"


def effects(state: State, seat: Seat, action: Action) -> tuple[Effect, ...]:
    """Give what a legal action brings about; nothing for an illegal one."""
    if not state.is_legal(seat, action):
        return ()
    after = state.play_unchecked(seat, action)
    return (*_deed(state, seat, action, after), *_fought(state, seat, action, after), *_changes(state, after))


def _deed(state: State, seat: int, action: Action, after: State) -> Iterator[Effect]:
    """Give what is done, as in the text of the action."""
    names, word = state.rules.names, action.word
    if action.declares:
        key = Key.WOULD_RESIGN if word is Word.RESIGN and after.outcome is None else Key(word.value)
        yield Effect.of(key) if word is Word.DRAW else Effect.of(key, seat=names[seat])
    elif word in {Word.MOVE, Word.MARCH, Word.TREASON}:
        cities = action.path[1:] if word is Word.TREASON else action.path
        for piece, start, city in zip(action.told, cities[::2], cities[1::2], strict=True):
            yield Effect.of(Key(word.value), piece=piece, start=start, city=city)
    elif word is Word.DRAW:
        yield Effect.of(Key.DRAWN, seat=action.told[0], card=written(action.faces) or UNSEEN)
    else:
        yield _plain(names[seat] if seat >= 0 else "", action)


def _plain(name: str, action: Action) -> Effect:
    key = Key(action.word.value)
    if key is Key.TAKE:
        return Effect.of(key, seat=name, card=action.path[0])
    if key is Key.PLACE:
        return Effect.of(key, piece=action.told[0], city=action.path[0])
    if key in {Key.PAY, Key.CARDS}:
        return Effect.of(key, seat=name, cards=written(action.faces))
    if key in {Key.FIGHT, Key.SEDITION}:
        return Effect.of(key, city=action.path[-1])
    if key is Key.TALON:
        return Effect.of(Key.SHUT) if action.told == (SHUT,) else Effect.of(key, count=action.told[0])
    return Effect.of(key, lot=action.path[0]) if key is Key.PACKS else Effect.of(key, seat=name)


def _fought(state: State, seat: int, action: Action, after: State) -> Iterator[Effect]:
    """Give how the current combat goes on, and which one begins."""
    battle = state.battle
    if battle is not None and action.word in {Word.CARDS, Word.SPY, Word.KEEP}:
        last = battle.lay(seat, action.faces) if action.word is Word.CARDS else _spoken(battle, seat, action)
        yield from _stage(state, battle, last)
    clash = after.clashes[0] if after.battle is not None and after.clashes else None
    if clash is not None and (battle is None or state.clashes[0] != clash):
        names = state.rules.chart.names
        yield Effect.of(
            Key.COMBAT, city=names[clash.city], attacker=TEXTS[clash.attacker], defender=TEXTS[clash.defender]
        )


def _spoken(battle: Battle, seat: int, action: Action) -> Battle:
    return battle.say(seat, spy=action.word is Word.SPY)


def _stage(state: State, battle: Battle, last: Battle) -> Iterator[Effect]:
    """Give what the cards were worth and what follows."""
    names, clash = state.rules.names, state.clashes[0]
    totals = last.totals or battle.totals
    if totals is not None and last.verdict is not None:
        yield Effect.of(Key.COMPARE, city=state.rules.chart.names[clash.city], attack=totals[0], defence=totals[1])
    if last.stage is Stage.TIE and not any(last.table):
        yield Effect.of(Key.TIE)
    if battle.stage is Stage.DECISION and last.stage is Stage.EXCHANGE:
        yield Effect.of(Key.RESTART)
    if last.stage is Stage.FRESH and battle.stage is not Stage.FRESH:
        yield Effect.of(Key.FRESH, seat=names[last.active[0]])


def _changes(state: State, after: State) -> Iterator[Effect]:
    """Give what has changed for pieces, capitals, seats and the game."""
    for clash in state.clashes:
        if clash not in after.clashes:
            yield from _ended(state, after, clash)
    fighting = {piece for clash in state.clashes for piece in (clash.attacker, clash.defender)}
    for piece, (was, now) in enumerate(zip(state.board.at, after.board.at, strict=True)):
        if was != GONE and now == GONE and piece not in fighting:
            yield Effect.of(Key.LOST, piece=TEXTS[piece], city=state.rules.chart.names[was])
    yield from _capitals(state, after)
    for seat in after.cards.lost:
        if seat not in state.cards.lost:
            yield Effect.of(Key.OUT, seat=state.rules.names[seat])
    yield from _turned(state, after)


def _capitals(state: State, after: State) -> Iterator[Effect]:
    """Give which capitals are now occupied or free, and which team holds both of the other's."""
    rules = state.rules
    for own, (was, now) in enumerate(zip(standing(state), standing(after), strict=True)):
        held = now not in {None, rules.teams[own]}
        if held != (was not in {None, rules.teams[own]}):
            yield Effect.of(Key.OCCUPY if held else Key.FREE, city=rules.chart.names[rules.chart.capitals[own]])
    for team, (since, now_since) in enumerate(zip(state.siege.since, after.siege.since, strict=True)):
        if since is None and now_since is not None:
            yield Effect.of(Key.HELD, team=team)


def _turned(state: State, after: State) -> Iterator[Effect]:
    """Give whose turn begins, or how the game ended."""
    names = state.rules.names
    if after.outcome is not None:
        winners = " ".join(names[winner] for winner in after.outcome.winners)
        yield Effect.of(Key.OVER, reason=after.outcome.why, winners=winners)
    elif after.phase is Phase.ACT and (after.seat != state.seat or state.phase is Phase.PLACE):
        yield Effect.of(Key.BEGINS, seat=names[after.seat])


def _ended(state: State, after: State, clash: Clash) -> Iterator[Effect]:
    """Give how a combat ended: a piece is lost, or the attacker is back."""
    cities = state.rules.chart.names
    lost = [piece for piece in (clash.attacker, clash.defender) if after.board.at[piece] == GONE]
    if lost:
        yield Effect.of(Key.LOST, piece=TEXTS[lost[0]], city=cities[clash.city])
    elif after.board.at[clash.attacker] == clash.start:
        yield Effect.of(Key.BACK, piece=TEXTS[clash.attacker], city=cities[clash.start])
