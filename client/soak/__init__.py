"""Games between peers in bad weather, one after the other, each drawn from a seed. ``alarife soak`` runs them.

After each comes an evening (:mod:`client.soak.evening`): a game on a simulated internet (:mod:`client.soak.internet`), where
computers are behind routers of all kinds, sleep and move.

Every peer and every watcher is an ``alarife peer`` in its own network namespace (:mod:`client.soak.room`). A switch in this
process (:mod:`client.soak.lan`) joins the namespaces; it delays, loses, duplicates and reorders packets, and cuts cables. A
kernel with netem could do the first half of that, but many have none. :mod:`client.soak.plan` draws what happens in a game,
:mod:`client.soak.chaos` makes it happen, and :mod:`client.soak.verdict` judges the result.
"""
