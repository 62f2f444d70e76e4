"""A room and who finds it: presence, tables, chat, invitations to a person, rooms on the local network.

It may import `net.table` and everything below it except `net.storage` and `net.sync`.
Lobby messages enter; a `LobbyView` and messages to publish leave.
"""
