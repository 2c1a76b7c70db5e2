"""The nine events in the life of an agent that plans are made for (include/promptrom/blocks.h has their numbers)."""

from __future__ import annotations

EVENTS = ("thread_start", "thread_resume", "fresh_start", "wake", "resume", "deferred_continuation",
          "routed_message_delivery", "reaction_delivery", "final_visible_reply_check")
CONTRACTS = ("thread_start", "thread_resume")
DELIVERIES = ("routed_message_delivery", "reaction_delivery")

#: What people are told that a text was sent as.
PROMPT_KINDS = ("base_instructions", "developer_instructions", "turn_input", "deferred_continuation", "resume",
                "delivery_text")


def kind_of(event: str) -> str:
    """What is compiled for an event."""
    if event in CONTRACTS:
        return "thread_contract"
    return "delivery_envelope" if event in DELIVERIES else "turn_context"


def prompt_kind(event: str, outputs: set[str]) -> str:
    """As what a text is sent that consists of these outputs of the event."""
    if kind_of(event) == "delivery_envelope":
        return "delivery_text"
    if outputs in ({"base"}, {"developer"}):
        return f"{next(iter(outputs))}_instructions"
    return event if event in ("resume", "deferred_continuation") else "turn_input"
