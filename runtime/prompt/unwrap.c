#include <promptrom/unwrap.h>

static prm_status locate(prm_text json, const char *name, size_t size, prm_located *found)
{
    const prm_status status = prm_locate(json, prm_bytes(name, size), found);

    if (found->kind == PRM_VALUE_NULL) {
        found->kind = PRM_VALUE_ABSENT;
        found->text = prm_bytes(NULL, 0);
    }
    return status;
}

static prm_status locate_content(prm_text json, prm_unwrapped *found)
{
    const prm_status status = locate(json, "content", 7, &found->content);

    if (status != PRM_OK)
        return status;
    if (found->content.kind == PRM_VALUE_ABSENT)
        return PRM_NO_CONTENT;
    found->object = json;
    return PRM_OK;
}

prm_status prm_unwrap(prm_text json, char *buffer, size_t capacity, prm_unwrapped *found)
{
    prm_located wrapped;
    prm_text inner;
    prm_status status;

    memset(found, 0, sizeof *found);
    status = locate_content(json, found);
    if (status != PRM_NO_CONTENT)
        return status;
    status = locate(json, "arguments", 9, &wrapped);
    if (status != PRM_OK)
        return status;
    inner = wrapped.text;
    if (wrapped.kind == PRM_VALUE_STRING)
        status = prm_unescape(wrapped.text, buffer, capacity, &inner);
    else if (wrapped.kind != PRM_VALUE_OBJECT)
        status = PRM_NO_CONTENT;
    return status == PRM_OK ? locate_content(inner, found) : status;
}
