#include "support.h"

#include <context.h>
#include <promptrom/context.h>
#include <promptrom/spill.h>

/* ---- slots and their arguments ---- */

static const prm_member members[] = {
    { "omitted_bytes", offsetof(prm_spill_notice, omitted_bytes), true },
    { "location", offsetof(prm_spill_notice, location), false },
    { "hint", offsetof(prm_spill_notice, hint), false }
};

static prm_slot slot_of(const prm_pack *pack, prm_id id)
{
    prm_slot slot;

    slot.pack = pack;
    slot.id = id;
    return slot;
}

/* problem: some words of it, or NULL if the slot is good. */
static void check_slot(prm_slot slot, const prm_member *list, size_t count, const char *problem)
{
    const prm_status expected = problem ? PRM_BAD_CONFIG : PRM_OK;
    prm_context_report report;

    assert_int_equal(prm_slot_check(slot, list, count, "notice", &report), expected);
    assert_int_equal(prm_slot_check(slot, list, count, "notice", NULL), expected);
    assert_int_equal(report.status, expected);
    if (problem == NULL)
        return;
    assert_string_equal(report.member, "notice");
    if (strstr(report.problem, problem) == NULL)
        fail_msg("%s", report.problem);
}

static void slots_of_the_pack(void **state)
{
    const prm_slot notice = slot_of(&context_pack, CONTEXT_SPILL_NOTICE_ID);
    prm_member list[3];
    size_t i;

    (void)state;
    check_slot(notice, members, 3, NULL);
    check_slot(slot_of(&context_pack, CONTEXT_PRUNER_MARKER_ID), members, 0, NULL);
    check_slot(slot_of(NULL, 0), members, 3, "no slot");
    check_slot(slot_of(&context_pack, context_pack.public_count), members, 3, "of this id");
    check_slot(slot_of(&context_pack, 0xFFFFFFFF), members, 3, "of this id");
    check_slot(notice, members, 2, "number of placeholders");
    check_slot(slot_of(&context_pack, CONTEXT_PRUNER_MARKER_ID), members, 3, "number of placeholders");
    for (i = 0; i < 3; i++) {
        memcpy(list, members, sizeof list);
        list[i].offset += sizeof(void *);
        check_slot(notice, list, 3, "not the argument");
        list[i] = members[i];
        list[i].is_integer = !list[i].is_integer;
        check_slot(notice, list, 3, "not the argument");
        list[i] = members[i];
        list[i].name = "other";
        check_slot(notice, list, 3, "not the argument");
        list[i].name = "";
        check_slot(notice, list, 3, "not the argument");
    }
    memcpy(list, members, sizeof list);
    list[2].name = "hints";
    check_slot(notice, list, 3, "not the argument");
    list[2].name = "hin";
    check_slot(notice, list, 3, "not the argument");
}

/* A slot without names, and an overlay of it. */
static void stripped_packs(void **state)
{
    static draft d, overlay;
    static const unsigned kinds[] = {
        PRM_FIELD_RANGED, PRM_FIELD_FENCED, PRM_FIELD_FLAG, PRM_FIELD_CONSTANT, PRM_FIELD_JSON, PRM_FIELD_CHOICE
    };
    uint16_t trait, field;
    size_t i;

    (void)state;
    draft_begin(&d, false);
    trait = draft_trait(&d, PRM_NO_LIMIT, PRM_NO_SEGMENT);
    field = draft_field(&d, offsetof(prm_spill_notice, omitted_bytes), PRM_FIELD_INTEGER, 0, trait);
    (void)draft_field(&d, offsetof(prm_spill_notice, location), PRM_FIELD_TEXT, 0, trait);
    (void)draft_field(&d, offsetof(prm_spill_notice, hint), PRM_FIELD_TEXT, 0, trait);
    (void)draft_entry(&d, PRM_ENTRY_PLAIN, field, 3);
    draft_value(&d, "left out: ", 0);
    draft_end(&d);
    draft_overlay(&overlay, &d.pack, false);
    check_slot(slot_of(&d.pack, 0), members, 3, NULL);
    check_slot(slot_of(&overlay.pack, 0), members, 3, NULL);
    d.pack.version++;
    check_slot(slot_of(&overlay.pack, 0), members, 3, "another version");
    d.pack.version--;
    for (i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        d.fields[0].kind = (uint16_t)(kinds[i] | (unsigned)trait << PRM_FIELD_TRAIT);
        check_slot(slot_of(&overlay.pack, 0), members, 3, i == 0 ? NULL : "not the argument");
    }
    d.fields[0].kind = (uint16_t)(PRM_FIELD_INTEGER | 1u << PRM_FIELD_LEVEL);     /* of a row */
    check_slot(slot_of(&d.pack, 0), members, 3, "not the argument");
    d.fields[0].kind = PRM_FIELD_INTEGER;
    d.fields[1].kind = PRM_FIELD_FENCED;
    check_slot(slot_of(&d.pack, 0), members, 3, NULL);
    d.pack.field_count = 2;                                                       /* damaged */
    check_slot(slot_of(&d.pack, 0), members, 3, "number of placeholders");
}

/* ---- fixed texts ---- */

