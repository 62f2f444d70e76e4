"""The laws of the contract, for every game there is, every option set and every number of seats.

The games are found by looking; nothing here knows one of them. Each setting is played out once at random from a fixed
seed, and the laws are tried on positions of that game.
"""

from __future__ import annotations

import json
import pickle
from importlib import resources
from itertools import islice
from random import Random
from typing import Any

import pytest

from core import games
from core.digest import digest, encode
from core.fault import BadNotation, IllegalAction
from core.game import DEALER, Action, Seat, Spot, State, Talk
from core.match.match import Match
from tests.core.support.playouts import Options, is_whole, listed, playout, seats, settings, some

every = pytest.mark.parametrize(("name", "options"), settings(), scope="module")
"""By this scope all laws are tried on one game before the next one is played: what it allows is listed once."""


def test_there_is_a_game() -> None:
    """Otherwise nothing below means anything."""
    assert "djambi" in games.names()


@every
def test_random_games_end(name: str, options: Options) -> None:
    """Within the length that the game promises; then nobody owes anything and there is a result for every seat."""
    game = playout(name, options)
    outcome = game.match.state.outcome
    assert outcome is not None
    assert game.match.ply <= game.match.game.max_plies(dict(options))
    assert game.match.state.active == ()
    assert len(outcome.points) == len(game.match.names)
    assert set(outcome.winners) <= set(range(len(game.match.names)))
    assert all(state.outcome is None and state.active for state in game.states[:-1])


@every
def test_same_log_same_game(name: str, options: Options) -> None:
    """The log alone gives the match back, with its digest."""
    match = playout(name, options).match
    again = Match.fold(match.header, match.log)
    assert again == match
    assert again.digest() == match.digest()


@every
def test_texts_and_paths_are_one_to_one(name: str, options: Options) -> None:
    """One text and one path for each action, listed twice in the same order."""
    for state in playout(name, options).sample:
        for seat in state.active:
            actions = listed(state, seat)
            assert len({str(action) for action in actions}) == len(actions)
            assert len({action.path for action in actions}) == len(actions)
            assert tuple(islice(state.legal(seat), len(actions))) == actions


@every
def test_parse_is_the_inverse_of_str(name: str, options: Options) -> None:
    """Every legal action and declaration reads back from its text."""
    for state in playout(name, options).sample:
        for seat in state.active:
            for action in [*some(state, seat), *state.declarations(seat)]:
                assert state.parse(seat, str(action)) == action
                assert state.parse(seat, f"  {action} ") == action


