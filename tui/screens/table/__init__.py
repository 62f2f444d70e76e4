"""The table that a player sits at, built in layers from its layout to its keys, with its dialogs.

It may import the folders `frame` and `learn`, and everything below screens. A `TableView` enters through the
controller; decisions, talk, votes and offers leave through it.
"""
