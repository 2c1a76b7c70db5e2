/* Every kind of value: what it gives, what stands in for it, and how it fails. */
#include "support.h"

#include "value.h"

typedef struct {
    prm_text    text;
    prm_integer integer;
    prm_choice  choice;
    bool        flag;
    prm_rows    rows;
    prm_text    json;
} values;

enum { TEXT, INTEGER, CHOICE, FLAG, ROWS, JSON, INPUTS };    /* placeholders of entry 0, which shows one of them */

static draft d;
static values args;

/* A pack whose only slot is "<", the value of one field, ">". trait as given, written after the standby texts. */
static void draft_one(unsigned input, unsigned kind, uint32_t limit, uint32_t standby)
{
    static const uint16_t offsets[] = {
        offsetof(values, text), offsetof(values, integer), offsetof(values, choice), offsetof(values, flag),
        offsetof(values, rows), offsetof(values, json)
    };
    unsigned i, trait;

    draft_begin(&d, true);
    trait = draft_trait(&d, limit, standby);
    draft_trait(&d, kind == PRM_FIELD_RANGED ? 5 : 4, 0);    /* of fences: segment 4 is the tag's name */
    draft_trait(&d, 120, 0);
    for (i = 0; i < INPUTS; i++)
        draft_field(&d, offsets[i], i == input ? kind : (unsigned)PRM_FIELD_TEXT, 0, trait);
    draft_text(&d, 0, "-5");                   /* segments 0 and 1: numbers; 2 and 3: names */
    draft_text(&d, 0, "120");
    draft_text(&d, 0, "the \"first\"");
    draft_text(&d, 0, "second");
    draft_text(&d, 0, "tag");
    draft_text(&d, 0, "default\n");            /* 5 */
    draft_entry(&d, PRM_ENTRY_PLAIN, 0, INPUTS);
    draft_value(&d, "<", input);
    draft_text(&d, 0, ">");
    draft_end(&d);
    memset(&args, 0, sizeof args);
}

static void check_one_fails(prm_status status, unsigned input)
{
    check_fails(&d.pack, 0, &args, PRM_TEXT, at_value(status, 0, input, input));
    check_fails(&d.pack, 0, &args, PRM_JSON, at_value(status, 0, input, input));
}

static void texts(void **state)
{
    (void)state;
    draft_one(TEXT, PRM_FIELD_TEXT, 5, PRM_NO_SEGMENT);
    check_one_fails(PRM_MISSING, TEXT);
    args.text = prm_cstr("12345");
    check_both(&d.pack, 0, &args, "<12345>");
    args.text = prm_cstr("");
    check_both(&d.pack, 0, &args, "<>");
    args.text = prm_cstr("123456");
    check_one_fails(PRM_TOO_LONG, TEXT);
    args.text = prm_bytes(NULL, 3);
    check_one_fails(PRM_BAD_ARGUMENT, TEXT);
    args.text = prm_bytes("a\0b", 3);
    check_bytes(&d.pack, 0, &args, PRM_TEXT, "<a\0b>", 5);
    check_bytes(&d.pack, 0, &args, PRM_JSON, "<a\\u0000b>", 10);
    args.text = prm_cstr("{x}%s");
    check_both(&d.pack, 0, &args, "<{x}%s>");
    draft_one(TEXT, PRM_FIELD_TEXT, 5, 5);
    check_both(&d.pack, 0, &args, "<default\n>");
    args.text = prm_bytes(NULL, 1);
    check_one_fails(PRM_BAD_ARGUMENT, TEXT);
}

static void invalid_utf8(void **state)
{
    (void)state;
    draft_one(TEXT, PRM_FIELD_TEXT, PRM_NO_LIMIT, PRM_NO_SEGMENT);
    args.text = prm_cstr("a\xE2\x82" "b\xF0\x9F\x98\xFF");
    check(&d.pack, 0, &args, "<a\xE2\x82" "b\xF0\x9F\x98\xFF>");
    check_fails(&d.pack, 0, &args, PRM_JSON, at_value(PRM_BAD_UTF8, 0, TEXT, TEXT));
    check_bytes(&d.pack, 0, &args, PRM_JSON_REPAIR, "<a\xEF\xBF\xBD" "b\xEF\xBF\xBD\xEF\xBF\xBD>", 13);
    args.text = prm_cstr("\xF0\x9F\x98");       /* as long as what replaces it */
    check_bytes(&d.pack, 0, &args, PRM_JSON_REPAIR, "<\xEF\xBF\xBD>", 5);
}

