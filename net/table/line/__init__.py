"""The line of decisions that makes up a match lives here, with motions, takebacks, sealed phases and certificates.

It may import the core, `net.identity`, `net.wire` and `net.view`; every module is pure.
Signed game events enter; the match, its history and what is still owed leave.
"""
