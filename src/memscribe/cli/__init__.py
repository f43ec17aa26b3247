"""The command line: one file a command, nothing that the engine does not do itself."""
