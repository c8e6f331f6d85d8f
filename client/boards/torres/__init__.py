"""The board of Torres: eight by eight squares, castles that grow in width and height, knights and the king."""
