#include "report/file/inputs.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "build_report.h"
#include "report/base/mem.h"
#include "temp_folder.h"

static char *folder;

/* The tests run in a folder with reports in two more, and other things. */
static int begin(void **state)
{
    (void)state;
    folder = temp_folder_new();
    static const char *const files[] = {
        "runs/rank10.ncu-rep",     "runs/rank2.ncu-rep",  "runs/rank1.ncu-rep",
        "runs/deep/rank3.ncu-rep", "runs/notes.txt",      "runs/rank4.ncu-rep.AbCdEf",
        "single.ncu-rep",          "with[1]*.ncu-rep",    "runs/.ncu-rep",
        "packed/b.ncu-repz",       "packed/a.ncu-rep.gz", "packed/c.gz"};
    for (size_t i = 0; i < COUNT(files); i++)
        temp_folder_put(folder, files[i], "");
    if (chdir(folder) != 0 || mkdir("empty", 0700) != 0 ||
        mkdir("runs/folder.ncu-rep", 0700) != 0 || link("single.ncu-rep", "hard.ncu-rep") != 0 ||
        symlink("single.ncu-rep", "soft.ncu-rep") != 0 || symlink("..", "runs/deep/up") != 0)
        return -1;
    return 0;
}

static int end(void **state)
{
    (void)state;
    return chdir("/") == 0 ? temp_folder_free(folder) : -1;
}

/* The paths, with a blank between them and "!" after those that are there again. */
static char *words(const char *const *list, size_t count, bool recursive)
{
    struct inputs inputs = {0};
    struct strbuf text = {0};
    struct error error = {""};
    strbuf_adds(&text, "");
    for (size_t i = 0; i < count && !*error.text; i++)
        inputs_add(&inputs, list[i], recursive, &error);
    inputs_find_again(&inputs);
    for (size_t i = 0; i < inputs.count && !*error.text; i++)
        strbuf_addf(&text, "%s%s%s", i ? " " : "", inputs.list[i].path,
                    inputs.list[i].again ? "!" : "");
    strbuf_adds(&text, error.text);
    inputs_free(&inputs);
    return strbuf_detach(&text);
}

static void expect(const char *word, bool recursive, const char *wanted)
{
    char *text = words(&word, 1, recursive);
    assert_string_equal(text, wanted);
    free(text);
}

static void a_folder_is_its_reports_in_natural_order(void **state)
{
    (void)state;
    expect("runs", false, "runs/rank1.ncu-rep runs/rank2.ncu-rep runs/rank10.ncu-rep");
    expect("runs/", false, "runs/rank1.ncu-rep runs/rank2.ncu-rep runs/rank10.ncu-rep");
}

static void a_folder_has_packed_reports_too(void **state)
{
    (void)state;
    expect("packed", false, "packed/a.ncu-rep.gz packed/b.ncu-repz");
    expect("packed/*.ncu-repz", false, "packed/b.ncu-repz");
}

static void recursive_looks_into_folders_but_not_links(void **state)
{
    (void)state;
    expect("runs", true,
           "runs/deep/rank3.ncu-rep runs/rank1.ncu-rep runs/rank2.ncu-rep runs/rank10.ncu-rep");
}

static void a_pattern_is_what_it_matches(void **state)
{
    (void)state;
    expect("runs/rank?.ncu-rep", false, "runs/rank1.ncu-rep runs/rank2.ncu-rep");
    expect("runs/rank{10,2}.ncu-rep", false, "runs/rank2.ncu-rep runs/rank10.ncu-rep");
    /* Folders are looked into, those without reports are left out. */
    expect("[er]*", false, "runs/rank1.ncu-rep runs/rank2.ncu-rep runs/rank10.ncu-rep");
}

static void a_file_of_that_name_is_no_pattern(void **state)
{
    (void)state;
    expect("with[1]*.ncu-rep", false, "with[1]*.ncu-rep");
}

static void what_is_not_there_is_left_to_whoever_opens_it(void **state)
{
    (void)state;
    expect("nowhere.ncu-rep", false, "nowhere.ncu-rep");
}

static void nothing_found_is_an_error_that_names_it(void **state)
{
    (void)state;
    expect("empty", false,
           "empty: no .ncu-rep file in this folder; --import-recursive looks below it, too");
    expect("empty", true, "empty: no .ncu-rep file in this folder or below it");
    expect("no*.ncu-rep", false, "no*.ncu-rep: no file matches");
    expect("emp*", false, "emp*: only folders match, and they hold no .ncu-rep file");
}

static void the_same_file_by_another_name_is_found(void **state)
{
    (void)state;
    static const char *const list[] = {"single.ncu-rep", "runs/rank1.ncu-rep", "./single.ncu-rep",
                                       "hard.ncu-rep",   "soft.ncu-rep",       "runs"};
    char *text = words(list, COUNT(list), false);
    assert_string_equal(text, "single.ncu-rep runs/rank1.ncu-rep ./single.ncu-rep! hard.ncu-rep! "
                              "soft.ncu-rep! runs/rank1.ncu-rep! runs/rank2.ncu-rep "
                              "runs/rank10.ncu-rep");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_folder_is_its_reports_in_natural_order),
        cmocka_unit_test(a_folder_has_packed_reports_too),
        cmocka_unit_test(recursive_looks_into_folders_but_not_links),
        cmocka_unit_test(a_pattern_is_what_it_matches),
        cmocka_unit_test(a_file_of_that_name_is_no_pattern),
        cmocka_unit_test(what_is_not_there_is_left_to_whoever_opens_it),
        cmocka_unit_test(nothing_found_is_an_error_that_names_it),
        cmocka_unit_test(the_same_file_by_another_name_is_found),
    };
    return cmocka_run_group_tests_name("inputs", tests, begin, end);
}
