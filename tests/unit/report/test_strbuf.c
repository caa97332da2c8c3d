#include "report/base/strbuf.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"

static void text_is_appended_and_ended(void **state)
{
    (void)state;
    struct strbuf b = {0};
    strbuf_adds(&b, "ab");
    strbuf_addc(&b, 'c');
    strbuf_add(&b, "defg", 2);
    strbuf_pad(&b, '.', 3);
    strbuf_addf(&b, "%d", 42);
    assert_string_equal(b.data, "abcde...42");
    assert_int_equal(b.length, 10);
    strbuf_free(&b);
}

static void nothing_added_still_gives_a_string(void **state)
{
    (void)state;
    struct strbuf b = {0};
    strbuf_adds(&b, "");
    assert_string_equal(b.data, "");
    strbuf_add(&b, NULL, 0);
    assert_int_equal(b.length, 0);
    strbuf_free(&b);
    strbuf_clear(&b);
    assert_string_equal(b.data, "");
    strbuf_free(&b);
    strbuf_addf(&b, "%s", "");
    assert_non_null(b.data);
    assert_string_equal(b.data, "");
    strbuf_free(&b);
    assert_string_equal(strbuf_text(&b), "");
}

static void nul_bytes_are_kept(void **state)
{
    (void)state;
    struct strbuf b = {0};
    strbuf_add(&b, "a\0b", 3);
    assert_int_equal(b.length, 3);
    assert_memory_equal(b.data, "a\0b", 4);
    strbuf_free(&b);
}

static void it_grows_over_every_boundary(void **state)
{
    (void)state;
    for (size_t size = 0; size < 300; size++) {
        struct strbuf b = {0};
        strbuf_pad(&b, 'x', size);
        strbuf_addf(&b, "%s", "yz");
        assert_int_equal(strlen(b.data), size + 2);
        assert_int_equal(b.length, size + 2);
        assert_true(b.capacity > b.length);
        strbuf_free(&b);
    }
}

static void clear_keeps_the_room(void **state)
{
    (void)state;
    struct strbuf b = {0};
    strbuf_pad(&b, 'x', 500);
    size_t capacity = b.capacity;
    strbuf_clear(&b);
    assert_string_equal(b.data, "");
    assert_int_equal(b.capacity, capacity);
    strbuf_free(&b);
    assert_null(b.data);
    assert_int_equal(b.capacity, 0);
}

static void detach_hands_the_string_over(void **state)
{
    (void)state;
    struct strbuf b = {0};
    strbuf_adds(&b, "mine");
    char *text = strbuf_detach(&b), *empty = strbuf_detach(&b);
    assert_string_equal(text, "mine");
    assert_string_equal(empty, "");
    assert_null(b.data);
    free(text);
    free(empty);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_appended_and_ended),
        cmocka_unit_test(nothing_added_still_gives_a_string),
        cmocka_unit_test(nul_bytes_are_kept),
        cmocka_unit_test(it_grows_over_every_boundary),
        cmocka_unit_test(clear_keeps_the_room),
        cmocka_unit_test(detach_hands_the_string_over),
    };
    return cmocka_run_group_tests_name("strbuf", tests, NULL, NULL);
}
