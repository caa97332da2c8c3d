/* From a kernel of a trace to its counters: the commands, and what they are made of. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "report/base/mem.h"
#include "report/base/strbuf.h"
#include "trace_made.h"
#include "tui/trace/trace_marks.h"
#include "tui/trace/trace_profile.h"

enum { US = 1000, START = 1000000 };

static const char sample[] = "tests/data/samples.ncu-rep";

static void expect_words(struct word_list *words, const char *line)
{
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    for (size_t i = 0; i < words->count; i++)
        strbuf_addf(&text, "%s%s", i ? " " : "", words->words[i]);
    assert_null(words->words[words->count]);
    assert_string_equal(text.data, line);
    strbuf_free(&text);
    word_list_free(words);
}

static void expect_program(const char *command, const char *process, const char *line)
{
    static const uint64_t what[] = {FACT_COMMAND}, pid[] = {4711, 1, UINT64_MAX, 0};
    struct trace_profile profile = {0};
    struct trace *trace = trace_new();
    struct strbuf text = {0};
    if (command)
        trace_made_row(trace, TRACE_FACT, 1, what, command);
    if (process)
        trace_made_row(trace, TRACE_PROCESS, 4711, pid, process);
    trace_profile_read_program(&profile, trace);
    strbuf_adds(&text, "");
    for (size_t i = 0; i < profile.program.count; i++)
        strbuf_addf(&text, "<%s>", profile.program.words[i]);
    assert_string_equal(text.data, line);
    strbuf_free(&text);
    trace_profile_free(&profile);
    trace_free(trace);
}

static void test_program(void **state)
{
    (void)state;
    expect_program("rooftop trace -f -o run --trace cuda ./app -o x 'a b'", NULL,
                   "<./app><-o><x><a b>");
    expect_program("rooftop --auto --auto-budget 60 -o x python3 train.py", NULL,
                   "<python3><train.py>");
    expect_program("rooftop trace ./app", "/usr/bin/other", "<./app>");
    /* What cannot be read is not guessed: the program is known by its path alone. */
    expect_program("rooftop trace --no-such-option ./app", "/home/me/app", "</home/me/app>");
    expect_program("rooftop trace 'open", "/home/me/app", "</home/me/app>");
    expect_program(NULL, "/home/me/app", "</home/me/app>");
    expect_program(NULL, NULL, "");
}

static void test_kernel_and_its_place(void **state)
{
    (void)state;
    struct trace *trace = trace_new();
    trace_made_string(trace, 1, 1, "_Z5firstPf");
    trace_made_string(trace, 1, 2, "_Z6secondPf");
    for (uint64_t i = 0; i < 5; i++)
        trace_made_kernel(trace, 1, 7, START + i * 10 * US, START + i * 10 * US + US, i + 1,
                          i % 2 + 1);
    trace_made_copy(trace, 1, 7, START + 100 * US, START + 110 * US, 30, 1, 1, 3, 4096);
    struct trace_view view = {.index = trace_index_new(trace),
                              .names = trace_names_new(trace, KERNEL_NAME_DEMANGLED, NULL)};
    struct trace_kernel kernel;
    assert_true(trace_kernel_of(&view, 3, &kernel));
    assert_string_equal(kernel.mangled, "_Z6secondPf");
    assert_string_equal(kernel.shown, "second(float *)");
    assert_int_equal(kernel.before, 1);
    assert_true(trace_kernel_of(&view, 4, &kernel));
    assert_int_equal(kernel.before, 2);
    assert_false(trace_kernel_of(&view, 5, &kernel)); /* the copy */
    assert_false(trace_kernel_of(&view, SIZE_MAX, &kernel));
    trace_names_free(view.names);
    trace_index_free(view.index);
    trace_free(trace);
}

