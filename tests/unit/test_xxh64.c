/* XXH64 against the public library's implementation, at all lengths to 4 KB and streamed in every split. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <xxhash.h>

#include <promptrom/xxh64.h>

enum { INPUTS = 10000, LONGEST = 4096, EVERY = 1024 };

static unsigned char bytes[LONGEST + 8];

/* The same bytes on every run. */
static uint32_t random_state = 20260101;

static uint32_t random_number(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return random_state;
}

static void fill(size_t size)
{
    size_t i;

    for (i = 0; i < size; i++)
        bytes[i] = (unsigned char)(random_number() >> 11);
}

static uint64_t in_pieces(const unsigned char *data, size_t size, size_t first, size_t second)
{
    prm_xxh64 hash = prm_xxh64_begin();

    prm_xxh64_add(&hash, data, first);
    prm_xxh64_add(&hash, data + first, second);
    prm_xxh64_add(&hash, data + first + second, size - first - second);
    return prm_xxh64_end(&hash);
}

static void check_same(size_t size, uint64_t found, uint64_t expected)
{
    if (found != expected)
        fail_msg("%zu bytes: %016llx instead of %016llx", size, (unsigned long long)found,
                 (unsigned long long)expected);
}

/* All lengths, each at least twice, at every alignment, in one piece and in three. */
static void test_all_lengths(void **state)
{
    unsigned number;

    (void)state;
    for (number = 0; number < INPUTS; number++) {
        const size_t size = number % (LONGEST + 1), shift = number % 8;
        const size_t first = size ? random_number() % (size + 1) : 0;
        const size_t second = size - first ? random_number() % (size - first + 1) : 0;
        uint64_t expected;
        fill(size + shift);
        expected = XXH64(bytes + shift, size, 0);
        check_same(size, in_pieces(bytes + shift, size, size, 0), expected);
        check_same(size, in_pieces(bytes + shift, size, first, second), expected);
    }
}

/* Every split in two of every length to 1 KB, and of some long ones. */
static void test_every_split(void **state)
{
    static const size_t longer[] = { 2047, 2048, 3333, 4095, 4096 };
    size_t i, size, at;

    (void)state;
    fill(LONGEST);
    for (i = 0; i <= EVERY + sizeof longer / sizeof *longer; i++) {
        size = i <= EVERY ? i : longer[i - EVERY - 1];
        for (at = 0; at <= size; at++)
            check_same(size, in_pieces(bytes, size, at, 0), XXH64(bytes, size, 0));
    }
}

/* Pieces of one size, and the hash asked for on the way. */
static void test_even_pieces(void **state)
{
    size_t piece, at;

    (void)state;
    fill(LONGEST);
    for (piece = 1; piece <= 100; piece++) {
        prm_xxh64 hash = prm_xxh64_begin();
        for (at = 0; at + piece <= 1000; at += piece) {
            check_same(at, prm_xxh64_end(&hash), XXH64(bytes, at, 0));
            prm_xxh64_add(&hash, bytes + at, piece);
        }
    }
}

static void test_nothing(void **state)
{
    prm_xxh64 hash = prm_xxh64_begin();

    (void)state;
    prm_xxh64_add(&hash, NULL, 0);
    check_same(0, prm_xxh64_end(&hash), UINT64_C(0xEF46DB3751D8E999));
}

/* The gate sees a single changed bit anywhere. */
static void test_every_bit_counts(void **state)
{
    size_t bit;
    uint64_t before;

    (void)state;
    fill(100);
    before = in_pieces(bytes, 100, 50, 0);
    for (bit = 0; bit < 800; bit++) {
        bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
        assert_true(in_pieces(bytes, 100, 50, 0) != before);
        bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_lengths), cmocka_unit_test(test_every_split), cmocka_unit_test(test_even_pieces),
        cmocka_unit_test(test_nothing), cmocka_unit_test(test_every_bit_counts)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
