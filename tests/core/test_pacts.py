"""The ledger of pacts: what was promised at a table of Djambi, and what became of it line by line."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import bots
from core.bots.bot import Budget
from core.diplomacy.blow import Deed, deeds
from core.diplomacy.pact import Fate, Pact, Term, fate, promise, promises, proposal, standing
from core.diplomacy.promise_ledger import ledger, ledger_of
from core.game import Seat
from core.games import find
from core.match.match import Match
from core.match.record import Record, read, write
from core.match.transcript import Utterance
from core.match.turn_count import TurnCount
from tests.core.support.positions.djambi_positions import FOUR, put
from tests.core.support.positions.mediterranee_positions import stand

NAMES = ("red", "blue", "yellow", "green")
RED, BLUE, YELLOW, GREEN = map(Seat, range(4))
PLAIN = TurnCount()
"""The turns of a game without chance."""


def said(seat: int | None, ply: int, *act: str, seq: int = 0) -> Utterance:
    """Give a line of talk of a seat, whose author is known by its name."""
    return Utterance(None if seat is None else Seat(seat), "Guest" if seat is None else NAMES[seat], seq, ply, "", act)


def at(more: str = "", corpses: str = "") -> Match:
    """Give a match from a position of four: a chief in each corner and a militant before him."""
    position = {"options": {"players": "4"}, "living": put(FOUR, more), "corpses": corpses.split(), "turn": "red"}
    return Match.at_position(find("djambi"), position)


def played(match: Match, *texts: str) -> Match:
    """Play texts one after the other."""
    for text in texts:
        match = match.play(text)
    return match


def agreed(term: tuple[str, ...], by: int = 0, yes: int = 1, ply: int = 0) -> list[Utterance]:
    """Give the two lines of a pact: `by` proposes, `yes` agrees."""
    return [said(by, ply, "propose", *term, seq=2 * ply), said(yes, ply, "accept", term[0], NAMES[by], seq=2 * ply + 1)]


def one(match: Match, talk: list[Utterance]) -> Pact:
    """Give the only pact of a ledger."""
    (pact,) = ledger(match, talk)
    return pact


QUIET = ("Mc3-c4", "Mg3-g4", "Mg7-g6", "Mc7-c6")
"""A round in which nobody harms anybody."""


def test_a_truce_is_broken_by_whoever_kills() -> None:
    talk = agreed(("truce", "blue"))
    match = played(at("c5 blue A"), "Mc3xc5>f6")
    pact = one(match, talk)
    assert (pact.term, pact.parties, pact.since) == (Term.TRUCE, (RED, BLUE), 0)
    assert (pact.fate, pact.line, pact.by) == (Fate.BROKEN, 1, (RED,))
    assert fate(pact, NAMES) == ("broken by {by} in turn {turn}", {"by": "red", "turn": "1"})
    assert promise(pact, NAMES)[0] == "{one} and {other}: a truce"


@pytest.mark.parametrize("crossed", [False, True])
def test_a_proposal_changed_at_the_same_ply_binds_nobody_to_what_they_have_not_read(*, crossed: bool) -> None:
    """Whoever answered the first wording agreed to that one, whichever line arrives first; the second still stands."""
    first = said(0, 0, "propose", "truce", "blue", "15", seq=0)
    second = said(0, 0, "propose", "truce", "blue", seq=1)
    yes = said(1, 0, "accept", "truce", "red", "15", seq=0)
    talk = [first, second, yes] if crossed else [first, yes, second]
    assert one(at(), talk).until == 15
    assert [made.until for made in standing(talk, NAMES, [BLUE], 0, PLAIN)] == [None]
    later = said(1, 1, "accept", "truce", "red", "15", seq=1)
    assert ledger(at(), [first, second, later]) == (), "a turn later the first wording stands no more"
    both = [*talk, said(1, 0, "accept", "truce", "red", "-", seq=2)]
    assert [pact.until for pact in ledger(at(), both)] == [15, None]


def test_a_proposal_that_was_refused_and_is_made_again_at_the_same_ply_can_be_answered_again() -> None:
    def asked(*words: tuple[int, str]) -> list[Utterance]:
        acts = {"propose": ("propose", "truce", "blue", "15")}
        return [
            said(seat, 3, *acts.get(word, (word, "truce", "red", "15")), seq=seq)
            for seq, (seat, word) in enumerate(words)
        ]

    refused = [(0, "propose"), (1, "refuse")]
    assert standing(asked(*refused), NAMES, [BLUE], 3, PLAIN) == ()
    again = [*refused, (0, "propose")]
    assert len(standing(asked(*again), NAMES, [BLUE], 3, PLAIN)) == 1
    assert standing(asked(*again, (1, "refuse")), NAMES, [BLUE], 3, PLAIN) == ()
    assert one(at(), asked(*again, (1, "accept"))).until == 15
    assert standing(asked(*again, (1, "accept")), NAMES, [BLUE], 3, PLAIN) == ()
    later = said(1, 4, "accept", "truce", "red", "15", seq=9)
    assert one(at(), [*asked(*again), later]).since == 4
    assert ledger(at(), [*asked(*again, (1, "refuse")), later]) == ()


def test_an_answer_repeats_what_it_answers() -> None:
    made = [
        ("propose", "joint-attack", "blue", "green", "9"),
        ("propose", "spare", "blue", "c3"),
        ("propose", "leave-power", "blue", "12"),
    ]
    for act in made:
        asked = said(0, 0, *act)
        found = proposal(asked, NAMES)
        assert found is not None
        words = found.answered(NAMES, yes=True)
        assert words[:3] == ("accept", act[1], "red")
        assert one(at(), [asked, said(1, 0, *words)]).accepter == BLUE
        assert ledger(at(), [asked, said(1, 0, *words[:-1], "77")]) == ()


def test_a_truce_does_not_bind_before_it_is_made_nor_from_its_last_turn_on() -> None:
    match = played(at("c5 blue A"), "Mc3xc5>f6")
    assert one(match, agreed(("truce", "blue"), ply=1)).fate is Fate.RUNNING
    later = played(at("c6 blue A"), "Mc3-c4", "Mg3-g4", "Mg7-g6", "Mc7-d7")
    killed = later.play("Mc4xc6>f8")
    assert one(killed, agreed(("truce", "blue", "5"))).fate is Fate.KEPT
    assert one(killed, agreed(("truce", "blue", "5"))).line == 4
    assert one(killed, agreed(("truce", "blue", "6"))).fate is Fate.BROKEN
    assert one(later, agreed(("truce", "blue", "6"))).fate is Fate.RUNNING


def test_the_piece_of_a_third_one_breaks_no_truce() -> None:
    match = played(at("c5 yellow A"), "Mc3xc5>f6")
    assert one(match, agreed(("truce", "blue"))).fate is Fate.RUNNING
    assert one(match, agreed(("truce", "yellow"), yes=2)).fate is Fate.BROKEN


def test_a_piece_that_is_only_displaced_breaks_no_truce() -> None:
    match = played(at("b5 red P, h5 blue N"), "Pb5:h5>c8")
    assert one(match, agreed(("truce", "blue"))).fate is Fate.RUNNING


def test_a_vassal_is_a_piece_of_its_master() -> None:
    """Blue takes green's army by killing its chief; red then kills a militant of green's, which is blue's."""
    match = played(at("d6 green C, d7 blue A, b4 green N, c3 red M"), "Ca1-a2", "Ad7xd6", "Mg7-g6", "Mc7-c6")
    assert match.state.scene().seats[GREEN].owner == BLUE
    truce = agreed(("truce", "blue"), ply=3)
    assert one(match, truce).fate is Fate.RUNNING
    assert one(match.play("Mc3xb4>f8"), truce).by == (RED,)


