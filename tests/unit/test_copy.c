/* Stretches of every size, one behind the other, as plain slots and walks copy them. */
#include "support.h"

typedef struct {
    prm_text one, other;
} inputs;

enum { ONE, OTHER, INPUTS };
enum { SLOT, ASSEMBLY };
enum { LONGEST = 70, MANY = 100 };

static draft d;
static inputs args;
static char letters[LONGEST + 1], expected[RESULT_MAX];

/* Every byte differs from its neighbours, so that none can stand for another. */
static void write_letters(void)
{
    size_t i;

    for (i = 0; i < LONGEST; i++)
        letters[i] = (char)('!' + i % 89);
}

static void begin_draft(void)
{
    unsigned any;

    write_letters();
    draft_begin(&d, true);
    any = draft_trait(&d, PRM_NO_LIMIT, PRM_NO_SEGMENT);
    draft_field(&d, offsetof(inputs, one), PRM_FIELD_TEXT, 0, any);
    draft_field(&d, offsetof(inputs, other), PRM_FIELD_TEXT, 0, any);
}

/* A slot, and an assembly around it. */
static void draft_slot(const char *literal)
{
    begin_draft();
    draft_entry(&d, PRM_ENTRY_PLAIN, 0, INPUTS);
    draft_value(&d, literal, ONE);
    draft_value(&d, literal, OTHER);
    draft_text(&d, 0, literal);
    draft_end(&d);
    draft_entry(&d, 0, 0, INPUTS);
    draft_op(&d, PRM_OP_CALL, 0, SLOT);
    draft_end(&d);
}

static void check_sizes(size_t literal, size_t one, size_t other)
{
    char text[LONGEST + 1] = "";

    write_letters();
    memcpy(text, letters, literal);
    draft_slot(text);
    args.one = prm_bytes(letters, one);
    args.other = prm_bytes(letters + LONGEST - other, other);
    sprintf(expected, "%s%.*s%s%.*s%s", text, (int)one, args.one.data, text, (int)other, args.other.data, text);
    check_both(&d.pack, SLOT, &args, expected);
    check_both(&d.pack, ASSEMBLY, &args, expected);
}

static void sizes(void **state)
{
    size_t size;

    (void)state;
    for (size = 0; size <= LONGEST; size++) {
        check_sizes(size, 1, LONGEST - size);
        check_sizes(2, size, 3);
        check_sizes(0, size, 0);
    }
}

/* Slots of more segments than those that are written without a walk. */
static void many_segments(void **state)
{
    int count, i;

    (void)state;
    args.one = prm_cstr("one");
    args.other = prm_cstr("");
    for (count = 40; count <= MANY; count++) {
        begin_draft();
        draft_entry(&d, PRM_ENTRY_PLAIN, 0, INPUTS);
        for (i = 0; i < count; i++)
            draft_value(&d, i % 3 == 0 ? "" : ".", i % 2 == 0 ? ONE : OTHER);
        draft_end(&d);
        for (expected[0] = '\0', i = 0; i < count; i++)
            strcat(strcat(expected, i % 3 == 0 ? "" : "."), i % 2 == 0 ? "one" : "");
        check_both(&d.pack, SLOT, &args, expected);
    }
}

/* An empty value is one, as long as it is there. */
static void no_limit_is_too_low_for_nothing(void **state)
{
    (void)state;
    draft_slot("-");
    d.traits[0].limit = 0;
    args.one = args.other = prm_cstr("");
    check_both(&d.pack, SLOT, &args, "---");
    args.other = prm_cstr("x");
    check_fails(&d.pack, SLOT, &args, PRM_TEXT, at_value(PRM_TOO_LONG, SLOT, OTHER, OTHER));
    check_fails(&d.pack, SLOT, &args, PRM_JSON, at_value(PRM_TOO_LONG, SLOT, OTHER, OTHER));
    args.other = prm_bytes(NULL, 0);
    check_fails(&d.pack, SLOT, &args, PRM_TEXT, at_value(PRM_MISSING, SLOT, OTHER, OTHER));
}

/* The map is followed by those of other slots, but an operation has no bits for them. */
static void many_fields(void **state)
{
    (void)state;
    draft_slot("-");
    while (d.pack.field_count < DRAFT_FIELDS)
        draft_field(&d, offsetof(inputs, other), PRM_FIELD_TEXT, 0, 0);
    args.one = prm_cstr("one");
    args.other = prm_cstr("other");
    check_both(&d.pack, SLOT, &args, "-one-other-");
    d.segments[0][0].op |= PRM_OP_QUOTED;
    check(&d.pack, SLOT, &args, "-one-other-");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes),
        cmocka_unit_test(many_segments),
        cmocka_unit_test(no_limit_is_too_low_for_nothing),
        cmocka_unit_test(many_fields)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
