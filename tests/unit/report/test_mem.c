#include "report/base/mem.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"

static void fresh_memory_is_zeroed(void **state)
{
    (void)state;
    unsigned char *bytes = mem_alloc(1000);
    for (size_t i = 0; i < 1000; i++)
        assert_int_equal(bytes[i], 0);
    free(bytes);
}

static void zero_bytes_are_a_pointer(void **state)
{
    (void)state;
    void *bytes = mem_alloc(0);
    assert_non_null(bytes);
    bytes = mem_realloc(bytes, 0);
    assert_non_null(bytes);
    free(bytes);
}

static void strings_are_copied(void **state)
{
    (void)state;
    char *all = mem_strdup("abcdef"), *part = mem_strndup("abcdef", 3), *none = mem_strndup("a", 0);
    char *made = mem_printf("%s-%d", "x", 5);
    assert_string_equal(all, "abcdef");
    assert_string_equal(part, "abc");
    assert_string_equal(none, "");
    assert_string_equal(made, "x-5");
    free(all);
    free(part);
    free(none);
    free(made);
}

static void an_array_grows_and_keeps_its_elements(void **state)
{
    (void)state;
    long *array = NULL;
    size_t capacity = 0;
    for (size_t i = 0; i < 1000; i++) {
        mem_grow(&array, i, &capacity, sizeof *array);
        assert_true(capacity > i);
        array[i] = (long)i;
    }
    for (size_t i = 0; i < 1000; i++)
        assert_int_equal(array[i], i);
    free(array);
}

static void an_array_with_room_stays_where_it_is(void **state)
{
    (void)state;
    long *array = NULL;
    size_t capacity = 0;
    mem_grow(&array, 0, &capacity, sizeof *array);
    long *before = array;
    mem_grow(&array, capacity - 1, &capacity, sizeof *array);
    assert_ptr_equal(array, before);
    free(array);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fresh_memory_is_zeroed),
        cmocka_unit_test(zero_bytes_are_a_pointer),
        cmocka_unit_test(strings_are_copied),
        cmocka_unit_test(an_array_grows_and_keeps_its_elements),
        cmocka_unit_test(an_array_with_room_stays_where_it_is),
    };
    return cmocka_run_group_tests_name("mem", tests, NULL, NULL);
}
