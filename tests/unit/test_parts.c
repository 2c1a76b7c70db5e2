/* Parts and separators: a few by hand, then thousands of nested ones against a recursive model. Most of those are
 * empty in most places, since separators go wrong around what is not there. */
#include "support.h"

static draft d;

typedef struct { prm_text a, b; } two_texts;

static two_texts args_of(const char *a, const char *b)
{
    two_texts args;

    args.a = prm_cstr(a);
    args.b = prm_cstr(b);
    return args;
}

/* An assembly of three parts: value a, value b, literal. flags: of each part. */
static void draft_three(const char *separator, unsigned flags_a, unsigned flags_b, unsigned flags_c, const char *last)
{
    unsigned trait;

    draft_begin(&d, true);
    trait = draft_trait(&d, PRM_NO_LIMIT, PRM_NO_SEGMENT);
    draft_field(&d, offsetof(two_texts, a), PRM_FIELD_TEXT, 0, trait);
    draft_field(&d, offsetof(two_texts, b), PRM_FIELD_TEXT, 0, trait);
    draft_entry(&d, 0, 0, 2);
    draft_text(&d, PRM_OP_PART | flags_a, separator);
    draft_value(&d, "", 0);
    draft_text(&d, PRM_OP_PART | flags_b, separator);
    draft_value(&d, "", 1);
    draft_text(&d, PRM_OP_PART | flags_c, separator);
    draft_text(&d, 0, last);
    draft_end(&d);
}

static void check_three(const char *a, const char *b, const char *expected)
{
    const two_texts args = args_of(a, b);

    check_both(&d.pack, 0, &args, expected);
}

static void separators_stand_between(void **state)
{
    (void)state;
    draft_three("\n", 0, 0, 0, "c");
    check_three("a", "b", "a\nb\nc");
    check_three("", "b", "b\nc");
    check_three("a", "", "a\nc");
    check_three("", "", "c");
    draft_three("\n", 0, 0, 0, "");
    check_three("a", "b", "a\nb");
    check_three("", "b", "b");
    check_three("a", "", "a");
    check_three("", "", "");
}

static void kept_parts_count(void **state)
{
    (void)state;
    draft_three(", ", PRM_PART_KEEP, PRM_PART_KEEP, PRM_PART_KEEP, "");
    check_three("", "", ", , ");
    check_three("a", "", "a, , ");
    draft_three(", ", PRM_PART_KEEP, 0, 0, "");
    check_three("", "b", ", b");
    check_three("", "", "");
    draft_three(", ", 0, PRM_PART_KEEP, 0, "c");
    check_three("", "", ", c");
}

static void known_parts_before(void **state)
{
    (void)state;
    draft_three("-", PRM_PART_AFTER, 0, 0, "");
    check_three("a", "", "-a");
    check_three("", "b", "-b");
    check_three("", "", "");
}

/* Lines: the newline stands whatever stands in them, but all of them together count only by their bytes. */
static void lines_keep_their_place(void **state)
{
    unsigned trait;

    (void)state;
    draft_begin(&d, true);
    trait = draft_trait(&d, PRM_NO_LIMIT, PRM_NO_SEGMENT);
    draft_field(&d, offsetof(two_texts, a), PRM_FIELD_TEXT, 0, trait);
    draft_field(&d, offsetof(two_texts, b), PRM_FIELD_TEXT, 0, trait);
    draft_entry(&d, 0, 0, 2);
    draft_text(&d, PRM_OP_PART, ", ");
    draft_text(&d, 0, "x");
    draft_text(&d, PRM_OP_PART, ", ");
    draft_op(&d, PRM_OP_CALL, 0, 1);
    draft_end(&d);
    draft_entry(&d, 0, 0, 2);
    draft_text(&d, PRM_OP_LINE, "\n");
    draft_value(&d, "", 0);
    draft_op(&d, PRM_OP_WHEN | 1, 2, 0);
    draft_text(&d, PRM_OP_LINE, "\n");
    draft_value(&d, "", 1);
    draft_end(&d);
    check_three("", "", "x");
    check_three("a", "", "x, a");
    check_three("", "b", "x, \nb");
    check_three("a", "b", "x, a\nb");
}

/* "a", and behind a newline what a slot makes of parts without bytes. calls: they are assemblies that end while they
 * hold a separator. */
