"""The client: a method for each operation of the API."""

from __future__ import annotations

from urllib.parse import urlsplit

from ._call import Token, Transport
from ._operations import Operations, Pages


class Posthorn(Operations):
    """A client for one installation. Methods have the names of the operations in the OpenAPI document."""

    def __init__(
        self,
        url: str,
        token: Token = None,
        *,
        timeout: float = 30.0,
        attempts: int = 4,
        longest_delay: float = 30.0,
    ) -> None:
        """`token` is an API key or an identity token, or a function that returns one and is called before each try."""
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise ValueError("Posthorn needs the URL of the installation, such as https://posthorn.example.com.")
        transport = Transport(url.rstrip("/"), token, timeout, attempts, longest_delay)
        super().__init__(transport)
        #: Iterates over all items of paginated operations.
        self.each = Pages(transport)
