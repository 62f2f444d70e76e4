"""What a player may do at a table: create it, ask for a seat, talk, propose, move it to another broker.

It may import `net.table.fold`, `net.table.line`, `net.table.seating` and below.
A wish and the state of a table enter; a draft leaves, or a fault that gives the reason.
"""
