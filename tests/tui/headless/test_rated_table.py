"""A rated table, really played: opened for a club, reported from a journal, believed by members who were not there."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from core.fault import Fault
from core.game import Seat
from net.club.club_event import Admit, Close, Enter, Found, Join, Open, Start
from net.club.club_log import SEASON, ClubLog
from net.club.club_news import news_between
from net.club.tournament_log import tip_of
from net.club.tournament_rounds import WhyBeside
from net.log.evidence import read
from net.peer import table_registry
from net.peer.peer import Peer
from net.peer.table_handle import TableHandle
from net.transport.memory_broker import MemoryBroker
from net.wire.invitation import Invitation
from tests.net.support.party import Party, agreed, arrive, party, play, virtually
from tests.net.support.toy_games.toy_table import install
from tui.headless.event_report import Report
from tui.headless.table_opener import Wish, table_of
from tui.records.club.club_book import ClubBook, Words
from tui.records.club.tournament_deeds import report
from tui.words.club_news_words import news_json, news_line
from tui.words.club_rows import rows

NOW = 1_800_000_000_000


def book(peer: Peer) -> ClubBook:
    return ClubBook(peer.profile, peer.journal, NOW)


def carry(from_: ClubLog, to: ClubLog) -> None:
    to.take(read(from_.export().encode(), SEASON).events)


async def gathered(here: Party) -> tuple[list[Peer], list[ClubLog]]:
    """Found a club of three and let everybody in."""
    peers = [await here.enter(name) for name in ("ann", "bob", "cat")]
    ann = peers[0]
    data = Found("Friday", (ann.profile.identity.public,), "founders", "founders", b"s" * 16, "Ann")
    clubs = [ClubLog.found(ann.profile.identity, ann.journal, data, NOW)]
    for peer in peers[1:]:
        club = ClubLog(peer.profile.identity, peer.journal, clubs[0].cid)
        carry(clubs[0], club)
        club.say(Join(peer.nick), NOW)
        carry(club, clubs[0])
        clubs[0].say(Admit(peer.profile.identity.public), NOW)
        clubs.append(club)
    for club in clubs[1:]:
        carry(clubs[0], club)
    return peers, clubs


@pytest.mark.parametrize(("game", "options"), [("toy", {"players": "2"}), ("toy", {"players": "3"})])
def test_a_result_is_reported_by_a_player_and_believed_by_who_was_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, options: dict[str, str]
) -> None:
    install(monkeypatch)

    async def evening() -> None:
        async with party(tmp_path, MemoryBroker().connect) as here:
            peers, clubs = await gathered(here)
            host = await here.enter("host")
            carry(clubs[0], ClubLog(host.profile.identity, host.journal, clubs[0].cid))
            own = await table_of(host, here.room, Wish("", game, options, club="friday"), Report(lambda _: None))
            at = Invitation.parse(own.invitation)
            players = peers[: int(options["players"])]
            handles = [await arrive(peer, at) for peer in players]
            for seat, handle in enumerate(handles):
                await handle.sit(Seat(seat))
            with pytest.raises(Fault, match="no end that can be proved"):
                report(book(players[1]), Words(("friday", "last"), {}))
            await asyncio.gather(*(play(handle, Random(seat)) for seat, handle in enumerate(handles)))
            await agreed([own, *handles])
            report(book(players[1]), Words(("friday", "last"), {}))
            bob = book(players[1]).club("friday")
            for club in (clubs[0], clubs[2]):
                carry(bob, club)
                (one,) = club.state.book.standing
                outcome = handles[0].view.outcome
                assert outcome is not None
                winners = {players[seat].profile.identity.public for seat in outcome.winners}
                best = max(one.worth)
                assert {key for key, worth in zip(one.players, one.worth, strict=True) if worth == best} == winners
                assert one.signers == set(one.players)
                assert len(club.state.ladder(game)) == len(players)

    virtually(evening())


def cup(ann: ClubLog, bob: ClubLog) -> bytes:
    """Let Ann and Bob begin a cup of the two of them; give its id."""
    id_ = ann.say(Open("Cup", "toy", (("players", "2"),), "knock-out", 1), NOW).id[:16]
    carry(ann, bob)
    entries = [club.say(Enter(id_, tip_of(club.lot_secret(id_))), NOW).id for club in (ann, bob)]
    carry(bob, ann)
    ann.say(Close(id_, tuple(entries)), NOW)
    carry(ann, bob)
    for club in (ann, bob):
        for lot in club.owed():
            club.say(lot, NOW)
    carry(bob, ann)
    ann.say(Start(id_, 0), NOW)
    carry(ann, bob)
    return id_


async def paired_game(room: Invitation, host: Peer, guest: Peer) -> TableHandle:
    """Play a game to its end at the table of the first pairing; give the host's handle."""
    wish = Wish("", "djambi", {}, club="friday", pairing="cup/1/1")
    own = await table_of(host, room, wish, Report(lambda _: None))
    handles = [own, await arrive(guest, Invitation.parse(own.invitation))]
    for seat, handle in enumerate(handles):
        await handle.sit(Seat(seat))
    await asyncio.gather(*(play(handle, Random(seat)) for seat, handle in enumerate(handles)))
    await agreed(handles)
    return own