static void draft_slot(const char *first, unsigned flags, const char *second, bool calls)
{
    draft_begin(&d, true);
    draft_entry(&d, 0, 0, 0);
    draft_text(&d, PRM_OP_PART, "\n");
    draft_text(&d, 0, "a");
    draft_text(&d, PRM_OP_PART, "\n");
    draft_op(&d, PRM_OP_CALL | PRM_CALL_BOUND, 0, 1);
    draft_end(&d);
    draft_entry(&d, PRM_ENTRY_HIDDEN, 0, 0);
    draft_text(&d, PRM_OP_PART | PRM_PART_KEEP, first);
    if (calls)
        draft_op(&d, PRM_OP_CALL, 0, 2);
    draft_text(&d, PRM_OP_PART, ";");
    draft_text(&d, PRM_OP_PART | flags, second);
    if (calls)
        draft_op(&d, PRM_OP_CALL, 0, 2);
    draft_end(&d);
    draft_entry(&d, PRM_ENTRY_HIDDEN, 0, 0);
    draft_text(&d, PRM_OP_PART | PRM_PART_KEEP, ";");
    draft_text(&d, PRM_OP_PART, ";");
    draft_end(&d);
}

static void kept_parts_count_within_a_slot(void **state)
{
    (void)state;
    draft_slot("; ", PRM_PART_KEEP, "", false);  /* no separator comes before the first */
    check_both(&d.pack, 0, NULL, "a");
    draft_slot("", PRM_PART_KEEP, "; ", false);
    check_both(&d.pack, 0, NULL, "a\n; ");
    draft_slot("", PRM_PART_KEEP, "", true);
    check_both(&d.pack, 0, NULL, "a");
    draft_slot("; ", PRM_PART_KEEP, "; ", true);
    check_both(&d.pack, 0, NULL, "a\n; ");
    draft_slot("", 0, "", true);
    check_both(&d.pack, 0, NULL, "a");
    draft_slot("", 0, "; ", true);
    check_both(&d.pack, 0, NULL, "a\n; ");
}

/* ---- the model ---- */

enum { MOST_PARTS = 4, MOST_NODES = 40 };

typedef struct node node;

typedef struct part {
    bool        bare;          /* copying segments without a PART */
    bool        keep, after;
    const char *separator;
    const char *literal;       /* before the value */
    int         input;         /* of the value, or -1 */
    node       *called;        /* or NULL */
    bool        bound;         /* the call is a slot's: what it calls counts by its bytes alone */
} part;

struct node {
    bool     plain;            /* one part, bare, without a call */
    bool     lines;            /* its parts are lines */
    unsigned parts;
    part     part[MOST_PARTS];
    uint16_t entry;
};

static node nodes[MOST_NODES];
static unsigned node_count;
static uint32_t seed;

static unsigned dice(unsigned sides)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 16) % sides;
}

static const char *some(const char *const *texts, unsigned count)
{
    return texts[dice(count)];
}

static node *make_node(unsigned depth);

static void make_part(part *p, unsigned depth)
{
    static const char *const separators[] = { "", "\n", ", ", "\"" };
    static const char *const literals[] = { "", "", "", "x", "yz" };

    memset(p, 0, sizeof *p);
    p->bare = dice(8) == 0;
    p->keep = dice(5) == 0;
    p->after = dice(12) == 0;
    p->separator = some(separators, 4);
    p->literal = some(literals, 5);
    p->input = dice(2) ? (int)dice(2) : -1;
    if (depth < 4 && node_count < MOST_NODES - 8 && dice(2))
        p->called = make_node(depth + 1);
    p->bound = dice(3) == 0;
}

static node *make_node(unsigned depth)
{
    node *const n = &nodes[node_count++];
    unsigned i;

    n->plain = depth > 1 && dice(3) == 0;
    n->lines = !n->plain && dice(4) == 0;
    n->parts = n->plain ? 1 : dice(MOST_PARTS + 1);
    for (i = 0; i < n->parts; i++) {
        make_part(&n->part[i], n->plain ? 9 : depth);
        if (n->lines)
            n->part[i].separator = "\n";
    }
    if (n->plain)
        n->part[0].bare = true;
    return n;
}

