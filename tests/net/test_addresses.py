import ipaddress

import pytest

from net import interfaces
from net.addresses import MOST, Address, AddressError, parse_address
from net.interfaces import own_hosts


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("127.0.0.1:4711", "127.0.0.1", 4711),
        ("localhost:1", "localhost", 1),
        ("my-table.example.org:65535", "my-table.example.org", 65535),
        ("[::1]:4711", "::1", 4711),
        (" [fe80::1%eth0]:4711 ", "fe80::1%eth0", 4711),
    ],
)
def test_host_and_port(text, host, port):
    assert parse_address(text) == Address(host, port)
    assert parse_address(str(Address(host, port))) == Address(host, port)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "net.error.address"),
        (":4711", "net.error.address"),
        ("localhost", "net.error.address-port"),
        ("localhost:", "net.error.address-port"),
        ("[::1]", "net.error.address-port"),
        ("localhost:0", "net.error.port-number"),
        ("localhost:65536", "net.error.port-number"),
        ("localhost:-1", "net.error.port-number"),
        ("localhost:٤٧", "net.error.port-number"),
        ("localhost:port", "net.error.port-number"),
        ("::1:4711", "net.error.address-brackets"),
        ("2001:db8::1", "net.error.address-brackets"),
        ("[::1:4711", "net.error.address"),
        ("[table]:4711", "net.error.address"),
        ("[::1]4711", "net.error.address"),
        ("1.2.3.4.5:4711", "net.error.address"),
        ("1.2.3:4711", "net.error.address"),
        ("-table:4711", "net.error.address"),
        ("ta ble:4711", "net.error.address"),
        ("a" * 300 + ":4711", "net.error.address"),
        ("one:two:three", "net.error.address"),
    ],
)
def test_a_wrong_address_gets_a_sentence_about_its_fault(text, key):
    with pytest.raises(AddressError) as caught:
        parse_address(text)
    assert caught.value.reason.key == key


def test_own_addresses_are_usable_for_others():
    hosts = own_hosts()
    assert len(hosts) <= MOST
    for host in hosts:
        ip = ipaddress.ip_address(host)
        assert not ip.is_loopback
        assert not (ip.version == 6 and ip.is_link_local)
    assert own_hosts(loopback=True) == ["127.0.0.1"]


class Adapter:
    def __init__(self, name, *ips):
        self.nice_name = name
        self.ips = [type("IP", (), {"ip": ip}) for ip in ips]


def test_the_likeliest_of_several_interfaces_comes_first(monkeypatch):
    adapters = [
        Adapter("lo", "127.0.0.1", ("::1", 0, 0)),
        Adapter("docker0", "172.17.0.1"),
        Adapter("eth0", ("fe80::1", 0, 2), ("2001:4860::7", 0, 0), ("fd00::2", 0, 0), "169.254.3.4", "192.168.1.20"),
        Adapter("ppp0", "8.8.8.8"),
    ]
    monkeypatch.setattr(interfaces.ifaddr, "get_adapters", lambda: adapters)
    assert own_hosts() == ["192.168.1.20", "8.8.8.8", "2001:4860::7", "fd00::2", "169.254.3.4", "172.17.0.1"]


def test_without_a_network_there_is_no_address(monkeypatch):
    monkeypatch.setattr(interfaces.ifaddr, "get_adapters", lambda: [Adapter("lo", "127.0.0.1", ("::1", 0, 0))])
    assert own_hosts() == []
