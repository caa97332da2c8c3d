/* The form that a program is profiled again with: from command lines and back, costs in words. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "build_report.h"
#include "cli/options/options.h"
#include "cli/options/program_path.h"
#include "cli/options/shell_words.h"
#include "report/base/mem.h"
#include "tui/rerun/rerun_form.h"
#include "tui/rerun/rerun_text.h"

static struct section_library library;
static struct rerun_form rerun;

static int load(void **state)
{
    (void)state;
    section_library_init(&library);
    return 0;
}

static int unload(void **state)
{
    (void)state;
    section_library_free(&library);
    return 0;
}

static void read_line(const char *line, const char *program)
{
    const struct rerun_source source = {.command_line = line, .program = program};
    rerun_form_init(&rerun, &library, &source);
}

static struct form_field *field(enum rerun_field at)
{
    return &rerun.form.fields[at];
}

static void chosen_is(enum rerun_field at, const char *word)
{
    assert_string_equal(field(at)->words[field(at)->at], word);
}

static bool ticked(const char *section)
{
    size_t word = form_word(field(RERUN_SECTIONS), section);
    assert_true(word < field(RERUN_SECTIONS)->count);
    return field(RERUN_SECTIONS)->ticks[word];
}

static void text_is(enum rerun_field at, const char *text)
{
    assert_string_equal(rerun_form_text(&rerun, at), text);
}

/* The words of the form as one line; NULL: some field is wrong. */
static char *line_of(void)
{
    struct word_list words = {0};
    struct strbuf line = {0};
    bool good = rerun_form_words(&rerun, &words);
    for (size_t i = 0; i < words.count; i++)
        shell_word_add(&line, words.words[i]);
    word_list_free(&words);
    if (good)
        return strbuf_detach(&line);
    strbuf_free(&line);
    return NULL;
}

static void line_is(const char *expected)
{
    char *line = line_of();
    assert_non_null(line);
    assert_string_equal(line, expected);
    free(line);
}

static void a_command_line_becomes_fields_and_comes_back(void **state)
{
    (void)state;
    read_line(
        "/opt/rooftop --set detailed -k 'regex:a|b' --launch-skip=2 -c 10 --cache-control none "
        "--clock-control boost --replay-mode application --replay-window 4 --nvtx "
        "--nvtx-include 'A b/' --metrics a.sum --metrics b.sum,c.sum -o /tmp/x -f --page raw "
        "sh -c 'echo \"it'\\''s\"' '' ",
        NULL);
    chosen_is(RERUN_SET, "detailed");
    chosen_is(RERUN_CLOCKS, "boost");
    chosen_is(RERUN_CACHES, "none");
    chosen_is(RERUN_REPLAY, "application");
    text_is(RERUN_WINDOW, "4");
    text_is(RERUN_KERNELS, "regex:a|b");
    text_is(RERUN_SKIP, "2");
    text_is(RERUN_COUNT, "10");
    text_is(RERUN_METRICS, "a.sum,b.sum,c.sum");
    text_is(RERUN_OPTIONS, "--nvtx --nvtx-include 'A b/'");
    text_is(RERUN_PROGRAM, "sh -c 'echo \"it'\\''s\"' ''");
    text_is(RERUN_REPORT, "");
    assert_true(ticked("Occupancy"));
    assert_false(ticked("Nvlink"));
    line_is("rooftop --set detailed --metrics a.sum,b.sum,c.sum --clock-control boost "
            "--cache-control none --replay-mode application --replay-window 4 --kernel-name "
            "'regex:a|b' --launch-skip 2 --launch-count 10 --nvtx --nvtx-include 'A b/' -- sh -c "
            "'echo \"it'\\''s\"' ''");
    rerun_form_free(&rerun);
}

/* What the form makes is what the command line would have been. */
static void the_words_are_options(void **state)
{
    (void)state;
    struct word_list words = {0};
    struct options options;
    struct error error;
    read_line("rooftop --section Occupancy --section regex:^Launch --series block=32 true", NULL);
    chosen_is(RERUN_SET, "custom");
    assert_true(ticked("LaunchStats"));
    form_set_text(field(RERUN_KERNELS), "gemm");
    form_set_text(field(RERUN_REPORT), "out-%i");
    assert_true(rerun_form_words(&rerun, &words));
    if (!options_parse(&options, (int)words.count, words.words, &error))
        fail_msg("%s", error.text);
    assert_int_equal(options.action, ACTION_RUN);
    assert_int_equal(options.sections.count, 2);
    assert_int_equal(options.sets.count, 0);
    assert_string_equal(options.filter.name.text, "gemm");
    assert_string_equal(options.export_path, "out-%i");
    assert_string_equal(options.program[0], "true");
    assert_int_equal(options.clock_control, CLOCK_BASE);
    options_free(&options);
    word_list_free(&words);
    rerun_form_free(&rerun);
}

