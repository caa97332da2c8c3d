#include "collect/inject/base/host_lines.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#include "build_report.h"

enum { PAGE = 4096, PAGES = 4 };

static int begin(void **state)
{
    uint8_t *pages =
        mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
        return -1;
    for (size_t i = 0; i < PAGES * PAGE; i++)
        pages[i] = (uint8_t)(i * 7 + i / PAGE);
    *state = pages;
    return 0;
}

static int end(void **state)
{
    return munmap(*state, PAGES * PAGE);
}

static void is_as_it_was(const uint8_t *pages, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        assert_int_equal(pages[i], (uint8_t)(i * 7 + i / PAGE));
}

static void content_stays(void **state)
{
    static const struct {
        size_t from, size;
    } parts[] = {{0, PAGES * PAGE}, {1, 1},           {63, 2}, {PAGE - 1, 2},
                 {100, 2 * PAGE},   {PAGE, PAGE + 1}, {5, 0}};
    uint8_t *pages = *state;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        host_lines_drop(pages + parts[i].from, parts[i].size);
        is_as_it_was(pages, 0, PAGES * PAGE);
    }
}

/* Read-only pages are dropped as well; those that are closed or gone end nothing. */
static void pages_that_cannot_be_read_are_left_out(void **state)
{
    uint8_t *pages = *state;
    assert_int_equal(mprotect(pages, PAGE, PROT_READ), 0);
    assert_int_equal(mprotect(pages + PAGE, PAGE, PROT_NONE), 0);
    assert_int_equal(munmap(pages + 2 * PAGE, PAGE), 0);
    host_lines_drop(pages + 10, PAGES * PAGE - 20);
    is_as_it_was(pages, 0, PAGE);
    is_as_it_was(pages, 3 * (size_t)PAGE, PAGES * (size_t)PAGE);
    assert_int_equal(mprotect(pages + PAGE, PAGE, PROT_READ), 0);
    is_as_it_was(pages, PAGE, 2 * PAGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(content_stays, begin, end),
        cmocka_unit_test_setup_teardown(pages_that_cannot_be_read_are_left_out, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
