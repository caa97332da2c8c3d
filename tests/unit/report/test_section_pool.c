#include "report/file/section_pool.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"

static struct strbuf section_bytes(const char *text)
{
    struct strbuf bytes = {0};
    build_message(&bytes, &rep__profiler_section__descriptor, text);
    return bytes;
}

static struct pooled_section *take(struct section_pool *pool, const struct strbuf *bytes)
{
    struct pooled_section *section =
        section_pool_take(pool, (const uint8_t *)bytes->data, bytes->length);
    assert_non_null(section);
    return section;
}

static void the_same_bytes_are_one_section(void **state)
{
    (void)state;
    struct section_pool *pool = section_pool_new();
    struct strbuf a = section_bytes("Identifier: 'a' DisplayName: 'x' Order: 1");
    struct strbuf b = section_bytes("Identifier: 'a' DisplayName: 'x' Order: 2");
    struct pooled_section *first = take(pool, &a), *other = take(pool, &b);
    assert_ptr_equal(take(pool, &a), first);
    assert_ptr_not_equal(other, first);
    assert_int_equal(pooled_section_message(first)->order, 1);
    assert_int_equal(pooled_section_message(other)->order, 2);
    assert_string_equal(pooled_section_message(first)->identifier, "a");
    assert_true(pooled_section_bytes(first) > a.length);
    section_pool_give_back(pool, first);
    section_pool_give_back(pool, first);
    section_pool_give_back(pool, other);
    section_pool_free(pool);
    strbuf_free(&a);
    strbuf_free(&b);
}

/* They differ where nothing of them is hashed. */
static void long_sections_are_compared_as_a_whole(void **state)
{
    (void)state;
    char text[1200];
    struct strbuf sections[2];
    struct pooled_section *taken[2];
    struct section_pool *pool = section_pool_new();
    for (int i = 0; i < 2; i++) {
        snprintf(text, sizeof text, "Identifier: 'a' DisplayName: '%0500d%d%0500d' Order: 1", 0, i,
                 0);
        sections[i] = section_bytes(text);
        taken[i] = take(pool, &sections[i]);
    }
    assert_ptr_not_equal(taken[0], taken[1]);
    assert_int_equal(pooled_section_message(taken[1])->displayname[500], '1');
    for (int i = 0; i < 2; i++) {
        section_pool_give_back(pool, taken[i]);
        strbuf_free(&sections[i]);
    }
    section_pool_free(pool);
}

static void the_bytes_need_not_stay(void **state)
{
    (void)state;
    struct section_pool *pool = section_pool_new();
    struct strbuf bytes = section_bytes("Identifier: 'a' DisplayName: 'x' Order: 1");
    struct pooled_section *section = take(pool, &bytes);
    memset(bytes.data, 0, bytes.length);
    strbuf_free(&bytes);
    bytes = section_bytes("Identifier: 'a' DisplayName: 'x' Order: 1");
    assert_ptr_equal(take(pool, &bytes), section);
    assert_string_equal(pooled_section_message(section)->displayname, "x");
    section_pool_give_back(pool, section);
    section_pool_give_back(pool, section);
    section_pool_free(pool);
    strbuf_free(&bytes);
}

static struct pooled_section *take_large(struct section_pool *pool, int number)
{
    enum { LENGTH = 1 << 20 };
    char *text = malloc(LENGTH + 100);
    sprintf(text, "Identifier: '%d' DisplayName: '%0*d' Order: %d", number, LENGTH, 0, number);
    struct strbuf bytes = section_bytes(text);
    struct pooled_section *section = take(pool, &bytes);
    strbuf_free(&bytes);
    free(text);
    return section;
}

/* What nobody holds stays until there is more of it than the limit; then the oldest goes. */
static void what_nobody_holds_is_kept_up_to_a_limit(void **state)
{
    (void)state;
    enum { MANY = 12 };
    struct section_pool *pool = section_pool_new();
    struct pooled_section *held = take_large(pool, MANY);
    for (int i = 0; i < MANY; i++) {
        struct pooled_section *section = take_large(pool, i);
        pooled_section_message(section)->order = 1000; /* lost where it is decoded anew */
        section_pool_give_back(pool, section);
    }
    int kept = 0;
    for (bool is_kept = true; is_kept && kept < MANY; kept += is_kept) {
        struct pooled_section *section = take_large(pool, MANY - 1 - kept);
        is_kept = pooled_section_message(section)->order == 1000;
        section_pool_give_back(pool, section);
    }
    assert_in_range(kept, 2, 4); /* of 2 MiB each, in 8 MiB */
    assert_int_equal(pooled_section_message(held)->order, MANY);
    section_pool_give_back(pool, held);
    section_pool_free(pool);
}

static void what_is_no_section_is_refused(void **state)
{
    (void)state;
    struct section_pool *pool = section_pool_new();
    struct strbuf bytes = section_bytes("Identifier: 'a' DisplayName: 'x' Order: 1");
    assert_null(section_pool_take(pool, (const uint8_t *)"", 0));
    assert_null(section_pool_take(pool, (const uint8_t *)bytes.data, bytes.length - 1));
    strbuf_free(&bytes);
    section_pool_free(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_bytes_are_one_section),
        cmocka_unit_test(long_sections_are_compared_as_a_whole),
        cmocka_unit_test(the_bytes_need_not_stay),
        cmocka_unit_test(what_nobody_holds_is_kept_up_to_a_limit),
        cmocka_unit_test(what_is_no_section_is_refused),
    };
    return cmocka_run_group_tests_name("section_pool", tests, NULL, NULL);
}
