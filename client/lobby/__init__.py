"""Everything before a game: setting one up here, hosting, joining, and the table where people gather."""
