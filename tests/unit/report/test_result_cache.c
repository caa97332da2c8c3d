#include "report/file/result_cache.h"

#include "build_report.h"

enum { RESULTS = 6 };

static struct build build;
static struct report *report;
static size_t one; /* bytes of a decoded result */

static int open_results(void **state)
{
    (void)state;
    build = (struct build){0};
    build_begin(&build, 7);
    for (int i = 0; i < RESULTS; i++)
        build_entry(&build, &rep__profile_result__descriptor, KERNEL("k"));
    build_raw_entry(&build, "\xff", 1);
    build_block(&build, "NumResults: 7 Process { ProcessID: 1 }");
    report = build_open(&build);
    one = result_bytes(report_result(report, 0, NULL));
    assert_true(one > 100);
    report_drop(report, 0);
    return 0;
}

static int close_results(void **state)
{
    (void)state;
    report_close(report);
    build_free(&build);
    return 0;
}

/* Decoded anew, a result has lost the mark that was left in it. */
enum { MARK = 12345 };

static struct result *hold(struct result_cache *cache, size_t i)
{
    struct result *result = result_cache_hold(cache, i, NULL);
    assert_non_null(result);
    return result;
}

static bool is_kept(size_t i)
{
    return report_result(report, i, NULL)->thread == MARK;
}

static void what_was_released_longest_ago_goes_first(void **state)
{
    (void)state;
    struct result_cache *cache = result_cache_new(report, 3 * one);
    for (size_t i = 0; i < 4; i++) {
        hold(cache, i)->thread = MARK;
        result_cache_release(cache, i);
        if (i == 2) { /* 0 is looked at again, so 1 is the oldest */
            hold(cache, 0);
            result_cache_release(cache, 0);
        }
    }
    assert_int_equal(result_cache_bytes(cache), 3 * one);
    assert_true(is_kept(0));
    assert_false(is_kept(1));
    assert_true(is_kept(2));
    assert_true(is_kept(3));
    result_cache_free(cache);
}

static void what_is_held_stays(void **state)
{
    (void)state;
    struct result_cache *cache = result_cache_new(report, one);
    for (size_t i = 0; i < RESULTS; i++)
        hold(cache, i)->thread = MARK;
    assert_int_equal(result_cache_bytes(cache), RESULTS * one);
    for (size_t i = 0; i < RESULTS; i++)
        assert_true(is_kept(i));
    /* Held twice, released once. */
    hold(cache, 3);
    result_cache_release(cache, 3);
    assert_true(is_kept(3));
    assert_int_equal(result_cache_bytes(cache), RESULTS * one);
    for (size_t i = 0; i < RESULTS; i++)
        result_cache_release(cache, i);
    assert_int_equal(result_cache_bytes(cache), one);
    assert_true(is_kept(RESULTS - 1));
    result_cache_free(cache);
}

static void one_that_is_too_large_stays_while_it_is_held(void **state)
{
    (void)state;
    struct result_cache *cache = result_cache_new(report, 1);
    hold(cache, 2)->thread = MARK;
    assert_true(is_kept(2));
    result_cache_release(cache, 2);
    assert_int_equal(result_cache_bytes(cache), 0);
    assert_false(is_kept(2));
    result_cache_free(cache);
}

static void instances_that_are_asked_for_count(void **state)
{
    (void)state;
    struct build own = {0};
    struct strbuf text = {0};
    strbuf_adds(&text, "MetricResults { NameId: 0 ");
    for (int i = 0; i < 100; i++)
        strbuf_adds(&text, "MetricValueList { ElementValue { Uint64Value: 1 } } ");
    strbuf_adds(&text, "} ");
    struct report *r = build_one(&own, "m", text.data);
    struct result_cache *cache = result_cache_new(r, 1 << 20);
    struct result *result = result_cache_hold(cache, 0, NULL);
    size_t before = result_cache_bytes(cache);
    result_instances(result, 0);
    result_cache_release(cache, 0);
    assert_true(result_cache_bytes(cache) > before + 100 * sizeof(Rep__ProfileMetricValue));
    result_cache_free(cache);
    report_close(r);
    build_free(&own);
    strbuf_free(&text);
}

static void a_damaged_result_is_not_kept(void **state)
{
    (void)state;
    struct result_cache *cache = result_cache_new(report, 10 * one);
    struct error error;
    assert_null(result_cache_hold(cache, RESULTS, &error));
    assert_int_equal(result_cache_bytes(cache), 0);
    result_cache_free(cache);
}

#define on_results(test) cmocka_unit_test_setup_teardown(test, open_results, close_results)

static void clearing_leaves_what_is_held(void **state)
{
    (void)state;
    struct result_cache *cache = result_cache_new(report, 100 * one);
    for (size_t i = 0; i < 3; i++)
        hold(cache, i)->thread = MARK;
    result_cache_release(cache, 0);
    result_cache_release(cache, 2);
    result_cache_clear(cache);
    assert_true(!is_kept(0) && is_kept(1) && !is_kept(2));
    assert_int_equal(result_cache_bytes(cache), one);
    result_cache_release(cache, 1);
    result_cache_free(cache);
}

static void dropping_leaves_what_is_held(void **state)
{
    (void)state;
    struct result_cache *cache = result_cache_new(report, 100 * one);
    for (size_t i = 0; i < 2; i++)
        hold(cache, i)->thread = MARK;
    result_cache_release(cache, 1);
    assert_true(result_cache_has(cache, 0) && result_cache_has(cache, 1));
    assert_false(result_cache_has(cache, 2));
    for (size_t i = 0; i < 3; i++)
        result_cache_drop(cache, i);
    assert_true(result_cache_has(cache, 0) && !result_cache_has(cache, 1));
    assert_true(is_kept(0) && !is_kept(1));
    assert_int_equal(result_cache_bytes(cache), one);
    result_cache_release(cache, 0);
    result_cache_free(cache);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(clearing_leaves_what_is_held, open_results, close_results),
        on_results(dropping_leaves_what_is_held),
        on_results(what_was_released_longest_ago_goes_first),
        on_results(what_is_held_stays),
        on_results(one_that_is_too_large_stays_while_it_is_held),
        cmocka_unit_test(instances_that_are_asked_for_count),
        on_results(a_damaged_result_is_not_kept),
    };
    return cmocka_run_group_tests_name("result_cache", tests, NULL, NULL);
}
