"""Asking the router for a port: miniupnpc against a router of our own that answers as routers do, on this computer."""

import http.server
import re
import sys
import threading

import pytest
from twisted.internet.defer import Deferred

from net.api import Notice
from net.invite import read
from net.routers.opened import OpenedPort, all_ways
from net.routers.upnp import Router, UPnP
from net.routers.way import RouterError
from tests.net.player import OPEN, Player
from tests.net.rim import in_reactor, until

pytest.importorskip("miniupnpc")

SERVICE = "urn:schemas-upnp-org:service:WANIPConnection:1"
DESCRIPTION = """<?xml version="1.0"?>
<root xmlns="urn:schemas-upnp-org:device-1-0"><specVersion><major>1</major><minor>0</minor></specVersion>
<URLBase>http://127.0.0.1:{port}</URLBase>
<device><deviceType>urn:schemas-upnp-org:device:InternetGatewayDevice:1</deviceType><deviceList>
<device><deviceType>urn:schemas-upnp-org:device:WANDevice:1</deviceType><deviceList>
<device><deviceType>urn:schemas-upnp-org:device:WANConnectionDevice:1</deviceType><serviceList>
<service><serviceType>{service}</serviceType><serviceId>urn:upnp-org:serviceId:WANIPConn1</serviceId>
<SCPDURL>/scpd.xml</SCPDURL><controlURL>{control}</controlURL><eventSubURL>/event</eventSubURL></service>
</serviceList></device></deviceList></device></deviceList></device></root>"""
ANSWER = """<?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>{body}</s:Body></s:Envelope>"""
FAULT = """<s:Fault><faultcode>s:Client</faultcode><faultstring>UPnPError</faultstring><detail>
<UPnPError xmlns="urn:schemas-upnp-org:control-1-0"><errorCode>{code}</errorCode>
<errorDescription>{why}</errorDescription></UPnPError></detail></s:Fault>"""


class HomeRouter(http.server.ThreadingHTTPServer):
    """A router that speaks UPnP, with `faults` for some actions (code and description, by action or action and lease)."""

    def __init__(self, outside="8.8.4.4", **faults):
        super().__init__(("127.0.0.1", 0), Answers)
        self.outside = outside
        self.control = "/control"
        self.faults = faults
        self.asked = []
        self.open = {}
        self.may = threading.Event()
        self.may.set()
        self.thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05})
        self.thread.start()

    @property
    def described(self):
        return f"http://127.0.0.1:{self.server_port}/description.xml"

    def end(self):
        self.shutdown()
        self.thread.join()
        self.server_close()


