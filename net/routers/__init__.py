"""A table's port opened in the router, if the host wants it. The router is asked in three protocols and may refuse.

=============================== ==============================================================================================
:mod:`net.routers.opened`       one port, kept open as long as a table stands
:mod:`net.routers.upnp`         UPnP, spoken by miniupnpc in a thread
:mod:`net.routers.mapper`       PCP and NAT-PMP, spoken over one UDP socket
:mod:`net.routers.pcp`          the messages of both: bytes to values and back
:mod:`net.routers.gateway`      the router to ask: the default gateway of this computer
:mod:`net.routers.way`          the interface that these ways share
=============================== ==============================================================================================
"""
