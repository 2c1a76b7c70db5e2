#include "value.h"

#include "json.h"
#include "range.h"

/* A field with all that reading it takes. */
typedef struct {
    const prm_field *field;
    const prm_trait *trait;
    const char      *at;      /* the argument; NULL for a set, of which one word is asked about */
} source;

static unsigned kind_of(const prm_field *field)
{
    return field->kind & PRM_FIELD_KIND;
}

static size_t argument_size(unsigned kind)
{
    switch (kind) {
    case PRM_FIELD_TEXT: case PRM_FIELD_FENCED: case PRM_FIELD_JSON: return sizeof(prm_text);
    case PRM_FIELD_INTEGER: case PRM_FIELD_RANGED:                   return sizeof(prm_integer);
    case PRM_FIELD_ROWS: case PRM_FIELD_COUNT:                       return sizeof(prm_rows);
    case PRM_FIELD_CHOICE:                                           return sizeof(prm_choice);
    case PRM_FIELD_FLAG:                                             return sizeof(bool);
    default:                                                         return 0;
    }
}

static prm_status locate(const prm_walk *w, source *s)
{
    const size_t size = argument_size(kind_of(s->field));
    const char *const base = prm_walk_base(w, s->field);

    s->at = NULL;
    if (size == 0)
        return PRM_OK;
    if (base == NULL)
        return PRM_BAD_TABLE;
    s->at = base + s->field->offset;
    return prm_walk_overlaps(w, s->at, size) ? PRM_OVERLAP : PRM_OK;
}

static prm_status look_up(const prm_walk *w, const prm_segment *segment, source *s)
{
    const unsigned input = segment->op & PRM_OP_INPUT;
    unsigned trait;

    if (input >= w->span)
        return PRM_BAD_TABLE;
    s->field = w->map + input;
    trait = (unsigned)s->field->kind >> PRM_FIELD_TRAIT;
    if (trait >= w->root->trait_count)
        return PRM_BAD_TABLE;
    s->trait = w->root->traits + trait;
    return locate(w, s);
}

static const prm_text *text_at(const source *s)
{
    return (const prm_text *)(const void *)s->at;
}

static const prm_integer *integer_at(const source *s)
{
    return (const prm_integer *)(const void *)s->at;
}

static uint32_t choice_at(const source *s)
{
    return *(const prm_choice *)(const void *)s->at;
}

static bool beyond(size_t size, uint32_t limit)
{
    return limit != PRM_NO_LIMIT && size > limit;
}

/* Whether the value of segment goes into a JSON string. */
static bool goes_inside(const prm_walk *w, const prm_segment *segment)
{
    return (w->state & PRM_WALK_INSIDE) || (segment->op & PRM_OP_QUOTED);
}

static unsigned value_filter(const prm_walk *w, const prm_segment *segment)
{
    return (segment->op & PRM_OP_QUOTED) ? w->quoted : w->values;
}

prm_status prm_literal(const prm_walk *w, bool inside, const prm_segment *s, prm_piece *p)
{
    const prm_pack *const home = p->home;
    const bool raw = inside && !home->segments[1];

    if (!prm_in_pool(home, s))
        return PRM_BAD_TABLE;
    p->filter = raw ? w->quoted & PRM_FILTER_ESCAPE : 0;
    p->data = home->pool + s->offset;
    p->size = s->size;
    p->segment = (uint32_t)(s - home->segments[inside && !raw]);
    return PRM_OK;
}

/* Makes a literal of the root pack the value of segment. */
static prm_status hold_literal(const prm_walk *w, const prm_segment *segment, uint32_t number, prm_piece *p)
{
    const prm_pack *const root = w->root;
    const bool inside = goes_inside(w, segment);

    if (number >= root->segment_count)
        return PRM_BAD_TABLE;
    p->home = root;
    return prm_literal(w, inside, root->segments[inside && root->segments[1]] + number, p);
}

static prm_status standby(const prm_walk *w, const prm_segment *segment, const source *s, prm_piece *p)
{
    if (s->trait->standby == PRM_NO_SEGMENT)
        return PRM_MISSING;
    return hold_literal(w, segment, s->trait->standby, p);
}

/* A segment's literal in the root pack as it is; NULL if there is none. */
static const prm_segment *literal(const prm_walk *w, uint32_t number)
{
    const prm_segment *const s = w->root->segments[0] + number;

    return number < w->root->segment_count && prm_in_pool(w->root, s) ? s : NULL;
}

