"""Messages of the QUIC library go to the log, and never to the standard error of a program without a log."""

import io
import logging

from twisted.internet.task import Clock

from client.system.errors import log_text, open_log
from net.addresses import Address
from net.identity import Identity
from net.link import Limits, Link
from net.udp.quic import CONNECTION_ID, QuicTransport, opening

HERE = Address("192.0.2.1", 4711)


def hung_up(clock):
    """The only datagram of a caller that hung up before the first arrived; the library warns about it."""
    sent = []
    link = Link(clock, None, Limits(), lambda link: None, None)
    caller = QuicTransport(clock, Identity.fresh(), link, HERE, lambda data, place: sent.append(data), lambda *_: None)
    sent.clear()
    caller.forget()
    assert len(sent) == 1
    return sent[0]


def take(datagram, clock):
    """The peer that it calls."""
    link = Link(clock, None, Limits(), lambda link: None, None)
    name = opening(datagram)
    assert name is not None
    assert len(name) == CONNECTION_ID
    called = QuicTransport(clock, Identity.fresh(), link, HERE, lambda data, place: None, lambda *_: None, name)
    called.receive(datagram)
    called.forget()


def test_a_warning_of_the_library_is_logged_and_not_printed(tmp_path, monkeypatch):
    clock, printed = Clock(), io.StringIO()
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    monkeypatch.setattr(logging, "lastResort", logging.StreamHandler(printed))
    take(hung_up(clock), clock)
    assert printed.getvalue() == ""
    stop = open_log(tmp_path)
    take(hung_up(clock), clock)
    stop()
    assert "CRYPTO" in log_text(tmp_path)
    assert printed.getvalue() == ""
