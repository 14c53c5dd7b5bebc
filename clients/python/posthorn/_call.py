"""The transport: sends a call, retries it if that is safe, and reads the response."""

from __future__ import annotations

import json
import random
import re
import secrets
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from email.message import Message
from http.client import HTTPException, HTTPResponse
from typing import Any, Callable, Iterator, Mapping, TypedDict, cast
from urllib.parse import quote, urlencode

from ._error import PosthornError, error_of

Token = str | Callable[[], str | None] | None

#: The response of a download: read it like a file, and close it.
Download = HTTPResponse

_first_delay = 0.25
_file_timeout = 3600.0


class Options(TypedDict, total=False):
    """Options of every call."""

    #: The timeout of each try in seconds. The default is 30, or one hour if a file is sent.
    timeout: float
    #: Your own key, to repeat a call in a later run. By default, the client generates one.
    idempotency_key: str
    #: The `ETag` that was read. The call fails with 412 `precondition_failed` if the object has changed since.
    if_match: str
    #: The seconds to wait until a post that the call publishes is published or has failed, at most 60. The response is
    #: then the post as it is. Each try gets this much more time.
    wait: int
    headers: Mapping[str, str]


@dataclass(frozen=True)
class Upload:
    """A file to send."""

    name: str
    content: bytes
    content_type: str = "application/octet-stream"


@dataclass(frozen=True)
class Transport:
    """The settings for calls to an installation."""

    url: str
    token: Token
    timeout: float
    attempts: int
    longest_delay: float


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Does not follow redirects: the service does not use them, and a token must not reach another host."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirects())


class Caller:
    """The base of the generated classes."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def _walk(
        self, items: str, method: str, path_template: str, options: Options, **parts: Any
    ) -> Iterator[Any]:
        query = dict(parts.pop("query", {}))
        while True:
            page = self._call(method, path_template, options, query=query, **parts)
            yield from page[items]
            # A list that grows at its end, such as the one of events, has a cursor on its last page too.
            if page["nextCursor"] is None or page.get("hasMore") is False:
                return
            query["cursor"] = page["nextCursor"]

    def _call(
        self,
        method: str,
        path_template: str,
        options: Options,
        *,
        path: Mapping[str, str] | None = None,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        file: Upload | None = None,
        fields: Mapping[str, Any] | None = None,
        raw: Upload | None = None,
        repeatable: bool = False,
        download: bool = False,
    ) -> Any:
        if "idempotency_key" in options and not repeatable:
            raise TypeError(f"{method} {path_template} does not accept an Idempotency-Key")
        headers = {"accept": "application/json, text/plain;q=0.5, */*;q=0.1", **options.get("headers", {})}
        key = options.get("idempotency_key") or secrets.token_hex(16) if repeatable else None
        if key is not None:
            headers["idempotency-key"] = key
        if "if_match" in options:
            headers["if-match"] = options["if_match"]
        if "wait" in options:
            headers["prefer"] = f"wait={options['wait']}"
        data: bytes | None = None
        if body is not None:
            data, headers["content-type"] = json.dumps(body).encode(), "application/json"
        elif file is not None:
            data, headers["content-type"] = _write_form(file, fields or {})
        elif raw is not None:
            data, headers["content-type"] = raw.content, raw.content_type
        url = self._transport.url + _fill(path_template, path or {}) + _write_query(query or {})
        is_file = file is not None or raw is not None
        timeout = options.get("timeout", _file_timeout if is_file else self._transport.timeout) + options.get("wait", 0)
        may_repeat = method in ("GET", "HEAD", "DELETE") or (method == "POST" and key is not None)

        attempt = 1
        while True:
            try:
                answer = self._send(method, url, headers, data, timeout)
                return answer if download else _read(answer)
            except PosthornError as error:
                attempt += 1
                delay = self._delay_before(attempt, error) if may_repeat else None
                if delay is None:
                    raise
                time.sleep(delay)

    def _send(
        self, method: str, url: str, headers: Mapping[str, str], data: bytes | None, timeout: float
    ) -> HTTPResponse:
        token = self._transport.token() if callable(self._transport.token) else self._transport.token
        request = urllib.request.Request(url, data=data, method=method, headers=dict(headers))
        if token is not None and not request.has_header("Authorization"):
            request.add_header("Authorization", f"Bearer {token}")
        try:
            return cast(HTTPResponse, _opener.open(request, timeout=timeout))
        except urllib.error.HTTPError as error:
            with error:
                raise error_of(error.code, _lowered(error.headers), error.read(), time.time()) from None
        except (OSError, HTTPException) as error:
            raise _no_answer(self._transport.url, error) from error

    def _delay_before(self, attempt: int, error: PosthornError) -> float | None:
        """Returns the seconds before the next try, or None if there is no next try."""
        passes = error.status in (429, 502, 503, 504) or error.code in ("no_answer", "idempotency_in_progress")
        if attempt > self._transport.attempts or not passes:
            return None
        longest = self._transport.longest_delay
        if error.retry_after is not None:
            # Waits slightly longer than requested, so that clients do not all retry together.
            wait = error.retry_after + random.random() * min(_first_delay, error.retry_after)
            return None if error.retry_after > longest else wait
        ceiling = min(longest, _first_delay * 2 ** (attempt - 2))
        return float(ceiling / 2 + random.random() * ceiling / 2)


def _fill(template: str, values: Mapping[str, str]) -> str:
    def value_of(match: re.Match[str]) -> str:
        value = values[match[1]]
        # `.` and `..` would lead to another URL, escaped or not.
        if not isinstance(value, str) or value in ("", ".", ".."):
            raise TypeError(f"{match[1]} is required, as a string")
        return quote(value, safe="")

    return re.sub(r"\{(\w+)\}", value_of, template)


def _write_query(values: Mapping[str, Any]) -> str:
    pairs = [
        (key, str(one).lower() if isinstance(one, bool) else str(one))
        for name, value in values.items()
        if value is not None
        for key, one in _spread(name, value)
    ]
    return f"?{urlencode(pairs)}" if pairs else ""


def _spread(name: str, value: Any) -> list[tuple[str, Any]]:
    """Returns one pair for each item of a list, and `name[member]` for each member of an object."""
    if isinstance(value, Mapping):
        return [(f"{name}[{member}]", one) for member, one in value.items()]
    return [(name, one) for one in (value if isinstance(value, (list, tuple)) else [value])]


def _write_form(file: Upload, fields: Mapping[str, Any]) -> tuple[bytes, str]:
    """Writes the fields before the file, so that the service knows them before the file arrives."""
    boundary = secrets.token_hex(16)
    parts = [
        f'--{boundary}\r\ncontent-disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in fields.items()
        if value is not None
    ]
    name = re.sub(r'["\r\n]', lambda match: quote(match[0]), file.name)
    head = f'--{boundary}\r\ncontent-disposition: form-data; name="file"; filename="{name}"\r\n'
    parts.append(f"{head}content-type: {file.content_type}\r\n\r\n".encode() + file.content)
    return b"".join(parts) + f"\r\n--{boundary}--\r\n".encode(), f"multipart/form-data; boundary={boundary}"


def _read(answer: HTTPResponse) -> Any:
    with answer:
        try:
            body = answer.read()
        except (OSError, HTTPException) as error:
            raise _no_answer(answer.url, error) from error
        if not body:
            return None
        is_json = "json" in (answer.headers.get("content-type") or "")
        return json.loads(body) if is_json else body.decode()


def _no_answer(url: str, error: Exception) -> PosthornError:
    return PosthornError("no_answer", 0, f"No response from {url}: {error}")


def _lowered(headers: Message) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}
