"""The program and the computer that it runs on: display, data folder, settings, single instance, files and links to open."""
