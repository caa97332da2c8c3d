/* The command line of rooftop cpu, and that its manual has every option. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cli/cpu/cpu_options.h"
#include "report/base/file_bytes.h"
#include "report/base/mem.h"

enum { MOST_WORDS = 24 };

static bool parse(struct cpu_options *options, const char *line, struct error *error)
{
    static char *words[MOST_WORDS];
    static char text[512];
    int count = 0;
    snprintf(text, sizeof text, "cpu %s", line);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
        words[count++] = word;
    words[count] = NULL;
    error->text[0] = '\0';
    return cpu_options_parse(options, count, words, error);
}

static void test_options(void **state)
{
    struct cpu_options o;
    struct error error;
    (void)state;
    assert_true(parse(
        &o, "--group scf,pcie -a --interval 0.5 --root-port 0-3 --sockets 1 ./app -a -x", &error));
    assert_string_equal(o.groups, "scf,pcie");
    assert_true(o.whole_machine && o.interval == 0.5 && isnan(o.duration));
    assert_true(number_list_has(&o.sockets, 1));
    assert_string_equal(o.program[0], "./app");
    assert_string_equal(o.program[1], "-a");
    assert_null(o.program[3]);
    cpu_options_free(&o);
    assert_true(parse(&o, "-i a.txt --import=b.txt --json", &error));
    assert_int_equal(o.files.count, 2);
    assert_int_equal(o.format, FORMAT_JSON);
    cpu_options_free(&o);
    /* More words are more files. */
    assert_true(parse(&o, "-i a.txt b.txt c.txt --csv", &error));
    assert_int_equal(o.files.count, 3);
    assert_string_equal(o.files.words[2], "c.txt");
    assert_int_equal(o.format, FORMAT_CSV);
    assert_null(o.program);
    cpu_options_free(&o);
    assert_true(parse(&o, "-- --list", &error));
    assert_string_equal(o.program[0], "--list");
    cpu_options_free(&o);
}

static void test_wrong_options(void **state)
{
    static const struct {
        const char *line, *error;
    } cases[] = {
        {"", "nothing to count: give a program, -a, or -i FILE (rooftop cpu --help)"},
        {"--intervall 1 x", "rooftop cpu has no option \"--intervall\", nearest is --interval; "
                            "rooftop cpu --help lists them"},
        {"-z x", "rooftop cpu has no option \"-z\"; rooftop cpu --help lists them"},
        {"-a --duration", "--duration needs a value"},
        {"-a --duration 0.01", "\"0.01\" is no time in seconds of at least 0.1"},
        {"-a --interval nan", "\"nan\" is no time in seconds of at least 0.1"},
        {"--duration 5 ./app", "--duration is for -a without a program"},
        {"-i f --sockets 1", "-i shows all that was counted: --sockets, --root-port, --c2c-port "
                             "and --rem-socket are for counting"},
        {"--repeat -a ./app",
         "--repeat runs a program several times: it has no use with -a and --interval"},
        {"--machine vera ./app", "--machine is superchip or hopper, not \"vera\""},
        {"--pin-check maybe ./app", "--pin-check is yes or no, not \"maybe\""},
        {"--list -o a.json", "--list is not kept by -o"},
        {"-o a.ncu-rep ./app",
         "-o writes JSON: reports of kernels (.ncu-rep) and traces (.rtrace) have no place for "
         "counts of CPUs; end the name in .json"},
        {"--tui --csv ./app", "--tui and a form of pages are both given: leave one out"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct cpu_options o;
        struct error error;
        assert_false(parse(&o, cases[i].line, &error));
        assert_string_equal(error.text, cases[i].error);
        cpu_options_free(&o);
    }
}

static void test_manual(void **state)
{
    size_t length;
    struct error error;
    char *manual = file_bytes("man/rooftop-cpu.1", &length, &error);
    (void)state;
    assert_non_null(manual);
    for (size_t i = 0; cpu_option_name(i); i++) {
        char *name = mem_printf("-%s", cpu_option_name(i));
        if (!strstr(manual, name))
            fail_msg("rooftop-cpu(1) lacks --%s", cpu_option_name(i));
        free(name);
    }
    free(manual);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_wrong_options),
        cmocka_unit_test(test_manual),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
