"""The common part of the loop boards and Torres: stacks of blocks on a grid, seen from above at a slant."""
