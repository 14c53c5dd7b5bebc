"""Verification of webhooks."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from typing import Mapping, Sequence, cast

from . import types
from ._error import PosthornError


def verify_webhook(
    body: bytes | str,
    headers: Mapping[str, str],
    secret: str | Sequence[str],
    *,
    tolerance: float = 300.0,
    now: float | None = None,
) -> types.Event:
    """Verifies the signature of a webhook over its raw body, and returns its event.

    If it is invalid, raises `PosthornError` with the code `webhook_signature_invalid`: respond with 401, and ignore the request.
    Pass several secrets during a rotation.
    """
    content = body.encode() if isinstance(body, str) else body
    given = {name.lower(): value for name, value in headers.items()}
    id, timestamp, signatures = (given.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    if not (id and timestamp and signatures):
        raise _refusal("A webhook header is missing.")
    age = (time.time() if now is None else now) - int(timestamp) if timestamp.isdigit() else float("inf")
    if abs(age) > tolerance:
        raise _refusal("The timestamp differs too much from the current time.")
    signed = f"{id}.{timestamp}.".encode() + content
    for each in [secret] if isinstance(secret, str) else secret:
        expected = "v1," + base64.b64encode(hmac.new(_key_of(each), signed, hashlib.sha256).digest()).decode()
        # `compare_digest` runs in constant time.
        if any(hmac.compare_digest(expected.encode(), one.encode()) for one in signatures.split(" ")):
            return cast(types.Event, json.loads(content))
    raise _refusal("No signature matches the secret.")


def _key_of(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        key = b""
    if not key:
        raise ValueError("The secret must be whsec_ followed by base64.")
    return key


def _refusal(message: str) -> PosthornError:
    return PosthornError("webhook_signature_invalid", 0, message)
