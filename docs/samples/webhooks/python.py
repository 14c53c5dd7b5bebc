"""Receives Posthorn's webhooks and accepts only signed ones. Requires only Python 3.8 or newer.

POSTHORN_WEBHOOK_SECRET=whsec_... PORT=3000 python3 python.py
"""

import base64
import hashlib
import hmac
import json
import os
import re
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOLERANCE_SECONDS = 300
MAX_BYTES = 1024 * 1024
SECRET = os.environ.get("POSTHORN_WEBHOOK_SECRET", "")


def is_signed(secret, headers, body, now=None):
    """Standard Webhooks: webhook-signature covers the ID, the time and the bytes. The key is the base64
    after whsec_. Prefer this signature: it includes the time, so no one can replay a webhook later.

    Header names may have any case in a message of http.server, and must be lowercase in a dict.
    """
    message_id = headers.get("webhook-id") or ""
    timestamp = headers.get("webhook-timestamp") or ""
    now = time.time() if now is None else now
    if not re.fullmatch(r"[0-9]{1,12}", timestamp) or abs(now - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    key = base64.b64decode(secret[len("whsec_"):])
    signed = f"{message_id}.{timestamp}.".encode() + body
    right = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    # During a rotation of the secret there are several.
    given = (headers.get("webhook-signature") or "").split(" ")
    return any(is_same(each, right) for each in given)


def is_signed_over_body(secret, headers, body):
    """X-service-Signature covers only the bytes. The key is the secret's full text, including whsec_."""
    right = "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    # The second one uses the previous secret, while it is valid.
    given = [headers.get("x-service-signature"), headers.get("x-service-signature-previous")]
    return any(is_same(each or "", right) for each in given)


def is_same(given, right):
    """Compares in constant time."""
    return hmac.compare_digest(given.encode(), right.encode())


# The same event may arrive more than once. Store these IDs in your database, so that they survive a restart.
seen = set()


def take(event):
    print(event["type"], event["id"], flush=True)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        length = int(self.headers.get("content-length") or 0)
        if not 0 <= length <= MAX_BYTES:
            return self.answer(413)
        # The bytes as received: parsed and rewritten JSON may differ.
        body = self.rfile.read(length)
        if not is_signed(SECRET, self.headers, body):
            return self.answer(401)
        event = json.loads(body)
        if event["id"] not in seen:
            take(event)
            seen.add(event["id"])
        self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    if not SECRET.startswith("whsec_"):
        raise SystemExit("POSTHORN_WEBHOOK_SECRET must be the secret of the endpoint.")
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "3000"))), Receiver)
    print(f"listening on http://127.0.0.1:{server.server_address[1]}", flush=True)
    server.serve_forever()
