/* What fuzz targets share. A target is a C file with a fuzz_target(), which takes numbers and texts from an input,
 * calls the library, and requires what must hold. libFuzzer makes the inputs; replay.c gives it files instead.
 *
 *   - Numbers come from the end of the input, texts from its start, so that a file that holds mostly text looks like
 *     it. An input that is used up gives zeros and empty texts.
 *   - Every text lies in memory of exactly its size, so that the address sanitizer sees each byte too far. */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <promptrom/text.h>

typedef struct input { const unsigned char *at, *end; } input;

void fuzz_target(input *in);

/* What must hold; anything else ends the program. */
#define REQUIRE(holds) ((holds) ? (void)0 : fuzz_fail(__FILE__, __LINE__, #holds))

void fuzz_fail(const char *file, int line, const char *what);

/* ---- taking from the input ---- */

unsigned take_byte(input *in);
unsigned take_number(input *in, unsigned most);    /* 0 to most, at most 65535 */
bool     take_flag(input *in);
prm_text take_text(input *in, size_t most);        /* a byte says how long it is */
prm_text take_rest(input *in);
prm_text take_missing(input *in, size_t most);     /* now and then no value */

/* ---- memory that goes when the target returns ---- */

enum { CANARY = 0xA5 };

void *fresh(size_t size);                          /* full of canaries */
void *cleared(size_t size);
char *copied(const void *data, size_t size);
bool  is_canary(const void *data, size_t size);
bool  is_same(prm_text one, prm_text other);       /* equal bytes */

/* A size for a buffer that should hold `needed` bytes: mostly around it. */
size_t take_capacity(input *in, size_t needed);

#endif
