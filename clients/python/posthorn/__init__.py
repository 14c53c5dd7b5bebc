"""A typed client for Posthorn."""

from ._call import Download, Options, Upload
from ._client import Posthorn
from ._error import PosthornError
from ._webhook import verify_webhook

__all__ = ["Download", "Options", "Posthorn", "PosthornError", "Upload", "verify_webhook"]
