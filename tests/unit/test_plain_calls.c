/* Which slots are rendered without a walk: those that may be are, and those that may not are left to it. */
#include "support.h"

#include "plain.h"
#include "range.h"

#ifndef PRM_SMALL

typedef struct {
    prm_text    text;
    prm_integer number;
} inputs;

static draft d;
static inputs args;

/* "<", the value of one field, ">". All fields are of one kind, the first one and those from 256 on texts. */
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
    args.text = prm_cstr("text");
    args.number = prm_int(42);
}

/* Whether the slot is rendered without a walk in all three ways, which agree. */
static bool is_plain(const char *expected)
{
    char buffer[64];
    prm_call call = { &d.pack, 0, &args, PRM_TEXT, NULL, 0, false };
    prm_text list[3];
    size_t size = 0, used = 0, i;
    const bool plain = prm_plain_size(&call, &size);

    if (plain)
        assert_int_equal(size, strlen(expected));
    assert_int_equal(prm_plain_list(&call, list, 3, &used, &size), plain);
    buffer[0] = '\0';
    for (i = 0; i < used; i++)
        strncat(buffer, list[i].data, list[i].size);
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

static void ranges(void **state)
{
    int number;

    (void)state;
    draft_slot(PRM_FIELD_RANGED, 2, PRM_OP_VALUE | 1);
    for (number = 0; number < 130; number++) {
        char expected[16];
        sprintf(expected, "<%d>", number);
        args.number = prm_int(number);
        assert_int_equal(is_plain(expected), prm_surely_in_range(&d.traits[1], args.number.digits, args.number.size));
    }
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
        cmocka_unit_test(many_inputs)
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
