"""A table as one profile sees it: line, clocks, seats, fold, duties and actions have packages of their own.

It may import everything below it except `net.storage`, `net.sync` and `net.broker`; every module is pure.
Accepted events enter; a `TableView` and drafts to be signed leave.
"""