def test_a_table_of_a_tournament_is_played_and_counts_where_it_was_paired(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch)

    async def evening() -> None:
        async with party(tmp_path, MemoryBroker().connect) as here:
            peers, clubs = await gathered(here)
            id_ = cup(clubs[0], clubs[1])
            own = await paired_game(here.room, peers[0], peers[1])
            report(book(peers[0]), Words(("friday", "last"), {}))
            found = book(peers[0]).club("friday").state.play(id_)
            (result,) = found.rounds[0].results
            assert result is not None
            outcome = own.view.outcome
            assert outcome is not None
            assert result.winner is not None
            assert found.entrants[result.winner] == peers[outcome.winners[0]].profile.identity.public

    virtually(evening())


def test_a_game_of_others_than_the_pairing_is_told_to_count_for_the_ladder_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch)
    monkeypatch.setattr(table_registry, "paired_people", lambda *_: {})  # the host's program is an older one

    async def evening() -> None:
        async with party(tmp_path, MemoryBroker().connect) as here:
            peers, clubs = await gathered(here)
            id_ = cup(clubs[0], clubs[1])
            carry(clubs[0], clubs[2])
            await paired_game(here.room, peers[0], peers[2])
            before = clubs[1].state
            told = report(book(peers[2]), Words(("friday", "last"), {})).lines
            carry(book(peers[2]).club("friday"), clubs[1])
            after = clubs[1].state
            paired = {
                f"It counts for the ladder only: that table is for {names}." for names in ("Ann, bob", "bob, Ann")
            }
            assert told[0] == "The result is in the log of Friday."
            assert {told[1]} <= paired
            (news,) = news_between(before, after, peers[1].profile.identity.public)
            assert news.beside is WhyBeside.PEOPLE
            assert any(news_line(after, news, b"").endswith(f". {words}") for words in paired)
            assert news_json(after, news)["ladder_only"] == "people"
            (row,) = rows("results", after, b"")
            assert (row.cells[-1], any(words in row.says for words in paired)) == ("beside tournaments", True)
            assert after.play(id_).rounds[0].results == (None,)
            assert len(after.ladder("toy")) == 2  # both who played

    virtually(evening())


def test_a_rated_table_is_gone_on_with_by_the_same_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    told = list[dict[str, object]]()

    async def evening() -> None:
        async with party(tmp_path, MemoryBroker().connect) as here:
            peers, clubs = await gathered(here)
            ann = peers[0]
            cup(clubs[0], clubs[1])
            plain = await ann.open_table("toy", {"players": "2"}, {})
            beside = Wish("", "toy", {"players": "2"}, club="friday", title="Rated")
            paired = Wish("", "djambi", {}, club="friday", pairing="cup/1/1")

            async def opened(wish: Wish) -> TableHandle:
                return await table_of(ann, here.room, wish, Report(told.append))

            first, other = await opened(beside), await opened(paired)
            assert len({plain.tid, first.tid, other.tid}) == 3, "one for each place, none of them the unrated one"
            assert [(await opened(wish)).tid for wish in (beside, paired)] == [first.tid, other.tid]
            assert [event["event"] for event in told] == ["opened"] * 2 + ["opened", "resumed"] * 2
            assert (await opened(Wish("", "toy", {"players": "3"}, club="friday"))).tid == first.tid
            assert [event["event"] for event in told[-3:]] == ["opened", "stands", "resumed"]
            await paired_game(here.room, ann, peers[1])
            assert (await opened(paired)).tid != other.tid, "that one is over"

    virtually(evening())
