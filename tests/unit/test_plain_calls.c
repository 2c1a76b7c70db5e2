/* Which slots are rendered without a walk: those that may be are, and those that may not are left to it. */
#include "support.h"

#include <inttypes.h>

#include "plain.h"
#include "range.h"

#ifndef PRM_SMALL

typedef struct {
    prm_text    text;
    prm_integer number;
} inputs;

static draft d;
static inputs args;
static prm_call call;

/* Slot 0: "<", the value of one field, ">". All fields are of one kind, the first one and those from 256 on texts.
 * Slot 1, without a segment and a field, is the last one. */
static void draft_slot(unsigned kind, unsigned fields, unsigned op)
{
    unsigned i, any, range;

    draft_begin(&d, true);
    any = draft_trait(&d, PRM_NO_LIMIT, PRM_NO_SEGMENT);
    range = draft_trait(&d, 0, PRM_NO_SEGMENT);
    draft_trait(&d, 5, 0);
    draft_trait(&d, 120, 0);
    for (i = 0; i < fields; i++) {
        const bool text = i == 0 || i > PRM_OP_INPUT || kind == PRM_FIELD_TEXT;
        draft_field(&d, text ? offsetof(inputs, text) : offsetof(inputs, number), text ? PRM_FIELD_TEXT : kind, 0,
                    kind == PRM_FIELD_RANGED ? range : any);
    }
    draft_entry(&d, PRM_ENTRY_PLAIN, 0, 1);
    draft_text(&d, op, "<");
    draft_text(&d, 0, ">");
    draft_end(&d);
    draft_entry(&d, PRM_ENTRY_PLAIN, d.pack.field_count, 0);
    draft_end(&d);
    args.text = prm_cstr("text");
    args.number = prm_int(42);
    memset(&call, 0, sizeof call);
    call.pack = &d.pack;
    call.args = &args;
}

/* Whether the slot is rendered without a walk in all three ways, which agree. */
static bool is_plain(const char *expected)
{
    char buffer[64];
    prm_text list[64];
    size_t size = 0, used = 0, i;
    bool plain;

    call.buffer = NULL;
    call.capacity = 0;
    plain = prm_plain_size(&call, &size);
    if (plain)
        assert_int_equal(size, strlen(expected));
    assert_int_equal(prm_plain_list(&call, list, 64, &used, &size), plain);
    buffer[0] = '\0';
    for (i = 0; i < used; i++) {
        assert_true(list[i].size > 0);
        strncat(buffer, list[i].data, list[i].size);
    }
    assert_string_equal(buffer, plain ? expected : "");
    call.buffer = buffer;
    call.capacity = sizeof buffer;
    assert_int_equal(prm_plain_render(&call, buffer, &size), plain ? PRM_OK : PRM_END);
    assert_string_equal(buffer, plain ? expected : "");
    return plain;
}

static void texts(void **state)
{
    (void)state;
    draft_slot(PRM_FIELD_TEXT, 1, PRM_OP_VALUE);
    assert_true(is_plain("<text>"));
    d.traits[0].limit = 4;
    assert_true(is_plain("<text>"));
    d.traits[0].limit = 3;
    assert_false(is_plain(""));
    args.text.size = 0;
    assert_true(is_plain("<>"));
    args.text.data = NULL;
    assert_false(is_plain(""));
}

static void integers(void **state)
{
    (void)state;
    draft_slot(PRM_FIELD_INTEGER, 2, PRM_OP_VALUE | 1);
    assert_true(is_plain("<42>"));
    args.number = prm_uint(UINT64_MAX);
    assert_true(is_plain("<18446744073709551615>"));
    args.number.size = 21;
    assert_false(is_plain(""));
    args.number.size = 0;
    assert_false(is_plain(""));
}

static void set_end(unsigned trait, uint64_t number)
{
    d.traits[trait].limit = (uint32_t)number;
    d.traits[trait].standby = (uint32_t)(number >> 32);
}

/* What is told at a glance is true, and the slot is plain just where it is. */
static void check_number(uint64_t number, uint64_t least, uint64_t greatest)
{
    char expected[32];
    bool sure;

    sprintf(expected, "<%" PRIu64 ">", number);
    args.number = prm_uint(number);
    sure = prm_surely_in_range(&d.traits[1], args.number.digits, args.number.size);
    assert_true(!sure || (least <= number && number <= greatest));
    assert_int_equal(is_plain(sure ? expected : ""), sure);
}