def test_who_is_out_leaves_his_pacts_without_object() -> None:
    match = played(at("c5 blue C"), "Mc3xc5>f6")
    pact = one(match, agreed(("truce", "yellow"), by=1, yes=2))
    assert (pact.fate, pact.line) == (Fate.LAPSED, 1)


def test_a_truce_that_outlives_the_game_was_kept() -> None:
    match = at().play("abandon blue", BLUE).play("abandon yellow", YELLOW).play("abandon green", GREEN)
    assert match.state.outcome is not None
    assert one(match, agreed(("truce", "blue"))).fate is Fate.KEPT


def test_the_power_is_left_in_time_or_not() -> None:
    throne = at("e5 red C")
    stays = played(throne, *QUIET[:2], "Mc4-c5")
    goes = played(throne, *QUIET[:2], "Ce5-e4")
    by_four, by_nine = (
        agreed(("leave-power", "red", "4"), by=1, yes=0),
        agreed(("leave-power", "red", "9"), by=1, yes=0),
    )
    assert (one(stays, by_four).fate, one(stays, by_four).line, one(stays, by_four).by) == (Fate.BROKEN, 3, (RED,))
    assert one(stays, by_nine).fate is Fate.RUNNING
    assert (one(goes, by_four).fate, one(goes, by_four).line) == (Fate.KEPT, 3)
    assert one(goes, by_four).bound == (RED,)
    assert one(at(), by_four).fate is Fate.RUNNING
    assert one(played(at(), *QUIET[:1]), by_four).fate is Fate.LAPSED
    assert fate(one(played(at(), *QUIET[:1]), by_four), NAMES)[1]["turn"] == "1"


