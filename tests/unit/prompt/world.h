/* For the tests of the registry: one with room for a little, and checks that take a prompt through all ways out. */
#ifndef TESTS_WORLD_H
#define TESTS_WORLD_H

#include <promptrom/registry.h>
#include "support.h"

typedef struct world {
    prm_registry        registry;
    prm_registry_memory memory;
    prm_scope_entry     scopes[4];
    prm_section_entry   sections[16];
    prm_reference       references[32];
    prm_variable_entry  variables[8];
    prm_tools_entry     providers[4];
    prm_listener_entry  listeners[4];
    prm_prompt          prompt;
    prm_prompt_section  prompt_sections[16];
    prm_prompt_variable prompt_variables[8];
    prm_tool            tools[16];
    prm_text            known[16];
    prm_text            arguments[32];
    prm_registry_report report;
    prm_text            value[8];        /* of variables that test code gives */
    char                message[512];
} world;

static inline void world_memory(world *w)
{
    memset(w, 0, sizeof *w);
    w->memory.scopes = w->scopes;
    w->memory.scope_capacity = 4;
    w->memory.sections = w->sections;
    w->memory.section_capacity = 16;
    w->memory.references = w->references;
    w->memory.reference_capacity = 32;
    w->memory.variables = w->variables;
    w->memory.variable_capacity = 8;
    w->memory.tools = w->providers;
    w->memory.tools_capacity = 4;
    w->memory.listeners = w->listeners;
    w->memory.listener_capacity = 4;
    w->prompt.sections = w->prompt_sections;
    w->prompt.section_capacity = 16;
    w->prompt.variables = w->prompt_variables;
    w->prompt.variable_capacity = 8;
    w->prompt.tools = w->tools;
    w->prompt.tool_capacity = 16;
    w->prompt.known = w->known;
    w->prompt.known_capacity = 16;
    w->prompt.arguments = w->arguments;
    w->prompt.argument_capacity = 32;
}

/* Without an identity; the persona is there and empty. */
static inline void world_begin(world *w)
{
    prm_registry_settings settings = prm_registry_defaults();

    world_memory(w);
    settings.include_identity = false;
    assert_int_equal(prm_registry_start(&w->registry, &w->memory, &settings, &w->report), PRM_OK);
}

static inline prm_scope open_scope(world *w, prm_scope parent, const char *name)
{
    prm_scope scope;

    assert_int_equal(prm_registry_open(&w->registry, parent, prm_cstr(name), &scope, &w->report), PRM_OK);
    return scope;
}

static inline prm_status try_text(world *w, prm_scope scope, const char *name, double order, const char *text)
{
    const prm_section section = prm_section_of(prm_cstr(name), order, prm_from_text(prm_cstr(text)));

    return prm_registry_section(&w->registry, scope, &section, NULL, &w->report);
}

static inline prm_handle add(world *w, prm_scope scope, prm_section section)
{
    prm_handle handle = 0;

    assert_int_equal(prm_registry_section(&w->registry, scope, &section, &handle, &w->report), PRM_OK);
    assert_int_not_equal(handle, 0);
    return handle;
}

static inline prm_handle add_text(world *w, prm_scope scope, const char *name, double order, const char *text)
{
    return add(w, scope, prm_section_of(prm_cstr(name), order, prm_from_text(prm_cstr(text))));
}

/* The value is read at each assembly from *value. */
static inline prm_handle add_variable(world *w, prm_scope scope, const char *name, prm_text *value)
{
    prm_handle handle = 0;

    assert_int_equal(prm_registry_variable(&w->registry, scope, prm_cstr(name), prm_provide_text, value, &handle,
                                           &w->report), PRM_OK);
    return handle;
}

static inline prm_status assemble(world *w, prm_scope scope)
{
    return prm_registry_assemble(&w->registry, scope, NULL, &w->prompt, &w->report);
}

/* ---- every way out ---- */