class Answers(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.say(200, DESCRIPTION.format(port=self.server.server_port, service=SERVICE, control=self.server.control))

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        if self.path != self.server.control:
            self.say(404, "")
            return
        action = re.search(r"#(\w+)", self.headers["SOAPAction"]).group(1)
        given = dict(re.findall(r"<New(\w+)>([^<]*)", body))
        self.server.asked.append((action, given))
        self.server.may.wait(60)
        fault = self.server.faults.get(f"{action}{given.get('LeaseDuration', '')}", self.server.faults.get(action))
        if fault is not None:
            self.say(500, ANSWER.format(body=FAULT.format(code=fault[0], why=fault[1])))
            return
        told = {}
        if action == "GetExternalIPAddress":
            told = {"NewExternalIPAddress": self.server.outside}
        elif action == "GetStatusInfo":
            told = {"NewConnectionStatus": "Connected", "NewLastConnectionError": "ERROR_NONE", "NewUptime": "60"}
        elif action == "AddPortMapping":
            self.server.open[int(given["ExternalPort"])] = (given["InternalClient"], int(given["InternalPort"]))
        elif action == "DeletePortMapping":
            del self.server.open[int(given["ExternalPort"])]
        values = "".join(f"<{name}>{value}</{name}>" for name, value in told.items())
        self.say(200, ANSWER.format(body=f'<u:{action}Response xmlns:u="{SERVICE}">{values}</u:{action}Response>'))

    def say(self, status, text):
        content = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/xml")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


@pytest.fixture
def router():
    made = []

    def make(outside="8.8.4.4", **faults):
        made.append(HomeRouter(outside, **faults))
        return made[-1]

    yield make
    for one in made:
        one.end()


def test_a_port_is_opened_for_a_while_and_closed_again(router):
    home = router()
    asking = Router(home.described)
    assert asking.open("TCP", 4711) == "8.8.4.4"
    assert home.open == {4711: ("127.0.0.1", 4711)}
    assert [int(given["LeaseDuration"]) for action, given in home.asked if action == "AddPortMapping"] == [3600]
    asking.close("TCP", 4711)
    assert home.open == {}


def test_a_router_that_knows_only_lasting_ports_is_asked_for_one(router):
    home = router(AddPortMapping3600=(725, "OnlyPermanentLeasesSupported"))
    assert Router(home.described).open("TCP", 4711) == "8.8.4.4"
    assert home.open == {4711: ("127.0.0.1", 4711)}


@pytest.mark.parametrize(("outside", "faults", "key"), [
    ("8.8.4.4", {"AddPortMapping": (718, "ConflictInMappingEntry")}, "router-taken"),
    ("8.8.4.4", {"AddPortMapping": (606, "Action not authorized")}, "router-refused"),
    ("nonsense", {}, "router-refused"),
])  # fmt: skip
def test_a_refusal_gets_a_sentence(router, outside, faults, key):
    with pytest.raises(RouterError) as caught:
        Router(router(outside, **faults).described).open("TCP", 4711)
    assert caught.value.reason.key == f"net.notice.{key}"


def test_without_a_router_a_sentence_says_so(router):
    gone = router()
    described = gone.described
    gone.end()
    asking = Router(described)
    with pytest.raises(RouterError) as caught:
        asking.open("TCP", 4711)
    assert caught.value.reason.key == "net.notice.router-none"
    asking.close("TCP", 4711)


def test_a_python_without_the_library_does_without(router, monkeypatch):
    monkeypatch.setitem(sys.modules, "miniupnpc", None)
    with pytest.raises(RouterError) as caught:
        Router(router().described).open("TCP", 4711)
    assert caught.value.reason.key == "net.notice.router-none"


class Endless(Router):
    """A device whose answer does not end before the test says so."""

    def __init__(self):
        super().__init__()
        self.asked = 0
        self.may_end = threading.Event()

    def find(self):
        self.asked += 1
        self.may_end.wait(60)


def test_a_device_that_does_not_come_to_an_end_is_not_waited_for(monkeypatch):
    """Nor does it hold up a second thread: there are few, and names are looked up in them, too."""
    monkeypatch.setattr("net.routers.upnp.PATIENCE", 0.05)
    device = Endless()
    for _ in range(3):
        way = UPnP()
        way._router = device
        with pytest.raises(RouterError) as caught:
            in_reactor(lambda way=way: Deferred.fromCoroutine(way.find()))
        assert caught.value.reason.key == "net.notice.router-none"
    assert device.asked == 1
    monkeypatch.setattr("net.routers.upnp.PATIENCE", 60)
    device.may_end.set()
    in_reactor(lambda: Deferred.fromCoroutine(way.find()))
    assert device.asked == 2, "questions that nobody waits for any more are not asked"


def test_a_router_that_was_restarted_opens_the_port_again(router):
    """Many routers take questions at another address after each start."""
    home, told = router(), []
    opened = in_reactor(OpenedPort, 4711, all_ways(home.described), told.append)
    until(lambda: home.open, "the open port")
    until(lambda: opened.asking is None, "the end of the question")
    home.control, home.open = "/another", {}
    in_reactor(opened.ask_again)
    until(lambda: home.open or len(told) > 1, "an answer")
    assert home.open == {4711: ("127.0.0.1", 4711)}
    assert list(map(str, told)) == ["8.8.4.4:4711"]
    in_reactor(opened.close)


@pytest.mark.parametrize(("outside", "says"), [("100.64.3.4", "net.notice.router-private"), ("8.8.4.4", "8.8.4.4:4711")])
def test_an_address_outside_the_internet_is_not_used(router, outside, says):
    told = []
    opened = in_reactor(OpenedPort, 4711, all_ways(router(outside).described), told.append)
    until(lambda: told, "an answer")
    in_reactor(opened.close)
    assert [getattr(one, "key", None) or str(one) for one in told] == [says]


def test_a_port_being_opened_when_the_table_ends_is_closed(router):
    home = router()
    home.may.clear()
    told = []
    opened = in_reactor(OpenedPort, 4711, all_ways(home.described), told.append)
    until(lambda: home.asked, "a question")
    closed = []
    in_reactor(lambda: closed.append(opened.close()))
    home.may.set()
    in_reactor(lambda: closed[0])
    assert [action for action, _ in home.asked if "PortMapping" in action] == ["AddPortMapping", "DeletePortMapping"]
    assert home.open == {}
    assert told == []


def test_a_table_that_ends_during_the_search_requests_nothing(router):
    home = router()
    told = []
    in_reactor(lambda: OpenedPort(4711, all_ways(home.described), told.append).close())
    assert home.open == {}
    assert told == []


def test_the_invite_leads_to_the_router_while_the_table_stands(router, tmp_path):
    """The host is told, the invite has the address in the internet, and afterwards the port is closed."""
    home = router()
    anna = Player(tmp_path / "Anna", "Anna", router=home.described)
    try:
        anna.host(OPEN, OPEN, ask_router=True)
        lobby = anna.wait_lobby(lambda lobby: any("8.8.4.4" in address for address in lobby.addresses))
        port = read(lobby.invite).addresses[0].port
        assert [str(address) for address in read(lobby.invite).addresses] == [f"127.0.0.1:{port}", f"8.8.4.4:{port}"]
        assert home.open == {port: ("127.0.0.1", port)}
        until(lambda: [one.text.value("address") for one in anna.all(Notice)] == [f"8.8.4.4:{port}"], "a sentence")
        anna.node.leave()
        until(lambda: home.open == {}, "the port closed")
    finally:
        anna.node.close()
