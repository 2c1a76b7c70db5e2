"""What is known of a diagnostic code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Mapping, Optional, Union

#: A small pack: path inside it -> its bytes, or text that is written as UTF-8.
Example = Mapping[str, Union[str, bytes]]


@dataclass(frozen=True, eq=False)
class Code:
    code: str  #: PRnnnn; permanent, never given to another meaning
    name: str  #: in kebab case; what `-W no-NAME` takes
    severity: str  #: error, warning or note
    title: str  #: one line, without the facts of a case
    explanation: str  #: a paragraph: what it means, why it matters, what to do
    example: Example  #: a pack that provokes this code; empty where files alone cannot (links, pipes, huge files)
    fixed: Optional[Example] = None  #: the same pack without the mistake
