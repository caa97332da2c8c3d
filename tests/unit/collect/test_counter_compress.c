#include "collect/result/counter_compress.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"

static size_t round_trip(const uint8_t *bytes, size_t length)
{
    struct error error = {""};
    size_t compressed_length, back_length;
    uint8_t *compressed = counter_compress(bytes, length, &compressed_length);
    uint8_t *back = counter_expand(compressed, compressed_length, &back_length, &error);
    if (!back)
        fail_msg("%s", error.text);
    assert_int_equal(back_length, length);
    assert_memory_equal(back, bytes, length);
    free(back);
    free(compressed);
    return compressed_length;
}

static void every_length_comes_back(void **state)
{
    (void)state;
    uint8_t bytes[100];
    uint32_t random = 1;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)((random = random * 1103515245 + 12345) >> 20);
    for (size_t length = 0; length <= sizeof bytes; length++)
        round_trip(bytes, length);
}

static void equal_words_take_next_to_nothing(void **state)
{
    (void)state;
    enum { LENGTH = 1 << 20 };
    uint8_t *bytes = malloc(LENGTH);
    memset(bytes, 0, LENGTH);
    assert_true(round_trip(bytes, LENGTH) < 24);
    memset(bytes, 0xff, LENGTH);
    assert_true(round_trip(bytes, LENGTH) < 32);
    /* Counters that differ in their low bytes. */
    for (size_t i = 0; i < LENGTH; i += 8)
        memcpy(bytes + i, &(uint64_t){1000000 + i % 256}, 8);
    assert_true(round_trip(bytes, LENGTH) < LENGTH / 3);
    free(bytes);
}

static void damage_is_noticed(void **state)
{
    (void)state;
    uint8_t bytes[64], copy[128];
    struct error error = {""};
    size_t length, back;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i / 16 * 7);
    uint8_t *compressed = counter_compress(bytes, sizeof bytes, &length);
    for (size_t cut = 0; cut < length; cut++)
        assert_null(counter_expand(compressed, cut, &back, &error));
    assert_non_null(strstr(error.text, "damaged"));
    memcpy(copy, compressed, length);
    copy[length] = 0;
    assert_null(counter_expand(copy, length + 1, &back, &error));
    copy[0] = 'x';
    assert_null(counter_expand(copy, length, &back, &error));
    assert_non_null(strstr(error.text, "not compressed counter data"));
    memcpy(copy, compressed, length);
    memset(copy + 8, 0xff, 8); /* a length that nobody has */
    assert_null(counter_expand(copy, length, &back, &error));
    assert_non_null(strstr(error.text, "not possible"));
    free(compressed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_length_comes_back),
        cmocka_unit_test(equal_words_take_next_to_nothing),
        cmocka_unit_test(damage_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
