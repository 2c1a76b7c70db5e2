#include "registry_inside.h"

#include <promptrom/utf8.h>

int prm_name_compare(prm_text a, prm_text b)
{
    const size_t size = a.size < b.size ? a.size : b.size;
    const int order = size > 0 ? memcmp(a.data, b.data, size) : 0;

    return order != 0 ? order : (a.size > b.size) - (a.size < b.size);
}

bool prm_name_equals(prm_text a, prm_text b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

static bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool prm_name_is_variable(prm_text name)
{
    size_t i;

    if (!name.data || name.size == 0 || !is_lower(name.data[0]))
        return false;
    for (i = 1; i < name.size; i++)
        if (!is_lower(name.data[i]) && !is_digit(name.data[i]) && name.data[i] != '_')
            return false;
    return true;
}

bool prm_name_is_tool(prm_text name)
{
    size_t i;

    if (!name.data || name.size == 0)
        return false;
    for (i = 0; i < name.size; i++) {
        const char c = name.data[i];
        if (!is_lower((char)(c | 0x20)) && !is_digit(c) && c != '_' && c != '-')
            return false;
    }
    return true;
}

/* U+0000 to U+001F, U+007F to U+009F. */
static bool is_control(const unsigned char *text)
{
    return text[0] < 0x20 || text[0] == 0x7F || (text[0] == 0xC2 && text[1] < 0xA0);
}

bool prm_name_is_section(prm_text name)
{
    size_t i = 0;

    if (!name.data || name.size == 0)
        return false;
    while (i < name.size) {
        const unsigned char *const text = (const unsigned char *)name.data + i;
        bool good;
        i += prm_utf8_step(text, name.size - i, &good);
        if (!good || is_control(text))
            return false;
    }
    return true;
}
