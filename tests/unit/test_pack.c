/* Names, origins and verification. Checksums are computed here a second time, the slow way. */
#include "support.h"

#include "seal.h"

typedef struct { prm_text a, b; } inputs;

enum { NAMES_SIZE = 40, NAME_COUNT = 3 + 3, FILES_SIZE = 14 };

static const char names[NAMES_SIZE] = "demo.first\0demo.second\0hidden\0a\0b\0other";
static const uint32_t name_at[NAME_COUNT] = { 0, 11, 23, 30, 32, 34 };
static const char files[FILES_SIZE] = "one.md\0two.md";

static draft d, over;
static prm_origin origins[DRAFT_SEGMENTS];

/* ---- checksums ---- */

static uint32_t crc_bit(uint32_t crc, unsigned bit)
{
    return (crc >> 1) ^ (((crc ^ bit) & 1u) ? 0xEDB88320u : 0);
}

static uint32_t crc_number(uint32_t crc, uint32_t number, unsigned bytes)
{
    unsigned i;

    for (i = 0; i < 8 * bytes; i++)
        crc = crc_bit(crc, number >> i);
    return crc;
}

static uint32_t crc_text(uint32_t crc, const char *text, size_t size)
{
    size_t i;

    for (i = 0; i < size; i++)
        crc = crc_number(crc, (unsigned char)text[i], 1);
    return crc;
}

static uint32_t crc_segments(uint32_t crc, const prm_segment *s, uint32_t count)
{
    for (; s && count > 0; count--, s++) {
        crc = crc_number(crc, s->offset, 4);
        crc = crc_number(crc, s->size, 2);
        crc = crc_number(crc, s->op, 2);
    }
    return crc;
}

static uint32_t crc_head(const prm_pack *p)
{
    uint32_t crc = 0xFFFFFFFFu;

    crc = crc_number(crc, p->version, 4);
    crc = crc_number(crc, p->pool_size, 4);
    crc = crc_number(crc, p->segment_count, 4);
    crc = crc_number(crc, p->field_count, 4);
    crc = crc_number(crc, p->names_size, 4);
    crc = crc_number(crc, p->name_count, 4);
    crc = crc_number(crc, p->files_size, 4);
    crc = crc_number(crc, p->crc, 4);
    crc = crc_number(crc, p->entry_count, 2);
    crc = crc_number(crc, p->trait_count, 2);
    return ~crc_number(crc, p->public_count, 2);
}

static uint32_t crc_tables(uint32_t crc, const prm_pack *p)
{
    uint32_t i;

    for (i = 0; i < p->entry_count; i++) {
        crc = crc_number(crc, p->entries[i].first, 4);
        crc = crc_number(crc, p->entries[i].field, 4);
        crc = crc_number(crc, p->entries[i].count, 2);
        crc = crc_number(crc, p->entries[i].inputs, 1);
        crc = crc_number(crc, p->entries[i].flags, 1);
    }
    for (i = 0; i < p->field_count; i++)
        crc = crc_number(crc, p->fields[i].kind, 2);
    for (i = 0; i < p->trait_count; i++)
        crc = crc_number(crc, p->traits[i].limit, 4);
    crc = crc_text(crc, p->names, p->names_size);
    for (i = 0; i < p->name_count; i++)
        crc = crc_number(crc, p->name_at[i], 4);
    crc = crc_text(crc, p->files, p->files_size);
    for (i = 0; p->files_size && i < p->segment_count; i++) {
        crc = crc_number(crc, p->origins[i].file, 2);
        crc = crc_number(crc, p->origins[i].line, 2);
    }
    return crc;
}

static uint32_t crc_pack(const prm_pack *p)
{
    uint32_t crc = crc_text(0xFFFFFFFFu, p->pool, p->pool_size);
    unsigned i;

    crc = crc_segments(crc, p->segments[0], p->segment_count);
    crc = crc_segments(crc, p->segments[1], p->segment_count);
    crc = crc_tables(crc, p);
    for (i = 0; p->base && i < p->base->entry_count; i++)
        crc = crc_number(crc, p->replaced[i], 2);
    return ~crc;
}

