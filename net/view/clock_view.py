"""What a face may know of a clock: what each seat has left, and since when it runs; values only."""

from __future__ import annotations

from dataclasses import dataclass, replace

from core.game import Seat


@dataclass(frozen=True, slots=True)
class SeatClock:
    """What a seat has left when its next decision begins: milliseconds of its base, and whole periods after it."""

    main_ms: int
    bonus_ms: int = 0
    periods: int = 0
    period_ms: int = 0

    @property
    def left_ms(self) -> int:
        """All the time that the next decision may take."""
        return self.main_ms + self.periods * self.period_ms

    def after(self, spent_ms: int) -> SeatClock:
        """Return what is left after a decision that took so long; at most all is used up."""
        spent = min(max(0, spent_ms), self.left_ms)
        if spent <= self.main_ms:
            return replace(self, main_ms=self.main_ms - spent + self.bonus_ms)
        used = min((spent - self.main_ms) // self.period_ms, self.periods - 1)
        return replace(self, main_ms=0, periods=self.periods - used)

    def running(self, spent_ms: int) -> tuple[int, int]:
        """Return what a clock shows after so long: milliseconds to the end of the base or period, and periods left.

        The running period is one of those left.
        """
        spent = max(0, spent_ms)
        if spent < self.main_ms or not self.periods:
            return max(0, self.main_ms - spent), self.periods
        over = spent - self.main_ms
        used = over // self.period_ms
        return (0, 0) if used >= self.periods else (self.period_ms - over % self.period_ms, self.periods - used)


@dataclass(frozen=True, slots=True)
class ClockView:
    """The clock of one seat as a face shows it: what is left, since when it runs here (None: it stands), a doubt.

    `since` is in milliseconds since 1970 by the clock here. `doubtful` says that this seat declared much less time than
    was seen to pass here; nothing depends on it.
    """

    seat: Seat
    clock: SeatClock
    since: int | None = None
    doubtful: bool = False

    def shown(self, now: int) -> tuple[int, int]:
        """Return the milliseconds and the periods to show at the time `now`."""
        return self.clock.running(0 if self.since is None else max(0, now - self.since))

    def left_ms(self, now: int) -> int:
        """Return all the time left at the time `now`."""
        return max(0, self.clock.left_ms - (0 if self.since is None else max(0, now - self.since)))
