"""The desktop program and the command line. All Qt is here, and nothing here knows a rule."""
