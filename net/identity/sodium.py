"""The calls of libsodium that check each message that arrives: as in PyNaCl's bindings, without their overhead.

PyNaCl does not promise the module in which it keeps the library's own functions. If that module is missing, its
bindings are used. Lengths are checked here before anything is passed to the library.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any

from nacl import bindings
from nacl.exceptions import CryptoError

_PUBLIC, _SIGNATURE = bindings.crypto_sign_PUBLICKEYBYTES, bindings.crypto_sign_BYTES
_KEY, _NONCE, _TAG = 32, 24, 16
_POINT = bindings.crypto_core_ed25519_BYTES


def _found() -> ModuleType | None:
    try:
        return import_module("nacl._sodium")
    except ImportError:
        return None


DIRECT: Any = _found()
"""The library's own functions; None if only the bindings are there."""


def verifies(public: bytes, data: bytes, sig: bytes) -> bool:
    """Tell whether `sig` is the Ed25519 signature of `data` by the holder of `public`; False for other lengths."""
    if len(public) != _PUBLIC or len(sig) != _SIGNATURE:
        return False
    text = sig + data
    if DIRECT is not None:
        nothing = DIRECT.ffi.NULL
        return bool(DIRECT.lib.crypto_sign_open(nothing, nothing, text, len(text), public) == 0)
    try:
        bindings.crypto_sign_open(text, public)
    except CryptoError:
        return False
    return True


def unsealed(sealed: bytes, about: bytes, nonce: bytes, key: bytes) -> bytes:
    """Open what XChaCha20-Poly1305 sealed with the associated data `about`; raise `CryptoError` if that fails."""
    size = len(sealed) - _TAG
    if size < 0:
        raise CryptoError
    if DIRECT is None or len(nonce) != _NONCE or len(key) != _KEY:
        plain: bytes = bindings.crypto_aead_xchacha20poly1305_ietf_decrypt(sealed, about, nonce, key)
        return plain
    ffi = DIRECT.ffi
    found, nothing = ffi.new("unsigned char[]", size), ffi.NULL
    wrong = DIRECT.lib.crypto_aead_xchacha20poly1305_ietf_decrypt(
        found, nothing, nothing, sealed, len(sealed), about, len(about), nonce, key
    )
    if wrong:
        raise CryptoError
    opened: bytes = ffi.buffer(found, size)[:]
    return opened


def is_point(point: bytes) -> bool:
    """Tell whether 32 bytes are a point of the prime-order group other than its neutral element."""
    if len(point) != _POINT:
        return False
    if DIRECT is not None:
        return bool(DIRECT.lib.crypto_core_ed25519_is_valid_point(point) == 1)
    return bool(bindings.crypto_core_ed25519_is_valid_point(point))