/* The ends, what lies next to them, and the first and the last number of each length. */
static void check_range(uint64_t least, uint64_t greatest)
{
    uint64_t power, i;

    set_end(2, least);
    set_end(3, greatest);
    for (i = 0; i < 3; i++) {
        check_number(least + i - 1, least, greatest);
        check_number(greatest + i - 1, least, greatest);
    }
    for (i = 0, power = 1; i < 20; i++, power *= 10) {
        check_number(power - 1, least, greatest);
        check_number(power, least, greatest);
    }
}

static void ranges(void **state)
{
    static const uint64_t ends[] = { 0, 1, 5, 99999998, 99999999, 100000000, UINT64_C(0x100000000), UINT64_MAX };
    const size_t count = sizeof ends / sizeof *ends;
    uint32_t random = 1;
    size_t i, j;

    (void)state;
    draft_slot(PRM_FIELD_RANGED, 2, PRM_OP_VALUE | 1);
    for (i = 0; i < count; i++)
        for (j = i; j < count; j++)
            check_range(ends[i], ends[j]);
    for (i = 0; i < 300; i++) {
        random = random * 1664525 + 1013904223;
        check_range(random % 100000000 >> i % 27, random % 100000000 >> i % 27);
    }
    set_end(2, 5);
    set_end(3, 120);
    args.number = prm_int(7);
    d.pack.trait_count = 3;                                     /* without its greatest */
    assert_false(is_plain(""));
}

static void other_kinds(void **state)
{
    unsigned kind;

    (void)state;
    for (kind = 0; kind < 16; kind++) {
        draft_slot(kind, 2, PRM_OP_VALUE | 1);
        args.number = prm_int(7);
        if (kind != PRM_FIELD_TEXT && kind != PRM_FIELD_INTEGER && kind != PRM_FIELD_RANGED)
            assert_false(is_plain(""));
        d.fields[1].kind |= 1u << PRM_FIELD_LEVEL;
        assert_false(is_plain(""));
    }
}

/* Whether it is another slot that is plain. */
static bool is_slot_plain(prm_id id, const char *expected)
{
    call.id = id;
    return is_plain(expected);
}

static void slots(void **state)
{
    (void)state;
    draft_slot(PRM_FIELD_TEXT, 1, PRM_OP_VALUE);
    assert_true(is_slot_plain(1, ""));
    d.pack.entry_count = 1;
    assert_false(is_slot_plain(1, ""));
    d.pack.entry_count = 2;
    d.pack.public_count = 1;
    assert_false(is_slot_plain(1, ""));
    d.entries[0].flags |= PRM_ENTRY_REQUEST;
    assert_false(is_slot_plain(0, ""));
    d.entries[0].flags = PRM_ENTRY_PLAIN | PRM_ENTRY_HIDDEN;
    assert_false(is_slot_plain(0, ""));
    d.entries[0].flags = 0;
    assert_false(is_slot_plain(0, ""));
    d.entries[0].flags = PRM_ENTRY_PLAIN;
    assert_true(is_slot_plain(0, "<text>"));
    d.pack.base = &d.pack;
    assert_false(is_slot_plain(0, ""));
    d.pack.base = NULL;
    d.pack.version++;
    assert_false(is_slot_plain(0, ""));
    call.pack = NULL;
    assert_false(is_slot_plain(0, ""));
}

static void tables(void **state)
{
    (void)state;
    draft_slot(PRM_FIELD_INTEGER, 3, PRM_OP_VALUE);
    d.entries[0].field = 1;
    assert_true(is_plain("<42>"));
    d.pack.field_count = 1;
    assert_false(is_plain(""));
    d.pack.field_count = 0;
    assert_false(is_plain(""));
    d.pack.field_count = 2;
    d.segments[0][0].op++;
    assert_false(is_plain(""));
    draft_slot(PRM_FIELD_TEXT, 1, PRM_OP_VALUE);
    d.pack.trait_count = 0;
    assert_false(is_plain(""));
    draft_slot(PRM_FIELD_TEXT, 1, PRM_OP_VALUE);
    d.entries[0].first = 1;
    assert_false(is_plain(""));
    d.entries[0].first = 3;
    assert_false(is_plain(""));
    draft_slot(PRM_FIELD_TEXT, 1, PRM_OP_VALUE);
    d.pack.pool_size = d.segments[0][1].offset + 1;
    assert_true(is_plain("<text>"));
    d.pack.pool_size--;
    assert_false(is_plain(""));
}

