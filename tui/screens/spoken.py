"""A screen that speaks: its keys are named in the language in use, and a change of language is heard at once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar, runtime_checkable

from textual.binding import ActiveBinding
from textual.css.query import NoMatches

from tui.screens.parted import PartedScreen
from tui.screens.veiled import VeiledScreen
from tui.speech import tr
from tui.touched import Touched

if TYPE_CHECKING:
    from textual.worker import WorkType

T = TypeVar("T")


@runtime_checkable
class Relabelled(Protocol):
    """Whatever says everything again when the language changes."""

    def relabel(self) -> None:
        """Say everything again in the language in use."""
        ...


class Spoken(PartedScreen[T]):
    """A screen whose bindings are described by English sentences and shown in the language in use."""

    def __init__(self) -> None:
        """Begin with a screen of which only what changes is rendered."""
        super().__init__()
        self._compositor = Touched()
        self._afterwards: list[Callable[[], object]] = []

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """Give the keys that do something now, described in the language in use."""
        return {
            key: found._replace(binding=replace(found.binding, description=tr(found.binding.description)))
            for key, found in super().active_bindings.items()
        }

    def beside(self, work: Callable[[], Awaitable[None]], group: str = "dialog") -> None:
        """Do something beside the keys of this screen; what is asked for later in the same group takes its place.

        It is a function, called when its turn has come: what is replaced before it began was never made. What it misses
        on a screen that is left, or laid out anew, it misses as messages do.
        """

        async def here() -> None:
            try:
                await work()
            except NoMatches:
                if self.stands:
                    raise

        whole: WorkType[None] = here
        self.run_worker(whole, group=group, exclusive=True)

    async def recompose(self) -> None:
        """Take everything away and lay it out again; clocks and news wait for that."""
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

    def relabel(self) -> None:
        """Say everything again in the language in use."""
        self.refresh(recompose=True)
        self.refresh_bindings()


class Fleeting(VeiledScreen[T]):
    """A dialog that is written once, when it opens: it closes with `NOTHING` when another language is spoken."""

    NOTHING: ClassVar[Any] = None

    def relabel(self) -> None:
        """Go away: what is said here is said in the language before."""
        self.dismiss(self.NOTHING)