static void sets_and_sections_follow_each_other(void **state)
{
    (void)state;
    read_line("rooftop true", NULL);
    chosen_is(RERUN_SET, "basic");
    assert_true(ticked("LaunchStats"));
    rerun.form.focus = RERUN_SECTIONS;
    size_t launch = form_word(field(RERUN_SECTIONS), "LaunchStats");
    field(RERUN_SECTIONS)->ticks[launch] = false;
    rerun_form_follow(&rerun);
    chosen_is(RERUN_SET, "custom");
    field(RERUN_SECTIONS)->ticks[launch] = true;
    rerun_form_follow(&rerun);
    chosen_is(RERUN_SET, "basic");
    rerun.form.focus = RERUN_SET;
    field(RERUN_SET)->at = form_word(field(RERUN_SET), "full");
    rerun_form_follow(&rerun);
    assert_true(ticked("SourceCounters"));
    field(RERUN_SET)->at = form_word(field(RERUN_SET), "custom");
    rerun_form_follow(&rerun);
    assert_true(ticked("SourceCounters"));
    rerun_form_free(&rerun);
}

static void only_metrics_are_no_set(void **state)
{
    (void)state;
    read_line("rooftop --metrics a.sum true", NULL);
    chosen_is(RERUN_SET, "custom");
    line_is("rooftop --metrics a.sum -- true");
    form_set_text(field(RERUN_METRICS), "");
    assert_null(line_of());
    assert_non_null(strstr(field(RERUN_SECTIONS)->error, "nothing to collect"));
    rerun_form_free(&rerun);
}

/* Reports may come from anywhere. */
static void a_hostile_command_line_is_made_safe(void **state)
{
    (void)state;
    read_line("ncu --\033[31mred --x\nY /bin/sh", "/bin/sh");
    assert_non_null(field(RERUN_OPTIONS)->error);
    for (const char *at = field(RERUN_OPTIONS)->error; *at; at++)
        assert_true((unsigned char)*at >= ' ');
    rerun_form_free(&rerun);
}

/* Of another profiler, which quotes nothing and has options of its own. */
static void unknown_options_are_left_out_and_named(void **state)
{
    (void)state;
    read_line("/opt/ncu --clock-control none --set full --import-sources yes --odd -f -o /tmp/r "
              "--odder /bin/sh all ",
              "/bin/sh");
    chosen_is(RERUN_SET, "full");
    chosen_is(RERUN_CLOCKS, "none");
    text_is(RERUN_PROGRAM, "/bin/sh all");
    text_is(RERUN_OPTIONS, "");
    assert_string_equal(field(RERUN_OPTIONS)->error, "left out, rooftop has no such option: "
                                                     "--import-sources --odd --odder");
    line_is("rooftop --set full --clock-control none -- /bin/sh all");
    rerun_form_free(&rerun);
}

static void without_a_command_line_there_is_the_program(void **state)
{
    (void)state;
    read_line(NULL, "/bin/sh");
    text_is(RERUN_PROGRAM, "/bin/sh");
    chosen_is(RERUN_SET, "basic");
    rerun_form_free(&rerun);
    read_line("ncu 'broken", NULL);
    text_is(RERUN_PROGRAM, "");
    assert_null(line_of());
    assert_non_null(strstr(field(RERUN_PROGRAM)->error, "which program"));
    assert_int_equal(rerun.form.focus, RERUN_PROGRAM);
    rerun_form_free(&rerun);
}