/* The tag's name is the limit of the next trait. */
static prm_status add_fence(const prm_walk *w, const source *s, prm_piece *p)
{
    const prm_trait *const next = s->trait + 1;
    const prm_segment *name;

    if ((size_t)(next - w->root->traits) >= w->root->trait_count)
        return PRM_BAD_TABLE;
    name = literal(w, next->limit);
    if (!name)
        return PRM_BAD_TABLE;
    p->fence = w->root->pool + name->offset;
    p->fence_size = name->size;
    p->filter |= PRM_FILTER_FENCE;
    return PRM_OK;
}

/* Whoever writes an escaped piece takes it for UTF-8. */
static prm_status check_utf8(const prm_piece *p)
{
    size_t size;

    return p->filter != PRM_FILTER_ESCAPE ? PRM_OK : prm_json_size(p->data, p->size, false, &size);
}

static prm_status text_value(const prm_walk *w, const prm_segment *segment, const source *s, prm_piece *p)
{
    const prm_text *const text = text_at(s);

    if (text->data == NULL)
        return text->size > 0 ? PRM_BAD_ARGUMENT : standby(w, segment, s, p);
    if (beyond(text->size, s->trait->limit))
        return PRM_TOO_LONG;
    if (prm_walk_overlaps(w, text->data, text->size))
        return PRM_OVERLAP;
    p->data = text->data;
    p->size = text->size;
    p->filter = (uint8_t)value_filter(w, segment);
    return prm_walk_is_sourced_again(w) ? check_utf8(p) : PRM_OK;
}

/* Whoever measures the piece reads it; no bytes at all are no JSON either. After that only a row source can have
 * changed it. */
static prm_status expect_json(const prm_walk *w, prm_piece *p)
{
    if (prm_walk_is_sourced_again(w))
        return prm_json_well_formed(p->data, p->size) ? PRM_OK : PRM_BAD_JSON;
    if ((w->facts & (PRM_WALK_CHECKED | PRM_WALK_SOURCED)) == PRM_WALK_CHECKED)
        return PRM_OK;
    p->filter |= PRM_FILTER_JSON;
    return p->size > 0 ? PRM_OK : PRM_BAD_JSON;
}

static prm_status integer_value(const prm_walk *w, const prm_segment *segment, const source *s, prm_piece *p)
{
    const prm_integer *const integer = integer_at(s);

    if (integer->size == 0)
        return standby(w, segment, s, p);
    if (integer->size > sizeof integer->digits)
        return PRM_BAD_ARGUMENT;
    p->data = integer->digits;
    p->size = integer->size;
    return PRM_OK;
}

/* Reads an integer's digits behind its sign. PRM_OUT_OF_RANGE: 64 bits do not hold it. */
static prm_status read_digits(const char *digits, size_t size, uint64_t *number)
{
    uint64_t read = 0;
    size_t i;

    if (size == 0 || (digits[0] == '0' && size > 1))
        return PRM_BAD_ARGUMENT;
    for (i = 0; i < size; i++) {
        const unsigned digit = (unsigned char)digits[i] - (unsigned)'0';
        if (digit > 9)
            return PRM_BAD_ARGUMENT;
        if (read > UINT64_MAX / 10 || (read == UINT64_MAX / 10 && digit > UINT64_MAX % 10))
            return PRM_OUT_OF_RANGE;
        read = read * 10 + digit;
    }
    *number = read;
    return PRM_OK;
}

/* Whether one integer is below another, both taken apart into sign and number. */
static bool is_below(bool negative, uint64_t a, bool other_negative, uint64_t b)
{
    if (negative != other_negative)
        return negative;
    return negative ? a > b : a < b;
}

/* digits: as many as a prm_integer holds, size of them in use, which is not 0. */
prm_status prm_value_in_range(const prm_walk *w, const prm_trait *trait, const char *digits, size_t size)
{
    const bool negative = digits[0] == '-';
    uint64_t number;
    prm_status status;

    if ((size_t)(w->root->traits + w->root->trait_count - trait) < 3)
        return PRM_BAD_TABLE;
    if (prm_surely_in_range(trait, digits, size))
        return PRM_OK;
    status = read_digits(digits + negative, size - negative, &number);
    if (status != PRM_OK)
        return status;
    if (negative && number == 0)
        return PRM_BAD_ARGUMENT;
    if (is_below(negative, number, trait->limit & PRM_LEAST_NEGATIVE, prm_number_of(trait + 1))
        || is_below(trait->limit & PRM_GREATEST_NEGATIVE, prm_number_of(trait + 2), negative, number))
        return PRM_OUT_OF_RANGE;
    return PRM_OK;
}

