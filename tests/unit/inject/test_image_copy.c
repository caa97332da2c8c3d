#include "collect/inject/base/image_copy.h"

#include <string.h>

#include "build_report.h"

enum { LARGE = (40 << 20) + 777, PAGE = 4096, SMALL = 1 << 16 };

static void fill(struct image *image, size_t size, int value)
{
    assert_true(image_open_plain(image, size));
    memset(image->bytes, value, size);
    /* No page is like another one. */
    for (size_t at = 0; at + sizeof at <= size; at += PAGE)
        memcpy(image->bytes + at, &at, sizeof at);
}

static void take(struct image_copy *copy, const struct image *original, int value)
{
    struct image image;
    assert_true(image_copy_take(copy, original, &image));
    assert_int_equal(image.size, original->size);
    assert_memory_equal(image.bytes, original->bytes, original->size);
    assert_int_equal(image.bytes[image.size - 1], value);
    image_close(&image);
}

static void test_begun_before(void **state)
{
    struct image_copy copy = {0};
    struct image original;
    (void)state;
    fill(&original, LARGE, 7);
    image_copy_start(&copy, &original);
    assert_true(copy.started);
    image_copy_start(&copy, &original); /* there is one */
    take(&copy, &original, 7);
    assert_false(copy.started);
    take(&copy, &original, 7); /* made when it is asked for */
    image_close(&original);
}

static void test_small(void **state)
{
    struct image_copy copy = {0};
    struct image original;
    (void)state;
    fill(&original, SMALL, 3);
    image_copy_start(&copy, &original);
    assert_false(copy.started);
    take(&copy, &original, 3);
    image_close(&original);
}

static void test_dropped(void **state)
{
    struct image_copy copy = {0};
    struct image original;
    (void)state;
    fill(&original, LARGE, 1);
    image_copy_start(&copy, &original);
    image_copy_drop(&copy);
    image_copy_drop(&copy);
    image_close(&original);
    fill(&original, LARGE, 2);
    take(&copy, &original, 2);
    image_close(&original);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_begun_before),
        cmocka_unit_test(test_small),
        cmocka_unit_test(test_dropped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