static void integers(void **state)
{
    (void)state;
    draft_one(INTEGER, PRM_FIELD_INTEGER, PRM_NO_LIMIT, PRM_NO_SEGMENT);
    check_one_fails(PRM_MISSING, INTEGER);
    args.integer = prm_int(INT64_MIN);
    check_both(&d.pack, 0, &args, "<-9223372036854775808>");
    args.integer = prm_uint(UINT64_MAX);
    check_both(&d.pack, 0, &args, "<18446744073709551615>");
    args.integer.size = 21;
    check_one_fails(PRM_BAD_ARGUMENT, INTEGER);
    draft_one(INTEGER, PRM_FIELD_INTEGER, PRM_NO_LIMIT, 0);
    check_both(&d.pack, 0, &args, "<-5>");
}

static void set_digits(const char *digits)
{
    args.integer.size = (unsigned char)strlen(digits);
    memcpy(args.integer.digits, digits, strlen(digits));
}

static void ranges(void **state)
{
    static const char *const far[] = {
        "99999999999999999999", "18446744073709551616", "18446744073709551615", "-9223372036854775809"
    };
    static const char *const malformed[] = {
        "-", "+1", "01", "00", "-0", "-05", "1a", " 1", "1 ", "--1", "-a", "0x1", "1.0", "1:", "-1:", "1/", "-:", "-/"
    };
    size_t i;
    int value;

    (void)state;
    draft_one(INTEGER, PRM_FIELD_RANGED, PRM_LEAST_NEGATIVE, PRM_NO_SEGMENT);
    check_one_fails(PRM_MISSING, INTEGER);
    for (value = -1100; value <= 1100; value++) {
        char expected[16];
        args.integer = prm_int(value);
        sprintf(expected, "<%d>", value);
        if (value < -5 || value > 120)
            check_one_fails(PRM_OUT_OF_RANGE, INTEGER);
        else
            check_both(&d.pack, 0, &args, expected);
    }
    args.integer = prm_int(INT64_MIN);
    check_one_fails(PRM_OUT_OF_RANGE, INTEGER);
    args.integer = prm_uint(UINT64_MAX);
    check_one_fails(PRM_OUT_OF_RANGE, INTEGER);
    for (i = 0; i < sizeof far / sizeof *far; i++) {
        set_digits(far[i]);
        check_one_fails(PRM_OUT_OF_RANGE, INTEGER);
    }
    for (i = 0; i < sizeof malformed / sizeof *malformed; i++) {
        set_digits(malformed[i]);
        check_one_fails(PRM_BAD_ARGUMENT, INTEGER);
    }
    draft_one(INTEGER, PRM_FIELD_RANGED, PRM_LEAST_NEGATIVE, 1);
    check_both(&d.pack, 0, &args, "<120>");
    draft_one(INTEGER, PRM_FIELD_RANGED, PRM_LEAST_NEGATIVE, PRM_NO_SEGMENT);
    d.pack.trait_count--;                                        /* there is no greatest */
    args.integer = prm_int(100);
    check_fails(&d.pack, 0, &args, PRM_TEXT, at_value(PRM_BAD_TABLE, 0, PRM_NO_PLACEHOLDER, PRM_NO_PLACEHOLDER));
}

/* Without signs, which is what is told at a glance. */
static void natural_ranges(void **state)
{
    static const char *const malformed[] = { "00", "05", "07", "0120", "00000007", "000000007", "7a", "a", "-",
                                             "+7" };
    size_t i;
    int value;

    (void)state;
    draft_one(INTEGER, PRM_FIELD_RANGED, 0, PRM_NO_SEGMENT);
    for (value = -2; value <= 1100; value++) {
        char expected[16];
        args.integer = prm_int(value);
        sprintf(expected, "<%d>", value);
        if (value < 5 || value > 120)
            check_one_fails(PRM_OUT_OF_RANGE, INTEGER);
        else
            check_both(&d.pack, 0, &args, expected);
    }
    for (i = 0; i < sizeof malformed / sizeof *malformed; i++) {
        set_digits(malformed[i]);
        check_one_fails(PRM_BAD_ARGUMENT, INTEGER);
    }
}