/* The report has a name that no file has, of letters that a file may have. */
static void test_commands(void **state)
{
    (void)state;
    static const char begin[] = "/proc/self/exe --kernel-name-base mangled --kernel-name ";
    static const struct {
        const char *shown, *file;
    } names[] = {{"void at::native::copy_kernel<4, (int)2>(float *)", "copy_kernel"},
                 {"ampere_sgemm_128x64_nn", "ampere_sgemm_128x64_nn"},
                 {"(anonymous namespace)::f(int)", "kernel"},
                 {"", "kernel"}};
    char folder[] = "/tmp/rt-profile.XXXXXX";
    assert_non_null(mkdtemp(folder));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct trace_profile profile = {.beside = mem_printf("%s/50%%", folder)};
        const struct trace_kernel kernel = {"_Zname", names[i].shown, 12};
        struct word_list words = {0};
        word_list_add(&profile.program, "app");
        word_list_add(&profile.program, "-x");
        for (int round = 1; round < 3; round++) {
            char *suffix = round == 1 ? mem_strdup("") : mem_printf("-%d", round);
            char *line = mem_printf("%s_Zname --form --launch-skip 12 --launch-count 1 --export "
                                    "%s/50%%%%.%s%s.ncu-rep -- app -x",
                                    begin, folder, names[i].file, suffix);
            trace_profile_words(&profile, &kernel, &words);
            expect_words(&words, line);
            /* As if it had been profiled. */
            const char *path = profile.reports.words[round - 1];
            FILE *file = fopen(path, "w");
            assert_non_null(file);
            fclose(file);
            free(line);
            free(suffix);
        }
        for (size_t j = 0; j < profile.reports.count; j++)
            unlink(profile.reports.words[j]);
        trace_profile_free(&profile);
    }
    assert_int_equal(rmdir(folder), 0);
}

static void test_results(void **state)
{
    (void)state;
    struct trace_profile profile = {0};
    const struct trace_kernel there = {"_Z9histogramPKhPji", "histogram", 0},
                              none = {"_Z4nonev", "none", 0};
    struct word_list words = {0};
    assert_false(trace_profile_open_words(&profile, &there, &words));
    word_list_add(&profile.reports, sample);
    word_list_add(&profile.reports, "/nowhere/x.ncu-rep"); /* the form was left */
    word_list_add(&profile.reports, "Makefile");           /* no report */
    assert_true(trace_profile_open_words(&profile, &there, &words));
    expect_words(&words, "/proc/self/exe --kernel-name-base mangled --kernel-name "
                         "_Z9histogramPKhPji --import tests/data/samples.ncu-rep");
    assert_false(trace_profile_open_words(&profile, &none, &words));
    trace_profile_free(&profile);
}

/* Kernels that reports have results of, and names of a trace that come later. */
static void test_marks(void **state)
{
    (void)state;
    enum { HISTOGRAM = 1, OTHER, LATER };
    struct trace *trace = trace_new();
    struct trace_marks marks = {0};
    struct word_list reports = {0};
    trace_made_string(trace, 1, HISTOGRAM, "_Z9histogramPKhPji");
    trace_made_string(trace, 1, OTHER, "_Z4nonev");
    trace_made_kernel(trace, 1, 7, 100, 200, 1, HISTOGRAM);
    trace_made_kernel(trace, 1, 7, 300, 400, 2, OTHER);
    trace_made_copy(trace, 1, 7, 500, 600, 3, 1, 1, 3, 64);
    trace_marks_read(&marks, &reports);
    trace_marks_find(&marks, trace);
    assert_false(trace_marks_has(&marks, TRACE_KERNEL, 0));
    word_list_add(&reports, "/nowhere/x.ncu-rep");
    word_list_add(&reports, sample);
    word_list_add(&reports, "Makefile");
    trace_marks_read(&marks, &reports);
    trace_marks_find(&marks, trace);
    assert_true(trace_marks_has(&marks, TRACE_KERNEL, 0));
    assert_false(trace_marks_has(&marks, TRACE_KERNEL, 1));
    assert_false(trace_marks_has(&marks, TRACE_COPY, 0));
    struct trace_spot spot = {.form = SPOT_RECORD, .kind = TRACE_KERNEL, .row = 0};
    assert_true(trace_marks_has_spot(&marks, &spot));
    spot.form = SPOT_PAGE;
    assert_false(trace_marks_has_spot(&marks, &spot));
    trace_made_string(trace, 1, LATER, "_Z10vector_addPKfS0_Pfi");
    trace_made_kernel(trace, 1, 7, 700, 800, 4, LATER);
    assert_false(trace_marks_has(&marks, TRACE_KERNEL, 2)); /* not looked for yet */
    trace_marks_find(&marks, trace);
    assert_true(trace_marks_has(&marks, TRACE_KERNEL, 2));
    trace_marks_free(&marks);
    word_list_free(&reports);
    trace_free(trace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_program),  cmocka_unit_test(test_kernel_and_its_place),
        cmocka_unit_test(test_commands), cmocka_unit_test(test_results),
        cmocka_unit_test(test_marks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