static void lower(node *n)
{
    unsigned i;

    for (i = 0; i < n->parts; i++)
        if (n->part[i].called)
            lower(n->part[i].called);
    n->entry = draft_entry(&d, n->plain ? PRM_ENTRY_PLAIN : 0, 0, 2);
    for (i = 0; i < n->parts; i++) {
        const part *const p = &n->part[i];
        const unsigned flags = (p->keep ? PRM_PART_KEEP : 0u) | (p->after ? PRM_PART_AFTER : 0u);
        if (n->lines)
            draft_text(&d, PRM_OP_LINE, p->separator);
        else if (!p->bare)
            draft_text(&d, PRM_OP_PART | flags, p->separator);
        if (p->input >= 0)
            draft_value(&d, p->literal, (unsigned)p->input);
        else
            draft_text(&d, 0, p->literal);
        if (p->called)
            draft_op(&d, PRM_OP_CALL | (p->bound ? PRM_CALL_BOUND : 0u), 0, p->called->entry);
    }
    draft_end(&d);
}

static bool model(const node *n, const char *const values[2], char *out);

/* What stands in a part, appended to text; returns whether it counts. */
static bool model_inside(const part *p, const char *const values[2], char *text)
{
    bool counts = false;

    strcat(text, p->literal);
    if (p->input >= 0)
        strcat(text, values[p->input]);
    if (p->called)
        counts = model(p->called, values, text) && !p->bound;
    return counts || *text;
}

/* Lines have a separator between each two, whatever stands in them. Only bytes count. */
static bool model_lines(const node *n, const char *const values[2], char *out)
{
    const size_t before = strlen(out);
    bool counts = false;
    unsigned i;

    for (i = 0; i < n->parts; i++) {
        char text[RESULT_MAX] = "";
        if (i > 0)
            strcat(out, n->part[i].separator);
        counts = model_inside(&n->part[i], values, text) || counts || i > 0;
        strcat(out, text);
    }
    return counts || out[before];
}

/* Parts that count have a separator between each two. Bare bytes belong to whatever stands before them. */
static bool model_parts(const node *n, const char *const values[2], char *out)
{
    bool stands = false, counts = false, joined = true;
    const char *held = "";
    unsigned i;

    for (i = 0; i < n->parts; i++) {
        const part *const p = &n->part[i];
        char text[RESULT_MAX] = "";
        bool inner;
        if (!p->bare) {
            stands = stands || p->after;
            joined = false;
            held = p->separator;
        }
        inner = model_inside(p, values, text) || (p->keep && !p->bare);
        if (inner && !joined) {
            if (stands)
                strcat(out, held);
            stands = joined = true;
        }
        strcat(out, text);
        counts = counts || inner;
    }
    return counts;
}

/* Appends the node's text to out; returns whether any part of it counts. */
static bool model(const node *n, const char *const values[2], char *out)
{
    return n->lines ? model_lines(n, values, out) : model_parts(n, values, out);
}

static void nested_parts_agree_with_the_model(void **state)
{
    static const char *const texts[] = { "", "", "v", "\n" };
    unsigned round;

    (void)state;
    for (round = 0; round < 3000; round++) {
        const char *values[2];
        two_texts args;
        char expected[RESULT_MAX] = "";
        unsigned trait;
        node *root;
        seed = round * 7919u + 1;
        draft_begin(&d, dice(2));
        trait = draft_trait(&d, PRM_NO_LIMIT, PRM_NO_SEGMENT);
        draft_field(&d, offsetof(two_texts, a), PRM_FIELD_TEXT, 0, trait);
        draft_field(&d, offsetof(two_texts, b), PRM_FIELD_TEXT, 0, trait);
        node_count = 0;
        root = make_node(0);
        lower(root);
        values[0] = some(texts, 4);
        values[1] = some(texts, 4);
        args = args_of(values[0], values[1]);
        (void)model(root, values, expected);
        if (strlen(expected) < 60)
            check_both(&d.pack, root->entry, &args, expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(separators_stand_between),
        cmocka_unit_test(kept_parts_count),
        cmocka_unit_test(known_parts_before),
        cmocka_unit_test(lines_keep_their_place),
        cmocka_unit_test(kept_parts_count_within_a_slot),
        cmocka_unit_test(nested_parts_agree_with_the_model)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
