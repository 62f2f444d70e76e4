"""The byte format of everything that passes the broker: events, messages, topics, envelopes and invitations.

This package may import the core and `net.identity`. Every module is pure: values become bytes, and bytes become checked
values or raise an exception that names the flaw.
"""
