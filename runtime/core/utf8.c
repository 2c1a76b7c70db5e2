#include <promptrom/utf8.h>

/* The second byte's bounds keep out overlong forms, surrogates and what lies above U+10FFFF (Unicode, table 3-7). */
static void second_bounds(unsigned lead, unsigned *least, unsigned *greatest)
{
    *least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    *greatest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
}

size_t prm_utf8_step(const unsigned char *text, size_t size, bool *good)
{
    const unsigned lead = text[0];
    const size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    unsigned least, greatest;
    size_t i;

    *good = lead < 0x80;
    if (lead < 0xC2 || lead > 0xF4)
        return 1;
    second_bounds(lead, &least, &greatest);
    for (i = 1; i < length; i++) {
        if (i == size || text[i] < least || text[i] > greatest)
            return i;
        least = 0x80;
        greatest = 0xBF;
    }
    *good = true;
    return length;
}

static bool goes_on(char byte)
{
    return ((unsigned char)byte & 0xC0u) == 0x80;
}

/* Where the character begins that holds the byte at `at`. Only bytes that go on stand behind a first one, and at
 * most three, so that no more need be looked at. */
static size_t begin_of(const char *text, size_t size, size_t at)
{
    size_t begin = at;
    bool good;

    while (begin > 0 && at - begin < 3 && goes_on(text[begin]))
        begin--;
    if (prm_utf8_step((const unsigned char *)text + begin, size - begin, &good) > at - begin)
        return begin;
    return at;
}

size_t prm_utf8_floor(const char *text, size_t size, size_t at)
{
    return at < size ? begin_of(text, size, at) : size;
}

size_t prm_utf8_ceil(const char *text, size_t size, size_t at)
{
    const size_t begin = prm_utf8_floor(text, size, at);
    bool good;

    if (begin == at)
        return at;
    return begin + prm_utf8_step((const unsigned char *)text + begin, size - begin, &good);
}

size_t prm_utf8_back(const char *text, size_t size, size_t *points)
{
    size_t at = size;

    for (; *points > 0 && at > 0; --*points)
        at = begin_of(text, size, at - 1);
    return at;
}
