"""The look that all windows share: colours, fonts, seat shapes and sizes."""