/* The same behind a minus, if there is room for it; else false, and nothing is set. */
static bool set_signed(const char *digits)
{
    char text[sizeof args.integer.digits + 1] = "-";

    if (strlen(digits) >= sizeof args.integer.digits)
        return false;
    strcpy(text + 1, digits);
    set_digits(text);
    return true;
}

/* From 0 or the least that there is to the greatest one: 64 bits are the only limit, on both sides of zero. */
static void widest_ranges(void **state)
{
    static const char *const inside[] = {
        "0", "9", "10", "1844674407370955161", "1844674407370955162", "9999999999999999999", "10000000000000000000",
        "18446744073709551599", "18446744073709551600", "18446744073709551609", "18446744073709551610",
        "18446744073709551614", "18446744073709551615"
    };
    static const char *const outside[] = {
        "18446744073709551616", "18446744073709551617", "18446744073709551619", "18446744073709551620",
        "18446744073709551625", "19000000000000000000", "20000000000000000000", "99999999999999999999"
    };
    size_t i, sign;

    (void)state;
    for (sign = 0; sign < 2; sign++) {
        draft_one(INTEGER, PRM_FIELD_RANGED, sign ? PRM_LEAST_NEGATIVE : 0, PRM_NO_SEGMENT);
        d.traits[1].limit = d.traits[1].standby = sign ? UINT32_MAX : 0;
        d.traits[2].limit = d.traits[2].standby = UINT32_MAX;
        for (i = 0; i < sizeof inside / sizeof *inside; i++) {
            char expected[32];
            sprintf(expected, "<-%s>", inside[i]);
            if (set_signed(inside[i])) {
                if (sign && i > 0)
                    check_both(&d.pack, 0, &args, expected);
                else
                    check_one_fails(i > 0 ? PRM_OUT_OF_RANGE : PRM_BAD_ARGUMENT, INTEGER);
            }
            set_digits(inside[i]);
            sprintf(expected, "<%s>", inside[i]);
            check_both(&d.pack, 0, &args, expected);
        }
        for (i = 0; i < sizeof outside / sizeof *outside; i++) {
            set_digits(outside[i]);
            check_one_fails(PRM_OUT_OF_RANGE, INTEGER);
        }
    }
}

static void set_end(unsigned trait, uint64_t number)
{
    d.traits[trait].limit = (uint32_t)number;
    d.traits[trait].standby = (uint32_t)(number >> 32);
}

static void check_natural(uint64_t number, uint64_t least, uint64_t greatest)
{
    const bool in = least <= number && number <= greatest;

    args.integer = prm_uint(number);
    assert_int_equal(prm_measure(&d.pack, 0, &args, PRM_TEXT, NULL), in ? PRM_OK : PRM_OUT_OF_RANGE);
}

/* Ends anywhere in 64 bits, and below 0: what lies next to them. */
static void far_ends(void **state)
{
    uint64_t least, greatest, i;

    (void)state;
    draft_one(INTEGER, PRM_FIELD_RANGED, 0, PRM_NO_SEGMENT);
    for (least = 1; least < UINT64_MAX / 3; least = 3 * least + 1)
        for (greatest = least; greatest < UINT64_MAX / 5; greatest = 5 * greatest + 2) {
            set_end(1, least);
            set_end(2, greatest);
            for (i = 0; i < 3; i++) {
                check_natural(least + i - 1, least, greatest);
                check_natural(greatest + i - 1, least, greatest);
            }
        }
    draft_one(INTEGER, PRM_FIELD_RANGED, PRM_LEAST_NEGATIVE | PRM_GREATEST_NEGATIVE, PRM_NO_SEGMENT);
    for (least = 4; least < (uint64_t)INT64_MAX / 3; least = 3 * least + 1) {
        set_end(1, least);
        set_end(2, least - 2);
        for (i = 0; i < 5; i++) {
            const bool in = i >= 1 && i <= 3;
            args.integer = prm_int(-(int64_t)(least + 1 - i));
            assert_int_equal(prm_measure(&d.pack, 0, &args, PRM_TEXT, NULL), in ? PRM_OK : PRM_OUT_OF_RANGE);
        }
    }
}

