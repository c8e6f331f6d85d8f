"""The loop board on the screen, which Das neue Big Boss and Alcazar share."""
