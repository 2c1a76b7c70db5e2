#include "cjson_request.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>

#include "shape.h"
#include "workload.h"

enum { NAME_BYTES = 64, CONTENT_BYTES = 4096 };

static char *prompt;
static cJSON *tools;

/* cJSON wants a NUL behind its texts. */
static char *string_of(prm_text text, char *memory)
{
    memcpy(memory, text.data, text.size);
    memory[text.size] = '\0';
    return memory;
}

bool prepare_cjson(void)
{
    prm_report report;

    if (prm_render(&request_pack, REQUEST_SYSTEM_ID, NULL, PRM_TEXT, rendered, sizeof rendered, &report) != PRM_OK)
        return false;
    prompt = malloc(report.size + 1);
    if (prompt == NULL)
        return false;
    memcpy(prompt, rendered, report.size + 1);
    tools = cJSON_Parse(tools_json);
    return tools != NULL;
}

/* Without a copy of the key. */
static void add_string(cJSON *object, const char *key, const char *text)
{
    cJSON_AddItemToObjectCS(object, key, cJSON_CreateString(text));
}

static void add_call(cJSON *message, const request_history_row *row, const char *content)
{
    char id[NAME_BYTES], name[NAME_BYTES];
    cJSON *const calls = cJSON_AddArrayToObject(message, "tool_calls");
    cJSON *const call = cJSON_CreateObject();
    cJSON *function;

    (void)snprintf(id, sizeof id, "call-%.*s", (int)row->tool_id.size, row->tool_id.digits);
    cJSON_AddItemToArray(calls, call);
    add_string(call, "id", id);
    add_string(call, "type", "function");
    function = cJSON_AddObjectToObject(call, "function");
    add_string(function, "name", string_of(row->tool_name, name));
    add_string(function, "arguments", content);
}

static cJSON *message_of(const request_history_row *row)
{
    char id[NAME_BYTES], content[CONTENT_BYTES];
    cJSON *const message = cJSON_CreateObject();

    (void)string_of(row->content, content);
    switch (row->kind) {
    case REQUEST_HISTORY_KIND_TOOL_CALL:
        add_string(message, "role", "assistant");
        cJSON_AddNullToObject(message, "content");
        add_call(message, row, content);
        return message;
    case REQUEST_HISTORY_KIND_TOOL_RESULT:
        (void)snprintf(id, sizeof id, "call-%.*s", (int)row->tool_id.size, row->tool_id.digits);
        add_string(message, "role", "tool");
        add_string(message, "tool_call_id", id);
        break;
    default:
        add_string(message, "role", row->kind == REQUEST_HISTORY_KIND_USER ? "user" : "assistant");
    }
    add_string(message, "content", content);
    return message;
}

static void add_messages(cJSON *body, const request_chat_args *args)
{
    const request_history_row *const rows = args->history.rows.data;
    cJSON *const messages = cJSON_AddArrayToObject(body, "messages");
    cJSON *const first = cJSON_CreateObject();
    size_t i;

    add_string(first, "role", "system");
    cJSON_AddItemToObjectCS(first, "content", cJSON_CreateStringReference(prompt));
    cJSON_AddItemToArray(messages, first);
    for (i = 0; i < args->history.rows.count; i++)
        cJSON_AddItemToArray(messages, message_of(&rows[i]));
}

static cJSON *tools_of(cjson_tools how)
{
    switch (how) {
    case TOOLS_KEPT:
        return cJSON_CreateArrayReference(tools->child);
    case TOOLS_AS_TEXT:
        return cJSON_CreateRaw(tools_json);
    default:
        return cJSON_Parse(tools_json);
    }
}

size_t cjson_request(const request_chat_args *args, cjson_tools how)
{
    char model[NAME_BYTES];
    cJSON *const body = cJSON_CreateObject();
    cJSON_bool fits;

    add_string(body, "model", string_of(args->model, model));
    cJSON_AddNumberToObject(body, "max_tokens", 4096);
    cJSON_AddNumberToObject(body, "temperature", 0.25);
    add_messages(body, args);
    cJSON_AddItemToObjectCS(body, "tools", tools_of(how));
    cJSON_AddTrueToObject(body, "stream");
    fits = cJSON_PrintPreallocated(body, rendered, sizeof rendered, 0);
    cJSON_Delete(body);
    return fits ? strlen(rendered) : FAILED;
}