@every
def test_staged_choice_is_the_list(name: str, options: Options) -> None:
    """The spots that continue a prefix are those of the legal actions' paths; a whole path gives its action."""
    game = playout(name, options)
    state = game.sample[len(game.sample) // 2]
    for seat in state.active:
        actions = listed(state, seat)
        paths = {action.path: action for action in actions}
        following: dict[tuple[Spot, ...], set[Spot]] = {(): set()}
        for path in paths:
            for at in range(len(path)):
                following.setdefault(path[:at], set()).add(path[at])
        prefixes = sorted(following, key=len)
        for prefix in prefixes[:1] + Random(3).sample(prefixes, min(40, len(prefixes))):
            spots = state.next_spots(seat, prefix)
            assert len(set(spots)) == len(spots)
            assert set(spots) == following[prefix] or not is_whole(actions)
            assert set(spots) >= following[prefix]
            assert state.complete(seat, prefix) == paths.get(prefix) or not (prefix in paths or is_whole(actions))
        for action in some(state, seat):
            assert state.complete(seat, action.path) == action


@every
def test_only_active_seats_act(name: str, options: Options) -> None:
    """Nobody else has legal actions or spots to point at; nobody declares after the end."""
    game = playout(name, options)
    for state in game.sample:
        for seat in set(seats(game.match)) - set(state.active):
            assert list(state.legal(seat)) == []
            assert state.next_spots(seat, ()) == ()
            if state.outcome is not None:
                assert state.declarations(seat) == ()


def accepts(state: State[Any], seat: Seat, action: Action) -> bool:
    """Play an action; tell whether the rules took it, and that the refusal is a sentence."""
    told = ""
    try:
        state.play(seat, action)
    except IllegalAction as fault:
        told = str(fault)
    assert not told or (told[0].isupper() and told.endswith("."))
    return not told


@every
def test_legal_is_what_play_accepts(name: str, options: Options) -> None:
    """For listed actions, declarations and actions of other positions and other seats."""
    game = playout(name, options)
    foreign = [action for state in game.sample for seat in state.active for action in some(state, seat, 5)[:6]]
    foreign += [action for state in game.sample for seat in seats(game.match) for action in state.declarations(seat)]
    for state in game.sample[1:4]:
        for seat in seats(game.match):
            allowed = {*listed(state, seat), *state.declarations(seat)}
            assert len(allowed) == len(listed(state, seat)) + len(state.declarations(seat))
            for action in [*some(state, seat), *state.declarations(seat), *foreign]:
                legal = state.is_legal(seat, action)
                assert legal == accepts(state, seat, action)
                assert not legal or state.play_unchecked(seat, action) == state.play(seat, action)
                assert legal == (action in allowed) or (legal and not is_whole(listed(state, seat)))


def parsed(state: State[Any], seat: Seat, text: str) -> tuple[Action | None, str]:
    """Read a text; give the action, or None and the refusal."""
    try:
        return state.parse(seat, text), ""
    except BadNotation as fault:
        return None, str(fault)


ALPHABET = "abcdefghijklmnopqrstuvwxyzACMNPR0123456789-x:>!/ @é\x00\ud800"


@every
def test_arbitrary_text_is_an_action_or_a_sentence(name: str, options: Options) -> None:
    """Spoilt texts of real actions raise `BadNotation` or are actions, legal or not."""
    game = playout(name, options)
    rng = Random(11)
    for state in game.sample[:3]:
        for seat in state.active:
            for real in some(state, seat):
                text = list(str(real))
                text[rng.randrange(len(text))] = rng.choice(ALPHABET)
                spoilt = "".join(text)[: rng.randrange(1, len(text) + 1)] + rng.choice(ALPHABET) * rng.randrange(2)
                action, told = parsed(state, seat, spoilt)
                assert told.endswith(".") if action is None else not told
                if action is not None:
                    assert state.is_legal(seat, action) == accepts(state, seat, action)


@every
def test_what_breaks_off_is_refused_without_an_empty_quotation(name: str, options: Options) -> None:
    """Every beginning of a legal action is an action, or its refusal says what was expected where the text ends."""
    for state in playout(name, options).sample[::4]:
        for seat in state.active:
            for action in some(state, seat)[:3]:
                for end in range(1, len(str(action))):
                    _, told = parsed(state, seat, str(action)[:end])
                    assert "“”" not in told, str(action)[:end]


@every
def test_simultaneous_actions_commute(name: str, options: Options) -> None:
    """Where several seats owe a sealed decision, the order in which they make it changes nothing."""
    for state in playout(name, options).states:
        if state.sealed and len(state.active) > 1:
            one, other = state.active[:2]
            for first, second in zip(some(state, one), some(state, other), strict=False):
                assert state.play(one, first).play(other, second) == state.play(other, second).play(one, first)


@every
def test_a_view_follows_the_game(name: str, options: Options) -> None:
    """What a viewer may know can be played on with what he may see of each action."""
    game = playout(name, options)
    for state in game.sample:
        for viewer in (None, *map(Seat, range(len(game.match.names)))):
            for seat in state.active:
                for action in some(state, seat)[:2]:
                    seen = state.mask(seat, action, viewer)
                    assert state.play(seat, action).view(viewer) == state.view(viewer).play(seat, seen)
            assert state.view(viewer).view(viewer) == state.view(viewer)


@every
def test_a_view_holds_only_what_its_viewer_was_shown(name: str, options: Options) -> None:
    """At every line the view is what the masked lines alone fold to: no face is in it before it is played."""
    game = playout(name, options)
    if all(line.seat != DEALER for line in game.match.log):
        assert all(state.view(None) == state for state in game.sample)
        return
    actions = [state.parse(line.seat, line.text) for state, line in zip(game.states, game.match.log, strict=False)]
    for viewer in (None, *map(Seat, range(len(game.match.names)))):
        seen = Match.new(game.match.game, dict(options)).seen_by(viewer)
        for state, line, action, after in zip(game.states, game.match.log, actions, game.states[1:], strict=False):
            seen = seen.play(str(state.mask(line.seat, action, viewer)), line.seat)
            assert seen.state == after.view(viewer)
        assert seen.header == game.match.seen_by(viewer).header
        assert seen.log == game.match.seen_by(viewer).log
        assert seen.digest() == game.match.digest()


@every
def test_nobody_sees_a_sealed_decision(name: str, options: Options) -> None:
    """Of two that decide secretly the first one stands in no log, state or view until the other has decided."""
    game = playout(name, options)
    at = [ply for ply, state in enumerate(game.states) if state.sealed and len(state.active) > 1]
    for ply in at[:3]:
        match = game.match.at(ply)
        one, other = match.state.active[:2]
        first, second = (str(some(match.state, seat)[0]) for seat in (one, other))
        waiting = match.seal(second, other)
        assert (waiting.state, waiting.log, waiting.digest()) == (match.state, match.log, match.digest())
        assert waiting.seen_by(one).sealed == () == waiting.seen_by(None).sealed
        assert waiting.seal(first, one) == match.play(first, one).play(second, other)


@every
def test_only_chance_is_masked(name: str, options: Options) -> None:
    """What seats decide is shown to all; what chance brings has its face for at least one of them."""
    game = playout(name, options)
    viewers = (None, *map(Seat, range(len(game.match.names))))
    for state, line in zip(game.states, game.match.log, strict=False):
        action = state.parse(line.seat, line.text)
        shown = [state.mask(line.seat, action, viewer) for viewer in viewers]
        assert action in shown
        assert line.seat == DEALER or set(shown) == {action}


@every
def test_digests_are_as_good_as_states(name: str, options: Options) -> None:
    """Plain types only; equal digests if and only if equal states; equal states hash alike."""
    by_digest: dict[bytes, State[Any]] = {}
    one, other = playout(name, options), playout(name, options, 2, 40)
    for state in (*one.states, *other.states):
        assert encode(state.encode())
        assert by_digest.setdefault(digest(state.encode()), state) == state
    distinct = set(one.states) | set(other.states)
    assert len(distinct) == len(by_digest)


@every
def test_states_travel(name: str, options: Options) -> None:
    """A state survives pickling; its JSON sets the same position up again."""
    game = playout(name, options)
    for state in game.sample:
        again = pickle.loads(pickle.dumps(state))  # noqa: S301
        assert again == state
        assert hash(again) == hash(state)
        assert game.match.game.setup(json.loads(json.dumps(state.to_json()))) == state


@every
def test_what_is_declared_travels(name: str, options: Options) -> None:
    """The JSON of a position after each declaration, and after a second one, sets the same position up again."""
    game = playout(name, options)
    for state in (game.sample[0], game.sample[len(game.sample) // 2]):
        once = [state.play(seat, said) for seat in state.active for said in state.declarations(seat)]
        twice = [after.play(seat, said) for after in once for seat in after.active for said in after.declarations(seat)]
        for after in (*once, *twice):
            assert game.match.game.setup(json.loads(json.dumps(after.to_json()))) == after


@every
def test_everything_can_be_shown(name: str, options: Options) -> None:
    """Every spot of a path is in the scene, or a card or word beside it; effects can be told; turns begin with now."""
    game = playout(name, options)
    for state in game.sample:
        assert isinstance(state.talk, Talk)
        for view in game.match.game.scenes:
            scene = state.scene(None, view)
            spots = {cell.spot for cell in scene.cells}
            assert {piece.spot for piece in scene.pieces} <= spots
            for seat in state.active:
                for action in some(state, seat):
                    beside = set() if scene.cards is None else {spot for spot in action.path if spot[0].islower()}
                    assert seat == DEALER or set(action.path) <= spots | beside
                    assert state.display(seat, action)
                    assert all(effect.key for effect in state.effects(seat, action))
        coming = state.upcoming(6)
        assert len(coming) <= 6
        now = [turn.player for turn in coming[:1]] if state.active[:1] == (DEALER,) else list(state.active[:1])
        assert [turn.player for turn in coming[:1]] == now


@pytest.mark.parametrize("name", games.names())
def test_a_folder_is_whole(name: str) -> None:
    """Each game has golden records, a perft table and its rules in both languages, chapter for chapter."""
    folder = resources.files("core.games") / name
    assert [file for file in (folder / "golden").iterdir() if file.name.endswith(".record")]
    assert (folder / "perft.toml").is_file()
    chapters = []
    for language in ("fr", "en"):
        text = (folder / f"texts/rules.{language}.md").read_text(encoding="utf-8")
        assert max(map(len, text.splitlines())) <= 80
        chapters.append([line.split(" ")[0] for line in text.splitlines() if line.startswith("#")])
    assert chapters[0] == chapters[1]
