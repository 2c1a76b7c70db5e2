#include "request.h"

enum { MESSAGES = 40, TOOLS = 28 };

static const char *const texts[] = {
    "What does the build do?",
    "It compiles \"all\" of it:\n\t1. packs\n\t2. programs",
    "{\"path\":\"src/main.c\",\"lines\":40}",
    "int main(void) { return '\\0'; }\r\n\001\037\177",
    "Sch\303\266n \342\200\224 \346\227\245\346\234\254\350\252\236 \360\237\220\216 \342\200\250 </script>"
};

static char tool_names[TOOLS][8];    /* "tool_00" and so on */
static request_history_row messages[MESSAGES];

static request_history_row message_of(unsigned number)
{
    const unsigned tool = number % TOOLS;
    request_history_row message;

    memset(&message, 0, sizeof message);
    message.kind = (prm_choice)(number % 4 + 1);
    message.content = prm_cstr(texts[number % (sizeof texts / sizeof *texts)]);
    message.tool_id = prm_uint(message.kind == REQUEST_HISTORY_KIND_TOOL_RESULT ? number - 1 : number);
    memcpy(tool_names[tool], "tool_", 5);
    tool_names[tool][5] = (char)('0' + tool / 10);
    tool_names[tool][6] = (char)('0' + tool % 10);
    message.tool_name = prm_cstr(tool_names[tool]);
    return message;
}

request_chat_args request_arguments(void)
{
    request_chat_args args;
    unsigned number;

    for (number = 0; number < MESSAGES; number++)
        messages[number] = message_of(number);
    memset(&args, 0, sizeof args);
    args.model = prm_cstr("m-1");
    args.max_tokens = prm_uint(4096);
    args.history = request_history_array(messages, MESSAGES);
    return args;
}
