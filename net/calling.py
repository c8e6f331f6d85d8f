"""A call to one peer: it tries the addresses one after another and takes the first that answers with the right key."""

from __future__ import annotations

import errno
import ipaddress
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from OpenSSL import SSL
from twisted.internet import error, interfaces
from twisted.internet.defer import Deferred
from twisted.internet.endpoints import HostnameEndpoint, TCP4ClientEndpoint, TCP6ClientEndpoint
from twisted.internet.protocol import Factory
from twisted.protocols.tls import TLSMemoryBIOProtocol
from twisted.python.failure import Failure
from zope.interface import implementer

from net.addresses import Address, is_global_ipv6, is_literal
from net.greeting import Hello, Refusal
from net.link import CallFailed, Limits, Link, Owner
from net.metered import MeteredTLSFactory
from rules.message import Message, message

if TYPE_CHECKING:
    from net.crossing import Meeting
    from net.udp.reaching import Reaching


@implementer(interfaces.IOpenSSLClientConnectionCreator)
class _Client:
    def __init__(self, context: SSL.Context) -> None:
        self._context = context

    def clientConnectionForTLS(self, protocol: TLSMemoryBIOProtocol) -> SSL.Connection:
        return SSL.Connection(self._context, None)


UdpWay = Callable[[Sequence[Address], Callable[[Address], Link], Callable[[], None]], "Reaching"]
"""Tries addresses over UDP; takes the addresses, a maker of links, and a function to call if no address answers."""

CrossWay = Callable[[Sequence[Address], Callable[[Address], Any]], "Meeting"]
"""Calls addresses over TCP while they call here at the same time; takes the addresses and a maker of protocol factories."""

MOST_ADDED = 12
"""The most addresses that are added to a call. More would keep it going as long as somebody names new ones."""


