"""Pictures in the help and on the page that sets up a table: small views of the real board with positions of the real engine.

``picture`` reads a picture's data, ``painting`` paints it, ``painter`` runs that in another process, and ``gallery`` keeps the
results.
"""
