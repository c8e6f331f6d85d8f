"""The board of Torres: eight by eight squares, castles that grow in area and height, knights and the king."""