static uint16_t layout_sum(const prm_pack *p)
{
    uint64_t sum = 0, i = 0;
    uint32_t n;

    for (n = 0; n < p->field_count; n++, i++)
        sum += (uint64_t)p->fields[n].offset * (i % PRM_LAYOUT_WEIGHTS + 1);
    for (n = 0; n < p->trait_count; n++, i++)
        sum += (uint64_t)p->traits[n].standby * (i % PRM_LAYOUT_WEIGHTS + 1);
    return (uint16_t)(sum % PRM_LAYOUT_MODULUS);
}

static void seal(draft *to)
{
    to->pack.crc = crc_pack(&to->pack);
    to->pack.head_crc = crc_head(&to->pack);
    to->pack.layout_sum = layout_sum(&to->pack);
}

/* ---- the pack ---- */

static void draft_first(void)
{
    unsigned any;

    draft_text(&d, 0, "standby");
    any = draft_trait(&d, PRM_NO_LIMIT, PRM_NO_SEGMENT);
    draft_trait(&d, 100, 0);
    draft_trait(&d, 7, 70000);
    draft_field(&d, offsetof(inputs, a), PRM_FIELD_TEXT, 0, any);
    draft_field(&d, offsetof(inputs, b), PRM_FIELD_TEXT, 0, any);
    draft_entry(&d, PRM_ENTRY_PLAIN, 0, 2);
    draft_value(&d, "first ", 0);
    draft_value(&d, " and ", 1);
    draft_end(&d);
}

static void begin(void)
{
    uint32_t i;

    draft_begin(&d, true);
    draft_first();
    draft_entry(&d, 0, 0, 1);
    draft_text(&d, PRM_OP_PART, "\n");
    draft_op(&d, PRM_OP_CALL, 0, 2);
    draft_end(&d);
    draft_entry(&d, PRM_ENTRY_HIDDEN | PRM_ENTRY_PLAIN, 0, 0);
    draft_value(&d, "hidden ", 0);
    draft_end(&d);
    d.pack.names = names;
    d.pack.names_size = NAMES_SIZE;
    d.pack.name_at = name_at;
    d.pack.name_count = NAME_COUNT;
    d.pack.files = files;
    d.pack.files_size = FILES_SIZE;
    d.pack.origins = origins;
    for (i = 0; i < d.pack.segment_count; i++) {
        origins[i].file = (uint16_t)(i % 2);
        origins[i].line = (uint16_t)(10 + i);
    }
    seal(&d);
}

static void begin_overlay(void)
{
    draft_overlay(&over, &d.pack, false);
    over.replaced[0] = draft_entry(&over, PRM_ENTRY_PLAIN, 0, 0);
    draft_value(&over, "other ", 1);
    draft_end(&over);
    seal(&over);
}

static void check_value(void)
{
    assert_int_equal(crc_text(0xFFFFFFFFu, "123456789", 9) ^ 0xFFFFFFFFu, 0xCBF43926u);
}

static void names_of_things(void **state)
{
    prm_id id = 99;

    (void)state;
    begin();
    begin_overlay();
    assert_string_equal(prm_name(&d.pack, 0), "demo.first");
    assert_string_equal(prm_name(&over.pack, 1), "demo.second");
    assert_string_equal(prm_name(&d.pack, 2), "");
    assert_string_equal(prm_name(&d.pack, 0xFFFFFFFFu), "");
    assert_string_equal(prm_name(NULL, 0), "");
    assert_string_equal(prm_placeholder_name(&d.pack, 0, 0), "a");
    assert_string_equal(prm_placeholder_name(&over.pack, 0, 1), "b");
    assert_string_equal(prm_placeholder_name(&d.pack, 0, 2), "");
    assert_string_equal(prm_placeholder_name(&d.pack, 1, 0), "other");
    assert_string_equal(prm_placeholder_name(&d.pack, 2, 0), "");
    assert_string_equal(prm_placeholder_name(&d.pack, 0, PRM_NO_PLACEHOLDER), "");
    assert_int_equal(prm_find(&over.pack, prm_cstr("demo.second"), &id), PRM_OK);
    assert_int_equal(id, 1);
    assert_int_equal(prm_find(&d.pack, prm_cstr("demo.first"), &id), PRM_OK);
    assert_int_equal(id, 0);
}