/* Each byte at each place of a number of up to nine digits: only digits are any. */
static void every_byte_of_a_number(void **state)
{
    size_t size, i;
    unsigned byte;

    (void)state;
    draft_one(INTEGER, PRM_FIELD_RANGED, 0, PRM_NO_SEGMENT);
    set_end(1, 0);
    set_end(2, UINT64_MAX);
    for (size = 1; size <= 9; size++)
        for (i = 0; i < size; i++)
            for (byte = 0; byte < 256; byte++) {
                const bool good = byte >= (i > 0 || size == 1 ? '0' : '1') && byte <= '9';
                const bool below = i == 0 && byte == '-' && size > 1;
                memset(args.integer.digits, '7', sizeof args.integer.digits);
                args.integer.digits[i] = (char)byte;
                args.integer.size = (unsigned char)size;
                assert_int_equal(prm_measure(&d.pack, 0, &args, PRM_TEXT, NULL),
                                 good ? PRM_OK : below ? PRM_OUT_OF_RANGE : PRM_BAD_ARGUMENT);
            }
}

/* "{integer}", and for each row of integers ",{row}": numbers from 5 to 120, in a slot that is walked through. */
static void draft_walk(void)
{
    unsigned range, rows;
    uint32_t loop;

    draft_begin(&d, true);
    range = draft_trait(&d, 0, PRM_NO_SEGMENT);
    draft_trait(&d, 5, 0);
    draft_trait(&d, 120, 0);
    rows = draft_trait(&d, PRM_NO_LIMIT, sizeof(prm_integer));
    draft_field(&d, offsetof(values, integer), PRM_FIELD_RANGED, 0, range);
    draft_field(&d, offsetof(values, rows), PRM_FIELD_ROWS, 0, rows);
    draft_field(&d, 0, PRM_FIELD_RANGED, 1, range);
    draft_entry(&d, 0, 0, 2);
    draft_value(&d, "", 0);
    loop = draft_op(&d, PRM_OP_LOOP | 1, 0, 0);
    draft_value(&d, ",", 2);
    draft_next(&d, loop);
    draft_end(&d);
}

static void ranges_in_walks(void **state)
{
    union { values args; char bytes[sizeof(values)]; } memory;
    prm_integer numbers[3];
    prm_report report;
    size_t at;

    (void)state;
    draft_walk();
    memset(&args, 0, sizeof args);
    args.integer = prm_int(7);
    numbers[0] = prm_int(5);
    numbers[1] = prm_int(120);
    numbers[2] = prm_int(121);
    args.rows.data = numbers;
    args.rows.count = 2;
    check_both(&d.pack, 0, &args, "7,5,120");
    args.rows.count = 3;
    check_fails(&d.pack, 0, &args, PRM_TEXT, in_row(PRM_OUT_OF_RANGE, 0, PRM_NO_PLACEHOLDER, 1, 2));
    args.rows.count = 0;
    for (at = 0; at + 5 <= sizeof memory; at++) {
        const size_t integer = offsetof(values, integer), rows = offsetof(values, rows);
        const bool within = at + 5 > integer && at < integer + sizeof(prm_integer);
        memory.args = args;
        if (within || (at + 5 > rows && at < rows + sizeof(prm_rows))) {
            assert_int_equal(prm_render(&d.pack, 0, &memory, PRM_TEXT, memory.bytes + at, 5, &report), PRM_OVERLAP);
            assert_int_equal(report.placeholder, within ? 0 : 1);
        } else {
            assert_int_equal(prm_render(&d.pack, 0, &memory, PRM_TEXT, memory.bytes + at, 5, NULL), PRM_OK);
            assert_string_equal(memory.bytes + at, "7");
        }
    }
    d.traits[3] = d.traits[0];                    /* a range without its ends */
    d.fields[0].kind = PRM_FIELD_RANGED | 3u << PRM_FIELD_TRAIT;
    for (at = 4; at <= 5; at++) {
        d.pack.trait_count = (uint16_t)at;
        check_fails(&d.pack, 0, &args, PRM_TEXT, at_value(PRM_BAD_TABLE, 0, PRM_NO_PLACEHOLDER, PRM_NO_PLACEHOLDER));
    }
    d.pack.trait_count = 6;
    d.traits[5].limit = 7;
    d.fields[1].kind = PRM_FIELD_SET | 1u << PRM_FIELD_TRAIT;
    d.entries[0].count = 1;
    check_both(&d.pack, 0, &args, "7");
}

