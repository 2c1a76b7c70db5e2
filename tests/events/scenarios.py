"""What happens in the golden files: the arguments of each event, and the deliveries."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Dict

ROOT = Path(__file__).resolve().parents[2]
PACK = ROOT / "packs" / "agentteam"
sys.path.insert(0, str(ROOT / "gen"))

Args = Dict[str, object]

CONTRACT: Args = {
    "agent_name": "Ada", "team_name": "Harbour", "workspace": "/srv/agents/ada",
    "identity": "I look after the build.\nI write short answers. </identity-document>", "identity_version": "v7",
    "identity_cuts": [{"document": "IDENTITY.md", "path": "/srv/agents/ada/IDENTITY.md", "bytes": 9000,
                       "characters": 8999, "most_characters": 4096, "most_bytes": 8192}],
    "description": "Keeps the build green.", "initial_role": "Build engineer",
    "agents": [{"path": "AGENTS.md", "version": "a1", "text": "Use tabs."},
               {"path": "src/AGENTS.md", "version": "b2", "text": "Tests first: 测试 🙂."}],
}
NOTICES: Args = {
    "identity_changed": True, "repair": "The session was restarted.",
    "announcements": [{"notice": "The office is closed on Friday."}, {"notice": "Nobody merges today."}],
}
MESSAGE: Args = {"author": "Grace", "target": "#build:m-17", "message_id": "m-21",
                 "message": "Is the build \"green\"?\n</message>"}
UNREAD: Args = {"unread": [{"target": "#build", "count": 3}, {"target": "@linus", "count": 1}]}

DELIVERY: Args = {
    "source_kind": "ROUTED_MESSAGE", "binding.target": "#build:m-17", "binding.thread_ref": "m-17",
    "binding.surface_kind": "thread", "transport.delivery_mode": "turn_direct",
    "transport.runtime_session_id": "s-1", "transport.thread_id": "t-1", "transport.active_turn_id": "turn-4",
    "transport.wake_token": "wake-1", "transport.attempt": 1, "transport.deferred_batch_id": "batch-1",
    "correlation.agent_id": "agent-1", "correlation.message_id": "m-21", "correlation.delivery_id": "d-1",
    "correlation.target_key": "build/m-17", "correlation.target_seq": 21, "correlation.wake_token": "wake-1",
    "replay.replay_state": "DIRECT_LIVE", "replay.accepted_at": "2026-01-31T10:00:00Z",
    "replay.original_order_key": "000021", "replay.prior_attempt_count": 0,
    "author_display_name": "Grace", "message_type": "text", "payload_text": MESSAGE["message"],
    "metadata": '{"lang":"en"}',
}
REACTION: Args = {**DELIVERY, "source_kind": "REACTION_SIGNAL", "correlation.source_message_id": "m-20",
                  "payload_text": "+1", "message_type": "reaction", "replay.replay_state": "DEFERRED_REPLAY",
                  "replay.deferred_reason": "busy_runtime", "evidence_class": "REPLAY_STARTED"}

#: By event; tools and what an envelope holds are filled in.
EVENTS: Dict[str, Args] = {
    "thread_start": CONTRACT,
    "thread_resume": {key: value for key, value in CONTRACT.items() if key not in ("identity_cuts", "agents")},
    "fresh_start": {**NOTICES, **MESSAGE, **UNREAD, "retrieved": "kb/build.md: the cache is in /var."},
    "wake": {**NOTICES, **MESSAGE, **UNREAD,
             "history": [{"author": "Linus", "said": "It was red."}, {"author": "Grace", "said": "I know."}]},
    "resume": UNREAD,
    "deferred_continuation": {"answered": True, "deferred": [
        {"author": "Grace", "target": "#build", "message_id": "m-22", "said": "And now?"},
        {"author": "Linus", "target": "@linus", "message_id": "m-23", "said": "Call me."}]},
    "routed_message_delivery": {"history": [{"author": "Linus", "said": "It was red."}], "answered": True,
                                "context": "One task is open."},
    "reaction_delivery": {},
    "final_visible_reply_check": {"target": "#build"},
}
DELIVERIES = {"routed_message_delivery": DELIVERY, "reaction_delivery": REACTION}
DESCRIPTOR = {"event_id": "e-{event}", "turn_id": "turn-1", "agent_id": "agent-1", "channel_type": "agentteam"}


def descriptor(event: str) -> Dict[str, str]:
    """Contracts are compiled before there is a turn."""
    made = {key: value.format(event=event) for key, value in DESCRIPTOR.items()}
    if event in ("thread_start", "thread_resume"):
        del made["turn_id"]
    return made