static inline void check_buffer(world *w, prm_list list, prm_format format, const char *expected, size_t size)
{
    static char buffer[RESULT_MAX + 2], untouched[RESULT_MAX + 2];
    size_t capacity;

    memset(untouched, CANARY, sizeof untouched);
    for (capacity = 0; capacity <= size + 1; capacity++) {
        const prm_status wanted = capacity > size ? PRM_OK : PRM_NO_SPACE;
        memset(buffer, CANARY, sizeof buffer);
        assert_int_equal(prm_prompt_render(&w->prompt, list, format, capacity ? buffer : NULL, capacity, &w->report),
                         wanted);
        assert_int_equal(w->report.size, size);
        if (wanted != PRM_OK) {
            assert_memory_equal(buffer, untouched, sizeof buffer);
            continue;
        }
        assert_memory_equal(buffer, expected, size);
        assert_int_equal(buffer[size], 0);
        assert_int_equal(buffer[size + 1], CANARY);
    }
}

static inline void check_pieces(world *w, prm_list list, prm_format format, const char *expected, size_t size)
{
    static prm_text pieces[RESULT_MAX + 1];
    size_t needed, count;

    assert_int_equal(prm_prompt_gather(&w->prompt, list, format, pieces, RESULT_MAX, &w->report), PRM_OK);
    needed = w->report.pieces;
    check_list(pieces, needed, expected, size);
    for (count = 0; count <= needed; count++) {
        const prm_status wanted = count < needed ? PRM_NO_SPACE : PRM_OK;
        memset(pieces, CANARY, sizeof pieces);
        assert_int_equal(prm_prompt_gather(&w->prompt, list, format, count ? pieces : NULL, count, &w->report),
                         wanted);
        assert_int_equal(w->report.pieces, needed);
        assert_int_equal(*(const unsigned char *)&pieces[count], CANARY);
    }
}

static inline void check_sink(world *w, prm_list list, prm_format format, const char *expected, size_t size)
{
    static recorder r;
    prm_sink sink;
    size_t calls, fail_at;

    sink.write = record;
    sink.context = &r;
    memset(&r, 0, sizeof r);
    assert_int_equal(prm_prompt_emit(&w->prompt, list, format, sink, &w->report), PRM_OK);
    assert_int_equal(r.size, size);
    assert_memory_equal(r.data, expected, size);
    calls = r.calls;
    for (fail_at = 1; fail_at <= calls; fail_at++) {
        memset(&r, 0, sizeof r);
        r.fail_at = fail_at;
        assert_int_equal(prm_prompt_emit(&w->prompt, list, format, sink, &w->report), PRM_SINK_FAILED);
        assert_int_equal(w->report.code, -77);
        assert_int_equal(r.calls, fail_at);
    }
}

/* The cursor lives somewhere else after every call, and where it was is overwritten. */
static inline void check_slices(world *w, prm_list list, prm_format format, const char *expected, size_t size)
{
    prm_prompt_cursor cursors[2];
    prm_prompt_slice slice;
    unsigned turn = 0;
    size_t at = 0;

    assert_int_equal(prm_prompt_open(&cursors[0], &w->prompt, list, format, &w->report), PRM_OK);
    assert_int_equal(w->report.size, size);
    while (prm_prompt_next(&cursors[turn], &slice) == PRM_OK) {
        assert_true(slice.size > 0 && slice.size <= size - at);
        cursors[!turn] = cursors[turn];
        memset(&cursors[turn], CANARY, sizeof cursors[turn]);
        turn = !turn;
        assert_memory_equal(slice.data, expected + at, slice.size);
        at += slice.size;
    }
    assert_int_equal(at, size);
    assert_int_equal(prm_prompt_next(&cursors[turn], &slice), PRM_END);
    assert_int_equal(slice.size, 0);
}

static inline void check_chunks(world *w, prm_list list, prm_format format, const char *expected, size_t size)
{
    static char chunk[RESULT_MAX + 2];
    size_t capacity;

    for (capacity = 1; capacity <= size + 1; capacity++) {
        prm_prompt_cursor cursor;
        size_t at = 0, got = capacity;
        assert_int_equal(prm_prompt_open(&cursor, &w->prompt, list, format, NULL), PRM_OK);
        while (got == capacity) {
            memset(chunk, CANARY, sizeof chunk);
            assert_int_equal(prm_prompt_read(&cursor, chunk, capacity, &got), at < size ? PRM_OK : PRM_END);
            assert_int_equal(got, size - at < capacity ? size - at : capacity);
            assert_memory_equal(chunk, expected + at, got);
            assert_int_equal(chunk[got], CANARY);
            at += got;
        }
        assert_int_equal(at, size);
    }
}

