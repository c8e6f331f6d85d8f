"""Games between peers under bad weather, one after the other, each drawn from a seed: what ``alarife soak`` runs.

After each comes an evening (:mod:`client.soak.evening`): a game in a played internet (:mod:`client.soak.internet`), where
computers stand behind routers of all kinds, sleep and move.

Every peer is an ``alarife peer`` in its own network namespace (:mod:`client.soak.room`), and so is every watcher. The
namespaces are joined by a switch in this process (:mod:`client.soak.lan`) that delays, loses, doubles and reorders packets and
cuts cables; a kernel with netem could do the first half of that, but many have none. What is to happen in a game is drawn in
:mod:`client.soak.plan`, made to happen in :mod:`client.soak.chaos`, and judged in :mod:`client.soak.verdict`.
"""