static void choices(void **state)
{
    (void)state;
    draft_one(CHOICE, PRM_FIELD_CHOICE, 2u << 24 | 2, PRM_NO_SEGMENT);
    check_one_fails(PRM_MISSING, CHOICE);
    args.choice = 1;
    check_both(&d.pack, 0, &args, "<the \"first\">");
    args.choice = 2;
    check_both(&d.pack, 0, &args, "<second>");
    args.choice = 3;
    check_one_fails(PRM_OUT_OF_RANGE, CHOICE);
    args.choice = UINT32_MAX;
    check_one_fails(PRM_OUT_OF_RANGE, CHOICE);
    draft_one(CHOICE, PRM_FIELD_CHOICE, 2u << 24 | 2, 3);
    check_both(&d.pack, 0, &args, "<second>");
    draft_one(CHOICE, PRM_FIELD_CHOICE, 2u << 24 | 3, 4);        /* names from an odd segment on */
    check_both(&d.pack, 0, &args, "<tag>");
    args.choice = 1;
    check_both(&d.pack, 0, &args, "<second>");
    args.choice = 2;
    check_both(&d.pack, 0, &args, "<tag>");
}

static void flags_and_counts(void **state)
{
    char rows[3][4];

    (void)state;
    draft_one(FLAG, PRM_FIELD_FLAG, 0, 0);
    check_both(&d.pack, 0, &args, "<false>");
    args.flag = true;
    check_both(&d.pack, 0, &args, "<true>");
    draft_one(ROWS, PRM_FIELD_COUNT, 1000000, PRM_KEEP_NONE << 16 | sizeof rows[0]);
    check_both(&d.pack, 0, &args, "<0>");
    args.rows.data = rows;
    args.rows.count = 10;
    check_both(&d.pack, 0, &args, "<10>");
    args.rows.count = 999999;
    check_both(&d.pack, 0, &args, "<999999>");
    args.rows.count = 1000001;
    check_one_fails(PRM_TOO_MANY, ROWS);
    draft_one(ROWS, PRM_FIELD_COUNT, 6, (uint32_t)PRM_KEEP_FIRST << 16 | sizeof rows[0]);
    args.rows.count = 7;
    check_both(&d.pack, 0, &args, "<6>");
}

/* Around every number that has one digit more than the one before. */
static void counts_of_all_lengths(void **state)
{
    size_t power = 1, i;
    char expected[32];

    (void)state;
    draft_one(ROWS, PRM_FIELD_COUNT, PRM_NO_LIMIT, 4);
    args.rows.data = expected;
    for (;; power *= 10) {
        const size_t counts[] = { power - 1, power, power + 1, power + power / 10, power * 2 - 1 };
        for (i = 0; i < sizeof counts / sizeof *counts; i++) {
            args.rows.count = counts[i];
            sprintf(expected, "<%llu>", (unsigned long long)counts[i]);
            check_both(&d.pack, 0, &args, expected);
        }
        if (power > SIZE_MAX / 10)
            break;
    }
    args.rows.count = SIZE_MAX;
    sprintf(expected, "<%llu>", (unsigned long long)SIZE_MAX);
    check_both(&d.pack, 0, &args, expected);
}

#ifndef PRM_SMALL

/* Numbers up to 99 are one stretch each, as rows are numbered; from others every digit is. */
static void stretches_of_numbers(void **state)
{
    size_t number, i;

    (void)state;
    draft_one(ROWS, PRM_FIELD_COUNT, PRM_NO_LIMIT, 4);
    args.rows.data = &args;
    for (number = 0; number < 105; number++) {
        const size_t digits = number < 100 ? 1 : 3;
        prm_cursor cursor;
        prm_slice slice;
        args.rows.count = number;
        assert_int_equal(prm_open(&cursor, &d.pack, 0, &args, PRM_TEXT, NULL), PRM_OK);
        for (i = 0; i < digits + 2; i++) {
            assert_int_equal(prm_next(&cursor, &slice), PRM_OK);
            if (i > 0 && i <= digits)
                assert_int_equal(slice.size, number < 10 || number >= 100 ? 1 : 2);
        }
        assert_int_equal(prm_next(&cursor, &slice), PRM_END);
    }
}