/* The same words as on the command line. */
static void errors_are_those_of_the_options(void **state)
{
    (void)state;
    static const struct {
        enum rerun_field at;
        const char *text, *option;
    } cases[] = {
        {RERUN_WINDOW, "0", "--replay-window"},      {RERUN_WINDOW, "some", "--replay-window"},
        {RERUN_SKIP, "-1", "--launch-skip"},         {RERUN_COUNT, "x", "--launch-count"},
        {RERUN_KERNELS, "regex:(", "--kernel-name"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct options options;
        struct error error;
        char *argv[] = {"rooftop", (char *)(uintptr_t)cases[i].option,
                        (char *)(uintptr_t)cases[i].text, "true", NULL};
        assert_false(options_parse(&options, 4, argv, &error));
        options_free(&options);
        read_line("rooftop true", NULL);
        form_set_text(field(cases[i].at), cases[i].text);
        assert_null(line_of());
        assert_string_equal(field(cases[i].at)->error, error.text);
        assert_int_equal(rerun.form.focus, cases[i].at);
        form_set_text(field(cases[i].at), "");
        line_is("rooftop --set basic -- true");
        rerun_form_free(&rerun);
    }
}

static void other_options_are_checked_too(void **state)
{
    (void)state;
    static const char *const bad[] = {"--nosuch",
                                      "--help",
                                      "x.ncu-rep",
                                      "word",
                                      "--nvtx 'x",
                                      "--query-metrics",
                                      "--clock-control reset"};
    for (size_t i = 0; i < COUNT(bad); i++) {
        read_line("rooftop true", NULL);
        form_set_text(field(RERUN_OPTIONS), bad[i]);
        assert_null(line_of());
        assert_non_null(field(RERUN_OPTIONS)->error);
        rerun_form_free(&rerun);
    }
}

static void a_program_is_looked_for_in_its_folder(void **state)
{
    (void)state;
    struct error error;
    char folder[] = "/tmp/rooftop-test-XXXXXX";
    assert_non_null(mkdtemp(folder));
    char *file = mem_printf("%s/prog", folder);
    fclose(fopen(file, "w"));
    assert_false(program_path_check("./prog", folder, &error));
    assert_non_null(strstr(error.text, "not executable"));
    chmod(file, 0755);
    assert_true(program_path_check("./prog", folder, &error));
    assert_true(program_path_check(file, "", &error));
    assert_false(program_path_check("./prog", "", &error));
    assert_non_null(strstr(error.text, "No such file"));
    assert_false(program_path_check("no-such-program-of-any-name", "", &error));
    assert_non_null(strstr(error.text, "PATH"));
    assert_false(program_path_check(folder, "", &error));
    assert_non_null(strstr(error.text, "it is a folder"));
    assert_true(program_path_check_folder(folder, &error));
    assert_false(program_path_check_folder(file, &error));
    unlink(file);
    rmdir(folder);
    assert_false(program_path_check_folder(folder, &error));
    free(file);
}

static void words_come_back_as_they_were(void **state)
{
    (void)state;
    static const char *const words[] = {"plain", "",     "a b", "it's",  "\"q\"",
                                        "$HOME", "a\\b", "~",   "--x=1", "\u00e4",
                                        "a;b",   "*",    "'",   "\n"};
    struct strbuf line = {0};
    struct word_list back = {0};
    for (size_t i = 0; i < COUNT(words); i++)
        shell_word_add(&line, words[i]);
    assert_true(shell_words_split(&back, line.data, NULL));
    assert_int_equal(back.count, COUNT(words));
    for (size_t i = 0; i < COUNT(words); i++)
        assert_string_equal(back.words[i], words[i]);
    word_list_free(&back);
    strbuf_free(&line);
}

static void quotes_are_those_of_a_shell(void **state)
{
    (void)state;
    struct word_list words = {0};
    struct error error;
    assert_true(shell_words_split(&words, " a\\ b  'c \"d'\"e $f \\\" \\g\"\t''  ", &error));
    assert_int_equal(words.count, 3);
    assert_string_equal(words.words[0], "a b");
    assert_string_equal(words.words[1], "c \"de $f \" \\g");
    assert_string_equal(words.words[2], "");
    assert_false(shell_words_split(&words, "x 'y", &error));
    assert_non_null(strstr(error.text, "not closed"));
    assert_false(shell_words_split(&words, "x\\", &error));
    assert_int_equal(words.count, 3);
    word_list_free(&words);
}

static void cost_is(const struct rerun_cost *cost, const char *expected)
{
    struct strbuf text = {0};
    rerun_text_cost(&text, cost);
    assert_string_equal(text.data, expected);
    strbuf_free(&text);
}

static void costs_say_what_is_known(void **state)
{
    (void)state;
    cost_is(&(struct rerun_cost){.metrics = 24, .passes = 14}, "24 metrics, 14 passes");
    cost_is(&(struct rerun_cost){.metrics = 1, .passes = 1, .launches = 5}, "1 metric, 1 pass");
    cost_is(&(struct rerun_cost){.metrics = 24, .passes = 14, .pass_seconds = 0.04},
            "24 metrics, 14 passes, about 560 ms for each launch");
    cost_is(&(struct rerun_cost){.metrics = 24,
                                 .passes = 14,
                                 .launches = 10,
                                 .pass_seconds = 0.04,
                                 .program_seconds = 1},
            "24 metrics, 14 passes, about 6.6 s for 10 launches");
    cost_is(&(struct rerun_cost){.metrics = 24, .passes = 14, .application = true},
            "24 metrics, 14 passes, 15 runs of the program");
    cost_is(&(struct rerun_cost){.metrics = 24,
                                 .passes = 14,
                                 .application = true,
                                 .launches = 3,
                                 .pass_seconds = 9,
                                 .program_seconds = 20},
            "24 metrics, 14 passes, about 5 min for 15 runs of the program");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_command_line_becomes_fields_and_comes_back),
        cmocka_unit_test(the_words_are_options),
        cmocka_unit_test(sets_and_sections_follow_each_other),
        cmocka_unit_test(only_metrics_are_no_set),
        cmocka_unit_test(a_hostile_command_line_is_made_safe),
        cmocka_unit_test(unknown_options_are_left_out_and_named),
        cmocka_unit_test(without_a_command_line_there_is_the_program),
        cmocka_unit_test(errors_are_those_of_the_options),
        cmocka_unit_test(other_options_are_checked_too),
        cmocka_unit_test(a_program_is_looked_for_in_its_folder),
        cmocka_unit_test(words_come_back_as_they_were),
        cmocka_unit_test(quotes_are_those_of_a_shell),
        cmocka_unit_test(costs_say_what_is_known),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
