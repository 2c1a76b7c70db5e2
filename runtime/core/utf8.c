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
