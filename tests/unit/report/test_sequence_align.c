/* A longest common subsequence, against one found by the table of all prefixes; and with bounds. */
#include "report/base/sequence_align.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "build_report.h"
#include "report/base/mem.h"

struct found {
    const uint32_t *a, *b;
    size_t *partners; /* of a, + 1 */
    size_t count;
};

static void note(void *context, size_t a, size_t b)
{
    struct found *found = context;
    assert_int_equal(found->a[a], found->b[b]);
    assert_int_equal(found->partners[a], 0);
    found->partners[a] = b + 1;
    found->count++;
}

/* Aligned, with pairs that rise; how many there are. */
static size_t align(const uint32_t *a, size_t a_count, const uint32_t *b, size_t b_count,
                    size_t most)
{
    struct found found = {a, b, mem_alloc((a_count + 1) * sizeof(size_t)), 0};
    size_t last = 0;
    sequence_align(a, a_count, b, b_count, most, note, &found);
    for (size_t i = 0; i < a_count; i++) {
        if (!found.partners[i])
            continue;
        assert_true(found.partners[i] > last);
        last = found.partners[i];
    }
    free(found.partners);
    return found.count;
}

static size_t longest(const uint32_t *a, size_t a_count, const uint32_t *b, size_t b_count)
{
    size_t *best = mem_alloc((a_count + 1) * (b_count + 1) * sizeof *best), width = b_count + 1;
    for (size_t i = 1; i <= a_count; i++)
        for (size_t j = 1; j <= b_count; j++) {
            size_t up = best[(i - 1) * width + j], left = best[i * width + j - 1];
            size_t both = best[(i - 1) * width + j - 1] + 1;
            best[i * width + j] = a[i - 1] == b[j - 1] ? both : up > left ? up : left;
        }
    size_t length = best[a_count * width + b_count];
    free(best);
    return length;
}

static void the_longest_is_found(void **state)
{
    (void)state;
    uint32_t a[40], b[40];
    srand(7);
    for (int round = 0; round < 3000; round++) {
        size_t a_count = (size_t)rand() % 40, b_count = (size_t)rand() % 40;
        uint32_t kinds = 1 + (uint32_t)rand() % 12;
        for (size_t i = 0; i < 40; i++) {
            a[i] = (uint32_t)rand() % kinds;
            b[i] = (uint32_t)rand() % kinds;
        }
        size_t expected = longest(a, a_count, b, b_count);
        assert_int_equal(align(a, a_count, b, b_count, SIZE_MAX), expected);
        /* With a bound it is still common and in order. */
        for (size_t most = 1; most < 30; most += 7)
            assert_true(align(a, a_count, b, b_count, most) <= expected);
        assert_int_equal(align(a, a_count, b, b_count, 40), expected);
    }
}

static void what_is_wholly_different_takes_no_time(void **state)
{
    enum { COUNT_OF = 100000 };
    (void)state;
    uint32_t *a = mem_alloc(COUNT_OF * sizeof *a), *b = mem_alloc(COUNT_OF * sizeof *b);
    srand(3);
    for (size_t i = 0; i < COUNT_OF; i++) {
        a[i] = (uint32_t)rand() % 500;
        b[i] = (uint32_t)rand() % 500;
    }
    clock_t start = clock();
    assert_true(align(a, COUNT_OF, b, COUNT_OF, 200) > 0);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    print_message("100000 against 100000 at random: %.2f s\n", seconds);
    assert_true(seconds < 20);
    free(a);
    free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_longest_is_found),
        cmocka_unit_test(what_is_wholly_different_takes_no_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
