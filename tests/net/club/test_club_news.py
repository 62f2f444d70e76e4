"""What has happened in a club between two states, and what waits for somebody, through a whole tournament."""

from __future__ import annotations

from net.club.club_duties import finished_round
from net.club.club_event import Admit, Draw, Expel, Join, Leave, Open, RoundEnd, Start, TableEnd, Withdraw
from net.club.club_news import ClubTask, NewsKind, TaskKind, news_between, tasks_for
from net.club.club_state import ClubState
from tests.net.support.clubs import Club

K, T = NewsKind, TaskKind
PLAYERS = ("ann", "ben", "cat")


class Reader:
    """Reads the news of a club for one person."""

    def __init__(self, club: Club, name: str) -> None:
        """Begin now."""
        self.club, self.me = club, club.key(name)
        self.last: ClubState = club.state

    def news(self) -> list[tuple[NewsKind, set[str]]]:
        """Give the kinds of what has happened since, and whom it is about."""
        before, self.last = self.last, self.club.state
        return [(one.kind, self.club.names(one.keys)) for one in news_between(before, self.last, self.me)]

    def tasks(self) -> tuple[ClubTask, ...]:
        """Give what waits."""
        return tasks_for(self.club.state, self.me)


def test_people_who_ask_come_and_go_are_told() -> None:
    club = Club.of("ann", "ben", "cat")
    ann, ben = Reader(club, "ann"), Reader(club, "ben")
    club.say("ben", Join("ben"))
    assert ann.news() == [(K.ASKED, {"ben"})]
    assert [(one.kind, one.keys) for one in ann.tasks()] == [(T.ASKED, (club.key("ben"),))]
    assert ben.tasks() == ()
    club.say("ann", Admit(club.key("ben")))
    assert ann.news() == [(K.ADMITTED, {"ben"})]
    assert ann.tasks() == ()
    club.say("ben", Leave())
    assert ann.news() == [(K.LEFT, {"ben"})]
    club.say("ben", Join("ben"))
    assert ann.news() == [(K.ADMITTED, {"ben"})]
    club.say("ann", Expel(club.key("ben"), 1))
    assert ann.news() == [(K.OUT, {"ben"})]
    assert ann.news() == []


def test_two_histories_are_told_as_being_out() -> None:
    club = Club.whole("ann", "ben")
    ann = Reader(club, "ann")
    club.fork("ben", 0, Leave())
    assert ann.news() == [(K.OUT, {"ben"})]


def test_a_tournament_is_told_from_its_opening_to_its_end() -> None:
    club = Club.whole(*PLAYERS)
    ben = Reader(club, "ben")
    id_ = club.open("ann", "swiss", rounds=2, entrants=PLAYERS)
    told = ben.news()
    assert told[0] == (K.OPENED, {"ann"})
    assert (K.CLOSED, set(PLAYERS)) in told
    assert [who for kind, who in told if kind is K.ENTERED] == [{name} for name in sorted_by_key(club)]
    club.open_lots(id_, ("ann", "ben"))
    assert {kind for kind, _ in ben.news()} == {K.LOT}
    assert Reader(club, "ann").tasks() == ()
    club.open_lots(id_, ["cat"])
    assert ben.news() == [(K.LOT, {"cat"})]
    assert [one.kind for one in Reader(club, "ann").tasks()] == [T.START]
    assert ben.tasks() == ()
    club.say("ann", Start(id_, 0))
    played = club.state.play(id_)
    (table,) = played.rounds[0].tables
    (bye,) = played.rounds[0].byes
    people = [club.names([played.entrants[one]]).pop() for one in table]
    resting = club.names([played.entrants[bye]]).pop()
    for name, keys in ((people[0], set(people)), (people[1], set(people)), (resting, {resting})):
        reader = Reader(club, name)
        reader.last = ben.last
        assert reader.news() == [(K.PAIRED, keys)]
        assert [one.kind for one in reader.tasks()] == ([T.PAIRED] if name != resting else [])
    ben.news()
    end = club.play(people[0], people[1], place=(id_, 0, 0)).end
    assert ben.news() == [(K.RESULT, set(people)), (K.STANDINGS, set())]
    assert Reader(club, people[0]).tasks() == ((ClubTask(T.ROUND, (), id_, 0),) if people[0] == "ann" else ())
    assert ClubTask(T.ROUND, (), id_, 0) in Reader(club, "ann").tasks()
    club.say("ann", RoundEnd(id_, 0, (TableEnd(end),), club.state.play(id_).rounds[0].digest))
    assert [kind for kind, _ in ben.news()] == [K.ENDED, K.PAIRED, K.STANDINGS]
    club.say("ann", RoundEnd(id_, 1, (TableEnd(b"", (0,)),), club.state.play(id_).rounds[1].digest))
    assert [kind for kind, _ in ben.news()] == [K.ENDED, K.STANDINGS, K.OVER]
    assert ben.tasks() == ()


def sorted_by_key(club: Club) -> list[str]:
    """Give the players in the order of their keys."""
    return sorted(PLAYERS, key=club.key)


def test_a_draw_that_leaves_somebody_out_is_told() -> None:
    club = Club.whole(*PLAYERS)
    id_ = club.open("ann", "round-robin", entrants=PLAYERS)
    club.open_lots(id_, ("ann", "ben"))
    ben = Reader(club, "ben")
    club.say("ann", Draw(id_, 0, (club.key("cat"),)))
    assert ben.news() == [(K.REDRAWN, {"cat"})]


def test_who_has_asked_to_take_part_no_more_is_left_out_when_a_round_ends_by_itself() -> None:
    four = (*PLAYERS, "dan")
    club = Club.whole(*four)
    id_ = club.open("ann", "swiss", rounds=2, entrants=four)
    club.open_lots(id_, four)
    club.say("ann", Start(id_, 0))
    club.say("cat", Withdraw(id_))
    played = club.state.play(id_)
    for at, table in enumerate(played.rounds[0].tables):
        assert finished_round(club.state, club.state.tournaments[id_]) is None
        people = [club.names([played.entrants[one]]).pop() for one in table]
        club.play(people[0], people[1], place=(id_, 0, at))
    end = finished_round(club.state, club.state.tournaments[id_])
    assert end is not None
    assert end.left == (club.key("cat"),)
    club.say("ann", end)
    after = club.state.play(id_).rounds[1]
    seated = {one for table in after.tables for one in table} | set(after.byes)
    assert club.names([played.entrants[one] for one in seated]) == {"ann", "ben", "dan"}


def test_a_tournament_that_is_only_opened_is_told_at_once() -> None:
    club = Club.whole("ann", "ben")
    ben = Reader(club, "ben")
    club.say("ann", Open("Cup", "djambi", (), "swiss", 3))
    assert ben.news() == [(K.OPENED, {"ann"})]
