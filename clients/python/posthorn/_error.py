"""The error of every failed call."""

from __future__ import annotations

import json
from email.utils import parsedate_to_datetime
from typing import Any, Mapping


class PosthornError(Exception):
    """An error from the service, or a missing response. Programs switch on `code`.

    The client adds three codes: `no_answer` (status 0), `unexpected_answer` (something other than Posthorn
    responded) and `webhook_signature_invalid` (see `verify_webhook`).
    """

    def __init__(
        self,
        code: str,
        status: int,
        message: str,
        *,
        errors: list[dict[str, Any]] | None = None,
        warnings: list[dict[str, Any]] | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.status = status
        self.message = message
        self.errors = errors or []
        self.warnings = warnings or []
        self.request_id = request_id
        #: Seconds to wait before the next try.
        self.retry_after = retry_after

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


def error_of(status: int, headers: Mapping[str, str], body: bytes, now: float) -> PosthornError:
    """Reads the error from a response."""
    problem = _read_problem(headers, body)
    retry_after = _read_retry_after(headers.get("retry-after"), now)
    if problem is None:
        text = body[:200].decode("utf-8", "replace")
        return PosthornError(
            "unexpected_answer",
            status,
            f"Unexpected response with status {status}, not from Posthorn: {text}",
            retry_after=retry_after,
        )
    if isinstance(problem.get("retryAfterMs"), (int, float)):
        retry_after = problem["retryAfterMs"] / 1000
    return PosthornError(
        problem["code"],
        status,
        str(problem.get("detail", problem["code"])),
        errors=problem.get("errors"),
        warnings=problem.get("warnings"),
        request_id=problem.get("requestId"),
        retry_after=retry_after,
    )


def _read_problem(headers: Mapping[str, str], body: bytes) -> dict[str, Any] | None:
    if "json" not in headers.get("content-type", ""):
        return None
    try:
        problem = json.loads(body)
    except ValueError:
        return None
    return problem if isinstance(problem, dict) and isinstance(problem.get("code"), str) else None


def _read_retry_after(header: str | None, now: float) -> float | None:
    if header is None:
        return None
    if header.strip().isdigit():
        return float(header)
    try:
        return max(0.0, parsedate_to_datetime(header).timestamp() - now)
    except ValueError:
        return None
