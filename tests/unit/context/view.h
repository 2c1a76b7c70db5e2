/* For the tests of context engineering: blocks and messages in few words. */
#ifndef TESTS_VIEW_H
#define TESTS_VIEW_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <promptrom/context.h>

static inline prm_block text_block(prm_block_kind kind, const char *text)
{
    prm_block block;

    memset(&block, 0, sizeof block);
    block.kind = kind;
    block.text = prm_cstr(text);
    return block;
}

static inline prm_block call_block(const char *name, const char *arguments)
{
    prm_block block = text_block(PRM_BLOCK_CALL, arguments);

    block.name = prm_cstr(name);
    return block;
}

static inline prm_block result_block(const char *name, const prm_block *content, size_t count)
{
    prm_block block = text_block(PRM_BLOCK_RESULT, NULL);

    block.name = prm_cstr(name);
    block.content = content;
    block.count = count;
    return block;
}

static inline prm_message message_of(prm_role role, const prm_block *blocks, size_t count)
{
    prm_message message;

    message.role = role;
    message.blocks = blocks;
    message.count = count;
    return message;
}

#endif
