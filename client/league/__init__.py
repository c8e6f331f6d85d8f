"""The league: which bot level is how strong, by games over shared deals, with what chance may have done to the figures."""
