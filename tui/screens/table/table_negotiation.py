"""Talk, diplomacy, offers and declarations at the table. They go to a `Controller`."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from textual import on

from core.diplomacy.pact import ACCEPT, NO_END, Fate
from core.fault import Fault, sentence
from core.game import Seat
from net.storage.contact_store import ContactAction
from net.table.action.permission import SILENT as NO_TALK
from net.table.line.vacation import days_of
from net.view.contact_book import DOUBLE
from net.view.table_view import OfferKind, Phase, TableView
from tui.i18n.translation import seat_title, tell, tell_template, tr
from tui.screens.frame.notifying_app import withdraw
from tui.screens.frame.screen_messages import Chosen, Entry
from tui.screens.table.table_unread import TableUnread, notice_forms
from tui.session.moved_table import GOES_ON, moved_words
from tui.settings.keymap import pressed
from tui.table.departure import cheats, declared_texts, declared_words, final_words, overdue_seats, taken_back, votes
from tui.table.diplomacy import NOTHING_OPEN, answers_something, completed, following, pacts_of, topic_keys
from tui.table.seat_view import aside_words, is_owed, is_unheard
from tui.table.sentences.claim_words import final_claim_words, no_longer_words, waived_words
from tui.table.sentences.declaration_choice import CLAIM, DIPLOMACY, HANDING, STOPPING, declaration_answers, gap_words
from tui.table.sentences.offer_words import check_rematch
from tui.table.sentences.out_words import out_words
from tui.table.sentences.seat_handover import (
    SubstitutionTarget,
    asking_words,
    lost_seats,
    lost_words,
    substituted_seats,
    substitution_targets,
    taken_words,
)
from tui.table.sentences.still_words import unheard_fault
from tui.widgets.offers_bar import CALLED, OffersBar, lapses, refusals
from tui.widgets.talk_pane import TalkInput, give_back, unsaid_words
from tui.words.bot_words import ASIDE
from tui.words.declaration_words import FINAL, declaration_presses
from tui.words.talk_acts import act_words, spoken
from tui.words.talk_hush import is_hushed, is_without_talk

if TYPE_CHECKING:
    from net.table.fold.table_talk import Act
    from tui.screens.table.talk_log_screen import TalkLogScreen
    from tui.session.known_people import People

ASK_AGAIN = sentence("Ask again by {key[table.declare]}.")
WATCHING = sentence("You are watching: only those who hold a seat decide.")
NOTHING = sentence("Nothing can be declared now.")
SURE, PLAY_ON, WAIT_ON = sentence("Are you sure?"), sentence("Go on playing"), sentence("Go on waiting")
SILENT = sentence("You hold no seat to speak for.")
NOBODY = sentence("There is nobody left to speak to.")
BOTS_HEAR = sentence("Bots answer only the sentences that {key[table.diplomacy]} offers.")
BOTS_SILENT = sentence("These bots are silent: where three or more play, a new table may have bots that talk.")
PEOPLE = "people"
MORE = sentence("People: compare, block, name…")
WARNED = 15.0
"""Seconds that a warning stays: of a borrowed name, of a table that has moved."""
QUIET = sentence("Nobody else has said anything yet.")


class TableNegotiation(TableUnread):
    """What a player says at a table. It is always said to everyone."""

    _people: People | None = None
    _log: TalkLogScreen | None = None
    _hinted, _advised = frozenset({""}), False

    def know(self, people: People) -> None:
        """Read the people of the contact book."""
        self._people = people
        self.desk.me, self.desk.muted = people.pid, people.silent

    def on_screen_suspend(self) -> None:
        """Name the keys that answer an offer, and no others, while another page lies above the table."""
        self._tell_covered(covered=True)

    def _tell_covered(self, *, covered: bool) -> None:
        self.desk.covered = covered
        self.query_one(OffersBar).tell_keys()
        self._tell()

    def on_screen_resume(self) -> None:
        """Read the contact book again: the person may have changed it."""
        self._tell_covered(covered=False)
        if self._people is not None and self.desk.view is not None:
            self.know(self._people)
            self._show()

    def take(self, view: TableView) -> None:
        """Show a newer view; report new promises and the fate of old ones before the end; warn of a borrowed name."""
        before = self.desk.view
        known = before.notes if before else ()
        for note in view.notes:
            if note.template == DOUBLE and note not in known:
                self.notify(tell_template(note.template, note.fields), severity="warning", timeout=WARNED, markup=False)
        super().take(view)
        if told := moved_words(before, view):
            withdraw(self.app, notice_forms(moved_words(None, before)) if before is not None else ())
            told = self.told_here(told, GOES_ON)
            self.notify(told, severity="warning" if view.moved else "information", timeout=WARNED, markup=False)
            self.refresh_bindings()
        if self._log is not None and self._log.is_mounted:
            self._log.tell(view)
        self._hint_at_answers(view)
        again = self.told_here(tr(ASK_AGAIN), ASK_AGAIN)
        for told in (*refusals(before, view, self.desk.own), *lapses(before, view, self.desk.own, again)):
            self.notify(told, severity="warning", timeout=WARNED, markup=False)
        for seat in substituted_seats(before, view):
            self.notify(taken_words(view, seat, seat_title(self.desk.names[seat])), markup=False)
        for seat in lost_seats(before, view):
            told = lost_words(view, seat, seat_title(self.desk.names[seat]))
            self.notify(told, severity="warning", timeout=WARNED, markup=False)
        for pact, line in self._promised if view.phase is not Phase.OVER else ():  # the end card counts them
            self.notify(line, severity="warning" if pact.fate is Fate.BROKEN else "information", markup=False)

    def _hint_at_answers(self, view: TableView) -> None:
        """Say once which key answers a proposal, when the first one is made to a player here, and once if none does."""
        from tui.screens.table.pact_screen import YOURS, answer_words

        told = answer_words(view, self.desk.own) if view.talk else ""
        if told not in self._hinted:
            self._hinted |= {told}
            self.notify(self.told_here(told, YOURS), markup=False)

    @on(TalkInput.Said)
    def _said(self, event: TalkInput.Said) -> None:
        if unsaid := unsaid_words(event.text, self.desk):
            give_back(self.query_one(TalkInput), event.text)
            self.toast(unsaid)
            return
        match = self.controller.view.match
        act = spoken(event.text, match.state, self.desk.voice) if match else None
        if told := aside_words(self.controller.view):
            self.toast(told)
        self.do(self._speak(event.text, act))
        self._advise(act or ())

    async def _speak(self, text: str, act: Act | None) -> None:
        """Say a line; one that is refused stands where it was typed, unless another is being typed there."""
        try:
            await self.controller.say(text, act, self.desk.voice)
        except Fault:
            give_back(self.query_one(TalkInput), text)
            raise

    def _advise(self, act: Act) -> None:
        """Say once what bots make of words that only they hear. Silent ones do not answer a proposal either."""
        talking = any(ASIDE in seat.bot for seat in self.controller.view.seats)
        if not (act and talking) and not self._advised and self._only_bots_hear():
            self._advised = True
            self.toast(self.told_here(tr(BOTS_HEAR if talking else BOTS_SILENT), BOTS_HEAR))

    def _only_bots_hear(self) -> bool:
        """Tell whether all who play here beside this person are bots, and bots take part in the talk of the game."""
        view, seat = self.controller.view, self.desk.voice
        if view.phase is not Phase.PLAYING or seat is None or not following(view, seat, ())[1]:
            return False
        return all(one.bot or one.mine or one.vacant for one in view.seats) and any(one.bot for one in view.seats)

    @on(TalkInput.Left)
    @on(OffersBar.Left)
    def _to_board(self) -> None:
        self.set_focus(self.page)

    @on(OffersBar.Answered)
    def _answered(self, event: OffersBar.Answered) -> None:
        self.answer(event.offer, event.seat, yes=event.yes)
        self._to_board()

    def answer(self, offer: str, seat: Seat, *, yes: bool) -> None:
        """Answer the offer of that id for a seat. Agreeing to a rematch leads there."""
        kinds = {one.id: one.kind for one in self.controller.view.offers}
        self.desk.again = self.desk.again or (yes and kinds.get(offer) is OfferKind.REMATCH)
        self.do(self.controller.answer(offer, seat, yes))

    def claim(self, seat: Seat, *, stop: bool = False) -> None:
        """Stop waiting for a seat, or end the game because of its fraud; ask first where nothing can be made good."""
        self.beside(partial(self._claim, seat, stop=stop))

    async def _claim(self, seat: Seat, *, stop: bool) -> None:
        from tui.screens.frame.dialog import is_sure

        final = "" if stop else final_claim_words(self.controller.view, seat)
        words = no_longer_words(self.controller.view, seat, self.desk.names[seat], short=True)
        if not final or await is_sure(self.app, self.ink.accent(f"{final} {tr(SURE)}"), (tr(WAIT_ON), words)):
            await self._try(self.controller.claim(seat, stop=stop))

    async def _declare(self, seat: Seat, text: str) -> None:
        head = text.split(maxsplit=1)[0]
        kind = {kind.value: kind for kind in OfferKind}.get(head)
        if kind is None and (head not in FINAL or await self._is_sure(seat, text)):
            await self.controller.declare(seat, text)
        elif kind is not None:
            await self.controller.offer(kind, seat, days_of(text))

    def declarations(self) -> tuple[str, ...]:
        """Give the declarations possible now from here, by their canonical texts."""
        seat, view = self.desk.voice, self.desk.view
        return declared_texts(view, seat) if view is not None and seat is not None else ()

    def handings(self) -> tuple[SubstitutionTarget, ...]:
        """Give the people who might be asked to take over a seat, and which."""
        return substitution_targets(self.desk.view) if self.desk.view else ()

    def hand_over(self, one: SubstitutionTarget) -> None:
        """Agree that a person takes a seat over."""
        self.do(self.controller.hand_over(one.seat, one.pid))

    def declare(self, text: str, seat: Seat | None = None) -> None:
        """Declare something; what ends the game for oneself is asked about once more."""
        voice = self.desk.voice if seat is None else seat
        if voice is not None:
            self.beside(lambda: self._try(self._declare(voice, text)))

    async def ask_again(self) -> None:
        """Ask for a rematch, or agree to one; go there once the host has opened it."""
        view, seat = self.controller.view, self.desk.voice
        if seat is None:
            raise Fault(WATCHING)
        self.desk.again = True
        check_rematch(view, self.desk.own)
        offers = [offer for offer in view.offers if offer.kind is OfferKind.REMATCH]
        for offer in offers:
            for own in set(offer.owed) & set(self.desk.own):
                if is_owed(self.controller.view, offer.id, own):
                    await self.controller.answer(offer.id, own, yes=True)
        if not offers and not view.onward:
            await self.controller.offer(OfferKind.REMATCH, seat)

    def action_ready(self) -> None:
        """Say for every seat here that no more time is needed to talk."""
        phase = self.controller.view.negotiation
        for seat in phase.talking if phase is not None else ():
            if self.controller.view.seats[seat].mine:
                self.do(self.controller.offer(OfferKind.READY, seat))
                return

    def action_takeback(self) -> None:
        """Ask to take back one's own last decision. Alone at a table it is taken back at once."""
        seat = self.desk.voice
        if seat is None:
            self.toast(tr(WATCHING))
        else:
            parted = self.controller.view.phase is Phase.FROZEN
            self.do(self.controller.offer(OfferKind.REWIND if parted else OfferKind.TAKEBACK, seat))

    def action_talk(self) -> None:
        """Talk, if the table has talk; while the rules close it, choose a greeting."""
        view = self.controller.view
        if is_unheard(view):
            self.toast(tell(unheard_fault(view)))
            return
        self.remove_class("-zen")
        if is_hushed(view):
            self.action_diplomacy()
        else:
            self.set_focus(self.query_one(TalkInput))

    def action_diplomacy(self) -> None:
        """Choose a sentence to say to the table."""
        self.beside(self._choose_act)

    async def _choose_act(self) -> None:
        from tui.screens.frame.dialog import ChoiceScreen

        seat, view = self.desk.voice, self.desk.view
        if seat is None or view is None or is_without_talk(view):
            self.toast(tr(NO_TALK if view and is_without_talk(view) else SILENT))
            return
        act: Act = ()
        said, (question, answers) = "", following(view, seat, act)
        if not answers:
            self.toast(tr(NOBODY))
        while answers:
            asked = self.ink.accent(said + tr(question) + " ") + self.ink.seat(self.desk.names[seat])
            keys = topic_keys(view, seat, answers, pressed("table.diplomacy"))
            chosen = await self.app.push_screen_wait(ChoiceScreen(asked, answers, keys))
            if not chosen:
                return
            if chosen == NO_END:
                break
            act, said = (*act, *chosen.split()), said or f"{dict(answers)[chosen]} · "
            question, answers = following(view, seat, act)
        if act:
            act = completed(self.controller.view, seat, act)
            if act[0] == ACCEPT and not answers_something(self.controller.view, seat, act):
                self.toast(tr(NOTHING_OPEN))
                return
            await self._try(self.controller.say(act_words(act, self.desk.names), act, seat))
            self._advise(act)

    def action_pacts(self) -> None:
        """Show who promised what, and what has become of it."""
        from tui.screens.table.pact_screen import PactsScreen, closed_words
        from tui.table.diplomacy import proposals_of

        view, desk, turns = self.desk.view, self.desk, self.desk.chronicle.turns
        if view is not None:
            pacts, asked, closed = pacts_of(view, desk.chronicle), proposals_of(view), closed_words(view, desk.own)
            sheet = partial(PactsScreen, proposals=asked, own=desk.own, answer=self.action_diplomacy, closed=closed)
            self.app.push_screen(sheet(pacts, desk.names, self.ink, turns))

    def action_said(self) -> None:
        """Show the whole talk, to search it; a chosen line is quoted."""
        self.beside(self._look_up)

    async def _look_up(self) -> None:
        from tui.screens.table.talk_log_screen import TalkLogScreen

        self._log = TalkLogScreen(self.controller.view, self.desk.muted)
        quote = await self.app.push_screen_wait(self._log)
        self._log = None
        if quote and not is_unheard(self.controller.view):
            self.action_talk()
            self.query_one(TalkInput).put_in(quote)

    @on(TalkInput.CellAsked)
    def _name_cell(self) -> None:
        if self.board.display and self.board.cursor:
            self.query_one(TalkInput).put_in(self.board.cursor)

    def action_mute(self) -> None:
        """Choose whose talk to hide or to show again."""
        self.beside(self._choose_muted)

    async def _choose_muted(self) -> None:
        from tui.screens.frame.dialog import ChoiceScreen

        talkers, muted = self.desk.talkers, self.desk.muted
        if not talkers:
            self.toast(tr(QUIET))
            return
        answers = [(pid, tr("{nick} (muted)", nick=nick) if pid in muted else nick) for pid, nick in talkers.items()]
        answers += [(PEOPLE, tr(MORE))] if self._people is not None else []
        chosen = await self.app.push_screen_wait(ChoiceScreen(self.ink.accent(tr("Whose talk is hidden?")), answers))
        if chosen == PEOPLE:
            self.app.post_message(Chosen(Entry.PEOPLE))
        elif chosen:
            self.desk.mute(chosen)
            self._keep_mute(chosen)
            self._show()

    def _keep_mute(self, pid: str) -> None:
        """Keep hidden talk in the contact book; for people not in it, only for this session."""
        if self._people is not None:
            with suppress(Fault):
                self._people.judge(pid, ContactAction.MUTE if pid in self.desk.muted else ContactAction.HEAR)

    def action_declare(self) -> None:
        """Answer an offer if an answer is owed, else choose what to declare or to offer."""
        bar = self.query_one(OffersBar)
        if bar.owed:
            bar.call()
        else:
            self.beside(self._choose_declaration)

    async def _choose_declaration(self) -> None:
        from tui.screens.frame.dialog import GameQuestion

        seat, view, names = self.desk.voice, self.desk.view, self.desk.names
        texts = self.declarations()
        others = (overdue_seats, cheats, substitution_targets, taken_back)
        if seat is None or view is None or not (texts or votes(view, seat) or any(of(view) for of in others)):
            nothing = ((waived_words(view) or out_words(view)) if view is not None else "") or tr(NOTHING)
            self.toast(nothing if seat is not None or view is None else asking_words(view))
            return
        answers = declaration_answers(view, seat, names, texts, hushed=is_hushed(view), rated=self.desk.rated)
        question = self.ink.accent(tr("What do you say?") + " ") + self.ink.seat(self.desk.names[seat])
        question += self.ink.muted("".join(f"\n\n{told}" for told in gap_words(view, seat)))
        keys = declaration_presses([text for text, _ in answers])
        bar = self.query_one(OffersBar)
        chosen = await self.app.push_screen_wait(GameQuestion(question, answers, keys, bar.called_by))
        head, _, claimed = chosen.partition(" ") if chosen else ("", "", "")
        if chosen == CALLED:
            return
        if head in {CLAIM, STOPPING}:
            await self._claim(Seat(int(claimed)), stop=head == STOPPING)
        elif head == HANDING:
            taken, _, pid = claimed.partition(" ")
            await self._try(self.controller.hand_over(Seat(int(taken)), pid))
        elif chosen == DIPLOMACY:
            await self._choose_act()
        elif chosen:
            await self._try(self._declare(seat, chosen))

    async def _is_sure(self, seat: Seat, text: str) -> bool:
        """Ask once more before a declaration that ends the game for the one who makes it, or asks a partner to."""
        from tui.screens.frame.dialog import is_sure

        answers = tr(PLAY_ON), declared_words(self.controller.view, seat, text)
        question = " ".join(filter(None, [final_words(self.controller.view, seat, text), tr(SURE)]))
        return await is_sure(self.app, self.ink.accent(question), answers)