class Call:
    """One attempt to link up with a peer. It ends in ``owner.up(link)`` or in ``failed(why)``, unless it is hung up."""

    def __init__(
        self,
        reactor: Any,
        context: SSL.Context,
        owner: Owner,
        limits: Limits,
        own: bytes,
        key: bytes | None,
        hello: Hello,
        explain: Callable[[Refusal], Message],
        failed: Callable[[CallFailed], None],
        finished: Callable[[], None],
        way: UdpWay | None = None,
        patient: bool = False,
        cross: CrossWay | None = None,
    ) -> None:
        """Prepare a call.

        Args:
            reactor: provides sockets and timers.
            context: from :func:`net.certificate.tls_context`.
            owner: the object that hears about the link.
            limits: the limits of the link.
            own: this computer's public key, which must not answer.
            key: the key that has to answer, or None for any.
            hello: the greeting to send.
            explain: turns a refusal into a sentence.
            failed: called once if the call fails.
            finished: called once, before ``owner.up``.
            way: how to try the same addresses over UDP at the same time; None for no UDP.
            patient: whether UDP continues for its full time after every address has failed over TCP.
            cross: how to call a peer over TCP that calls here at the same time; None for no such calls.
        """
        self._reactor = reactor
        self._client: Any = _Client(context)
        self._owner = owner
        self._limits = limits
        self._own = own
        self._key = key
        self._hello = hello
        self._explain = explain
        self._told = failed
        self._finished = finished
        self._addresses: list[Address] = []
        self._dialling: dict[Address, Deferred[Any]] = {}
        self._links: dict[Link, Address] = {}
        self._chosen: Link | None = None
        self._timer: Any = None
        self._reasons: list[tuple[int, CallFailed]] = []
        self._over = False
        self._way = way
        self._patient = patient
        self._reaching: Reaching | None = None
        self._cross = cross
        self._meeting: Meeting | None = None
        self._tried: set[Address] = set()
        self._added = 0

    def begin(self, addresses: Sequence[Address], punched: Sequence[Address] = ()) -> None:
        """Try these addresses, each a little later than the one before, and over UDP all of them and the ``punched`` ones."""
        self._addresses = list(dict.fromkeys(addresses))
        self._tried.update(self._addresses)
        if self._way is not None:
            self._reaching = self._way(list(dict.fromkeys([*addresses, *punched])), self._link, self._unreached)
        if self._cross is not None:
            self._meeting = self._cross([*punched, *filter(is_global_ipv6, self._addresses)], self._factory)
        self._next()

    def add(self, addresses: Sequence[Address]) -> None:
        """Try these addresses too, except those that have been tried, and up to :data:`MOST_ADDED` of them in all."""
        if self._over or self._chosen is not None:
            return
        news = [one for one in dict.fromkeys(addresses) if one not in self._tried][: MOST_ADDED - self._added]
        self._added += len(news)
        self._tried.update(news)
        self._addresses += news
        for one in news:
            if self._reaching is not None:
                self._reaching.add(one)
        if self._timer is None and news:
            self._next()

    def _unreached(self) -> None:
        self._reaching = None
        if not self._addresses:
            self._next()

    @property
    def decided(self) -> bool:
        """Whether the right key has answered and got our greeting; from then on, both sides decide about the link."""
        return self._chosen is not None

    def hang_up(self) -> None:
        """Give up silently."""
        self._end()
        for link in list(self._links):
            link.close()

    # -- dialling --------------------------------------------------------------------------------------------------

    def _next(self) -> None:
        self._timer = None
        if self._over or self._chosen is not None:
            return
        if self._addresses:
            address = self._addresses.pop(0)
            if self._addresses:
                self._timer = self._reactor.callLater(self._limits.stagger, self._next)
            self._dial(address)
        elif not self._dialling and not self._links:
            if self._reaching is None:
                self._give_up()
            elif not self._patient:
                self._reaching.hurry(self._limits.punch_after)

    def _dial(self, address: Address) -> None:
        dialled: Deferred[Any] = self._endpoint(address).connect(self._factory(address))
        self._dialling[address] = dialled

        def reached(_: Any) -> None:
            self._dialling.pop(address, None)

        def missed(failure: Failure) -> None:
            self._dialling.pop(address, None)
            if not self._over and self._chosen is None:
                problem = failure.value or OSError()
                self._missed(_rank(problem), CallFailed(_why(problem, address)))

        dialled.addCallbacks(reached, missed)

    def _factory(self, address: Address) -> Any:
        """The factory of links over TLS to this address."""
        links: Any = _LinkFactory(lambda: self._link(address))
        return MeteredTLSFactory(self._client, True, links, clock=self._reactor)

    def _endpoint(self, address: Address) -> Any:
        if not is_literal(address.host):
            return HostnameEndpoint(self._reactor, address.host, address.port, timeout=self._limits.connect)
        kind = TCP4ClientEndpoint if ipaddress.ip_address(address.host).version == 4 else TCP6ClientEndpoint
        return kind(self._reactor, address.host, address.port, timeout=self._limits.connect)

    def _link(self, address: Address) -> Link:
        link = Link(self._reactor, self._owner, self._limits, lambda link: None, self)
        link.address = address
        self._links[link] = address
        return link

    # -- what links report -----------------------------------------------------------------------------------------

    def answered(self, link: Link) -> Hello | None:
        """The handshake is done: send the greeting if the right key answers and no other address was faster."""
        if self._over or self._chosen is not None:
            self._links.pop(link, None)
            return None
        if link.key == self._own or (self._key is not None and link.key != self._key):
            which = "net.error.own-table" if link.key == self._own else "net.error.wrong-host"
            self._links.pop(link, None)
            # A peer's address in its network may be this computer's address in ours: that tells nothing about the peer.
            elsewhere = link.key == self._own and self._key not in (None, self._own)
            self._missed(_HERE if elsewhere else _WRONG, CallFailed(message(which)))
            return None
        self._chosen = link
        self._stop_dialling()
        return self._hello

    def done(self, link: Link) -> None:
        """The greetings are done."""
        self._links.pop(link, None)
        self._end()
        self._finished()

    def failed(self, link: Link, why: CallFailed) -> None:
        """One address has failed."""
        if self._over or self._links.pop(link, None) is None:
            return
        if link is self._chosen:
            self._end()
            self._told(why)
        elif self._chosen is None:
            self._missed(_ANSWERED, why)

    def explain(self, refusal: Refusal) -> Message:
        """The sentence for a refusal."""
        return self._explain(refusal)

    # -- the end ---------------------------------------------------------------------------------------------------

    def _missed(self, rank: int, why: CallFailed) -> None:
        self._reasons.append((rank, why))
        if self._timer is not None and self._timer.active():
            self._timer.cancel()
        self._next()

    def _give_up(self) -> None:
        self._end()
        nowhere = (0, CallFailed(message("net.error.nowhere")))
        self._told(max(self._reasons, key=lambda pair: pair[0], default=nowhere)[1])

    def _end(self) -> None:
        self._over = True
        self._addresses = []
        self._stop_dialling()

    def _stop_dialling(self) -> None:
        if self._reaching is not None:
            self._reaching.stop()
            self._reaching = None
        if self._meeting is not None:
            self._meeting.stop()
            self._meeting = None
        if self._timer is not None and self._timer.active():
            self._timer.cancel()
        for dialled in list(self._dialling.values()):
            dialled.cancel()
        for link in list(self._links):
            if link is not self._chosen:
                self._links.pop(link)
                link.close()


class _LinkFactory(Factory):
    noisy = False

    def __init__(self, build: Callable[[], Link]) -> None:
        self._build = build

    def buildProtocol(self, addr: Any) -> Link:
        return self._build()


_HERE = 0
_WRONG = 5
_ANSWERED = 4
_NO_ROUTE = frozenset({errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN, errno.EADDRNOTAVAIL})


def _rank(problem: BaseException) -> int:
    """How informative a failure is, higher for more: a refused connection tells more than a silent address."""
    if isinstance(problem, error.ConnectionRefusedError):
        return 3
    if isinstance(problem, (error.TimeoutError, error.TCPTimedOutError)):
        return 2
    return 1


def _why(problem: BaseException, address: Address) -> Message:
    if isinstance(problem, error.ConnectionRefusedError):
        return message("net.error.refused", address=str(address))
    if isinstance(problem, (error.DNSLookupError, error.UnknownHostError)):
        return message("net.error.name-unknown", host=address.host)
    if isinstance(problem, (error.TimeoutError, error.TCPTimedOutError)):
        return message("net.error.timeout", address=str(address))
    if isinstance(problem, error.NoRouteError) or getattr(problem, "osError", None) in _NO_ROUTE:
        return message("net.error.no-route", address=str(address))
    return message("net.error.unreachable", address=str(address), why=str(problem)[:120])
