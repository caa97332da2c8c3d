#include "report/base/wire_put.h"

#include <string.h>

#include "build_report.h"
#include "report/base/wire_walk.h"

static void what_is_put_is_found_again(void **state)
{
    (void)state;
    static const uint64_t numbers[] = {0, 1, 127, 128, 300, UINT32_MAX, UINT64_MAX};
    struct strbuf out = {0};
    struct wire_field field;
    char longer[200];
    memset(longer, 'x', sizeof longer);
    for (size_t i = 0; i < COUNT(numbers); i++) {
        wire_put_varint(&out, 5 << 3);
        wire_put_varint(&out, numbers[i]);
    }
    wire_put_bytes(&out, 1, "ab", 2);
    wire_put_bytes(&out, 16, longer, sizeof longer);
    wire_put_bytes(&out, 70000, NULL, 0);
    struct wire_walk walk = {(uint8_t *)out.data, (uint8_t *)out.data + out.length, false};
    for (size_t i = 0; i < COUNT(numbers); i++) {
        assert_true(wire_walk_next(&walk, &field));
        assert_int_equal(field.number, 5);
        assert_true(field.value == numbers[i]);
    }
    assert_true(wire_walk_next(&walk, &field));
    assert_memory_equal(field.data, "ab", 2);
    assert_int_equal(field.number, 1);
    assert_true(wire_walk_next(&walk, &field));
    assert_int_equal(field.number, 16);
    assert_int_equal(field.length, sizeof longer);
    assert_true(wire_walk_next(&walk, &field));
    assert_int_equal(field.number, 70000);
    assert_int_equal(field.length, 0);
    assert_false(wire_walk_next(&walk, &field));
    assert_false(walk.bad);
    strbuf_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_put_is_found_again)};
    return cmocka_run_group_tests_name("wire_put", tests, NULL, NULL);
}
