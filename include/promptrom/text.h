/* Arguments: what a program hands to a prompt.
 *
 * Every argument is plain data owned by the caller; the library reads it during a call and keeps nothing.
 * An argument struct set to zero has no value anywhere: a placeholder that is then used is an error that
 * names it, never an empty string. */
#ifndef PROMPTROM_TEXT_H
#define PROMPTROM_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes of text, usually UTF-8. data == NULL: no value. data != NULL and size == 0: an empty value. */
typedef struct prm_text {
    const char *data;
    size_t      size;
} prm_text;

/* A whole number as decimal digits, made by prm_int() or prm_uint(). size == 0: no value. Digits that neither
 * made are looked at only where the number has a range; elsewhere they go out as they are, into JSON as well. */
typedef struct prm_integer {
    unsigned char size;          /* 1 to 20 */
    char          digits[20];    /* "-9223372036854775808" and "18446744073709551615" fit; no NUL */
} prm_integer;

/* One of a list of names: the enumerators start at 1. 0: no value. */
typedef uint32_t prm_choice;

/* Fills *row, the caller's memory, with row number index. 0: done; anything else stops the call with
 * PRM_ROW_FAILED and is found in the report's code. Must give the same row whenever it is asked again. What the row
 * points to must stay until the source is asked for another one, or the call is over. */
typedef int prm_row_source(void *context, size_t index, void *row);

/* Repeated values. source == NULL: data is an array of count structs. Otherwise data is memory for one
 * struct, which source fills before each row is rendered; where a prompt repeats such rows within themselves,
 * that is PRM_BAD_ARGUMENT, since two rows would be needed at once; so it is the memory of one call at a time, and
 * threads do not share it. count == 0: no rows. */
typedef struct prm_rows {
    const void     *data;
    size_t          count;
    prm_row_source *source;
    void           *context;
} prm_rows;

/* The decimal digits of value, at most 20 bytes. */
prm_integer prm_int(int64_t value);
prm_integer prm_uint(uint64_t value);

static inline prm_text prm_bytes(const char *data, size_t size)
{
    prm_text text;
    text.data = data;
    text.size = size;
    return text;
}

/* A NUL-terminated string; NULL gives no value. */
static inline prm_text prm_cstr(const char *string)
{
    return prm_bytes(string, string ? strlen(string) : 0);
}

#ifdef __cplusplus
}
#endif

#endif
