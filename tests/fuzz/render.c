/* Arguments of all kinds through everything in three packs: the five ways agree, JSON is JSON and stands for the
 * text, and nothing is written when something fails. */
#include <promptrom/pack.h>

#include "harness.h"
#include "naive_json.h"
#include "rich.h"
#include "sample.h"
#include "ways.h"

enum { DEPTH = 200 };    /* raw values stand deeper in a request than they are nested themselves */

static bool is_json(prm_text text)
{
    return naive_json_value(text, 0, DEPTH) == text.size;
}

static outcome in_format(call *c, prm_format format, input *in)
{
    c->format = format;
    return all_ways(c, in);
}

static void check_request(call *c, input *in)
{
    const outcome strict = in_format(c, PRM_TEXT, in), repaired = in_format(c, PRM_TEXT_REPAIR, in);

    REQUIRE(strict.status != PRM_OK || (is_json(strict.bytes) && is_same(strict.bytes, repaired.bytes)));
    REQUIRE(strict.status == PRM_BAD_UTF8 || strict.status == repaired.status);
    REQUIRE(repaired.status != PRM_OK || is_json(repaired.bytes));
    c->format = PRM_JSON;
    REQUIRE(prm_measure(c->pack, c->id, c->args.data, c->format, NULL) == PRM_BAD_ARGUMENT);
}

/* What the inside of a JSON string stands for. */
static prm_text plain(prm_text inside)
{
    char *const string = fresh(inside.size + 2);
    unsigned char *const to = fresh(inside.size + 2);
    prm_text text = prm_bytes(string, inside.size + 2);

    string[0] = '"';
    if (inside.size > 0)
        memcpy(string + 1, inside.data, inside.size);
    string[inside.size + 1] = '"';
    REQUIRE(naive_json(text));
    text.size = naive_json_string(text, to);
    text.data = (const char *)to;
    return text;
}

static void check_text(call *c, input *in)
{
    const outcome text = in_format(c, PRM_TEXT, in), json = in_format(c, PRM_JSON, in);
    const outcome repaired = in_format(c, PRM_JSON_REPAIR, in);

    REQUIRE(json.status == text.status || json.status == PRM_BAD_UTF8);
    REQUIRE(repaired.status == text.status);
    if (json.status == PRM_OK) {
        REQUIRE(is_same(json.bytes, repaired.bytes));
        REQUIRE(is_same(plain(json.bytes), text.bytes));
    } else if (repaired.status == PRM_OK) {
        (void)plain(repaired.bytes);
    }
}

void fuzz_target(input *in)
{
    static const prm_pack *const packs[] = { &rich_pack, &sample_pack, &harness_pack };
    call c;

    memset(&c, 0, sizeof c);
    c.pack = packs[take_number(in, 2)];
    c.id = take_number(in, 255) % c.pack->public_count;
    c.args = take_arguments(in, c.pack, c.id);
    if (c.pack->entries[c.id].flags & PRM_ENTRY_REQUEST)
        check_request(&c, in);
    else
        check_text(&c, in);
}
