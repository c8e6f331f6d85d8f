"""The pages of the main window, except the lobby and the table; :mod:`.bricks` holds what every page is made of."""
