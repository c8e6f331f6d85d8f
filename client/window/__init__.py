"""The main window and its parts, each of which owns one subject.

===================  =======================================================================================
:mod:`.main`         the window: it connects its parts, and does what concerns several of them
:mod:`.content`      the pages and the bars above them, in one language
:mod:`.book`         the pages, and the way from one to the next
:mod:`.ground`       what lies behind the pages
:mod:`.veil`         the transition to another page
:mod:`.saving`       the bar that is shown while a game is not completely saved
:mod:`.sizes`        the size of texts and gaps, which follow the window's
:mod:`.bridge`       the node, with its events as Qt signals, and its bots
:mod:`.news`         what the node tells, and which part it concerns
:mod:`.stage`        how far the window is with its table, and with closing
:mod:`.starting`     the ways to a table, and back when one fails
:mod:`.cominglobby`  the page of a table before the game, while it is being made
:mod:`.opentable`    the open table
:mod:`.leaving`      the way from a table; :mod:`.leavequestion` asks first
:mod:`.closing`      the end of the window
:mod:`.lessons`      the lesson that is played, and the short game at its end
:mod:`.puzzles`      the puzzle on show
:mod:`.replays`      the saved game that is replayed
:mod:`.savedgames`   the files of saved games
:mod:`.desktop`      sounds, notices, the icon, and the place in front of other windows
:mod:`.wishes`       links and files that the desktop hands over
:mod:`.keytrouble`   the question about an unreadable key
:mod:`.report`       the report about an error
:mod:`.firstframe`   work that can wait until a window has been painted
===================  =======================================================================================
"""
