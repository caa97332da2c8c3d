#include "report/base/arena.h"

#include <string.h>

#include "build_report.h"

static void memory_is_zeroed_and_aligned(void **state)
{
    (void)state;
    struct arena arena = {0};
    for (size_t size = 1; size < 200; size++) {
        unsigned char *bytes = arena_alloc(&arena, size);
        assert_int_equal((uintptr_t)bytes % _Alignof(max_align_t), 0);
        for (size_t i = 0; i < size; i++)
            assert_int_equal(bytes[i], 0);
        memset(bytes, 0xff, size);
    }
    arena_free(&arena);
    assert_null(arena.chunks);
}

static void a_large_block_leaves_the_current_chunk_in_use(void **state)
{
    (void)state;
    struct arena arena = {0};
    char *first = arena_alloc(&arena, 16), *large = arena_alloc(&arena, 1 << 20);
    char *next = arena_alloc(&arena, 16);
    memset(large, 1, 1 << 20);
    assert_true(next > first && next <= first + sizeof(max_align_t));
    arena_free(&arena);
}

static void the_limit_is_exact(void **state)
{
    (void)state;
    struct arena arena = {.limit = 100};
    assert_null(arena_alloc(&arena, 101));
    assert_non_null(arena_alloc(&arena, 100));
    assert_null(arena_alloc(&arena, 1));
    arena_free(&arena);
}

static void an_absurd_size_is_refused(void **state)
{
    (void)state;
    struct arena arena = {0};
    assert_null(arena_alloc(&arena, SIZE_MAX));
    assert_null(arena_alloc(&arena, SIZE_MAX - 15));
    arena_free(&arena);
}

static void strings_are_copied_within_the_limit(void **state)
{
    (void)state;
    struct arena arena = {.limit = 32};
    char text[] = "text";
    char *copy = arena_strdup(&arena, text);
    text[0] = 'n';
    assert_string_equal(copy, "text");
    assert_null(arena_strdup(&arena, "a text that is longer than what is left"));
    arena_free(&arena);
}

/* 2000 empty messages take two bytes each on the wire and far more when unpacked. */
static void a_message_over_the_limit_fails_to_unpack(void **state)
{
    (void)state;
    uint8_t bytes[4000];
    for (size_t i = 0; i < sizeof bytes; i += 2)
        bytes[i] = 0x0a, bytes[i + 1] = 0;
    struct arena small = {.limit = 4096}, large = {.limit = 1 << 20};
    ProtobufCAllocator allocator = arena_protobuf(&small);
    assert_null(rep__profiler_string_table__unpack(&allocator, sizeof bytes, bytes));
    allocator = arena_protobuf(&large);
    Rep__ProfilerStringTable *table =
        rep__profiler_string_table__unpack(&allocator, sizeof bytes, bytes);
    assert_non_null(table);
    assert_int_equal(table->n_strings, 2000);
    arena_free(&small);
    arena_free(&large);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_zeroed_and_aligned),
        cmocka_unit_test(a_large_block_leaves_the_current_chunk_in_use),
        cmocka_unit_test(the_limit_is_exact),
        cmocka_unit_test(an_absurd_size_is_refused),
        cmocka_unit_test(strings_are_copied_within_the_limit),
        cmocka_unit_test(a_message_over_the_limit_fails_to_unpack),
    };
    return cmocka_run_group_tests_name("arena", tests, NULL, NULL);
}