#endif

/* The number of a row and what is added to it, up to the greatest number that there is. */
static void numbers_of_rows(void **state)
{
    const size_t greatest[] = { SIZE_MAX - 2, SIZE_MAX - 1, SIZE_MAX };
    prm_walk walk;
    prm_piece piece;
    unsigned offset;
    size_t i;

    (void)state;
    draft_one(ROWS, PRM_FIELD_INDEX | 1u << PRM_FIELD_LEVEL, 0, 0);
    assert_int_equal(prm_walk_start(&walk, &d.pack, 0, &args, PRM_TEXT), PRM_OK);
    walk.levels = 1;
    for (offset = 0; offset < 3; offset++)
        for (i = 0; i < 3; i++) {
            d.fields[ROWS].offset = (uint16_t)offset;
            walk.level[0].index = greatest[i];
            memset(&piece, 0, sizeof piece);
            piece.segment = PRM_NO_SEGMENT;
            if (offset > SIZE_MAX - greatest[i]) {
                assert_int_equal(prm_value(&walk, walk.from, &piece), PRM_TOO_BIG);
                continue;
            }
            assert_int_equal(prm_value(&walk, walk.from, &piece), PRM_OK);
            assert_true(piece.number == greatest[i] + offset);
        }
}

static void constants(void **state)
{
    (void)state;
    draft_one(TEXT, PRM_FIELD_CONSTANT, 0, 2);
    check_both(&d.pack, 0, &args, "<the \"first\">");
    assert_int_equal(prm_render(&d.pack, 0, &args, PRM_TEXT, (char *)&args, sizeof args, NULL), PRM_OK);
    assert_string_equal((const char *)&args, "<the \"first\">");       /* it has no argument that could be there */
    d.entries[0].inputs = 0;
    check_both(&d.pack, 0, NULL, "<the \"first\">");
    d.traits[0].standby = 4711;
    check_fails(&d.pack, 0, &args, PRM_TEXT, at_value(PRM_BAD_TABLE, 0, PRM_NO_PLACEHOLDER, PRM_NO_PLACEHOLDER));
}

/* A field of rows where no row is. */
static void no_rows_around(void **state)
{
    unsigned level;

    (void)state;
    for (level = 1; level <= 3; level++) {
        draft_one(TEXT, PRM_FIELD_TEXT | level << PRM_FIELD_LEVEL, PRM_NO_LIMIT, PRM_NO_SEGMENT);
        args.text = prm_cstr("x");
        check_fails(&d.pack, 0, &args, PRM_TEXT, at_value(PRM_BAD_TABLE, 0, PRM_NO_PLACEHOLDER, PRM_NO_PLACEHOLDER));
    }
}

static void raw_json(void **state)
{
    (void)state;
    draft_one(JSON, PRM_FIELD_JSON, 20, PRM_NO_SEGMENT);
    check_one_fails(PRM_MISSING, JSON);
    args.json = prm_cstr("{\"a\":[1,\"\\n\"]}");
    check_both(&d.pack, 0, &args, "<{\"a\":[1,\"\\n\"]}>");
    args.json = prm_cstr("7");
    check_both(&d.pack, 0, &args, "<7>");
    args.json = prm_cstr("[1,2,3,4,5,6,7,8,9,10]");
    check_one_fails(PRM_TOO_LONG, JSON);
    args.json = prm_cstr("[1,]");
    check_one_fails(PRM_BAD_JSON, JSON);
    args.json = prm_cstr("");
    check_one_fails(PRM_BAD_JSON, JSON);
    args.json = prm_cstr("\"\xFF\"");
    check_one_fails(PRM_BAD_JSON, JSON);
    draft_one(JSON, PRM_FIELD_JSON, 20, 5);
    check_both(&d.pack, 0, &args, "<default\n>");
}

