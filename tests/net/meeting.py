"""Programs in a simulated internet: meshes with real links over real QUIC, on a clock that the test moves."""

from client.soak.internet import Computer, Firewall, Internet, Network, Server, Translator
from net.addresses import Address
from net.greeting import PROTOCOL, Hello, Welcome
from net.identity import Identity
from net.link import Limits
from net.mesh import Mesh, Pace
from net.udp.gate import KNOCKING
from net.udp.room import Room
from rules.message import message

TOKEN = b"t" * 16
PORT = 4711
STUN = "8.8.8.8"
ANSWERING = 600.0


class Program:
    """A program on a computer of the simulated internet, and the events of its mesh."""

    def __init__(self, network, *hosts, identity=None, limits=None, pace=None, run=b"12345678"):
        self.computer = Computer(network, *hosts)
        self.identity = identity or Identity.fresh()
        self.run = run
        self.told = []
        self.public = self.public_tcp = None
        self.rooms = {}
        self.mesh = Mesh(self.computer, self.identity, self, limits or Limits(), pace or Pace())
        self.mesh.open(PORT, False)

    @property
    def key(self):
        return self.identity.key

    @property
    def gate(self):
        return self.mesh.gate

    @property
    def places(self):
        own = [Address(host, self.gate.port) for host in self.computer.hosts]
        return [*own, self.public] if self.public else own

    @property
    def punched(self):
        return [self.public_tcp] if self.public_tcp else []

    def learn(self):
        """Ask the server of the internet where our datagrams come from."""
        asked = self.gate.ask_server(Address(STUN, 3478))
        asked.addCallbacks(lambda place: setattr(self, "public", place), lambda failure: None)
        asked = self.mesh.crossing.ask_server(Address(STUN, 3478))
        asked.addCallbacks(lambda place: setattr(self, "public_tcp", place), lambda failure: None)

    def wait_in(self, secret=TOKEN):
        self.gate.admit(Room.of(secret, self.key))

    def call(self, host, places=None, patience=ANSWERING):
        self.rooms[host.key] = Room.of(TOKEN, host.key)
        there = host.places if places is None else places
        missed = lambda why: self.told.append(("failed", why))  # noqa: E731
        self.mesh.call(there, host.key, self.hello(b""), missed, host.punched, patience)

    def knock(self, guest):
        self.gate.knock(Room.of(TOKEN, self.key), guest.places)
        self.mesh.cross([*guest.punched, *guest.places], KNOCKING)

    def has(self, other):
        return self.mesh.is_linked(other.key)

    def all(self, kind):
        return [what[1:] for what in self.told if what[0] == kind]

    def close(self):
        self.mesh.close()

    # -- what the mesh asks and tells

    def judge(self, key, hello):
        return Welcome(PROTOCOL, self.run, "host", self.mesh.port, [])

    def hello(self, key):
        return Hello(PROTOCOL, self.run, "join", b"", b"", "guest", self.mesh.port, [], [])

    def explain(self, refusal):
        return message("test.refused", code=refusal.code)

    def room(self, key):
        return self.rooms.get(key)

    def seen(self, place):
        self.told.append(("seen", place))

    def missed(self, key, refused):
        self.told.append(("missed", key, refused))

    def answered(self, key, address):
        self.told.append(("answered", key, address))

    def linked(self, key, greeting, host, called):
        self.told.append(("linked", key, host, called))

    def unlinked(self, key):
        self.told.append(("unlinked", key))

    def blame(self, key, what):
        self.told.append(("blamed", key, what))

    def intruder(self, host, what):
        self.told.append(("intruder", host, what))

    def received(self, key, payload):
        self.told.append(("received", key, payload))


def world(seed=0, **weather):
    internet = Internet(seed, **weather)
    Server(internet, STUN)
    return internet


def behind(internet, number, mapping="any", filtering="port", **more):
    """A home with its router: the network inside."""
    return Translator(internet, f"{number}.{number}.{number}.{number}", mapping, filtering, **more).network


def meet(internet, host, guest, pasted=3.0, within=5.0):
    """The guest makes an answer code, the host pastes it; seconds until both are linked, None if they are not."""
    host.wait_in()
    host.learn()
    guest.learn()
    internet.run(4.0)
    guest.call(host)
    if internet.run(pasted, lambda: guest.has(host) and host.has(guest)):
        return 0.0
    begun = internet.clock.seconds()
    host.knock(guest)
    done = internet.run(within, lambda: guest.has(host) and host.has(guest))
    return internet.clock.seconds() - begun if done else None


__all__ = ["STUN", "Firewall", "Internet", "Network", "Program", "Translator", "behind", "meet", "world"]
