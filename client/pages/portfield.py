"""The field for a TCP port."""

from __future__ import annotations

from client.look.choice import Number
from client.look.plain import give_tip
from client.messages import Catalogue


class PortField(Number):
    """A TCP port; 0 is shown as "any"."""

    def __init__(self, catalogue: Catalogue, name: str, port: int) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setRange(0, 65535)
        self.setSpecialValueText(catalogue.text("client.host.any-port"))
        self.setKeyboardTracking(False)
        self.setValue(port)
        self.setAccessibleName(catalogue.text("client.host.port"))
        give_tip(self, catalogue.text("client.host.port.help"))
        self.setAccessibleDescription(catalogue.text("client.host.port.help"))
        self.lineEdit().setTextMargins(6, 0, 0, 0)
