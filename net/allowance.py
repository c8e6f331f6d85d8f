"""How much a peer may do: a bucket of tokens that refills over time."""

from __future__ import annotations


class Bucket:
    """Tokens, each of which allows one action. Any unit of time will do, as long as all calls use the same."""

    def __init__(self, size: float, rate: float) -> None:
        """A full bucket.

        Args:
            size: tokens that it holds: the number of actions allowed at once.
            rate: tokens added in a unit of time.
        """
        self._size = size
        self._rate = rate
        self._left = size
        self._since: float | None = None

    def take(self, now: float) -> bool:
        """Take a token, if there is one."""
        self._fill(now)
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def charge(self, now: float, amount: float) -> bool:
        """Take tokens for what has already happened. Returns whether there were enough."""
        self._fill(now)
        self._left -= amount
        return self._left >= 0

    def wait(self, now: float) -> float:
        """The time until there is a whole token."""
        self._fill(now)
        return max(0.0, (1 - self._left) / self._rate)

    def _fill(self, now: float) -> None:
        if self._since is not None:
            self._left = min(self._size, self._left + (now - self._since) * self._rate)
        self._since = now