def test_who_is_driven_from_power_has_neither_kept_nor_broken_his_word() -> None:
    match = played(at("e5 red C, e8 blue P"), "Mc3-c4", "Pe8:e5>a5/-f6")
    assert one(match, agreed(("leave-power", "red", "9"), by=1, yes=0)).fate is Fate.LAPSED


def test_a_spared_piece_is_followed_where_it_goes() -> None:
    match = played(at("f1 blue R"), "Mc3-c4", "Rf1-c1", "Mg7-g6", "Mc7-c6")
    spare = agreed(("spare", "red", "f1"), by=1, yes=0)
    assert one(match, spare).fate is Fate.RUNNING
    killed = match.play(next(text for text in map(str, match.state.legal(RED)) if "xc1>" in text))
    assert (one(killed, spare).fate, one(killed, spare).by) == (Fate.BROKEN, (RED,))
    assert one(killed, agreed(("spare", "green", "f1"), by=1, yes=3)).fate is Fate.LAPSED
    assert one(killed, agreed(("spare", "red", "g3"), by=1, yes=0)).fate is Fate.RUNNING
    assert one(killed, agreed(("spare", "red", "d4"), by=1, yes=0)).fate is Fate.LAPSED


def test_an_attack_together_needs_both() -> None:
    match = at("c5 green A, g5 green R")
    alone = played(match, "Mc3xc5>f6", "Mg3-g4", "Mg7-g6", "Mc7-c6")
    both = played(match, "Mc3xc5>f6", "Mg3xg5>f8")
    attack = agreed(("joint-attack", "blue", "green", "5"))
    assert (one(both, attack).fate, one(both, attack).line) == (Fate.KEPT, 2)
    assert (one(alone, attack).fate, one(alone, attack).line, one(alone, attack).by) == (Fate.BROKEN, 4, (BLUE,))
    neither = played(match, *QUIET)
    assert one(neither, attack).by == (RED, BLUE)
    assert one(neither, agreed(("joint-attack", "blue", "green"))).fate is Fate.RUNNING
    assert promise(one(both, attack), NAMES)[1]["target"] == "green"


def test_a_no_refuses_or_takes_back() -> None:
    talk = agreed(("truce", "blue"))
    back = said(1, 2, "refuse", "truce", "red", seq=9)
    match = played(at("g5 red A"), "Mc3-c4", "Mg3-g4", "Mg7-g6", "Mc7-c6", "Mc4-c5", "Mg4xg5>a2")
    pact = one(match, [*talk, back])
    assert (pact.fate, pact.line, pact.by) == (Fate.WITHDRAWN, 2, (BLUE,))
    assert one(match, talk).fate is Fate.BROKEN
    assert ledger(match, [said(0, 0, "propose", "truce", "blue"), said(1, 0, "refuse", "red", seq=1)]) == ()
    gone = [said(0, 0, "propose", "truce", "blue"), said(0, 1, "refuse", "truce", seq=1)]
    assert ledger(match, [*gone, said(1, 2, "accept", "red")]) == ()
    broken = agreed(("truce", "red"), by=1, yes=0)
    late = said(1, 6, "refuse", "truce", "red", seq=99)
    assert one(match, [*broken, late]).fate is Fate.BROKEN


