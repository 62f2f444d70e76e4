"""Time controls and fallen flags live here, and the timer of how long this client has waited.

It may import `net.table.line` and what that may import; time is always a parameter.
The steps of a line and receipts enter; remaining times and time-out certificates leave.
"""
