/* XXH64 in pieces, asked for its hash on the way and continued from copies, against the whole at once. */
#include <promptrom/xxh64.h>

#include <xxhash.h>

#include "fuzz.h"

void fuzz_target(input *in)
{
    prm_xxh64 hash = prm_xxh64_begin();
    const unsigned count = take_number(in, 12);
    size_t cuts[12], at = 0;
    prm_text text;
    unsigned i;

    for (i = 0; i < count; i++)
        cuts[i] = take_byte(in);
    text = take_rest(in);
    for (i = 0; i < count; i++) {
        const size_t size = cuts[i] < text.size - at ? cuts[i] : text.size - at;
        const prm_xxh64 before = hash;
        const char *const piece = size > 0 ? copied(text.data + at, size) : NULL;
        prm_xxh64_add(&hash, piece, size);
        at += size;
        REQUIRE(prm_xxh64_end(&hash) == XXH64(text.data, at, 0));
        REQUIRE(prm_xxh64_end(&before) == XXH64(text.data, at - size, 0));
    }
    prm_xxh64_add(&hash, text.data + at, text.size - at);
    REQUIRE(prm_xxh64_end(&hash) == XXH64(text.data, text.size, 0));
}