def test_an_open_proposal_makes_a_pact_with_everybody_who_agrees() -> None:
    talk = [said(0, 0, "propose", "truce", "7"), said(1, 0, "accept", "truce"), said(3, 2, "accept", "red")]
    made = promises(talk, NAMES, PLAIN)
    assert [(pact.parties, pact.since, pact.until) for pact in made] == [((RED, BLUE), 0, 7), ((RED, GREEN), 2, 7)]
    assert (
        promises([*talk[:1], said(0, 1, "accept", "truce", seq=1), said(2, 6, "accept", "truce")], NAMES, PLAIN) == ()
    )


@pytest.mark.parametrize(
    "act",
    [
        ("propose",),
        ("propose", "truce", "red"),
        ("propose", "truce", "mauve"),
        ("propose", "truce", "blue", "0"),
        ("propose", "leave-power"),
        ("propose", "spare", "blue"),
        ("propose", "joint-attack", "blue", "blue"),
        ("propose", "joint-attack", "blue", "red"),
        ("propose", "joint-attack", "blue"),
        ("accept",),
        ("thank", "blue"),
    ],
)
def test_what_names_nobody_proposes_nothing(act: tuple[str, ...]) -> None:
    assert proposal(said(0, 0, *act), NAMES) is None
    assert promises([said(0, 0, *act), said(1, 1, "accept", "red")], NAMES, PLAIN) == ()


def test_a_proposal_that_makes_no_pact_is_what_the_answer_means() -> None:
    talk = [said(0, 0, "propose", "truce", "blue"), said(0, 1, "propose", "draw", seq=1), said(1, 1, "accept", "red")]
    assert promises(talk, NAMES, PLAIN) == ()
    assert len(promises([*talk, said(1, 2, "accept", "truce", "red", seq=1)], NAMES, PLAIN)) == 1
    assert promises([said(None, 0, "propose", "truce"), said(1, 1, "accept", "truce")], NAMES, PLAIN) == ()


WORDS = st.one_of(
    st.tuples(st.just("propose"), st.just("truce"), st.sampled_from(NAMES)),
    st.tuples(st.just("propose"), st.just("truce"), st.sampled_from(NAMES), st.sampled_from(["3", "7", "12"])),
    st.tuples(st.just("propose"), st.just("joint-attack"), st.sampled_from(NAMES), st.sampled_from(NAMES)),
    st.tuples(st.just("propose"), st.just("leave-power"), st.sampled_from(NAMES)),
    st.tuples(st.just("propose"), st.just("spare"), st.sampled_from(NAMES), st.sampled_from(["c3", "g3", "a1", "zz"])),
    st.tuples(st.sampled_from(["accept", "refuse"]), st.sampled_from([*Term, "draw"])),
    st.tuples(st.sampled_from(["accept", "refuse"]), st.sampled_from(NAMES)),
    st.tuples(st.sampled_from(["accept", "refuse"]), st.sampled_from([*Term]), st.sampled_from(NAMES)),
    st.lists(st.sampled_from([*NAMES, *Term, "propose", "accept", "5", ""]), min_size=1, max_size=5).map(tuple),
)
TALK = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 12), WORDS), max_size=24)


def test_what_was_proposed_stands_until_it_is_answered_or_too_late() -> None:
    acts = (
        ("propose", "truce", "red", "9"),
        ("propose", "spare", "red", "c3"),
        ("propose", "joint-attack", "red", "green", "9"),
        ("propose", "draw"),
    )
    talk = [said(1, 0, *act, seq=at) for at, act in enumerate(acts)]
    assert [made.act(NAMES) for made in standing(talk, NAMES, [RED], 1, PLAIN)] == list(acts[::-1])
    assert [made.term for made in standing(talk, NAMES, [GREEN], 1, PLAIN)] == ["draw"]
    assert standing(talk, NAMES, [BLUE], 1, PLAIN) == ()
    assert [made.term for made in standing(talk, NAMES, [RED], 9, PLAIN)] == ["draw", "spare"]
    talk += [said(0, 1, "accept", "truce", "blue", seq=9), said(0, 2, "refuse", "draw", "blue", seq=10)]
    assert [made.term for made in standing(talk, NAMES, [RED], 2, PLAIN)] == ["joint-attack", "spare"]
    assert [made.term for made in standing(talk, NAMES, [RED, YELLOW], 2, PLAIN)] == ["draw", "joint-attack", "spare"]


