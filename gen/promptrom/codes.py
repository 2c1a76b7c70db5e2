"""The registry of all diagnostic codes. Numbers are permanent.

PR01xx files and encodings, PR02xx YAML and front matter, PR03xx templates and placeholders, PR04xx declarations,
PR05xx assemblies, requests, tools and cases, PR06xx tables, PR07xx overlays, PR08xx runtimes and renderers.
"""

from __future__ import annotations

from itertools import chain

from . import (codes_assemblies, codes_declarations, codes_files, codes_overlays, codes_prompts, codes_tables,
               codes_templates, codes_yaml)
from .code_type import Code

REGISTRY: dict[str, Code] = {
    code.code: code
    for code in chain(codes_files.CODES, codes_yaml.CODES, codes_templates.CODES, codes_declarations.CODES,
                      codes_assemblies.CODES, codes_tables.CODES, codes_overlays.CODES, codes_prompts.CODES)
}

BY_NAME: dict[str, Code] = {code.name: code for code in REGISTRY.values()}
