"""Codes of assemblies, requests, tools and cases: PR05xx."""

from __future__ import annotations

from .code_type import Code

CODES: tuple[Code, ...] = ()
