/* Texts that end in the beginning of a tag: which ones a fenced value behind them could complete. */
#include "support.h"

#include "opening.h"

static draft d;

/* A pack with a fenced field for each of the two tags, and another field before them. */
static void begin(const char *first, const char *second)
{
    unsigned fenced[2];

    draft_begin(&d, false);
    draft_text(&d, 0, first);
    draft_text(&d, 0, second);
    fenced[0] = draft_trait(&d, PRM_NO_LIMIT, PRM_NO_SEGMENT);
    draft_trait(&d, 0, PRM_NO_SEGMENT);
    fenced[1] = draft_trait(&d, PRM_NO_LIMIT, PRM_NO_SEGMENT);
    draft_trait(&d, 1, PRM_NO_SEGMENT);
    draft_field(&d, 0, PRM_FIELD_TEXT, 0, fenced[0]);
    draft_field(&d, 0, PRM_FIELD_FENCED, 0, fenced[0]);
    draft_field(&d, 0, PRM_FIELD_FENCED, 0, fenced[1]);
}

static prm_opening behind(prm_opening_origin origin, const char *text)
{
    prm_opening o;

    prm_opening_start(&o, origin);
    prm_opening_add(&o, text, strlen(text));
    return o;
}

/* expected: the fields, 1 and 2, that could complete the tag, as bits. */
static void check_opening(const char *text, unsigned expected)
{
    prm_opening o = behind(PRM_OPENING_NOWHERE, text);
    size_t i;

    if ((prm_opening_for(&o, &d.pack, 1) ? 1u : 0) + (prm_opening_for(&o, &d.pack, 2) ? 2u : 0) != expected)
        fail_msg("%s", text);
    assert_int_equal(prm_opening_for_any(&o, &d.pack), expected != 0);
    prm_opening_start(&o, PRM_OPENING_NOWHERE);        /* byte by byte it is the same */
    for (i = 0; text[i] != '\0'; i++)
        prm_opening_add(&o, text + i, 1);
    assert_int_equal(prm_opening_for_any(&o, &d.pack), expected != 0);
}

static void openings(void **state)
{
    (void)state;
    begin("tag", "tiger");
    check_opening("", 0);
    check_opening("tag", 0);
    check_opening("<", 3);
    check_opening("a <", 3);
    check_opening("<t", 3);
    check_opening("<T", 3);
    check_opening("<ta", 1);
    check_opening("<tI", 2);
    check_opening("<tag", 1);
    check_opening("<tagg", 0);
    check_opening("<tiger", 2);
    check_opening("<x", 0);
    check_opening("<ag", 0);                           /* not where a name ends only */
    check_opening("<g", 0);
    check_opening("<@", 0);
    check_opening("< \t\n\f\rt", 3);
    check_opening("</", 3);
    check_opening("< / ti", 2);
    check_opening("<//", 0);
    check_opening("</ /t", 0);
    check_opening("<t ", 0);
    check_opening("<t/", 0);
    check_opening("<ta<t", 3);
    check_opening("<x<", 3);
    check_opening("<\v", 0);
    begin("AZaz", "azAZ");
    check_opening("<azA", 3);
    check_opening("<AZAZ", 3);
    check_opening("<`", 0);
    check_opening("<[", 0);
}

/* The first field of a pack counts as well. */
static void first_field(void **state)
{
    prm_opening o;

    (void)state;
    begin("tag", "tiger");
    d.fields[0] = d.fields[1];
    d.pack.field_count = 1;
    o = behind(PRM_OPENING_NOWHERE, "<ta");
    assert_true(prm_opening_for_any(&o, &d.pack));
    d.pack.field_count = 0;
    assert_false(prm_opening_for_any(&o, &d.pack));
}

/* A name of 64 bytes is remembered, a longer one completes nothing. */
static void long_names(void **state)
{
    char text[PRM_OPENING_NAME + 3], tag[PRM_OPENING_NAME + 2];

    (void)state;
    memset(tag, 'x', sizeof tag);
    tag[PRM_OPENING_NAME + 1] = '\0';
    begin(tag, "y");
    memset(text, 'x', sizeof text);
    text[0] = '<';
    text[PRM_OPENING_NAME + 1] = '\0';
    check_opening(text, 1);
    text[PRM_OPENING_NAME + 1] = 'x';
    text[PRM_OPENING_NAME + 2] = '\0';
    check_opening(text, 0);
}

/* What stands before may have begun the tag, and read some of its name already. */
static void openings_ahead(void **state)
{
    prm_opening o;

    (void)state;
    begin("tag", "tiger");
    o = behind(PRM_OPENING_AHEAD, "");
    assert_true(prm_opening_for(&o, &d.pack, 1) && prm_opening_for(&o, &d.pack, 2));
    o = behind(PRM_OPENING_AHEAD, "g");
    assert_true(prm_opening_for(&o, &d.pack, 1) && prm_opening_for(&o, &d.pack, 2));
    o = behind(PRM_OPENING_AHEAD, "ag");
    assert_true(prm_opening_for(&o, &d.pack, 1) && !prm_opening_for(&o, &d.pack, 2));
    o = behind(PRM_OPENING_AHEAD, "ge");
    assert_true(!prm_opening_for(&o, &d.pack, 1) && prm_opening_for(&o, &d.pack, 2));
    assert_true(prm_opening_for_any(&o, &d.pack));
    o = behind(PRM_OPENING_AHEAD, "gt");               /* not beyond the tag, where another one stands */
    assert_false(prm_opening_for_any(&o, &d.pack));
    o = behind(PRM_OPENING_AHEAD, "x");
    assert_false(prm_opening_for_any(&o, &d.pack));
    o = behind(PRM_OPENING_AHEAD, "/ag");              /* a slash stands before the name */
    assert_false(prm_opening_for_any(&o, &d.pack));
    o = behind(PRM_OPENING_AHEAD, " ta");
    assert_true(prm_opening_for(&o, &d.pack, 1));
    o = behind(PRM_OPENING_AHEAD, "a ");
    assert_false(prm_opening_for_any(&o, &d.pack));
}

static void unknown_pieces(void **state)
{
    prm_opening o;

    (void)state;
    begin("tag", "tiger");
    o = behind(PRM_OPENING_NOWHERE, "<t");
    prm_opening_add_unknown(&o, &d.pack);
    assert_int_equal(o.origin, PRM_OPENING_HERE);
    assert_int_equal(o.size, 0);
    assert_false(o.anchored);
    assert_true(prm_opening_for_any(&o, &d.pack));
    o = behind(PRM_OPENING_NOWHERE, "<x");
    prm_opening_add_unknown(&o, &d.pack);
    assert_int_equal(o.origin, PRM_OPENING_NOWHERE);
    o = behind(PRM_OPENING_PART, "");
    prm_opening_add_unknown(&o, &d.pack);
    assert_int_equal(o.origin, PRM_OPENING_PART);
    d.pack.field_count = 1;                            /* no fenced field is left */
    assert_false(prm_opening_for_any(&o, &d.pack));
    d.fields[0] = d.fields[1];                         /* the first is one */
    assert_true(prm_opening_for_any(&o, &d.pack));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(openings), cmocka_unit_test(first_field), cmocka_unit_test(long_names),
        cmocka_unit_test(openings_ahead), cmocka_unit_test(unknown_pieces)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
