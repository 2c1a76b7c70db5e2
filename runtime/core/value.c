#include "value.h"

#include "range.h"

/* A field with all that reading it takes. */
typedef struct {
    const prm_field *field;
    const prm_trait *trait;
    const char      *at;      /* the argument */
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
    case PRM_FIELD_SET:                                              return sizeof(uint32_t);
    default:                                                         return 0;
    }
}

static prm_status locate(const prm_walk *w, source *s)
{
    const size_t size = argument_size(kind_of(s->field));
    const char *const base = w->base[s->field->kind >> PRM_FIELD_LEVEL & 3u];

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

/* A segment's literal in the root pack; NULL if there is none. */
static const prm_segment *literal(const prm_walk *w, uint32_t number, bool inside)
{
    const prm_pack *const root = w->root;
    const prm_segment *const table = root->segments[inside && root->segments[1]];

    return number < root->segment_count && prm_in_pool(root, table + number) ? table + number : NULL;
}

/* Makes a literal of the root pack the piece. */
static prm_status hold_literal(const prm_walk *w, uint32_t number, bool inside, prm_piece *p)
{
    const prm_segment *const s = literal(w, number, inside);

    if (!s)
        return PRM_BAD_TABLE;
    if (inside && !w->root->segments[1])
        p->filter = w->quoted & PRM_FILTER_ESCAPE;
    p->data = w->root->pool + s->offset;
    p->size = s->size;
    p->segment = number;
    p->home = w->root;
    return PRM_OK;
}

static prm_status standby(const prm_walk *w, const prm_segment *segment, const source *s, prm_piece *p)
{
    if (s->trait->standby == PRM_NO_SEGMENT)
        return PRM_MISSING;
    return hold_literal(w, s->trait->standby, goes_inside(w, segment), p);
}

/* The tag's name is the limit of the next trait. */
static prm_status add_fence(const prm_walk *w, const source *s, prm_piece *p)
{
    const prm_trait *const next = s->trait + 1;
    const prm_segment *name;

    if ((size_t)(next - w->root->traits) >= w->root->trait_count)
        return PRM_BAD_TABLE;
    name = literal(w, next->limit, false);
    if (!name)
        return PRM_BAD_TABLE;
    p->fence = w->root->pool + name->offset;
    p->fence_size = name->size;
    p->filter |= PRM_FILTER_FENCE;
    return PRM_OK;
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
    return PRM_OK;
}

static prm_status fenced_value(const prm_walk *w, const prm_segment *segment, const source *s, prm_piece *p)
{
    const prm_status status = text_value(w, segment, s, p);

    if (status != PRM_OK || p->segment != PRM_NO_SEGMENT || prm_walk_is_clean(w))
        return status;
    return add_fence(w, s, p);
}

/* Whoever measures the piece reads it; no bytes at all are no JSON either. */
static prm_status json_value(const prm_walk *w, const prm_segment *segment, const source *s, prm_piece *p)
{
    const prm_status status = text_value(w, segment, s, p);

    if (status != PRM_OK || p->segment != PRM_NO_SEGMENT || (w->facts & PRM_WALK_CHECKED))
        return status;
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

/* digits: as many as a prm_integer holds, size of them in use. */
prm_status prm_value_in_range(const prm_walk *w, const prm_trait *trait, const char *digits, size_t size)
{
    const bool negative = size > 1 && digits[0] == '-';
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

static prm_status ranged_value(const prm_walk *w, const prm_segment *segment, const source *s, prm_piece *p)
{
    const prm_status status = integer_value(w, segment, s, p);

    if (status != PRM_OK || p->segment != PRM_NO_SEGMENT)
        return status;
    return prm_value_in_range(w, s->trait, p->data, p->size);
}

static prm_status choice_value(const prm_walk *w, const prm_segment *segment, const source *s, prm_piece *p)
{
    const uint32_t chosen = choice_at(s);
    const uint32_t first = s->trait->limit & 0xFFFFFF;

    if (chosen == 0)
        return standby(w, segment, s, p);
    if (chosen > s->trait->limit >> 24)
        return PRM_OUT_OF_RANGE;
    return hold_literal(w, first + chosen - 1, goes_inside(w, segment), p);
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
#else
enum { LISTED = 10 };
#endif

/* The digits of small numbers, two each, which pieces point at. */
static const char numbers[2 * LISTED + 1] =
    "00010203040506070809"
#ifndef PRM_SMALL
    "10111213141516171819"
    "20212223242526272829"
    "30313233343536373839"
    "40414243444546474849"
    "50515253545556575859"
    "60616263646566676869"
    "70717273747576777879"
    "80818283848586878889"
    "90919293949596979899"
#endif
    ;

static prm_status number_value(size_t number, prm_piece *p)
{
    if (number < LISTED) {
        p->size = number < 10 ? 1 : 2;
        p->data = numbers + 2 * number + 2 - p->size;
        return PRM_OK;
    }
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

prm_status prm_value(const prm_walk *w, const prm_segment *segment, prm_piece *p)
{
    source s;
    const prm_status status = look_up(w, segment, &s);

    if (status != PRM_OK)
        return status;
    switch (kind_of(s.field)) {
    case PRM_FIELD_TEXT:     return text_value(w, segment, &s, p);
    case PRM_FIELD_INTEGER:  return integer_value(w, segment, &s, p);
    case PRM_FIELD_RANGED:   return ranged_value(w, segment, &s, p);
    case PRM_FIELD_FENCED:   return fenced_value(w, segment, &s, p);
    case PRM_FIELD_CHOICE:   return choice_value(w, segment, &s, p);
    case PRM_FIELD_FLAG:     return flag_value(&s, p);
    case PRM_FIELD_COUNT:    return count_value(&s, p);
    case PRM_FIELD_INDEX:    return index_value(w, &s, p);
    case PRM_FIELD_CONSTANT: return standby(w, segment, &s, p);
    case PRM_FIELD_JSON:     return json_value(w, segment, &s, p);
    default:                 return PRM_BAD_TABLE;
    }
}

static bool set_has(const source *s, unsigned bit)
{
    return ((const uint32_t *)(const void *)s->at)[bit >> 5] >> (bit & 31u) & 1u;
}

static prm_status constant_holds(const prm_walk *w, const source *s, bool *holds)
{
    const prm_segment *const constant = literal(w, s->trait->standby, false);

    *holds = constant && constant->size > 0;
    return constant ? PRM_OK : PRM_BAD_TABLE;
}

prm_status prm_value_holds(const prm_walk *w, const prm_segment *segment, bool *holds)
{
    source s;
    const prm_status status = look_up(w, segment, &s);

    if (status != PRM_OK)
        return status;
    switch (kind_of(s.field)) {
    case PRM_FIELD_TEXT: case PRM_FIELD_FENCED: case PRM_FIELD_JSON:
        *holds = text_at(&s)->data != NULL && text_at(&s)->size > 0;
        return PRM_OK;
    case PRM_FIELD_INTEGER: case PRM_FIELD_RANGED:
        *holds = integer_at(&s)->size > 0;
        return PRM_OK;
    case PRM_FIELD_CHOICE:
        *holds = choice_at(&s) != 0;
        return PRM_OK;
    case PRM_FIELD_FLAG:
        *holds = *(const unsigned char *)s.at != 0;
        return PRM_OK;
    case PRM_FIELD_ROWS: case PRM_FIELD_COUNT:
        *holds = ((const prm_rows *)(const void *)s.at)->count > 0;
        return PRM_OK;
    case PRM_FIELD_SET:
        *holds = set_has(&s, segment->size);
        return PRM_OK;
    case PRM_FIELD_INDEX:
        *holds = true;
        return PRM_OK;
    case PRM_FIELD_CONSTANT:
        return constant_holds(w, &s, holds);
    default:
        return PRM_BAD_TABLE;
    }
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
    *chosen = choice_at(&s);
    if (*chosen == 0) {
        if (s.trait->standby == PRM_NO_SEGMENT)
            return PRM_MISSING;
        *chosen = s.trait->standby - (s.trait->limit & 0xFFFFFF) + 1;
        return *chosen - 1 < s.trait->limit >> 24 ? PRM_OK : PRM_BAD_TABLE;
    }
    return *chosen > s.trait->limit >> 24 ? PRM_OUT_OF_RANGE : PRM_OK;
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
