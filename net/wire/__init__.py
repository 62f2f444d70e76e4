"""The byte format of everything that passes the broker lives here: events, messages, topics, envelopes and invitations.

It may import the core and `net.identity`; every module is pure.
Values enter and bytes leave, and bytes enter and checked values leave, or an exception that names the flaw.
"""