/* The enumerator, or the default's. */
static prm_status choose(const source *s, uint32_t *chosen)
{
    const prm_trait *const trait = s->trait;

    *chosen = choice_at(s);
    if (*chosen == 0) {
        if (trait->standby == PRM_NO_SEGMENT)
            return PRM_MISSING;
        *chosen = trait->standby - (trait->limit & 0xFFFFFF) + 1;
        return *chosen - 1 < trait->limit >> 24 ? PRM_OK : PRM_BAD_TABLE;
    }
    return *chosen > trait->limit >> 24 ? PRM_OUT_OF_RANGE : PRM_OK;
}

static prm_status choice_value(const prm_walk *w, const prm_segment *segment, const source *s, prm_piece *p)
{
    uint32_t chosen;
    const prm_status status = choose(s, &chosen);

    return status != PRM_OK ? status : hold_literal(w, segment, (s->trait->limit & 0xFFFFFF) + chosen - 1, p);
}

static prm_status flag_value(const source *s, prm_piece *p)
{
    const bool set = *(const unsigned char *)s->at != 0;

    p->data = set ? "true" : "false";
    p->size = set ? 4 : 5;
    return PRM_OK;
}

static size_t count_digits(size_t number)
{
    size_t count = 1, power = 10;

    for (; number >= power; power *= 10) {
        count++;
        if (power > SIZE_MAX / 10)
            break;
    }
    return count;
}

#ifndef PRM_SMALL

enum { LISTED = 100 };

/* The digits of small numbers, two each, which pieces point at. */
static const char numbers[2 * LISTED + 1] =
    "00010203040506070809"
    "10111213141516171819"
    "20212223242526272829"
    "30313233343536373839"
    "40414243444546474849"
    "50515253545556575859"
    "60616263646566676869"
    "70717273747576777879"
    "80818283848586878889"
    "90919293949596979899";

/* A number whose digits can be pointed at. */
static bool is_listed(size_t number, prm_piece *p)
{
    if (number >= LISTED)
        return false;
    p->size = number < 10 ? 1 : 2;
    p->data = numbers + 2 * number + 2 - p->size;
    return true;
}

#else

static bool is_listed(size_t number, prm_piece *p)
{
    (void)number;
    (void)p;
    return false;
}

#endif

static prm_status number_value(size_t number, prm_piece *p)
{
    if (is_listed(number, p))
        return PRM_OK;
    p->number = number;
    p->size = count_digits(number);
    p->filter = PRM_FILTER_NUMBER;
    return PRM_OK;
}

static prm_status choose_rows(const source *s, prm_shown *shown)
{
    const uint32_t limit = s->trait->limit, keep = s->trait->standby >> 16;

    shown->rows = (const prm_rows *)(const void *)s->at;
    shown->size = s->trait->standby & 0xFFFF;
    shown->first = 0;
    shown->count = shown->rows->count;
    if (!beyond(shown->count, limit))
        return PRM_OK;
    if (keep == PRM_KEEP_NONE)
        return PRM_TOO_MANY;
    if (keep == PRM_KEEP_LAST)
        shown->first = shown->count - (size_t)limit;
    shown->count = (size_t)limit;
    return PRM_OK;
}

static prm_status count_value(const source *s, prm_piece *p)
{
    prm_shown shown;
    const prm_status status = choose_rows(s, &shown);

    return status != PRM_OK ? status : number_value(shown.count, p);
}

static prm_status index_value(const prm_walk *w, const source *s, prm_piece *p)
{
    const unsigned level = s->field->kind >> PRM_FIELD_LEVEL & 3u;
    size_t index;

    if (level == 0 || level > w->levels)
        return PRM_BAD_TABLE;
    index = w->level[level - 1].index;
    return s->field->offset > SIZE_MAX - index ? PRM_TOO_BIG : number_value(index + s->field->offset, p);
}

/* The value or its default, whatever is asked of it besides. */
static prm_status any_value(const prm_walk *w, const prm_segment *segment, const source *s, prm_piece *p)
{
    switch (kind_of(s->field)) {
    case PRM_FIELD_TEXT: case PRM_FIELD_FENCED: case PRM_FIELD_JSON:
                             return text_value(w, segment, s, p);
    case PRM_FIELD_INTEGER: case PRM_FIELD_RANGED:
                             return integer_value(w, segment, s, p);
    case PRM_FIELD_CHOICE:   return PRM_HAS(CHOICES) ? choice_value(w, segment, s, p) : PRM_BAD_TABLE;
    case PRM_FIELD_FLAG:     return PRM_HAS(CONDITIONS) ? flag_value(s, p) : PRM_BAD_TABLE;
    case PRM_FIELD_COUNT:    return PRM_HAS(ROWS) ? count_value(s, p) : PRM_BAD_TABLE;
    case PRM_FIELD_INDEX:    return PRM_HAS(ROWS) ? index_value(w, s, p) : PRM_BAD_TABLE;
    case PRM_FIELD_CONSTANT: return standby(w, segment, s, p);
    default:                 return PRM_BAD_TABLE;
    }
}

