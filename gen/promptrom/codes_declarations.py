"""Codes of declarations: PR04xx."""

from __future__ import annotations

from .code_type import Code

CODES: tuple[Code, ...] = ()
