"""A room and how one gets into it: joining by invitation, the lobby, the people in it, and the form for a new table.

It may import the folder `frame`, and everything below screens. Views of the room and of its people enter; invitations,
talk and plans for tables leave.
"""