static void fences(void **state)
{
    (void)state;
    draft_one(TEXT, PRM_FIELD_FENCED, 60, PRM_NO_SEGMENT);
    check_one_fails(PRM_MISSING, TEXT);
    args.text = prm_cstr("a<tag>b</tag>c");
    check_both(&d.pack, 0, &args, "<a<\\tag>b<\\/tag>c>");
    args.text = prm_cstr("<tag");
    check_both(&d.pack, 0, &args, "<<\\tag>");
    args.text = prm_cstr("\n< / TAG x=\"1\"><Tag/>");
    check_both(&d.pack, 0, &args, "<\n<\\ / TAG x=\"1\"><\\Tag/>>");
    args.text = prm_cstr("<tags> <ta <tag-x> < tag> <<tag>");
    check_both(&d.pack, 0, &args, "<<tags> <ta <tag-x> <\\ tag> <<\\tag>>");
    args.text = prm_cstr("");
    check_both(&d.pack, 0, &args, "<>");
    args.text = prm_cstr("\xE2<tag>");
    check_fails(&d.pack, 0, &args, PRM_JSON, at_value(PRM_BAD_UTF8, 0, TEXT, TEXT));
    check_bytes(&d.pack, 0, &args, PRM_JSON_REPAIR, "<\xEF\xBF\xBD<\\\\tag>>", 12);
    args.text = prm_bytes("x", 61);
    check_one_fails(PRM_TOO_LONG, TEXT);
    draft_one(TEXT, PRM_FIELD_FENCED, 60, PRM_NO_SEGMENT);
    args.text = prm_cstr("x");
    d.pack.trait_count = 1;                                       /* there is no tag */
    check_fails(&d.pack, 0, &args, PRM_TEXT, at_value(PRM_BAD_TABLE, 0, PRM_NO_PLACEHOLDER, PRM_NO_PLACEHOLDER));
    draft_one(TEXT, PRM_FIELD_FENCED, 60, 5);
    memcpy(d.pool + d.segments[0][5].offset, "<tag>...", 8);      /* what the author wrote stays */
    memcpy(d.pool + d.segments[1][5].offset, "<tag>....", 9);
    check(&d.pack, 0, &args, "<<tag>...>");
}

static void refuse(void)
{
    check_fails(&d.pack, 0, &args, PRM_TEXT, at_value(PRM_BAD_TABLE, 0, PRM_NO_PLACEHOLDER, PRM_NO_PLACEHOLDER));
    check_fails(&d.pack, 0, &args, PRM_JSON, at_value(PRM_BAD_TABLE, 0, PRM_NO_PLACEHOLDER, PRM_NO_PLACEHOLDER));
}

/* The first one behind the end of each table, where zeros happen to lie that would pass for an entry of it. */
static void behind_the_tables(void **state)
{
    const unsigned segments = 8;

    (void)state;
    draft_one(TEXT, PRM_FIELD_TEXT, PRM_NO_LIMIT, PRM_NO_SEGMENT);
    assert_int_equal(d.pack.segment_count, segments);
    args.text = prm_cstr("x");
    d.traits[d.pack.trait_count].limit = PRM_NO_LIMIT;
    d.segments[0][6].op = d.segments[1][6].op = PRM_OP_VALUE | INPUTS;              /* fields */
    refuse();
    d.segments[0][6].op = d.segments[1][6].op = PRM_OP_VALUE | TEXT;
    d.fields[TEXT].kind = (uint16_t)(PRM_FIELD_TEXT | (unsigned)d.pack.trait_count << PRM_FIELD_TRAIT);
    refuse();
    d.fields[TEXT].kind = PRM_FIELD_FENCED | 2u << PRM_FIELD_TRAIT;                 /* the trait with the tag */
    d.traits[2].limit = PRM_NO_LIMIT;
    refuse();
    draft_one(TEXT, PRM_FIELD_TEXT, PRM_NO_LIMIT, segments);                        /* segments */
    refuse();
    draft_one(TEXT, PRM_FIELD_CONSTANT, 0, segments);
    refuse();
    draft_one(CHOICE, PRM_FIELD_CHOICE, 2u << 24 | (segments - 1), PRM_NO_SEGMENT);
    args.choice = 2;
    refuse();
    draft_one(TEXT, PRM_FIELD_FENCED, PRM_NO_LIMIT, PRM_NO_SEGMENT);
    args.text = prm_cstr("<");
    d.traits[1].limit = segments;
    refuse();
}

