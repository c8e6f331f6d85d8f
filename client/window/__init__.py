"""The main window: its pages, its bridge to the network's thread, and how it opens and closes."""
