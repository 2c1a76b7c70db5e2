"""What the published schema of SARIF 2.1.0 and the text of its specification demand of the objects that are written.

The table holds fewer members than the schema knows, so that what it lets through the schema lets through too.
"""

from __future__ import annotations

import re
from typing import Iterator

#: Of a reference by RFC 3986, chapter 4.1: what may stand there, and no colon in the first part of a relative path.
URI = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.-]*:|(?![^/?#]*:))(?:[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*")

LEVELS = frozenset(("none", "note", "warning", "error"))

#: Objects by name: their members, those that must be there with a `!`. A member is a `text` or `uri`, a number with
#: this minimum, one of a set of words, an object of the table, or a list of such: a tuple if each must be another.
OBJECTS: dict = {
    "log": {"$schema": "uri", "version!": frozenset(("2.1.0",)), "runs!": ["run"]},
    "run": {"tool!": "tool", "columnKind": frozenset(("utf16CodeUnits", "unicodeCodePoints")), "results": ["result"],
            "newlineSequences": ("text",)},
    "tool": {"driver!": "component"},
    "component": {"name!": "text", "version": "text", "rules": ("rule",)},
    "rule": {"id!": "text", "name": "text", "shortDescription": "string", "fullDescription": "string",
             "defaultConfiguration": "configuration"},
    "string": {"text!": "text"},
    "configuration": {"level": LEVELS},
    "result": {"ruleId": "text", "ruleIndex": -1, "level": LEVELS, "message!": "string",
               "partialFingerprints": "fingerprints", "locations": ["location"], "relatedLocations": ("location",)},
    "fingerprints": {"promptrom/v1": "text"},
    "location": {"id": -1, "physicalLocation": "place", "message": "string"},
    "place": {"artifactLocation!": "artifact", "region": "region"},
    "artifact": {"uri": "uri"},
    "region": {"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 1},
}


def problems(log: object) -> list[str]:
    """Everything that is wrong with a log: first by the schema, then, if nothing is, by the words of the text."""
    found = list(_check("log", log, "log"))
    if found:
        return found
    assert isinstance(log, dict)
    return [problem for run in log["runs"] for result in run.get("results", ())
            for problem in _agrees(result, run["tool"]["driver"].get("rules", []))]


def _check(rule: object, value: object, where: str) -> Iterator[str]:
    if isinstance(rule, (list, tuple)):
        yield from _check_list(rule, value, where)
    elif isinstance(rule, frozenset):
        if value not in rule if isinstance(value, str) else True:
            yield f"{where} is {value!r}, not one of {sorted(rule)}"
    elif isinstance(rule, int):
        if isinstance(value, bool) or not isinstance(value, int) or value < rule:
            yield f"{where} is {value!r}, not a number from {rule} on"
    elif rule in ("text", "uri"):
        if not isinstance(value, str) or rule == "uri" and not URI.fullmatch(value):
            yield f"{where} is {value!r}, not a {rule}"
    else:
        yield from _check_object(OBJECTS[rule], value, where)


def _check_list(rule: "list | tuple", value: object, where: str) -> Iterator[str]:
    if not isinstance(value, list):
        yield f"{where} is no list"
        return
    for number, item in enumerate(value):
        yield from _check(rule[0], item, f"{where}[{number}]")
        if isinstance(rule, tuple) and item in value[:number]:
            yield f"{where}[{number}] stands there twice"


def _check_object(members: dict, value: object, where: str) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{where} is no object"
        return
    rules = {name.rstrip("!"): rule for name, rule in members.items()}
    yield from (f"{where} has no {name[:-1]}" for name in members if name.endswith("!") and name[:-1] not in value)
    yield from (f"{where} has {name}, which is unknown" for name in value if name not in rules)
    for name in value:
        if name in rules:
            yield from _check(rules[name], value[name], f"{where}.{name}")


def _agrees(result: dict, rules: list) -> Iterator[str]:
    """A result is one of a rule of the tool, its related places have numbers of their own, and no region ends before
    it starts."""
    index = result.get("ruleIndex", -1)
    if index >= len(rules) or index >= 0 and rules[index]["id"] != result.get("ruleId"):
        yield f"rule {index} is not {result.get('ruleId')}"
    related = result.get("relatedLocations", [])
    if len({place.get("id") for place in related}) != len(related):
        yield "two related places have one number"
    for place in (*result.get("locations", ()), *related):
        region = place.get("physicalLocation", {}).get("region")
        if region and (region["endLine"], region["endColumn"]) < (region["startLine"], region["startColumn"]):
            yield f"{region} ends before it starts"
