"""The pages of the main window, except the lobby and the table; :mod:`.bricks` has the parts that they share."""
