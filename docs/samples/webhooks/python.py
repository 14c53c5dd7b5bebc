"""Receives Posthorn's webhooks and believes only those that are signed. Python 3.8 or newer, nothing else.

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
    """Standard Webhooks: webhook-signature is over the id, the time and the bytes. The key is what stands in base64
    behind whsec_. Prefer this one: it knows when something was sent, so nobody can send it again tomorrow.

    The names in headers may be written in any way if it is a message of http.server; in a dict they are small.
    """
    message_id = headers.get("webhook-id") or ""
    timestamp = headers.get("webhook-timestamp") or ""
    now = time.time() if now is None else now
    if not re.fullmatch(r"[0-9]{1,12}", timestamp) or abs(now - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    key = base64.b64decode(secret[len("whsec_"):])
    signed = f"{message_id}.{timestamp}.".encode() + body
    right = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    # While one secret replaces another there are several.
    given = (headers.get("webhook-signature") or "").split(" ")
    return any(is_same(each, right) for each in given)


def is_signed_over_body(secret, headers, body):
    """X-service-Signature is over the bytes alone. The key is the secret as it is written, whsec_ included."""
    right = "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    # The second one is by the secret before, while that is still good.
    given = [headers.get("x-service-signature"), headers.get("x-service-signature-previous")]
    return any(is_same(each or "", right) for each in given)


def is_same(given, right):
    """Takes as long for nearly right as for quite wrong."""
    return hmac.compare_digest(given.encode(), right.encode())


# The same event may come more than once. Keep these ids where they outlast a restart: in your database.
seen = set()


def take(event):
    print(event["type"], event["id"], flush=True)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        length = int(self.headers.get("content-length") or 0)
        if not 0 <= length <= MAX_BYTES:
            return self.answer(413)
        # The bytes as they came: JSON that was read and written again is something else.
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
