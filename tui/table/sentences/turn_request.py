"""What a turn asks for where all decisions are of one kind: a card to take, a piece to place, a word about a spy."""

from __future__ import annotations

from itertools import islice
from typing import Any

from core.fault import sentence
from core.game import Seat, State
from tui.i18n.local_letters import located, spelled
from tui.i18n.piece_letters import PIECES
from tui.i18n.translation import ntr, town_name, tr

REQUESTS = {
    "take": sentence("take a special card, take treason or take sedition"),
    "place": sentence("place {piece}, for example {example}"),
    "fight": sentence("say which combat comes first, for example {example}"),
    "march": sentence("make the forced march that is paid for, for example {example}"),
}
"""The request by the first word of the decisions that answer it."""
EXAMPLES = 2
"""In how many legal actions an example is sought: one may have to stay hidden."""
YOURS = sentence("it is yours: {request}.")
CARDS = "cards"
ANSWERS = frozenset({"spy", "keep"})
"""The words that answer a fight in which two points were laid."""
ATTACKING = sentence(
    "declare a spy (spy) or keep your cards (keep); in {city} your attack has {attack}, the defence {defence}"
)
DEFENDING = sentence(
    "declare a spy (spy) or keep your cards (keep); in {city} the attack has {attack}, your defence {defence}"
)
"""The request of such an answer, by the side that one is on."""


def yours_words(state: State[Any], seat: Seat) -> str:
    """Say that a decision is the listener's, and what is asked of a seat if that is not any move of the board."""
    action = next(iter(state.legal(seat)), None)
    word, _, rest = str(action or "").partition(" ")
    if word == CARDS:
        request = lay_words(state, seat)
    elif word in ANSWERS:
        request = _answer(state, seat)
    elif word in REQUESTS and rest:
        named = rest.partition(" ")[0]
        kind = tr(PIECES[named[1]]) if named[1:2] in PIECES else ""
        request = tr(REQUESTS[word], example=located(str(action)), piece=f"{kind} {spelled(named)}".strip())
    else:
        request = ""
    return tr(YOURS, request=request) if request else tr("it is yours.")


def lay_words(state: State[Any], seat: Seat, hidden: str = "") -> str:
    """Ask for the cards of a fight by an example, another one than the `hidden` if there is any; else give nothing."""
    legal = [action for action in islice(state.legal(seat), EXAMPLES) if str(action).startswith(f"{CARDS} ")]
    action = next((one for one in legal if str(one) != hidden), next(iter(legal), None))
    if action is None:
        return ""
    return ntr(
        "put down {n} card, for example {example}",
        "put down {n} cards, for example {example}",
        len(action.path),
        example=action,
    )


def _answer(state: State[Any], seat: Seat) -> str:
    """Ask for the answer about a spy and say how the fight stands; empty where there is none."""
    cards = state.scene(seat).cards
    if cards is None or cards.fight is None:
        return ""
    attacker, defender = cards.fight.attacker, cards.fight.defender
    asked = ATTACKING if attacker.seat == seat else DEFENDING
    return tr(asked, city=town_name(cards.fight.spot), attack=attacker.total, defence=defender.total)
