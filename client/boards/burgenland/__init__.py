"""The table's view of Burgenland: a map of border stones, roads and castles, and the hand that pays for them."""
