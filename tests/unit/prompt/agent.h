/* For the tests of events: an agent of pack agentteam, and what compiles its thread. */
#ifndef TESTS_AGENT_H
#define TESTS_AGENT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <agentteam.h>

#include <promptrom/contract.h>
#include <promptrom/documents.h>
#include <promptrom/renderer.h>

enum { AGENT_BLOCKS = 64, AGENT_FILES = 4 };

/* A thread that starts; tests change what they are about. */
typedef struct agent {
    agentteam_thread_start_args args;
    agentteam_agents_row        files[AGENT_FILES];
    agentteam_identity_cuts_row cut;
    prm_descriptor              event;
    prm_bundle_block            blocks[AGENT_BLOCKS];
    prm_bundle                  bundle;
    prm_event_error             error;
    uint64_t                    max_tokens;
} agent;

static inline void agent_begin(agent *a)
{
    memset(a, 0, sizeof *a);
    a->event.event_type = PRM_ON_THREAD_START;
    a->event.event_id = prm_cstr("e-1");
    a->event.agent_id = prm_cstr("agent-1");
    a->event.channel_type = prm_cstr("agentteam");
    a->args.agent_name = prm_cstr("Ada");
    a->args.team_name = prm_cstr("Harbour");
    a->args.workspace = prm_cstr("/srv/agents/ada");
    a->args.identity = prm_cstr("I look after the build.");
    a->args.identity_version = prm_cstr("v1");
    a->args.description = prm_cstr("Keeps the build green.");
    a->files[0].path = prm_cstr("AGENTS.md");
    a->files[0].version = prm_cstr("a1");
    a->files[0].text = prm_cstr("Use tabs.");
    a->args.agents = agentteam_agents_array(a->files, 1);
    agentteam_thread_start_name(&a->args, AGENTTEAM_RUNTIME_CODEX);
    a->bundle = prm_bundle_make(a->blocks, AGENT_BLOCKS);
}

static inline prm_status agent_compile(agent *a)
{
    return prm_compile(&agentteam_plans, &agentteam_pack, &a->event, &a->args, a->max_tokens, &a->bundle, &a->error);
}

static inline bool same_text(prm_text text, const char *expected)
{
    return text.data && text.size == strlen(expected) && memcmp(text.data, expected, text.size) == 0;
}

/* The block of a slot that is there, or NULL. */
static inline const prm_bundle_block *agent_block(const agent *a, const char *id)
{
    size_t i;

    for (i = 0; i < a->bundle.count; i++)
        if (same_text(prm_plan_text(&agentteam_plans, a->bundle.blocks[i].info->id), id))
            return &a->bundle.blocks[i];
    return NULL;
}

/* A sink that keeps everything. */
typedef struct kept {
    char   bytes[65536];
    size_t size;
    size_t calls;
    size_t fail_at;      /* the call that fails, from 1; 0: none */
} kept;

static inline int keep(void *context, const char *data, size_t size)
{
    kept *const k = context;

    if (++k->calls == k->fail_at)
        return 7;
    assert_true(size <= sizeof k->bytes - k->size);
    memcpy(k->bytes + k->size, data, size);
    k->size += size;
    return 0;
}

#endif