/* A pack whose only slot asks whether there is a value of that kind. */
static void draft_question(unsigned op, unsigned kind, uint32_t standby)
{
    draft_one(JSON, kind, 1, standby);
    d.entries[0].flags = 0;
    d.segments[0][6].op = d.segments[1][6].op = (uint16_t)(op | JSON);
    d.segments[0][6].offset = d.segments[1][6].offset = 0;
}

static void no_answer_for_these(void **state)
{
    unsigned kind;

    (void)state;
    for (kind = PRM_FIELD_JSON; kind <= PRM_FIELD_KIND; kind++) {
        draft_question(PRM_OP_WHEN, kind, 1);
        if (kind == PRM_FIELD_JSON)
            check_both(&d.pack, 0, &args, ">");
        else
            refuse();
        draft_question(PRM_OP_UNLESS, kind, 1);
        if (kind == PRM_FIELD_JSON)
            check_both(&d.pack, 0, &args, ">");
        else
            refuse();
        if (kind != PRM_FIELD_CHOICE) {
            draft_question(PRM_OP_CASE, kind, 1);
            refuse();
        }
    }
    draft_question(PRM_OP_WHEN, PRM_FIELD_CONSTANT, 7);
    check_both(&d.pack, 0, &args, ">");
    draft_question(PRM_OP_WHEN, PRM_FIELD_CONSTANT, 8);
    refuse();
}

/* What is not UTF-8 in the tables was never there: it is no value, and not repaired. */
static void literals_are_not_repaired(void **state)
{
    prm_pack unquoted;

    (void)state;
    draft_one(TEXT, PRM_FIELD_TEXT, PRM_NO_LIMIT, 2);
    unquoted = d.pack;
    unquoted.segments[1] = NULL;
    args.text = prm_cstr("\xFF");
    check_bytes(&unquoted, 0, &args, PRM_JSON_REPAIR, "<\xEF\xBF\xBD>", 5);
    d.pool[d.segments[0][7].offset] = '\xFF';
    check_fails(&unquoted, 0, &args, PRM_JSON_REPAIR, at_value(PRM_BAD_UTF8, 0, PRM_NO_PLACEHOLDER,
                                                              PRM_NO_PLACEHOLDER));
    d.pool[d.segments[0][7].offset] = '>';
    d.pool[d.segments[0][2].offset] = '\xFF';
    check_bytes(&unquoted, 0, &args, PRM_JSON_REPAIR, "<\xEF\xBF\xBD>", 5);
    args.text = prm_bytes(NULL, 0);
    check_fails(&unquoted, 0, &args, PRM_JSON_REPAIR, at_value(PRM_BAD_UTF8, 0, TEXT, TEXT));
}

static void no_text_for_these(void **state)
{
    static const unsigned kinds[] = { PRM_FIELD_ROWS, PRM_FIELD_SET, PRM_FIELD_INDEX, 12, 13, 14, 15 };
    size_t i;

    (void)state;
    for (i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        draft_one(ROWS, kinds[i], 1, 1);
        check_fails(&d.pack, 0, &args, PRM_TEXT,
                    at_value(PRM_BAD_TABLE, 0, PRM_NO_PLACEHOLDER, PRM_NO_PLACEHOLDER));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts),
        cmocka_unit_test(invalid_utf8),
        cmocka_unit_test(integers),
        cmocka_unit_test(ranges),
        cmocka_unit_test(natural_ranges),
        cmocka_unit_test(widest_ranges),
        cmocka_unit_test(far_ends),
        cmocka_unit_test(every_byte_of_a_number),
        cmocka_unit_test(ranges_in_walks),
        cmocka_unit_test(choices),
        cmocka_unit_test(flags_and_counts),
        cmocka_unit_test(counts_of_all_lengths),
        cmocka_unit_test(numbers_of_rows),
#ifndef PRM_SMALL
        cmocka_unit_test(stretches_of_numbers),
#endif
        cmocka_unit_test(constants),
        cmocka_unit_test(no_rows_around),
        cmocka_unit_test(raw_json),
        cmocka_unit_test(fences),
        cmocka_unit_test(behind_the_tables),
        cmocka_unit_test(no_answer_for_these),
        cmocka_unit_test(literals_are_not_repaired),
        cmocka_unit_test(no_text_for_these)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
