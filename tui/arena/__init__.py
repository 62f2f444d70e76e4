"""`parley arena`: matches between bots, played in parallel, kept in a folder, weighed with intervals."""
