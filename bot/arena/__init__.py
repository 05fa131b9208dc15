"""The arena: players against each other without Discord, programs of others among them (`protocol`)."""
