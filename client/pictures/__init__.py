"""Pictures of the help and of the page that sets up a table: positions of the real engine on the real board, in small.

``picture`` reads what a picture shows, ``painting`` paints it, ``painter`` has that done in its process, and ``gallery``
keeps what is painted.
"""
