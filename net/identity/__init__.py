"""Keys, short ids and fingerprints live here, and the base 32 in which people read and type them.

It may import only the core, libsodium and the standard library.
Secrets and public keys enter; signatures, checks, ids, words and encrypted key files leave.
"""
