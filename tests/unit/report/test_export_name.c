#include "report/names/export_name.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "build_report.h"
#include "report/base/mem.h"

static void expect(const char *pattern, const char *wanted)
{
    struct error error = {""};
    char *name = export_name(pattern, &error);
    if (!name)
        fail_msg("%s: %s", pattern, error.text);
    assert_string_equal(name, wanted);
    free(name);
}

static void the_suffix_is_added_where_it_is_missing(void **state)
{
    (void)state;
    expect("a", "a.ncu-rep");
    expect("a.ncu-rep", "a.ncu-rep");
    expect("a.ncu-rep.old", "a.ncu-rep.old.ncu-rep");
    expect("dir.x/a", "dir.x/a.ncu-rep");
    expect("a.ncu-repz", "a.ncu-rep");
    expect("a.ncu-repz.b", "a.ncu-repz.b.ncu-rep");
}

static void macros_are_replaced(void **state)
{
    (void)state;
    char host[300] = "", wanted[400];
    gethostname(host, sizeof host - 1);
    setenv("ROOFTOP_TEST_RANK", "7/%p", 1);
    snprintf(wanted, sizeof wanted, "out/%s-%d.ncu-rep", host, (int)getpid());
    expect("out/%h-%p", wanted);
    expect("rank%q{ROOFTOP_TEST_RANK}", "rank7/%p.ncu-rep");
    expect("50%%", "50%.ncu-rep");
    expect("%%h%%", "%h%.ncu-rep");
    setenv("ROOFTOP_TEST_RANK", "", 1);
    expect("a%q{ROOFTOP_TEST_RANK}b", "ab.ncu-rep");
}

static void touch(const char *path)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fclose(file);
}

static void the_lowest_free_number_is_taken(void **state)
{
    (void)state;
    char folder[] = "/tmp/rooftop-test-XXXXXX";
    assert_non_null(mkdtemp(folder));
    char *pattern = mem_printf("%s/r%%i", folder), *wanted = NULL, *files[3];
    for (int i = 0; i < 3; i++) {
        wanted = mem_printf("%s/r%d.ncu-rep", folder, i + 1);
        expect(pattern, wanted);
        touch(wanted);
        files[i] = wanted;
    }
    unlink(files[1]);
    expect(pattern, files[1]);
    unlink(files[0]);
    unlink(files[2]);
    rmdir(folder);
    for (int i = 0; i < 3; i++)
        free(files[i]);
    free(pattern);
}

static void what_is_no_macro_is_an_error(void **state)
{
    (void)state;
    unsetenv("ROOFTOP_TEST_RANK");
    static const struct {
        const char *pattern, *message;
    } cases[] = {
        {"a%x", "--export a%x: %x is not a macro; the macros are %h %p %i %r %q{NAME} and %%"},
        {"a%", "--export a%: % is not a macro; the macros are %h %p %i %r %q{NAME} and %%"},
        {"%q{ROOFTOP_TEST_RANK}",
         "--export %q{ROOFTOP_TEST_RANK}: %q{ROOFTOP_TEST_RANK}: this environment variable is not "
         "set"},
        {"%qHOME", "--export %qHOME: %q needs the name of an environment variable: %q{NAME}"},
        {"%q{HOME", "--export %q{HOME: %q needs the name of an environment variable: %q{NAME}"},
        {"%q{}", "--export %q{}: %q needs the name of an environment variable: %q{NAME}"},
        {"", "--export needs the name of a file"},
        {"a/", "--export a/: this is a folder; add the name of a file"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct error error;
        assert_null(export_name(cases[i].pattern, &error));
        assert_string_equal(error.text, cases[i].message);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_suffix_is_added_where_it_is_missing),
        cmocka_unit_test(macros_are_replaced),
        cmocka_unit_test(the_lowest_free_number_is_taken),
        cmocka_unit_test(what_is_no_macro_is_an_error),
    };
    return cmocka_run_group_tests_name("export_name", tests, NULL, NULL);
}
