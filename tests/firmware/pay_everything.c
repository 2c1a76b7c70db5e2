/* A program that uses all five ways out, and the JSON form, of requests with rows, raw JSON and repair. */
#include "harness.h"

enum { CAPACITY = 4096, SLICES = 64 };

extern harness_openai_chat_args args;
extern char buffer[];
extern prm_text list[];
extern prm_cursor cursor;
extern prm_sink sink;

static int walk(void)
{
    prm_slice slice;
    size_t size;
    int failed = (int)harness_openai_chat_open(&cursor, &harness_pack, &args, NULL);

    failed |= (int)prm_next(&cursor, &slice);
    return failed | (int)prm_read(&cursor, buffer, CAPACITY, &size);
}

int main(void)
{
    int failed = (int)harness_openai_chat_measure(&harness_pack, &args, NULL);

    failed |= (int)harness_openai_chat_render(&harness_pack, &args, buffer, CAPACITY, NULL);
    failed |= (int)harness_openai_chat_gather(&harness_pack, &args, list, SLICES, NULL);
    failed |= (int)harness_openai_chat_emit(&harness_pack, &args, sink, NULL);
    failed |= (int)prm_render(&harness_pack, HARNESS_OPENAI_CHAT_ID, &args, PRM_TEXT_REPAIR, buffer, CAPACITY, NULL);
    return failed | walk();
}

harness_openai_chat_args args;
char buffer[CAPACITY];
prm_text list[SLICES];
prm_cursor cursor;
prm_sink sink;