/* What is asked of a value that is no default. */
static prm_status check_value(const prm_walk *w, const source *s, prm_piece *p)
{
    switch (kind_of(s->field)) {
    case PRM_FIELD_RANGED:
        return PRM_HAS(RANGES) ? prm_value_in_range(w, s->trait, p->data, p->size) : PRM_BAD_TABLE;
    case PRM_FIELD_FENCED:
        return !PRM_HAS(FENCES) ? PRM_BAD_TABLE : prm_walk_is_clean(w) ? PRM_OK : add_fence(w, s, p);
    case PRM_FIELD_JSON:
        return PRM_HAS(RAW_JSON) ? expect_json(w, p) : PRM_BAD_TABLE;
    default:
        return PRM_OK;
    }
}

prm_status prm_value(const prm_walk *w, const prm_segment *segment, prm_piece *p)
{
    source s;
    prm_status status = look_up(w, segment, &s);

    if (status == PRM_OK)
        status = any_value(w, segment, &s, p);
    return status != PRM_OK || p->segment != PRM_NO_SEGMENT ? status : check_value(w, &s, p);
}

/* Whether a set has a bit: PRM_OK or PRM_END. The word that holds it is looked at, and no other. */
static prm_status set_has(const prm_walk *w, const source *s, size_t bit)
{
    const char *const base = prm_walk_base(w, s->field);
    const uint32_t *word;

    if (base == NULL || bit >= s->trait->limit)
        return PRM_BAD_TABLE;
    word = (const uint32_t *)(const void *)(base + s->field->offset) + (bit >> 5);
    if (prm_walk_overlaps(w, word, sizeof *word))
        return PRM_OVERLAP;
    return *word >> (bit & 31u) & 1u ? PRM_OK : PRM_END;
}

/* Whether there is a value of that field; literals of constants lie in the tables. */
static bool holds(const prm_walk *w, const source *s)
{
    switch (kind_of(s->field)) {
    case PRM_FIELD_TEXT: case PRM_FIELD_FENCED: case PRM_FIELD_JSON:
        return text_at(s)->data != NULL && text_at(s)->size > 0;
    case PRM_FIELD_CHOICE:
        return choice_at(s) != 0;
    case PRM_FIELD_ROWS: case PRM_FIELD_COUNT:
        return ((const prm_rows *)(const void *)s->at)->count > 0;
    case PRM_FIELD_INDEX:
        return true;
    case PRM_FIELD_CONSTANT:
        return w->root->segments[0][s->trait->standby].size > 0;
    default:                 /* a flag, or the size of an integer */
        return *(const unsigned char *)s->at != 0;
    }
}

prm_status prm_value_holds(const prm_walk *w, const prm_segment *segment)
{
    source s;
    const prm_status status = look_up(w, segment, &s);

    if (status != PRM_OK)
        return status;
    if (kind_of(s.field) > PRM_FIELD_JSON
        || (kind_of(s.field) == PRM_FIELD_CONSTANT && !literal(w, s.trait->standby)))
        return PRM_BAD_TABLE;
    if (kind_of(s.field) == PRM_FIELD_SET)
        return set_has(w, &s, segment->size);
    return holds(w, &s) ? PRM_OK : PRM_END;
}

prm_status prm_value_chosen(const prm_walk *w, const prm_segment *segment, uint32_t *chosen)
{
    source s;
    const prm_status status = look_up(w, segment, &s);

    if (status != PRM_OK)
        return status;
    if (kind_of(s.field) == PRM_FIELD_CONSTANT) {
        *chosen = s.trait->limit;
        return PRM_OK;
    }
    if (kind_of(s.field) != PRM_FIELD_CHOICE)
        return PRM_BAD_TABLE;
    return choose(&s, chosen);
}

prm_status prm_value_rows(const prm_walk *w, const prm_segment *segment, prm_shown *shown)
{
    source s;
    prm_status status = look_up(w, segment, &s);

    if (status != PRM_OK)
        return status;
    if (kind_of(s.field) != PRM_FIELD_ROWS)
        return PRM_BAD_TABLE;
    status = choose_rows(&s, shown);
    if (status == PRM_OK && shown->count > 0 && shown->rows->data == NULL)
        return PRM_BAD_ARGUMENT;
    return status;
}
