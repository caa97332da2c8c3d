#include "report/metric/query_kind.h"

#include "build_report.h"

/* Words stand where their numbers say, and end with NULL. */
static void modes_have_words(void **state)
{
    (void)state;
    assert_string_equal(query_mode_names[QUERY_BASE], "base");
    assert_string_equal(query_mode_names[QUERY_SUFFIX], "suffix");
    assert_string_equal(query_mode_names[QUERY_ALL], "all");
    assert_null(query_mode_names[QUERY_ALL + 1]);
}

static void collections_have_words(void **state)
{
    (void)state;
    assert_string_equal(query_collection_names[QUERY_PROFILING], "profiling");
    assert_string_equal(query_collection_names[QUERY_PMSAMPLING], "pmsampling");
    assert_string_equal(query_collection_names[QUERY_DEVICE], "device");
    assert_string_equal(query_collection_names[QUERY_GROUPS], "groups");
    assert_string_equal(query_collection_names[QUERY_LAUNCH], "launch");
    assert_string_equal(query_collection_names[QUERY_NUMA], "numa");
    assert_string_equal(query_collection_names[QUERY_NVLINK], "nvlink");
    assert_string_equal(query_collection_names[QUERY_SOURCE], "source");
    assert_string_equal(query_collection_names[QUERY_STATS], "stats");
    assert_string_equal(query_collection_names[QUERY_WARPSAMPLING], "warpsampling");
    assert_null(query_collection_names[QUERY_WARPSAMPLING + 1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(modes_have_words),
                                       cmocka_unit_test(collections_have_words)};
    return cmocka_run_group_tests_name("query_kind", tests, NULL, NULL);
}
