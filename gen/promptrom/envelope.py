"""The names that a runtime input envelope has a value for (include/promptrom/envelope.h), and where it stands in C.

An input of one of these names, in a renderer or in the assembly of a delivery, is filled in from the envelope by a
function of the pack's header, so that nobody copies such a field by hand.
"""

from __future__ import annotations

from dataclasses import dataclass

_DELIVERY = "input->delivery->"


@dataclass(frozen=True)
class EnvelopeField:
    type: str  #: text, integer or json
    value: str  #: a C expression over `input`
    delivery: bool = True  #: only an envelope that carries a delivery has it


def _text(place: str) -> EnvelopeField:
    return EnvelopeField("text", _DELIVERY + place)


def _number(place: str) -> EnvelopeField:
    return EnvelopeField("integer", f"prm_int({_DELIVERY}{place})")


def _name(function: str, place: str) -> EnvelopeField:
    return EnvelopeField("text", f"{function}({_DELIVERY}{place})")


FIELDS: dict[str, EnvelopeField] = {
    "schema_version": EnvelopeField("text", "input->schema_version", False),
    "event_id": EnvelopeField("text", "input->event_id", False),
    "event_type": EnvelopeField("text", "prm_event_type_name(input->event_type)", False),
    "event_kind": EnvelopeField("text", "prm_input_kind_name(input->kind)", False),
    "turn_id": EnvelopeField("text", "input->turn_id", False),
    "agent_id": EnvelopeField("text", "input->agent_id", False),
    "channel_type": EnvelopeField("text", "input->channel_type", False),
    "source_kind": _name("prm_delivery_source_name", "source_kind"),
    "target": _text("binding.target"),
    "thread_ref": _text("binding.thread_ref"),
    "surface_kind": _text("binding.surface_kind"),
    "delivery_mode": _text("transport.delivery_mode"),
    "runtime_session_id": _text("transport.runtime_session_id"),
    "thread_id": _text("transport.thread_id"),
    "active_turn_id": _text("transport.active_turn_id"),
    "wake_token": _text("transport.wake_token"),
    "attempt": _number("transport.attempt"),
    "deferred_batch_id": _text("transport.deferred_batch_id"),
    "message_id": _text("correlation.message_id"),
    "delivery_id": _text("correlation.delivery_id"),
    "source_message_id": _text("correlation.source_message_id"),
    "target_key": _text("correlation.target_key"),
    "target_seq": _number("correlation.target_seq"),
    "correlation_agent_id": _text("correlation.agent_id"),
    "correlation_wake_token": _text("correlation.wake_token"),
    "replay_state": _name("prm_replay_state_name", "replay.replay_state"),
    "deferred_reason": _text("replay.deferred_reason"),
    "accepted_at": _text("replay.accepted_at"),
    "original_order_key": _text("replay.original_order_key"),
    "prior_attempt_count": _number("replay.prior_attempt_count"),
    "evidence_class": _name("prm_evidence_class_name", "evidence_class"),
    "author": _text("author_display_name"),
    "message_type": _text("message_type"),
    "message": _text("payload_text"),
    "metadata": EnvelopeField("json", _DELIVERY + "metadata"),
}

#: What ties a delivery to the daemon's records: on the wire in every delivery, in no text that a model sees.
CORRELATION = ("wake_token", "delivery_id", "runtime_session_id", "attempt", "deferred_batch_id", "evidence_class")

#: The same with what else only the daemon knows.
PRIVATE = CORRELATION + ("correlation_wake_token", "correlation_agent_id", "prior_attempt_count", "active_turn_id",
                         "thread_id", "target_key", "target_seq", "original_order_key", "accepted_at")
