/* Sorting in steps gives what qsort(3) gives, at every number of elements, and keeps the order of
 * what is equal. */
#include "report/base/step_sort.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/mem.h"

struct item {
    int key;
    size_t place;
    char more[24]; /* wide ones move as a whole */
};

static int compare(const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

static int compare_places(const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    int order = compare(a, b);
    return order ? order : (x->place > y->place) - (x->place < y->place);
}

static struct item *make(size_t count, int keys)
{
    struct item *items = mem_alloc((count + 1) * sizeof *items);
    unsigned seed = 12345;
    for (size_t i = 0; i < count; i++) {
        seed = seed * 1103515245u + 12345u;
        items[i] = (struct item){.key = (int)(seed >> 8) % keys, .place = i};
        snprintf(items[i].more, sizeof items[i].more, "%zu", i);
    }
    return items;
}

/* Returns how many steps it took. */
static size_t sort(size_t count, int keys)
{
    struct step_sort steps = {0};
    struct item *items = make(count, keys), *wanted = make(count, keys);
    size_t taken = 1;
    qsort(wanted, count, sizeof *wanted, compare_places);
    step_sort_begin(&steps, items, count, sizeof *items, compare);
    while (!step_sort_step(&steps))
        taken++;
    assert_memory_equal(items, wanted, count * sizeof *items);
    assert_true(step_sort_step(&steps)); /* once more changes nothing */
    assert_memory_equal(items, wanted, count * sizeof *items);
    step_sort_free(&steps);
    free(items);
    free(wanted);
    return taken;
}

static void every_count_is_sorted(void **state)
{
    (void)state;
    for (size_t count = 0; count < 600; count++)
        sort(count, 1 << 20);
    sort(5000, 1 << 20);
}

static void equal_ones_keep_their_order(void **state)
{
    (void)state;
    for (size_t count = 0; count < 600; count += 7)
        sort(count, 3);
    sort(4096, 1);
    sort(4097, 2);
}

static void a_step_is_short(void **state)
{
    (void)state;
    /* 256 elements a step, some ten times over. */
    assert_int_equal(sort(1, 10), 1);
    assert_in_range(sort(10000, 1 << 20), 10000 * 10 / 256, 10000 * 14 / 256);
}

static void it_can_be_given_up(void **state)
{
    (void)state;
    struct step_sort steps = {0};
    struct item *items = make(1000, 50);
    step_sort_begin(&steps, items, 1000, sizeof *items, compare);
    step_sort_step(&steps);
    step_sort_begin(&steps, items, 300, sizeof *items, compare);
    while (!step_sort_step(&steps))
        continue;
    for (size_t i = 1; i < 300; i++)
        assert_true(items[i - 1].key <= items[i].key);
    step_sort_free(&steps);
    step_sort_free(&steps);
    free(items);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_count_is_sorted),
        cmocka_unit_test(equal_ones_keep_their_order),
        cmocka_unit_test(a_step_is_short),
        cmocka_unit_test(it_can_be_given_up),
    };
    return cmocka_run_group_tests_name("step_sort", tests, NULL, NULL);
}
