#include "report/base/wire_walk.h"

#include "build_report.h"

static struct wire_walk walk_over(const void *bytes, size_t length)
{
    return (struct wire_walk){bytes, (const uint8_t *)bytes + length, false};
}

static void every_type_is_read(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {
        0x08, 0x96, 0x01,                            /* 1: varint 150 */
        0x11, 0,    0,    0, 0,    0, 0, 0xf8, 0x3f, /* 2: double 1.5 */
        0x1a, 3,    'a',  0, 'b',                    /* 3: bytes */
        0x25, 0,    0,    0, 0xbf,                   /* 4: float -0.5 */
    };
    struct wire_walk walk = walk_over(bytes, sizeof bytes);
    struct wire_field field;
    assert_true(wire_walk_next(&walk, &field));
    assert_int_equal(field.number, 1);
    assert_int_equal(field.value, 150);
    assert_true(wire_walk_next(&walk, &field));
    assert_int_equal(field.type, 1);
    assert_true(wire_field_double(&field) == 1.5);
    assert_true(wire_walk_next(&walk, &field));
    assert_int_equal(field.length, 3);
    assert_memory_equal(field.data, "a\0b", 3);
    assert_true(wire_walk_next(&walk, &field));
    assert_true(wire_field_float(&field) == -0.5f);
    assert_false(wire_walk_next(&walk, &field));
    assert_false(walk.bad);
}

static void an_empty_message_has_no_fields(void **state)
{
    (void)state;
    struct wire_walk walk = {0};
    struct wire_field field;
    assert_false(wire_walk_next(&walk, &field));
    assert_false(walk.bad);
}

/* A reader takes longer varints than needed, up to ten bytes. */
static void varints_may_be_padded_and_full(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {0x88, 0x80, 0x00, 0x85, 0x80, 0x80, 0x00, 0x08, 0xff,
                                    0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01};
    struct wire_walk walk = walk_over(bytes, sizeof bytes);
    struct wire_field field;
    assert_true(wire_walk_next(&walk, &field));
    assert_int_equal(field.number, 1);
    assert_int_equal(field.value, 5);
    assert_true(wire_walk_next(&walk, &field));
    assert_true(field.value == UINT64_MAX);
}

static void a_varint_of_eleven_bytes_is_bad(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {0x08, 0x80, 0x80, 0x80, 0x80, 0x80,
                                    0x80, 0x80, 0x80, 0x80, 0x80, 0x00};
    struct wire_walk walk = walk_over(bytes, sizeof bytes);
    struct wire_field field;
    assert_false(wire_walk_next(&walk, &field));
    assert_true(walk.bad);
}

static void malformed_fields_end_the_walk(void **state)
{
    (void)state;
    static const struct {
        uint8_t bytes[8];
        size_t length;
    } cases[] = {
        {{0x00, 0x00}, 2},                               /* field number 0 */
        {{0x0b}, 1},                                     /* start of a group */
        {{0x0c}, 1},                                     /* end of a group */
        {{0x0e}, 1},                                     /* type 6 */
        {{0x0f}, 1},                                     /* type 7 */
        {{0x08}, 1},                                     /* no varint */
        {{0x08, 0x80}, 2},                               /* an unfinished varint */
        {{0x0a, 5, 'a'}, 3},                             /* a payload longer than the message */
        {{0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f}, 7}, /* a huge length */
        {{0x09, 1, 2, 3}, 4},                            /* a short double */
        {{0x0d, 1, 2, 3}, 4},                            /* a short float */
        {{0xf8, 0xff, 0xff, 0xff, 0x7f, 0}, 6},          /* a field number over 29 bits */
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct wire_walk walk = walk_over(cases[i].bytes, cases[i].length);
        struct wire_field field;
        assert_false(wire_walk_next(&walk, &field));
        assert_true(walk.bad);
        assert_false(wire_walk_next(&walk, &field));
    }
}

static void what_stands_before_the_damage_is_read(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {0x08, 0x01, 0x12, 0x7f};
    struct wire_walk walk = walk_over(bytes, sizeof bytes);
    struct wire_field field;
    assert_true(wire_walk_next(&walk, &field));
    assert_false(walk.bad);
    assert_false(wire_walk_next(&walk, &field));
    assert_true(walk.bad);
}

static void the_largest_field_number_is_read(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {0xf8, 0xff, 0xff, 0xff, 0x0f, 0x07};
    struct wire_walk walk = walk_over(bytes, sizeof bytes);
    struct wire_field field;
    assert_true(wire_walk_next(&walk, &field));
    assert_int_equal(field.number, (1 << 29) - 1);
    assert_int_equal(field.value, 7);
}

/* Whatever is stepped over, the walk goes on as it would have without. */
static void short_fields_of_one_number_are_stepped_over(void **state)
{
    (void)state;
    static const struct {
        uint8_t bytes[12];
        size_t length, skipped;
    } cases[] = {
        {{0x1a, 1, 'a', 0x1a, 0, 0x1a, 1, 'b', 0x12, 0}, 10, 5}, /* until another number */
        {{0x1a, 1, 'a', 0x1a, 1, 'b'}, 6, 3},                    /* until the end */
        {{0x1a, 1, 'a', 0x1a, 2, 'b'}, 6, 0},                    /* until one that is cut off */
        {{0x1a, 1, 'a', 0x1a}, 4, 0},                            /* a tag without a length */
        {{0x1a, 1, 'a', 0x18, 1}, 5, 0},                         /* another type */
        {{0x1a, 1, 'a', 0x1a, 0x81, 0x00, 'b'}, 7, 0},           /* a length of two bytes */
        {{0x18, 1, 0x18, 2}, 4, 0},                              /* no bytes */
        {{0x82, 0x01, 0, 0x82, 0x01, 0}, 6, 0},                  /* a tag of two bytes */
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct wire_walk walk = walk_over(cases[i].bytes, cases[i].length);
        struct wire_field field;
        assert_true(wire_walk_next(&walk, &field));
        const uint8_t *before = walk.at;
        wire_walk_skip_same(&walk, &field);
        assert_int_equal(walk.at - before, cases[i].skipped);
        assert_false(walk.bad);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_type_is_read),
        cmocka_unit_test(an_empty_message_has_no_fields),
        cmocka_unit_test(varints_may_be_padded_and_full),
        cmocka_unit_test(a_varint_of_eleven_bytes_is_bad),
        cmocka_unit_test(malformed_fields_end_the_walk),
        cmocka_unit_test(what_stands_before_the_damage_is_read),
        cmocka_unit_test(the_largest_field_number_is_read),
        cmocka_unit_test(short_fields_of_one_number_are_stepped_over),
    };
    return cmocka_run_group_tests_name("wire_walk", tests, NULL, NULL);
}
