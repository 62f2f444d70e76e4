"""The replication of a table's log between peers lives here: heads, requests for what is missing, and replies.

It may import `net.wire` and `net.log`; every module is pure and takes the time as a parameter.
Messages of other peers enter; the heads, requests and events to send leave.
"""