static inline void check_format(world *w, prm_list list, prm_format format, const char *expected, size_t size)
{
    assert_true(size <= RESULT_MAX);
    assert_int_equal(prm_prompt_measure(&w->prompt, list, format, &w->report), PRM_OK);
    assert_int_equal(w->report.size, size);
    check_buffer(w, list, format, expected, size);
    check_pieces(w, list, format, expected, size);
    check_sink(w, list, format, expected, size);
    check_slices(w, list, format, expected, size);
    check_chunks(w, list, format, expected, size);
}

static inline void check_rendered(world *w, prm_list list, const char *expected)
{
    char escaped[RESULT_MAX];

    check_format(w, list, PRM_TEXT, expected, strlen(expected));
    check_format(w, list, PRM_JSON, escaped, naive_escape(escaped, expected, strlen(expected)));
    check_format(w, list, PRM_JSON_REPAIR, escaped, naive_escape(escaped, expected, strlen(expected)));
}

/* The sections of a scope, as text and as JSON. */
static inline void check_prompt(world *w, prm_scope scope, const char *expected)
{
    assert_int_equal(assemble(w, scope), PRM_OK);
    check_rendered(w, PRM_SECTIONS, expected);
}

/* ---- errors ---- */

static inline const char *explained(world *w)
{
    size_t size;

    assert_int_equal(prm_registry_explain(&w->report, w->message, sizeof w->message, &size), PRM_OK);
    assert_int_equal(strlen(w->message), size);
    return w->message;
}

/* The prompt can be assembled, but not rendered, whatever way out is taken. */
static inline void check_unrendered(world *w, prm_scope scope, prm_status status, const char *message)
{
    static recorder r;
    char buffer[64], untouched[64];
    prm_text pieces[64];
    prm_prompt_cursor cursor;
    prm_prompt_slice slice;
    prm_sink sink;
    size_t got;

    assert_int_equal(assemble(w, scope), PRM_OK);
    memset(buffer, CANARY, sizeof buffer);
    memset(untouched, CANARY, sizeof untouched);
    assert_int_equal(prm_prompt_render(&w->prompt, PRM_SECTIONS, PRM_TEXT, buffer, sizeof buffer, &w->report),
                     status);
    assert_memory_equal(buffer, untouched, sizeof buffer);
    assert_string_equal(explained(w), message);
    memset(&r, 0, sizeof r);
    sink.write = record;
    sink.context = &r;
    assert_int_equal(prm_prompt_emit(&w->prompt, PRM_SECTIONS, PRM_TEXT, sink, &w->report), status);
    assert_int_equal(r.calls, 0);
    assert_int_equal(prm_prompt_gather(&w->prompt, PRM_SECTIONS, PRM_JSON, pieces, 64, &w->report), status);
    assert_int_equal(prm_prompt_open(&cursor, &w->prompt, PRM_SECTIONS, PRM_TEXT, NULL), status);
    assert_int_equal(prm_prompt_next(&cursor, &slice), status);
    assert_int_equal(prm_prompt_read(&cursor, buffer, sizeof buffer, &got), status);
    assert_int_equal(got, 0);
    assert_int_equal(prm_prompt_measure(&w->prompt, PRM_SECTIONS, PRM_TEXT, &w->report), status);
    assert_string_equal(explained(w), message);
}

static inline void check_unassembled(world *w, prm_scope scope, prm_status status, const char *message)
{
    assert_int_equal(assemble(w, scope), status);
    assert_string_equal(explained(w), message);
    assert_int_equal(prm_prompt_measure(&w->prompt, PRM_SECTIONS, PRM_TEXT, NULL), PRM_STALE);
}

#endif