static void no_arguments(void **state)
{
    (void)state;
    draft_slot(PRM_FIELD_TEXT, 1, 0);
    call.args = NULL;
    assert_false(is_plain(""));
    d.entries[0].inputs = 0;
    assert_true(is_plain("<>"));
    d.segments[0][0].op = PRM_OP_VALUE;
    assert_false(is_plain(""));
}

static void formats(void **state)
{
    (void)state;
    draft_slot(PRM_FIELD_TEXT, 1, PRM_OP_VALUE);
    call.format = PRM_TEXT_REPAIR;
    assert_false(is_plain(""));
    call.format = (prm_format)4;
    assert_false(is_plain(""));
    call.format = PRM_JSON_REPAIR;
    assert_true(is_plain("<text>"));
    call.format = PRM_JSON;
    assert_true(is_plain("<text>"));
    args.text.size = 1;
    assert_true(is_plain("<t>"));
    args.text.size = 0;
    assert_true(is_plain("<>"));
    d.pack.segments[1] = NULL;
    assert_false(is_plain(""));
    call.format = PRM_TEXT;
    assert_true(is_plain("<>"));
}

/* A value that is to be escaped: where its bytes are asked for as they come out, only a walk gives them. */
static void escaped_values(void **state)
{
    char buffer[16];
    size_t size;

    (void)state;
    draft_slot(PRM_FIELD_TEXT, 1, PRM_OP_VALUE);
    call.format = PRM_JSON;
    args.text = prm_cstr("\"");
    assert_false(is_plain(""));
    args.text = prm_cstr("\xFF");
    assert_false(is_plain(""));
    call.buffer = buffer;
    call.capacity = sizeof buffer;
    call.raw = true;
    assert_int_equal(prm_plain_render(&call, buffer, &size), PRM_END);
    call.format = PRM_JSON_REPAIR;
    assert_int_equal(prm_plain_render(&call, buffer, &size), PRM_OK);
    assert_int_equal(size, 5);
    assert_string_equal(buffer, "<\xEF\xBF\xBD>");
    call.format = PRM_JSON;
    args.text = prm_cstr("\"");
    assert_int_equal(prm_plain_render(&call, buffer, &size), PRM_OK);
    assert_int_equal(size, 4);
    assert_string_equal(buffer, "<\\\">");
}

/* Up to so many segments; lists may be longer. */
static void many_segments(void **state)
{
    char buffer[64];
    size_t size, i;

    (void)state;
    draft_slot(PRM_FIELD_TEXT, 1, 0);
    (void)draft_entry(&d, PRM_ENTRY_PLAIN, 0, 0);
    for (i = 0; i < PRM_PLAIN_ROOM; i++)
        (void)draft_text(&d, 0, "a");
    draft_end(&d);
    call.id = 2;
    assert_true(is_plain("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"));
    (void)draft_text(&d, 0, "a");
    draft_end(&d);
    call.buffer = buffer;
    call.capacity = sizeof buffer;
    assert_int_equal(prm_plain_render(&call, buffer, &size), PRM_END);
}

/* An operation has one byte for its input. */
static void many_inputs(void **state)
{
    (void)state;
    draft_slot(PRM_FIELD_INTEGER, 256, PRM_OP_VALUE | 254);
    assert_true(is_plain("<42>"));
    draft_slot(PRM_FIELD_INTEGER, 256, PRM_OP_VALUE | 255);
    assert_true(is_plain("<42>"));
    d.pack.field_count = 255;
    assert_false(is_plain(""));
    draft_slot(PRM_FIELD_INTEGER, DRAFT_FIELDS, PRM_OP_VALUE | 255);
    assert_true(is_plain("<42>"));
    draft_slot(PRM_FIELD_INTEGER, DRAFT_FIELDS, PRM_OP_QUOTED);
    assert_false(is_plain(""));
    draft_slot(PRM_FIELD_INTEGER, DRAFT_FIELDS, PRM_OP_QUOTED | PRM_OP_VALUE);
    assert_false(is_plain(""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts), cmocka_unit_test(integers), cmocka_unit_test(ranges), cmocka_unit_test(other_kinds),
        cmocka_unit_test(slots), cmocka_unit_test(tables), cmocka_unit_test(no_arguments), cmocka_unit_test(formats),
        cmocka_unit_test(escaped_values), cmocka_unit_test(many_segments), cmocka_unit_test(many_inputs)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void)
{
    print_message("not run: small libraries walk through all slots\n");
    return 0;
}

#endif
