"""The signed hash chain of each author lives here: accepting events, holding early ones, proving equivocation.

It may import `net.identity` and `net.wire`; every module is pure.
Signed events enter in any order; accepted events leave in chain order, and evidence that others can check.
"""
