"""The loop board on the screen: what Das neue Big Boss and Alcazar draw alike."""
