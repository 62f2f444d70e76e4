"""What a client does by itself at a table lives here: keep time, claim time-outs, sign what is owed, notice divergence.

It may import `net.table.fold`, `net.table.clocks`, `net.table.line`, `net.table.seating`, `net.deck` and below.
The state of a table and the time enter; drafts to be signed and warnings leave.
"""
