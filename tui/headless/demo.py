"""`parley demo`: a whole game between bots, with talk; then the record, and the result at every peer."""

from __future__ import annotations

import json
import sys
import time
from dataclasses import dataclass

from core.fault import Fault, sentence
from core.games import find
from core.match.record import write
from net.room.table_offer import agreed
from net.wire.invitation import Invitation
from tui.headless import demo_peers, event_report
from tui.headless.demo_peers import EventReader
from tui.headless.room_visit import run_command
from tui.i18n import translation

NAMES = ("ann", "bob", "cleo", "dan", "eve", "fay")
BROKERS = ("memory", "amqtt", "mosquitto")
NO_BROKER = sentence("--broker takes memory, amqtt, mosquitto or a room's invitation, not {given}.")
EQUAL = sentence("All {count} peers agree.")
UNEQUAL = sentence("The peers do not agree.")
AUDITED = sentence("Every peer has signed that the audit of the hidden cards found nothing: {names}.")
UNAUDITED = sentence("Not every peer has signed that the audit of the hidden cards found nothing: only {names}.")


@dataclass(frozen=True, slots=True)
class Wish:
    """The game, its options and the broker. The same seed plays the same game."""

    game: str = "djambi"
    options: tuple[tuple[str, str], ...] = ()
    broker: str = "memory"
    seed: int = 1
    json: bool = False


def cast_of(wish: Wish) -> tuple[str, ...]:
    """Give every player a name; raise `Fault` for a game, option or broker that does not exist."""
    if wish.broker not in BROKERS and not wish.broker.startswith("parley:"):
        raise Fault(NO_BROKER, given=wish.broker)
    if wish.broker not in BROKERS:
        Invitation.parse(wish.broker)
    game = find(wish.game)
    options, _ = agreed(game, dict(wish.options))
    return NAMES[: len(game.seats(options)) - len(game.vacant(options))]


async def play(wish: Wish) -> tuple[str, tuple[EventReader, ...]]:
    """Play the game; give the broker's kind and the report of every peer. Raises `Fault`."""
    names = cast_of(wish)
    play = demo_peers.Play(wish.game, wish.options, wish.seed, names)
    if wish.broker == "memory":
        return wish.broker, await demo_peers.in_tasks(play)
    return await demo_peers.in_processes(play, wish.broker)


def summary(wish: Wish, broker: str, tales: tuple[EventReader, ...], seconds: float) -> dict[str, object]:
    """Give what `--json` prints; where there are hidden cards, also what their audits found."""
    ends = [tale.over or {} for tale in tales]
    audits = [end.get("audit") for end in ends]
    told: dict[str, object] = {"audits": audits, "signed": signed(tales)} if any(audits) else {}
    return told | {
        "game": wish.game,
        "players": len(tales),
        "broker": broker,
        "plies": ends[0].get("plies"),
        "talk": len(tales[0].all("talk")),
        "outcome": ends[0].get("outcome"),
        "digests": [end.get("digest") for end in ends],
        "talk_digests": [end.get("talk_digest") for end in ends],
        "seconds": round(seconds, 3),
    }


def signed(tales: tuple[EventReader, ...]) -> list[str]:
    """Give the peers who have signed, in the view of all the others too, that the audit found nothing."""
    return [tale.name for tale in tales if all(tale.name in (other.signed or ()) for other in tales)]


def agree(summed: dict[str, object]) -> bool:
    """Tell whether every peer gave the same digests, none missing, and signed the audit if there was one."""
    lists = (summed["digests"], summed["talk_digests"])
    equal = all(isinstance(found, list) and len(set(found)) == 1 and found[0] for found in lists)
    return equal and audited(summed)


def audited(summed: dict[str, object]) -> bool:
    """Tell whether nothing was hidden, or every peer has signed that the audit found nothing."""
    names = summed.get("signed")
    return not isinstance(names, list) or len(names) == summed["players"]


def tell(wish: Wish, summed: dict[str, object], tales: tuple[EventReader, ...]) -> None:
    """Print the record with every peer's digests as notes at its end: a record that checks itself."""
    sys.stdout.write(write(tales[0].record(wish.game, tales)))
    for tale in tales:
        end = tale.over or {}
        sys.stdout.write(f"{{peer {tale.name} {end.get('digest')} {end.get('talk_digest')}}}\n")
    lines = [translation.tr(EQUAL, count=len(tales)) if agree(summed) else translation.tr(UNEQUAL)]
    if "signed" in summed:
        names = ", ".join(signed(tales)) or "-"
        lines.insert(0, translation.tr(AUDITED if audited(summed) else UNAUDITED, names=names))
    for line in lines:
        sys.stdout.write(f"{{comment {json.dumps(line, ensure_ascii=False)}}}\n")


def run(wish: Wish) -> int:
    """Play and print; 0 if all digests are equal, else 1."""
    began = time.monotonic()
    done: list[tuple[str, tuple[EventReader, ...]]] = []

    async def errand() -> None:
        done.append(await play(wish))

    status = run_command(errand, event_report.Report(lambda _: None))
    if not done:
        return status
    broker, tales = done[0]
    summed = summary(wish, broker, tales, time.monotonic() - began)
    if wish.json:
        sys.stdout.write(json.dumps(summed, ensure_ascii=False) + "\n")
    else:
        tell(wish, summed, tales)
    return 0 if agree(summed) else 1
