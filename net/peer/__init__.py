"""One profile at one room lives here: the runner where connection, clock, disk, tables and clubs meet.

It may import every other package of the net except `net.broker`.
Commands of the user interface and messages of the broker enter; handles, views and published messages leave.
"""
