/* JSON the slow way, by recursion, and where the members of an object stand. Shares nothing with the library. */
#ifndef TESTS_NAIVE_JSON_H
#define TESTS_NAIVE_JSON_H

#include <promptrom/text.h>

#define NAIVE_NONE SIZE_MAX

/* Behind the value that begins at `at`, white space at both ends included; NAIVE_NONE: there is none. depth: how many
 * containers may still be opened. */
size_t naive_json_value(prm_text text, size_t at, unsigned depth);

/* Whether text is one value, nested at most 64 deep. */
bool naive_json(prm_text text);

/* Bytes that the string at the start of text stands for, written to `to`, which has room for as many as text has.
 * NAIVE_NONE: it holds half a surrogate pair. */
size_t naive_json_string(prm_text text, unsigned char *to);

/* The last member of that name of the object that a good text holds, without white space, or no value. */
prm_text naive_json_member(prm_text text, prm_text name);

#endif
