"""Here live the immutable values that faces read: tables, rooms, clocks and contacts as one profile sees them.

It may import the core and `net.identity`; every module is pure.
The rooms above build these values; the terminal only reads them.
"""
