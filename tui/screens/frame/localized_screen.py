"""A screen in the language in use: its keys are named in it, and a change of language takes effect at once.

Of its widgets only those that have changed are rendered, and of these only the changed rows.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar, runtime_checkable

from textual import events
from textual._compositor import ChopsUpdate, Compositor
from textual.binding import ActiveBinding
from textual.css.query import NoMatches
from textual.geometry import Region
from textual.strip import Strip

from tui.i18n.translation import tr
from tui.screens.frame.screen_layout import InterruptibleScreen, TranslucentScreen
from tui.screens.frame.screen_messages import InvitationPasted
from tui.settings.theme import GLYPH_SETS

if TYPE_CHECKING:
    from textual.worker import WorkType

    from tui.settings.settings import Settings


class DirtyWidgets(Compositor):
    """A compositor that renders only what has changed in a partial update.

    Textual's own renders every widget in the rectangle around all changes. With a step on the board and a word in the
    key bar that is the whole screen, and everything beneath it.
    """

    def __init__(self) -> None:
        """Begin with no change to show."""
        super().__init__()
        self._changes: list[Region] = []

    def render_partial_update(self) -> ChopsUpdate | None:
        """Give what has changed, None if nothing has."""
        self._changes = list(self._dirty_regions)
        try:
            return super().render_partial_update()
        finally:
            self._changes = []

    def _get_renders(self, crop: Region | None = None) -> Iterable[tuple[Region, Region, list[Strip]]]:
        """Give region, clip and rows of each widget; in a partial update only of those it touches."""
        return self._touched(self._changes) if self._changes else super()._get_renders(crop)

    def _touched(self, left: list[Region]) -> Iterable[tuple[Region, Region, list[Strip]]]:
        """Give from front to back the widgets that show a part of the changes `left` by those before them."""
        for widget, (region, clip) in self.visible_widgets.items():
            seen = region.intersection(clip)
            shown = [part for part in map(seen.intersection, left) if part]
            if shown:
                rows = Region.from_union(shown)
                part = Region(seen.x, rows.y, seen.width, rows.height)
                yield region, part, widget.render_lines(part.translate(-region.offset))
                left = [change for change in left if not seen.contains_region(change)]


T = TypeVar("T")


@runtime_checkable
class Relabelling(Protocol):
    """Anything that writes its texts again when the language changes."""

    def relabel(self) -> None:
        """Write all texts again in the language in use."""
        ...


@runtime_checkable
class FollowingSettings(Protocol):
    """Anything that shows settings, which may be changed elsewhere meanwhile."""

    def follow_settings(self, settings: Settings) -> None:
        """Show these settings."""
        ...


class LocalizedScreen(InterruptibleScreen[T]):
    """A screen whose bindings are described by English sentences and shown in the language in use."""

    def __init__(self) -> None:
        """Begin with a screen that renders only what changes."""
        super().__init__()
        self._compositor = DirtyWidgets()
        self._afterwards: list[Callable[[], object]] = []

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """Give the active keys, described in the language in use."""
        return {
            key: found._replace(binding=replace(found.binding, description=tr(found.binding.description)))
            for key, found in super().active_bindings.items()
        }

    def beside(self, work: Callable[[], Awaitable[None]], group: str = "dialog") -> None:
        """Run something beside the keys of this screen. A later request in the same group replaces it.

        It is a function, called when its turn comes; if it is replaced before that, it never runs. Widgets that are
        missing because the screen was left or laid out anew cause no error, as with messages.
        """

        async def here() -> None:
            try:
                await work()
            except NoMatches:
                if self.stands:
                    raise

        whole: WorkType[None] = here
        self.run_worker(whole, group=group, exclusive=True)

    def on_paste(self, event: events.Paste) -> None:
        """Follow an invitation that is pasted beside every field, unless this screen is a question over another one."""
        if not self.is_modal and self.led(event.text):
            event.stop()

    def led(self, text: str) -> bool:
        """Follow the invitation in a text that is given here; tell whether there is one."""
        from tui.session.invitations import begins, join_lines, picked

        found = picked(text)
        if begins(found):
            self.follow_pasted(join_lines(found))
        return begins(found)

    def follow_pasted(self, text: str) -> None:
        """Go on to joining by an invitation, without being asked for one."""
        self.post_message(InvitationPasted(text))

    async def recompose(self) -> None:
        """Remove everything and lay it out again; clocks and news wait for that."""
        self.anew = True
        try:
            await super().recompose()
        finally:
            self.anew = False
            afterwards, self._afterwards = self._afterwards, []
            for again in afterwards:
                again()

    def call_after_refresh(self, callback: Callable[..., Any], *given: Any, **named: Any) -> bool:  # noqa: ANN401 - Textual's own
        """Call back once all is painted and laid out, unless the screen has been left by then."""

        def here() -> object:
            if self.anew:
                self._afterwards.append(partial(self.call_after_refresh, callback, *given, **named))
                return None
            return callback(*given, **named) if self.stands else None

        return super().call_after_refresh(here)

    @property
    def glyph_set(self) -> str:
        """The set of glyphs in use."""
        chosen = str(getattr(self.app, "glyph_set", GLYPH_SETS[0]))
        return chosen if chosen in GLYPH_SETS else GLYPH_SETS[0]

    def toast(self, text: str) -> None:
        """Say why something is not possible."""
        self.notify(text, severity="warning", markup=False, timeout=6)

    def relabel(self) -> None:
        """Write all texts again in the language in use."""
        self.refresh(recompose=True)
        self.refresh_bindings()


class LocalizedDialog(TranslucentScreen[T]):
    """A dialog that is written once, when it opens. If the language changes, it closes with `NOTHING`."""

    NOTHING: ClassVar[Any] = None

    def relabel(self) -> None:
        """Close: the texts here are in the language before."""
        self.dismiss(self.NOTHING)