def _match() -> Match:
    match, rng = Match.new(find("djambi"), {"players": "4"}), Random(7)
    bot = bots.find("greedy")
    for _ in range(12):
        seat = match.state.active[0]
        match = match.seal(str(bot.choose(match, seat, rng, Budget())), seat)
    return match


PLAYED = _match()
STORY = deeds(PLAYED)


def lines(drawn: list[tuple[int, int, tuple[str, ...]]]) -> list[Utterance]:
    """Give what was drawn as lines, each author's numbered in the order of the plies."""
    ordered = sorted(drawn, key=lambda line: line[1])
    return [said(seat, ply, *act, seq=seq) for seq, (seat, ply, act) in enumerate(ordered)]


@settings(max_examples=150, deadline=None)
@given(TALK, st.randoms(use_true_random=False))
def test_the_order_in_which_lines_of_different_authors_arrive_makes_no_difference(
    drawn: list[tuple[int, int, tuple[str, ...]]], rng: Random
) -> None:
    talk = lines(drawn)
    mixed = talk.copy()
    rng.shuffle(mixed)
    renumbered = [said(line.seat, line.ply, *(line.act or ()), seq=line.seq * 7 + 3) for line in mixed]
    assert ledger_of(NAMES, STORY, talk) == ledger_of(NAMES, STORY, mixed) == ledger_of(NAMES, STORY, renumbered)


@settings(max_examples=150, deadline=None)
@given(TALK, st.integers(0, 12))
def test_what_is_judged_is_judged_for_good(drawn: list[tuple[int, int, tuple[str, ...]]], ply: int) -> None:
    """A pact that has ended keeps its end whatever comes later; one that runs was made and may still end."""
    talk = lines(drawn)
    then = ledger_of(NAMES, STORY[:ply], [line for line in talk if line.ply <= ply])
    now = ledger_of(NAMES, STORY, talk)
    for pact in then:
        found = [
            other for other in now if (other.term, other.parties, other.since) == (pact.term, pact.parties, pact.since)
        ]
        assert found
        if pact.fate is not Fate.RUNNING and pact.line is not None and pact.line < ply:
            assert pact in found
        assert pact.line is None or pact.since <= pact.line <= max(ply, pact.since)
        assert set(pact.by) <= set(pact.parties)
        assert (pact.fate in {Fate.BROKEN, Fate.WITHDRAWN}) == bool(pact.by)


def test_the_record_keeps_the_ledger() -> None:
    talk = [*agreed(("truce", "blue", "9"), ply=2), *agreed(("spare", "blue", "c3"), ply=3)]
    record = read(write(Record.of(PLAYED, talk)))
    again = Match.fold(record.header, record.log)
    assert ledger(again, record.talk) == ledger(PLAYED, talk)
    assert len(ledger(again, record.talk)) == 2


def test_a_target_whose_name_is_a_number_is_no_turn() -> None:
    match = Match.new(find("megiddo"), {"players": "3"})
    talk = [
        Utterance(Seat(0), "a", 0, 0, "", ("propose", "joint-attack", "1", "2")),
        Utterance(Seat(1), "b", 0, 0, "", ("accept", "joint-attack", "0", "2", "-")),
        Utterance(Seat(1), "b", 1, 0, "", ("propose", "joint-attack", "2", "0", "9")),
        Utterance(Seat(2), "c", 0, 0, "", ("accept", "joint-attack", "1", "0", "9")),
    ]
    found = [(pact.parties, pact.target, pact.until) for pact in ledger(match, talk)]
    assert found == [((0, 1), 2, None), ((1, 2), 0, 9)]


