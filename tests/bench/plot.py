"""Bars on a logarithmic scale, as an SVG that reads well on light and on dark ground."""

from __future__ import annotations

import math
from dataclasses import dataclass
from xml.sax.saxutils import escape

from report import Measured

WIDTH, LEFT, RIGHT = 860, 300, 90
BAR, GAP, HEAD, FOOT = 16, 7, 34, 30
OURS, RIVAL, GROUND, INK = "#2f81f7", "#8b949e", "#8b949e", "#76808a"
FONT = "font-family=\"-apple-system,'Segoe UI',Helvetica,Arial,sans-serif\""

#: Title, what is 1, and the shapes under it with their labels: of each rival the way that is most like the others.
GROUPS = (
    ("A slot of 2.5 KB with 8 values: time, straight memcpy = 1", "slot/memcpy", {
        "slot/memcpy": "straight memcpy, nothing checked",
        "slot/gather": "promptrom, list for writev",
        "slot/render": "promptrom, to a buffer",
        "slot/start-up/render": "promptrom, overlay read at start-up",
        "slot/fmt-buffer": "{fmt}, compiled format",
        "slot/std::string": "std::string, reserved",
        "slot/snprintf": "snprintf",
        "slot/ctemplate": "ctemplate",
        "slot/eta": "Eta (Node)",
        "slot/handlebars": "Handlebars (Node)",
        "slot/jinja2": "Jinja2 (Python)",
        "slot/mustache": "mustache (Node)"}),
    ("An assembly with 30 numbers in 6 rows: time, straight memcpy = 1", "nudge/memcpy", {
        "nudge/memcpy": "straight memcpy, digits made before",
        "nudge/fmt": "{fmt}, compiled format",
        "nudge/snprintf": "snprintf",
        "nudge/numbers-and-render": "promptrom, digits made as well",
        "nudge/render": "promptrom, digits made before",
        "nudge/overridable/render": "promptrom, overridable pack"}),
    ("A request with 28 tools and one message: time, promptrom = 1", "first-request/render", {
        "first-request/render": "promptrom, to a buffer",
        "first-request/cjson-tools-text": "cJSON, text of the tools as it is",
        "first-request/cjson-tools-kept": "cJSON, tree of the tools kept",
        "first-request/cjson": "cJSON, all built anew"}),
)


@dataclass(frozen=True)
class Bar:
    label: str
    ratio: float
    ours: bool


def bars(found: Measured, base: str, shapes: dict[str, str]) -> list[Bar]:
    """The fastest first."""
    made = [Bar(label, found.ratios[shape][base], label.startswith("promptrom")) for shape, label in shapes.items()
            if shape in found.ratios]
    return sorted(made, key=lambda bar: bar.ratio)


def text(x: float, y: float, what: str, size: int, anchor: str = "start", weight: str = "normal") -> str:
    return (f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}" font-weight="{weight}" '
            f'fill="{INK}" {FONT}>{escape(what)}</text>')


def number(ratio: float) -> str:
    return f"{ratio:.0f}" if ratio >= 100 else f"{ratio:.1f}" if ratio >= 10 else f"{ratio:.2f}"


def group(title: str, found: list[Bar], top: float, decades: range) -> list[str]:
    """One group from top on. Bars begin where the first decade does."""
    def across(ratio: float) -> float:
        return LEFT + 2 + max(0, math.log10(ratio) - decades[0]) / (len(decades) - 1) * (WIDTH - LEFT - RIGHT)

    bottom = top + HEAD + len(found) * (BAR + GAP)
    lines = [text(8, top + 18, title, 14, weight="600")]
    for exponent in decades:
        x = round(across(10.0 ** exponent), 1)
        lines.append(f'<line x1="{x:g}" y1="{top + HEAD - 6:g}" x2="{x:g}" y2="{bottom:g}" stroke="{GROUND}" '
                     f'stroke-opacity="{0.9 if exponent == 0 else 0.3}"/>')
        lines.append(text(x, bottom + 14, f"{10.0 ** exponent:g}", 11, "middle"))
    for place, bar in enumerate(found):
        y = top + HEAD + place * (BAR + GAP)
        end = round(across(bar.ratio), 1)
        lines += [text(LEFT - 8, y + 12.5, bar.label, 12, "end", "600" if bar.ours else "normal"),
                  f'<rect x="{LEFT}" y="{y:g}" width="{end - LEFT:g}" height="{BAR}" rx="2" '
                  f'fill="{OURS if bar.ours else RIVAL}"/>',
                  text(end + 6, y + 12.5, number(bar.ratio), 12, weight="600" if bar.ours else "normal")]
    return lines


def decades_of(ratios: list[float]) -> range:
    """Exponents of the lines, from at or just above the smallest ratio to above the largest."""
    return range(math.floor(math.log10(min(ratios)) + 0.02), math.ceil(math.log10(max(ratios))) + 1)


def svg(found: Measured) -> str:
    groups = [(title, bars(found, base, shapes)) for title, base, shapes in GROUPS]
    decades = decades_of([bar.ratio for _, all_bars in groups for bar in all_bars])
    lines, top = [text(WIDTH - 8, 18, "The scale is logarithmic.", 11, "end")], 0.0
    for title, all_bars in groups:
        lines += group(title, all_bars, top, decades)
        top += HEAD + len(all_bars) * (BAR + GAP) + FOOT
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top:g}" width="{WIDTH}" height="{top:g}" '
            f'role="img" aria-label="Times of promptrom and others">\n' + "\n".join(lines) + "\n</svg>\n")
