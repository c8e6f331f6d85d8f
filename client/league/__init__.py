"""The league: the strength of bot levels, from games with shared deals, with confidence intervals."""
