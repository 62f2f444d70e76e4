"""Everything that a profile keeps on the disk lives here: key, settings folder, journal and contacts.

It may import `net.identity`, `net.wire`, `net.view` and `net.log`, and it is the only part of the net that uses SQLite.
Events and opinions enter before anything is published; after a restart they leave again unchanged.
"""
