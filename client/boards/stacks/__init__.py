"""The common part of the boards of stacks: the loop boards and Torres show blocks on a grid, seen from above at a slant."""