static void fixed_texts(void **state)
{
    static draft d;
    char buffer[16];
    prm_text text;

    (void)state;
    draft_begin(&d, false);
    (void)draft_entry(&d, PRM_ENTRY_PLAIN, 0, 0);
    draft_text(&d, 0, "one stretch");
    draft_end(&d);
    (void)draft_entry(&d, PRM_ENTRY_PLAIN, 0, 0);
    draft_text(&d, 0, "and ");
    draft_text(&d, 0, "then two");
    draft_end(&d);
    (void)draft_entry(&d, PRM_ENTRY_PLAIN, 0, 0);
    draft_end(&d);

    assert_int_equal(prm_fixed_text(&d.pack, 0, NULL, 0, &text), PRM_OK);
    assert_int_equal(text.size, 11);
    assert_ptr_equal(text.data, d.pool);
    assert_int_equal(prm_fixed_text(&d.pack, 1, NULL, 0, &text), PRM_NO_SPACE);
    assert_null(text.data);
    assert_int_equal(text.size, 12);
    assert_int_equal(prm_fixed_text(&d.pack, 1, buffer, 12, &text), PRM_NO_SPACE);
    assert_int_equal(prm_fixed_text(&d.pack, 1, buffer, 13, &text), PRM_OK);
    assert_ptr_equal(text.data, buffer);
    assert_int_equal(text.size, 12);
    assert_string_equal(buffer, "and then two");
    assert_int_equal(prm_fixed_text(&d.pack, 2, NULL, 0, &text), PRM_OK);
    assert_non_null(text.data);                                                    /* empty is not missing */
    assert_int_equal(text.size, 0);
}

static void no_fixed_texts(void **state)
{
    prm_text text;

    (void)state;
    assert_int_equal(prm_fixed_text(NULL, 0, NULL, 0, &text), PRM_BAD_ARGUMENT);
    assert_null(text.data);
    assert_int_equal(prm_fixed_text(&context_pack, context_pack.public_count, NULL, 0, &text), PRM_BAD_ID);
    assert_null(text.data);
    assert_int_equal(prm_fixed_text(&context_pack, CONTEXT_SPILL_NOTICE_ID, NULL, 0, &text), PRM_BAD_ARGUMENT);
    assert_null(text.data);
}

static void marker_of_the_pack(void **state)
{
    static const char expected[] = "\n\n[... tool result middle pruned ...]\n\n";
    prm_text text;

    (void)state;
    assert_int_equal(prm_fixed_text(&context_pack, CONTEXT_PRUNER_MARKER_ID, NULL, 0, &text), PRM_OK);
    assert_int_equal(text.size, 39);
    assert_memory_equal(text.data, expected, 39);
}

/* ---- messages from a source ---- */

static int fill(void *context, size_t position, prm_message *message)
{
    message->role = PRM_ROLE_TOOL;
    message->blocks = NULL;
    message->count = position;
    return position == 3 ? *(int *)context : 0;
}

static int fill_nothing(void *context, size_t position, prm_message *message)
{
    (void)context;
    (void)position;
    (void)message;
    return 0;
}

/* A source that forgets to fill in a message has shown an empty one, not whatever lay there. */
static void a_source_that_fills_nothing(void **state)
{
    prm_messages messages;
    prm_message message, nothing;

    (void)state;
    memset(&messages, 0, sizeof messages);
    messages.count = 1;
    messages.source = fill_nothing;
    memset(&message, 0x77, sizeof message);
    memset(&nothing, 0, sizeof nothing);
    assert_int_equal(prm_message_at(&messages, 0, &message, NULL), PRM_OK);
    assert_memory_equal(&message, &nothing, sizeof message);
}

static void sources(void **state)
{
    prm_message two[2];
    prm_messages messages;
    prm_message message;
    prm_context_report report;
    int code = 7;

    (void)state;
    memset(two, 0, sizeof two);
    two[1].role = PRM_ROLE_ASSISTANT;
    memset(&messages, 0, sizeof messages);
    messages.data = two;
    messages.count = 2;
    assert_int_equal(prm_message_at(&messages, 1, &message, &report), PRM_OK);
    assert_memory_equal(&message, &two[1], sizeof message);
    messages.data = NULL;
    messages.count = 4;
    messages.source = fill;
    messages.context = &code;
    assert_int_equal(prm_message_at(&messages, 2, &message, &report), PRM_OK);
    assert_int_equal(report.status, PRM_OK);
    assert_int_equal(report.position, SIZE_MAX);
    assert_int_equal(message.count, 2);
    assert_int_equal(prm_message_at(&messages, 3, &message, &report), PRM_CALL_FAILED);
    assert_int_equal(report.code, 7);
    assert_int_equal(report.position, 3);
    assert_string_equal(report.member, "source");
    assert_int_equal(prm_message_at(&messages, 3, &message, NULL), PRM_CALL_FAILED);
}

static void phrases(void **state)
{
    (void)state;
    assert_string_equal(prm_status_text(PRM_BAD_CONFIG), "bad configuration");
    assert_string_equal(prm_status_text(PRM_CALL_FAILED), "a callback failed");
    assert_string_equal(prm_status_text(PRM_BAD_LOG), "corrupt log");
    assert_string_equal(prm_status_text((prm_status)(PRM_BAD_CONFIG - 1)), "unknown status");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slots_of_the_pack),
        cmocka_unit_test(stripped_packs),
        cmocka_unit_test(fixed_texts),
        cmocka_unit_test(no_fixed_texts),
        cmocka_unit_test(marker_of_the_pack),
        cmocka_unit_test(a_source_that_fills_nothing),
        cmocka_unit_test(sources),
        cmocka_unit_test(phrases)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
