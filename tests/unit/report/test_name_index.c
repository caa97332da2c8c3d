#include "report/base/name_index.h"

#include <stdlib.h>

#include "build_report.h"
#include "report/base/mem.h"

static void names_keep_their_numbers(void **state)
{
    (void)state;
    enum { MANY = 5000 };
    struct name_index index = {0};
    char *names[MANY];
    for (size_t i = 0; i < MANY; i++) {
        names[i] = mem_printf("name %zu", i);
        assert_int_equal(name_index_add(&index, names[i]), i);
    }
    for (size_t i = 0; i < MANY; i++) {
        char *again = mem_printf("name %zu", i);
        assert_int_equal(name_index_add(&index, again), i);
        assert_ptr_equal(index.names[i], names[i]);
        free(again);
    }
    assert_int_equal(index.count, MANY);
    assert_int_equal(name_index_add(&index, ""), MANY);
    name_index_free(&index);
    assert_int_equal(index.count, 0);
    for (size_t i = 0; i < MANY; i++)
        free(names[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(names_keep_their_numbers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
