#include "collect/run/progress_line.h"

#include <math.h>

#include "build_report.h"
#include "report/base/safe_text.h"

static int utf8_locale(void **state)
{
    (void)state;
    use_locale("C.UTF-8");
    return 0;
}

static void is(struct profile_progress progress, size_t columns, const char *expected)
{
    struct strbuf line = {0};
    progress_line(&line, &progress, columns);
    assert_string_equal(line.data, expected);
    strbuf_free(&line);
}

static void what_is_known_is_said(void **state)
{
    (void)state;
    is((struct profile_progress){"sgemm", 5, 16, 12, 38, 40}, 100,
       "profiling sgemm 5 of 16 \u00b7 pass 12/38 \u00b7 about 40 s left");
    is((struct profile_progress){"sgemm", 5, 0, 1, 1, 0}, 100, "profiling sgemm 5 \u00b7 pass 1/1");
    is((struct profile_progress){"sgemm", 3, 16, 1, 38, 0, .launches = 3}, 100,
       "profiling sgemm launches 1 to 3 of 16 \u00b7 pass 1/38");
    is((struct profile_progress){"sgemm_naive", 3, 16, 1, 38, 0, .launches = 3}, 44,
       "profiling sgemm_na\u2026 1 to 3 of 16 \u00b7 pass 1/38");
    is((struct profile_progress){"sgemm", 3, 0, 1, 38, 0, .launches = 1}, 100,
       "profiling sgemm 3 \u00b7 pass 1/38");
    is((struct profile_progress){.kernel = "sgemm",
                                 .number = 5,
                                 .expected = 16,
                                 .passes = 1,
                                 .seconds_left = 40,
                                 .run = 2,
                                 .runs = 9},
       100, "profiling sgemm 5 of 16 \u00b7 run 2/9 \u00b7 about 40 s left");
    is((struct profile_progress){.kernel = "sgemm", .number = 5, .passes = 1, .run = 1}, 100,
       "profiling sgemm 5 \u00b7 run 1");
    use_locale("C");
    is((struct profile_progress){"sgemm", 5, 0, 1, 1, 0}, 100, "profiling sgemm 5 | pass 1/1");
    use_locale("C.UTF-8");
}

static void times_are_round(void **state)
{
    (void)state;
    is((struct profile_progress){"k", 1, 0, 1, 2, 0.26}, 80,
       "profiling k 1 \u00b7 pass 1/2 \u00b7 about 0.3 s left");
    is((struct profile_progress){"k", 1, 0, 1, 2, 99.4}, 80,
       "profiling k 1 \u00b7 pass 1/2 \u00b7 about 99 s left");
    is((struct profile_progress){"k", 1, 0, 1, 2, 120}, 80,
       "profiling k 1 \u00b7 pass 1/2 \u00b7 about 2 min left");
    is((struct profile_progress){"k", 1, 0, 1, 2, 7200}, 80,
       "profiling k 1 \u00b7 pass 1/2 \u00b7 about 120 min left");
    is((struct profile_progress){"k", 1, 0, 1, 2, NAN}, 80, "profiling k 1 \u00b7 pass 1/2");
    is((struct profile_progress){"k", 1, 0, 1, 2, -1}, 80, "profiling k 1 \u00b7 pass 1/2");
}

static void a_long_name_is_cut_to_the_columns(void **state)
{
    (void)state;
    const struct profile_progress progress = {
        "void averylongname<with, parameters>(float *, int)", 12, 345, 12, 38, 40};
    for (size_t columns = 60; columns <= 200; columns++) {
        struct strbuf line = {0};
        progress_line(&line, &progress, columns);
        assert_true(safe_text_width(line.data) <= columns);
        strbuf_free(&line);
    }
}

/* On a terminal of 40 columns the line must not wrap: it is rewritten in place. */
static void the_line_never_exceeds_the_columns(void **state)
{
    (void)state;
    const struct profile_progress progress = {
        "void averylongname<with, parameters>(float *, int)", 12, 345, 12, 38, 40};
    for (size_t columns = 1; columns < 60; columns++) {
        struct strbuf line = {0};
        progress_line(&line, &progress, columns);
        size_t width = safe_text_width(line.data);
        if (width > columns)
            fail_msg("%zu columns: %zu are used: %s", columns, width, line.data);
        strbuf_free(&line);
    }
}

static void names_are_made_safe(void **state)
{
    (void)state;
    struct strbuf line = {0};
    const struct profile_progress progress = {"a\033[31m\n\007", 1, 0, 1, 1, 0};
    progress_line(&line, &progress, 80);
    for (const char *c = line.data; *c; c++)
        assert_true((unsigned char)*c >= ' ' && *c != 0x7f);
    strbuf_free(&line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_known_is_said),
        cmocka_unit_test(times_are_round),
        cmocka_unit_test(a_long_name_is_cut_to_the_columns),
        cmocka_unit_test(the_line_never_exceeds_the_columns),
        cmocka_unit_test(names_are_made_safe),
    };
    return cmocka_run_group_tests_name("progress_line", tests, utf8_locale, NULL);
}
