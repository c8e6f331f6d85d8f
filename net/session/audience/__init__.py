"""People who watch: the list that the host signs (:mod:`.gallery`), and the game as a watcher sees it (:mod:`.watching`)."""