static void names_not_found(void **state)
{
    static const char *const wrong[] = { "", "demo.firs", "demo.first2", "demo.First", "hidden", "a",
                                         "demo.second\xFF" };
    static const char longer[2 * NAMES_SIZE] = "demo.second\0hidden";
    prm_id id = 99;
    size_t i;

    (void)state;
    begin();
    assert_int_equal(prm_find(&d.pack, prm_bytes(longer, sizeof longer), &id), PRM_BAD_ID);
    for (i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(prm_find(&d.pack, prm_cstr(wrong[i]), &id), PRM_BAD_ID);
    assert_int_equal(prm_find(&d.pack, prm_bytes("demo.first\0demo", 15), &id), PRM_BAD_ID);
    assert_int_equal(prm_find(&d.pack, prm_bytes(NULL, 0), &id), PRM_BAD_ID);
    assert_int_equal(prm_find(&d.pack, prm_bytes(NULL, 1), &id), PRM_BAD_ARGUMENT);
    assert_int_equal(prm_find(&d.pack, prm_cstr("demo.first"), NULL), PRM_BAD_ARGUMENT);
    assert_int_equal(prm_find(NULL, prm_cstr("demo.first"), &id), PRM_BAD_ARGUMENT);
    d.pack.names = NULL;
    d.pack.names_size = 0;
    assert_int_equal(prm_find(&d.pack, prm_cstr("demo.first"), &id), PRM_BAD_ID);
    assert_string_equal(prm_name(&d.pack, 0), "");
    assert_string_equal(prm_placeholder_name(&d.pack, 0, 0), "");
    assert_int_equal(id, 99);
}

/* Slots of one letter, and many before the one that is asked about. */
static void short_names(void **state)
{
    static const char letters[] = "a\0b\0c\0d\0p\0q\0r\0s";
    static const uint32_t at[] = { 0, 2, 4, 6, 8, 10, 12, 14 };
    prm_id id;
    unsigned i;

    (void)state;
    draft_begin(&d, false);
    for (i = 0; i < 4; i++)
        draft_entry(&d, PRM_ENTRY_PLAIN, 0, 1);
    d.pack.names = letters;
    d.pack.names_size = sizeof letters;
    d.pack.name_at = at;
    d.pack.name_count = 8;
    for (i = 0; i < 4; i++) {
        assert_int_equal(prm_find(&d.pack, prm_cstr(letters + 2 * i), &id), PRM_OK);
        assert_int_equal(id, i);
        assert_string_equal(prm_placeholder_name(&d.pack, i, 0), letters + 8 + 2 * i);
    }
}

/* A name that ends where the names end, without a NUL: one behind them is none of theirs. */
static void names_without_end(void **state)
{
    prm_id id = 99;

    (void)state;
    begin();
    d.pack.names_size = 22;
    assert_int_equal(prm_find(&d.pack, prm_cstr("demo.second"), &id), PRM_BAD_ID);
    d.pack.names_size = 23;
    assert_int_equal(prm_find(&d.pack, prm_cstr("demo.second"), &id), PRM_OK);
    d.pack.names_size = NAMES_SIZE;
    d.entries[1].inputs = 0;
    d.entries[2].inputs = 1;                     /* a hidden one */
    assert_string_equal(prm_placeholder_name(&d.pack, 2, 0), "");
    d.pack.names = NULL;
    assert_string_equal(prm_placeholder_name(&d.pack, 0, 0), "");
    assert_string_equal(prm_name(&d.pack, 0), "");
}

/* Tables that say more than they hold: what cannot be looked up has no name. */
static void damaged_names(void **state)
{
    static const uint32_t behind[NAME_COUNT] = { NAMES_SIZE, 11, 23, 30, 32, 34 };
    prm_id id = 99;

    (void)state;
    begin();
    d.pack.name_at = behind;
    assert_string_equal(prm_name(&d.pack, 0), "");
    assert_int_equal(prm_find(&d.pack, prm_cstr("demo.first"), &id), PRM_BAD_ID);
    assert_int_equal(prm_find(&d.pack, prm_cstr("demo.second"), &id), PRM_OK);
    begin();
    d.pack.name_at = NULL;
    assert_string_equal(prm_name(&d.pack, 0), "");
    begin();
    d.pack.names_size = 0;
    assert_string_equal(prm_name(&d.pack, 0), "");
    begin();
    d.pack.names_size = 10;                      /* no NUL at the end */
    assert_string_equal(prm_name(&d.pack, 0), "");
    assert_int_equal(prm_find(&d.pack, prm_cstr("demo.first"), &id), PRM_BAD_ID);
    begin();
    d.pack.name_count = 1;
    assert_string_equal(prm_name(&d.pack, 0), "demo.first");
    assert_string_equal(prm_name(&d.pack, 1), "");
    begin();
    d.pack.public_count = 4;
    assert_string_equal(prm_name(&d.pack, 2), "hidden");
    assert_string_equal(prm_name(&d.pack, 3), "");
    assert_string_equal(prm_placeholder_name(&d.pack, 3, 0), "");
}

static void damaged_origins(void **state)
{
    static const char open_end[] = { 'a', '\0', 'b' };
    const inputs args = { { "x", 1 }, { "y", 1 } };
    prm_cursor cursor;
    prm_slice slice;
    const char *file = "untouched";
    unsigned line = 99;

    (void)state;
    begin();
    assert_int_equal(prm_open(&cursor, &d.pack, 0, &args, PRM_TEXT, NULL), PRM_OK);
    assert_int_equal(prm_next(&cursor, &slice), PRM_OK);
    assert_true(prm_origin_of(&slice, &file, &line));
    line = 99;
    origins[slice.segment].file = 3;
    assert_false(prm_origin_of(&slice, &file, &line));
    origins[slice.segment].file = 1;
    d.pack.files = open_end;
    d.pack.files_size = sizeof open_end;
    assert_false(prm_origin_of(&slice, &file, &line));
    d.pack.files_size = 0;
    assert_false(prm_origin_of(&slice, &file, &line));
    d.pack.files_size = 2;
    assert_false(prm_origin_of(&slice, &file, &line));
    origins[slice.segment].file = 0;
    assert_true(prm_origin_of(&slice, &file, &line));
    assert_string_equal(file, "a");
    d.pack.files = NULL;
    line = 99;
    assert_false(prm_origin_of(&slice, &file, &line));
    d.pack.files = open_end;
    origins[slice.segment].line = 1;
    assert_true(prm_origin_of(&slice, &file, &line));
    assert_int_equal(line, 1);
    line = 99;
    slice.segment = d.pack.segment_count;
    origins[slice.segment] = origins[0];
    assert_false(prm_origin_of(&slice, &file, &line));
    slice.home = NULL;
    assert_false(prm_origin_of(&slice, &file, &line));
    assert_int_equal(line, 99);
}

static void origins_of_slices(void **state)
{
    const inputs args = { { "x", 1 }, { "y", 1 } };
    prm_cursor cursor;
    prm_slice slice;
    const char *file;
    unsigned line;

    (void)state;
    begin();
    begin_overlay();
    assert_int_equal(prm_open(&cursor, &d.pack, 0, &args, PRM_JSON, NULL), PRM_OK);
    assert_int_equal(prm_next(&cursor, &slice), PRM_OK);
    assert_true(prm_origin_of(&slice, &file, &line));
    assert_string_equal(file, "two.md");
    assert_int_equal(line, 11);
    assert_int_equal(prm_next(&cursor, &slice), PRM_OK);
    assert_false(prm_origin_of(&slice, &file, &line));
    assert_int_equal(prm_next(&cursor, &slice), PRM_OK);
    assert_true(prm_origin_of(&slice, &file, &line));
    assert_string_equal(file, "one.md");
    assert_int_equal(line, 12);
    origins[slice.segment].line = 0;
    assert_false(prm_origin_of(&slice, &file, &line));
    origins[slice.segment].line = 12;
    assert_true(prm_origin_of(&slice, &file, &line));
    origins[slice.segment].file = 2;
    assert_false(prm_origin_of(&slice, &file, &line));
    d.pack.origins = NULL;
    assert_false(prm_origin_of(&slice, &file, &line));
    assert_int_equal(prm_open(&cursor, &over.pack, 0, &args, PRM_TEXT, NULL), PRM_OK);
    assert_int_equal(prm_next(&cursor, &slice), PRM_OK);
    assert_false(prm_origin_of(&slice, &file, &line));
}

/* A hidden entry goes by the name of what calls it, and its placeholder by the number there. */
static void hidden_origins(void **state)
{
    const inputs args = { { "x", 1 }, { "y", 1 } };
    const inputs nothing = { { NULL, 0 }, { NULL, 0 } };
    prm_cursor cursor;
    prm_slice slice;

    (void)state;
    begin();
    assert_int_equal(prm_open(&cursor, &d.pack, 1, &args, PRM_TEXT, NULL), PRM_OK);
    assert_int_equal(prm_next(&cursor, &slice), PRM_OK);
    assert_int_equal(slice.id, 1);
    assert_int_equal(slice.placeholder, PRM_NO_PLACEHOLDER);
    assert_int_equal(prm_next(&cursor, &slice), PRM_OK);
    assert_int_equal(slice.id, 1);
    assert_int_equal(slice.placeholder, 0);
    check_fails(&d.pack, 1, &nothing, PRM_TEXT, at_value(PRM_MISSING, 1, 0, 0));
}

/* ---- verification ---- */

static void check_flips(const prm_pack *pack, void *table, size_t size)
{
    unsigned char *const bytes = table;
    size_t i;
    unsigned change;

    for (i = 0; i < size; i++)
        for (change = 1; change < 256; change++) {
            bytes[i] = (unsigned char)(bytes[i] ^ change);
            if (prm_pack_verify(pack) != PRM_BAD_TABLE)
                fail_msg("byte %zu, change %u", i, change);
            bytes[i] = (unsigned char)(bytes[i] ^ change);
        }
    assert_int_equal(prm_pack_verify(pack), PRM_OK);
}

static void every_flipped_byte(void **state)
{
    char own_names[NAMES_SIZE], own_files[FILES_SIZE];
    uint32_t own_name_at[NAME_COUNT];

    (void)state;
    check_value();
    begin();
    begin_overlay();
    memcpy(own_names, names, sizeof own_names);
    memcpy(own_files, files, sizeof own_files);
    memcpy(own_name_at, name_at, sizeof name_at);
    d.pack.names = own_names;
    d.pack.files = own_files;
    d.pack.name_at = own_name_at;
    assert_int_equal(prm_pack_verify(&d.pack), PRM_OK);
    assert_int_equal(prm_pack_verify(&over.pack), PRM_OK);
    check_flips(&d.pack, d.pool, d.pack.pool_size);
    check_flips(&d.pack, d.segments[0], d.pack.segment_count * sizeof(prm_segment));
    check_flips(&d.pack, d.segments[1], d.pack.segment_count * sizeof(prm_segment));
    check_flips(&d.pack, d.entries, d.pack.entry_count * sizeof(prm_entry));
    check_flips(&d.pack, d.fields, d.pack.field_count * sizeof(prm_field));
    check_flips(&d.pack, d.traits, d.pack.trait_count * sizeof(prm_trait));
    check_flips(&d.pack, own_names, sizeof own_names);
    check_flips(&d.pack, own_files, sizeof own_files);
    check_flips(&d.pack, own_name_at, sizeof name_at);
    check_flips(&d.pack, origins, d.pack.segment_count * sizeof(prm_origin));
    check_flips(&d.pack, &d.pack, offsetof(prm_pack, layout_sum) + sizeof d.pack.layout_sum);
    check_flips(&over.pack, &over.pack, offsetof(prm_pack, layout_sum) + sizeof over.pack.layout_sum);
    check_flips(&over.pack, over.pool, over.pack.pool_size);
    check_flips(&over.pack, over.replaced, d.pack.entry_count * sizeof(uint16_t));
    check_flips(&over.pack, d.pool, d.pack.pool_size);
}

static void incomplete_packs(void **state)
{
    const char *const pool = d.pool;

    (void)state;
    begin();
    begin_overlay();
    assert_int_equal(prm_pack_verify(NULL), PRM_BAD_ARGUMENT);
    d.pack.pool = NULL;
    assert_int_equal(prm_pack_verify(&d.pack), PRM_BAD_TABLE);
    d.pack.pool = pool;
    d.pack.name_at = NULL;
    assert_int_equal(prm_pack_verify(&d.pack), PRM_BAD_TABLE);
    d.pack.name_at = name_at;
    d.pack.origins = NULL;
    assert_int_equal(prm_pack_verify(&d.pack), PRM_BAD_TABLE);
    d.pack.origins = origins;
    assert_int_equal(prm_pack_verify(&d.pack), PRM_OK);
    over.pack.replaced = NULL;
    assert_int_equal(prm_pack_verify(&over.pack), PRM_BAD_TABLE);
    d.pack.segments[1] = NULL;
    assert_int_equal(prm_pack_verify(&d.pack), PRM_BAD_TABLE);
}

/* A table of no size need not be there, whatever the others are. */
static void tables_of_no_size(void **state)
{
    unsigned table;

    (void)state;
    for (table = 0; table < 8; table++) {
        begin();
        switch (table) {
        case 0: d.pack.segments[0] = d.pack.segments[1] = NULL; d.pack.segment_count = 0; break;
        case 1: d.pack.entries = NULL; d.pack.entry_count = 0; break;
        case 2: d.pack.fields = NULL; d.pack.field_count = 0; break;
        case 3: d.pack.traits = NULL; d.pack.trait_count = 0; break;
        case 4: d.pack.names = NULL; d.pack.names_size = 0; break;
        case 5: d.pack.name_at = NULL; d.pack.name_count = 0; break;
        case 6: d.pack.files = NULL; d.pack.files_size = 0; break;
        default: d.pack.pool = NULL; d.pack.pool_size = 0;
        }
        seal(&d);
        assert_int_equal(prm_pack_verify(&d.pack), PRM_OK);
    }
    begin();
    begin_overlay();
    d.pack.base = &over.pack;                    /* an overlay that says nowhere what it replaces */
    assert_int_equal(prm_pack_verify(&d.pack), PRM_BAD_TABLE);
}

/* A table that is missing; one that has nothing in it may be. */
static void missing_tables(void **state)
{
    static const char none[] = "";
    unsigned table;

    (void)state;
    for (table = 0; table < 9; table++) {
        begin();
        switch (table) {
        case 0: d.pack.segments[0] = NULL; break;
        case 1: d.pack.entries = NULL; break;
        case 2: d.pack.fields = NULL; break;
        case 3: d.pack.traits = NULL; break;
        case 4: d.pack.names = NULL; break;
        case 5: d.pack.name_at = NULL; break;
        case 6: d.pack.files = NULL; break;
        case 7: d.pack.origins = NULL; break;
        default: d.pack.pool = NULL;
        }
        assert_int_equal(prm_pack_verify(&d.pack), PRM_BAD_TABLE);
    }
    memset(&d.pack, 0, sizeof d.pack);
    d.pack.version = PRM_TABLE_VERSION;
    seal(&d);
    assert_int_equal(prm_pack_verify(&d.pack), PRM_OK);
    d.pack.files = none;                         /* of no size: origins are not looked for */
    assert_int_equal(prm_pack_verify(&d.pack), PRM_OK);
    d.pack.version++;
    seal(&d);
    assert_int_equal(prm_pack_verify(&d.pack), PRM_BAD_TABLE);
}

/* Layout sums of many fields and large standbys, where the weights begin again. */
static void long_layouts(void **state)
{
    unsigned i;

    (void)state;
    begin();
    for (i = 0; i < 250; i++)
        draft_field(&d, 0xFFFF - i, PRM_FIELD_TEXT, 0, 0);
    for (i = 0; i < 40; i++)
        draft_trait(&d, 0, PRM_NO_SEGMENT - i * 65521u);
    seal(&d);
    assert_int_equal(prm_pack_verify(&d.pack), PRM_OK);
    check_flips(&d.pack, &d.fields[d.pack.field_count - 1], sizeof(prm_field));
    check_flips(&d.pack, &d.traits[d.pack.trait_count - 1], sizeof(prm_trait));
}

/* A sum that the modulus divides is nothing. */
static void layouts_of_the_modulus(void **state)
{
    (void)state;
    draft_begin(&d, false);
    draft_trait(&d, 0, PRM_LAYOUT_MODULUS);
    seal(&d);
    assert_int_equal(d.pack.layout_sum, 0);
    assert_int_equal(prm_pack_verify(&d.pack), PRM_OK);
    draft_trait(&d, 0, 0x10000);
    seal(&d);
    assert_int_equal(prm_pack_verify(&d.pack), PRM_OK);
}

/* What the library writes into an overlay that it has made. */
static void seals(void **state)
{
    prm_pack sealed;

    (void)state;
    begin();
    sealed = d.pack;
    sealed.crc ^= 1;
    sealed.layout_sum ^= 1;
    sealed.head_crc ^= 1;
    prm_pack_seal(&sealed);
    assert_int_equal(sealed.crc, d.pack.crc);
    assert_int_equal(sealed.layout_sum, d.pack.layout_sum);
    assert_int_equal(sealed.head_crc, d.pack.head_crc);
    assert_int_equal(prm_pack_verify(&sealed), PRM_OK);
}

/* The shortest names of files are looked at as well. */
static void origins_of_a_file_without_a_name(void **state)
{
    (void)state;
    begin();
    d.pack.files_size = 1;
    seal(&d);
    assert_int_equal(prm_pack_verify(&d.pack), PRM_OK);
    check_flips(&d.pack, origins, d.pack.segment_count * sizeof(prm_origin));
}

/* Each group of numbers has texts of its own, and there are none between them. */
static void status_texts(void **state)
{
    static const struct { int first, last; const char *text, *last_text; } groups[] = {
        { PRM_OK, PRM_TOO_DEEP, "fine", "nested too deep" },
        { PRM_BAD_CONFIG, PRM_STILL_FULL, "bad configuration", "not enough gained" },
        { PRM_NO_CONTENT, PRM_BAD_EVENT, "missing content", "event not compiled" },
        { PRM_FULL, PRM_STALE, "array full", "registry has changed" },
        { PRM_BAD_OVERLAY, PRM_NO_MEMORY, "bad overlay", "no memory" }
    };
    int a, b;
    size_t i, known = 0;

    (void)state;
    for (i = 0; i < sizeof groups / sizeof *groups; i++) {
        assert_string_equal(prm_status_text((prm_status)groups[i].first), groups[i].text);
        assert_string_equal(prm_status_text((prm_status)groups[i].last), groups[i].last_text);
        assert_string_equal(prm_status_text((prm_status)(groups[i].first - 1)), "unknown status");
        assert_string_equal(prm_status_text((prm_status)(groups[i].last + 1)), "unknown status");
        known += (size_t)(groups[i].last - groups[i].first) + 1;
    }
    for (a = 0; a < 200; a++) {
        assert_true(strlen(prm_status_text((prm_status)a)) > 2);
        if (strcmp(prm_status_text((prm_status)a), "unknown status") == 0)
            continue;
        known--;
        for (b = 0; b < a; b++)
            assert_string_not_equal(prm_status_text((prm_status)a), prm_status_text((prm_status)b));
    }
    assert_int_equal(known, 0);
    assert_string_equal(prm_status_text(PRM_MISSING), "missing value");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_things),
        cmocka_unit_test(names_not_found),
        cmocka_unit_test(short_names),
        cmocka_unit_test(names_without_end),
        cmocka_unit_test(damaged_names),
        cmocka_unit_test(damaged_origins),
        cmocka_unit_test(origins_of_slices),
        cmocka_unit_test(hidden_origins),
        cmocka_unit_test(every_flipped_byte),
        cmocka_unit_test(incomplete_packs),
        cmocka_unit_test(missing_tables),
        cmocka_unit_test(tables_of_no_size),
        cmocka_unit_test(long_layouts),
        cmocka_unit_test(layouts_of_the_modulus),
        cmocka_unit_test(seals),
        cmocka_unit_test(origins_of_a_file_without_a_name),
        cmocka_unit_test(status_texts)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
