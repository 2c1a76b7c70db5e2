/* Tables of names by number. */
#ifndef PRM_NAMES_H
#define PRM_NAMES_H

#include <promptrom/text.h>

typedef struct prm_name_entry {
    unsigned char size;
    char          text[32];
} prm_name_entry;

#define PRM_NAME(text) { sizeof text - 1, text }
#define PRM_NAME_OF(names, number) prm_name_of(names, sizeof names / sizeof *names, number)

/* The name of a number from 1 on; an empty text if there is none. */
static inline prm_text prm_name_of(const prm_name_entry *names, size_t count, unsigned number)
{
    if (number == 0 || number > count)
        return prm_bytes("", 0);
    return prm_bytes(names[number - 1].text, names[number - 1].size);
}

#endif
