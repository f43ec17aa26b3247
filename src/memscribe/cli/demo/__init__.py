"""The demonstration: one bundled conversation, from what was remembered to what is."""
