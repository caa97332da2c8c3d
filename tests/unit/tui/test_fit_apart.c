/* Long texts cut so that they can be told apart, and titles of columns. */
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/fit_apart.h"
#include "report/base/safe_text.h"
#include "tui/source/source_title.h"

/* What is written for …. */
static void is(const char *const *texts, size_t count, size_t columns, size_t at,
               const char *expected)
{
    struct strbuf out = {0};
    use_locale("C");
    fit_apart(&out, texts[at], columns, texts, count);
    assert_string_equal(out.data, expected);
    strbuf_free(&out);
    use_locale("C.UTF-8");
    fit_apart(&out, texts[at], columns, texts, count);
    assert_true(safe_text_width(out.data) <= columns);
    strbuf_free(&out);
}

static void the_middle_goes_where_nothing_is_like_it(void **state)
{
    (void)state;
    static const char *const texts[] = {"0123456789", "abcdefghij"};
    is(texts, 2, 10, 0, "0123456789");
    is(texts, 2, 7, 0, "012~789");
    is(texts, 2, 6, 1, "abc~ij");
    is(texts, 2, 3, 1, "ab~");
    is(texts, 0, 7, 0, "012~789");
}

static void what_differs_stays(void **state)
{
    (void)state;
    static const char *const texts[] = {"l2_read_hit_rate_global.sum", "l2_read_hit_rate_local.sum",
                                        "l2_read_miss_rate_global.sum"};
    /* As near to the middle as what differs allows. */
    is(texts, 3, 17, 0, "l2_read_h~bal.sum");
    is(texts, 3, 17, 1, "l2_read~local.sum");
    is(texts, 3, 17, 2, "l2_read_mis~l.sum");
    static const char *const deep[] = {"lts__average_of_all_srcunit_tex_aperture_device.pct",
                                       "lts__average_of_all_srcunit_ltc_aperture_device.pct"};
    is(deep, 2, 20, 0, "lts_~tex_apertu~.pct");
    is(deep, 2, 20, 1, "lts_~ltc_apertu~.pct");
}

static void all_that_differ_can_be_told_apart(void **state)
{
    (void)state;
    static const char *const texts[] = {"aaaaaaaaaaaaXaaaaaaaaaaaaaaa",
                                        "aaaaaaaaaaaaaaaaaXaaaaaaaaaa",
                                        "aaaaaaaaaaaaYaaaaaaaaaaaaaaa",
                                        "aaa\xe6\x96\x87"
                                        "aaaaaaaYaaaaaaaaaaaaaaa"};
    enum { COUNT_OF = 4 };
    for (size_t columns = 12; columns < 30; columns++)
        for (size_t i = 0; i < COUNT_OF; i++)
            for (size_t j = 0; j < i; j++) {
                struct strbuf a = {0}, b = {0};
                fit_apart(&a, texts[i], columns, texts, COUNT_OF);
                fit_apart(&b, texts[j], columns, texts, COUNT_OF);
                assert_string_not_equal(a.data, b.data);
                strbuf_free(&a);
                strbuf_free(&b);
            }
}

static void titles_keep_what_tells_them_apart(void **state)
{
    (void)state;
    static const struct {
        const char *label, *title;
    } expected[] = {
        {"Divergent Branches", "Div Branches"},
        {"Avg. Threads Executed", "Avg thr exec"},
        {"Avg. Predicated-On Threads Executed", "Avg prd exec"},
        {"Avg. Predicated-On Threads Unexecuted", "Avg prd unex"},
        {"Derivative Avg. Predicated-On Threads Executed", "Der prd exec"},
        {"Thread Instructions Executed", "Thr inst"},
        {"Predicated-On Thread Instructions Executed", "Prd thr inst"},
        {"L1 Tag Requests Global", "L1 tags gl"},
        {"L1 Conflicts Shared N-Way", "L1 N-way sh"},
        {"L1 Wavefronts Shared", "L1 wf Shared"},
        {"L1 Wavefronts Shared Ideal", "L1 wf sh idl"},
        {"L1 Wavefronts Shared Excessive", "L1 wf sh exc"},
        {"L2 Theoretical Sectors Global", "L2 sect gl"},
        {"L2 Theoretical Sectors Local", "L2 sect loc"},
        {"L2 Theoretical Sectors Global Ideal", "L2 gl Ideal"},
        {"L2 Theoretical Sectors Global Excessive", "L2 gl exc"},
        {"L2 Explicit Hit Policy Evict First", "L2 Hit First"},
        {"L2 Explicit Hit Policy Evict Last", "L2 Hit Last"},
        {"L2 Explicit Hit Policy Evict Normal", "L2 Hit Normal"},
        {"L2 Explicit Hit Policy Evict Normal Demote", "L2 Hit Demote"},
        {"L2 Explicit Miss Policy Evict First", "L2 Miss First"},
        {"long_sb (Not Issued)", "long_sb n/i"},
        {"Access Size", "Access Size"},
    };
    for (size_t i = 0; i < COUNT(expected); i++) {
        struct strbuf title = {0};
        source_title(&title, expected[i].label);
        assert_string_equal(title.data, expected[i].title);
        strbuf_free(&title);
    }
    struct strbuf hostile = {0};
    source_title(&hostile, "");
    source_title(&hostile, "\x1b[31m");
    assert_null(strchr(hostile.data, 27));
    strbuf_free(&hostile);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_middle_goes_where_nothing_is_like_it),
        cmocka_unit_test(what_differs_stays),
        cmocka_unit_test(all_that_differ_can_be_told_apart),
        cmocka_unit_test(titles_keep_what_tells_them_apart),
    };
    use_locale("C.UTF-8");
    return cmocka_run_group_tests_name("fit_apart", tests, NULL, NULL);
}
