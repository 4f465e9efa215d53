"""The dialogs of the play page: a new game, files, the sheet of keys."""
