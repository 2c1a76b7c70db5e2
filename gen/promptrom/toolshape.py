"""Tools as the JSON that providers take."""

from __future__ import annotations

import json

from .model import Tool

SHAPES = ("openai", "responses", "anthropic", "mcp")


def tool_json(tool: Tool, shape: str, description: str) -> str:
    """One tool without white space; `description` is a JSON string with its quotes."""
    name = json.dumps(tool.name)
    if shape == "openai":
        inner = f'"name":{name},"description":{description},"parameters":{tool.parameters}'
        return f'{{"type":"function","function":{{{inner}}}}}'
    if shape == "responses":
        return f'{{"type":"function","name":{name},"description":{description},"parameters":{tool.parameters}}}'
    key = "input_schema" if shape == "anthropic" else "inputSchema"
    return f'{{"name":{name},"description":{description},"{key}":{tool.parameters}}}'