def test_a_fight_that_was_on_before_the_truce_breaks_no_truce() -> None:
    begun = fought("move rF1 TAR-NOV")
    assert fates_at_sea(begun, "truce", 1) == [Fate.RUNNING]
    won = fought("move rF1 TAR-NOV", "cards 8+0", "cards 6+0")
    assert fates_at_sea(won, "truce", 1) == [Fate.RUNNING], "the cards decide a fight that the truce came too late for"
    assert fates_at_sea(won, "truce", 0) == [Fate.BROKEN], "whoever attacks under a truce breaks it"


def test_a_spared_piece_that_attacks_has_lost_its_protection() -> None:
    assert fates_at_sea(fought("move rF1 TAR-NOV"), "spare", 0, "TAR") == [Fate.LAPSED]
    lost = fought("move rF1 TAR-NOV", "cards 6+0", "cards 8+0")
    assert fates_at_sea(lost, "spare", 0, "TAR") == [Fate.LAPSED]


def fought(*texts: str) -> list[Deed]:
    """Give what texts do where Rome may attack Carthage in NOV."""
    state, story = stand("rF1 TAR, cF1 NOV, cF2 CAE"), []
    for number, text in enumerate(texts, 1):
        seat = state.active[0]
        action = state.parse(seat, text)
        later = state.play(seat, action)
        story.append(Deed(number, seat, state.effects(seat, action), state, later))
        state = later
    return story


def fates_at_sea(story: list[Deed], term: str, since: int, *details: str) -> list[Fate]:
    """Give what becomes of a promise that Carthage gives Rome after so many lines."""
    talk = [
        Utterance(Seat(0), "r", 0, since, "", ("propose", term, "c", *details)),
        Utterance(Seat(3), "c", 0, since, "", ("accept", term, "r")),
    ]
    return [pact.fate for pact in ledger_of(("r", "k", "a", "c"), story, talk)]


def at_sea(decisions: int) -> Match:
    """Give a game of Méditerranée with hidden cards in which everybody has passed so many times."""
    match = Match.new(find("mediterranee"), {"placement": "standard", "seed": "5"}).deal()
    for _ in range(decisions):
        match = match.play("pass").deal()
    return match


def test_a_turn_of_a_pact_does_not_count_what_chance_does() -> None:
    """A truce until turn 4 binds three decisions, however many cards are drawn between them."""
    talk = [
        Utterance(Seat(1), "k", 0, 2, "", ("propose", "truce", "r", "4")),
        Utterance(Seat(0), "r", 0, 2, "", ("accept", "truce", "k")),
    ]
    fates = [(match.turn + 1, one(match, talk).fate) for match in map(at_sea, range(5))]
    assert fates == [(1, Fate.RUNNING), (2, Fate.RUNNING), (3, Fate.RUNNING), (4, Fate.KEPT), (5, Fate.KEPT)]
    match = at_sea(4)
    kept = one(match, talk)
    assert kept.line == match.turns.ply_of(3) == 7, "the third decision: a talon, four draws and two decisions before"
    assert match.log[kept.line - 1].seat == Seat(2)
    assert fate(one(at_sea(2), talk), match.names)[1]["turn"] == "1", "in force since turn 1, as the table shows it"


def test_a_proposal_for_a_turn_that_is_shown_already_is_too_late() -> None:
    match = at_sea(2)
    for until, open_ in (("3", False), ("4", True)):
        talk = [Utterance(Seat(0), "r", 0, match.ply, "", ("propose", "truce", until))]
        assert bool(standing(talk, match.names, [Seat(1)], match.ply, match.turns)) is open_


def test_a_taken_back_or_broken_promise_names_the_turn_that_people_saw() -> None:
    match = at_sea(3)
    talk = agreed_at_sea(2)
    back = Utterance(Seat(0), "r", 9, match.turns.ply_of(2), "", ("refuse", "k"))
    pact = one(match, [*talk, back])
    assert (pact.fate, fate(pact, match.names)[1]) == (Fate.WITHDRAWN, {"by": "r", "turn": "2"})


def agreed_at_sea(ply: int) -> list[Utterance]:
    """Give a truce between the first two states, made after so many lines of the log."""
    return [
        Utterance(Seat(1), "k", 0, ply, "", ("propose", "truce", "r")),
        Utterance(Seat(0), "r", 0, ply, "", ("accept", "truce", "k")),
    ]
