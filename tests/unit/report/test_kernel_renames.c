#include "report/names/kernel_renames.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "build_report.h"

#define FULL "void ns::kernel<(int)8>(ns::T *)"
#define SHORT "void kernel<8>(T *)"

static void parse(struct kernel_renames *renames, const char *text)
{
    struct error error;
    *renames = (struct kernel_renames){0};
    if (!kernel_renames_parse(renames, "file", text, strlen(text), &error))
        fail_msg("%s", error.text);
}

static const char *find(const struct kernel_renames *renames)
{
    return kernel_renames_find(renames, FULL, SHORT);
}

/* The form that ncu writes, and the two that one would write by hand. */
static void forms_of_the_file(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "-\n  - Original: other()\n  - Renamed: Other\n-\n  - Original: " FULL
        "\n  - Renamed: New\n",
        "- Original: other()\n- Renamed: Other\n-\n- Original: " FULL "\n- Renamed: New\n",
        "- {Original: other(), Renamed: Other}\n- Original: '" FULL "'\n  Renamed: New\n"};
    for (size_t i = 0; i < COUNT(texts); i++) {
        struct kernel_renames renames;
        parse(&renames, texts[i]);
        assert_int_equal(renames.count, 2);
        assert_string_equal(find(&renames), "New");
        kernel_renames_free(&renames);
    }
}

static void the_original_may_be_the_shortened_name(void **state)
{
    (void)state;
    struct kernel_renames renames;
    parse(&renames, "-\n  - Original: " SHORT "\n  - Renamed: New\n");
    assert_string_equal(find(&renames), "New");
    assert_null(kernel_renames_find(&renames, "other()", "other()"));
    kernel_renames_free(&renames);
}

static void none_when_off(void **state)
{
    (void)state;
    struct kernel_renames renames;
    assert_null(find(NULL));
    parse(&renames, "-\n  - Original: " FULL "\n  - Renamed: New\n");
    renames.off = true;
    assert_null(find(&renames));
    kernel_renames_free(&renames);
}

static void empty_files(void **state)
{
    (void)state;
    static const char *const texts[] = {"", "# nothing\n", "---\n", "[]\n", "-\n-\n"};
    for (size_t i = 0; i < COUNT(texts); i++) {
        struct kernel_renames renames;
        parse(&renames, texts[i]);
        assert_int_equal(renames.count, 0);
        kernel_renames_free(&renames);
    }
}

static void broken_files(void **state)
{
    (void)state;
    static const struct {
        const char *text, *error;
    } cases[] = {
        {"a: b\n", "file:1:1: expected a list of pairs of Original and Renamed"},
        {"- word\n", "file:1:3: expected a pair of Original and Renamed"},
        {"-\n  - word\n", "file:2:5: expected Original or Renamed with a name"},
        {"- Original: a\n", "file:1:13: this Original has no Renamed"},
        {"- Original: a\n- Original: b\n", "file:1:13: this Original has no Renamed"},
        {"- Renamed: a\n", "file:1:12: this Renamed has no Original before it"},
        {"- Orginal: a\n", "file:1:3: unknown key \"Orginal\", nearest is Original; a pair has "
                           "Original and Renamed"},
        {"- Original: [a]\n", "file:1:13: expected the name of a kernel"},
        {"- Original:\n", "file:1:12: expected the name of a kernel"},
        {"- {\n", "file:2:1: did not find expected node content"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct kernel_renames renames = {0};
        struct error error = {""};
        assert_false(
            kernel_renames_parse(&renames, "file", cases[i].text, strlen(cases[i].text), &error));
        assert_string_equal(error.text, cases[i].error);
        assert_int_equal(renames.count, 0);
    }
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

/* A path must be there; of the default files the one in the current folder comes first. */
static void where_the_file_is_looked_for(void **state)
{
    (void)state;
    char folder[] = "/tmp/renames-XXXXXX";
    struct kernel_renames renames = {0};
    struct error error = {""};
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    setenv("HOME", folder, 1);
    assert_false(kernel_renames_load(&renames, "absent.yaml", &error));
    assert_non_null(strstr(error.text, "absent.yaml"));
    assert_true(kernel_renames_load(&renames, NULL, &error));
    assert_int_equal(renames.count, 0);
    mkdir(".config", 0700);
    mkdir(".config/NVIDIA Corporation", 0700);
    write_file(".config/NVIDIA Corporation/ncu-kernel-renames.yaml",
               "- {Original: a, Renamed: users}\n");
    assert_true(kernel_renames_load(&renames, NULL, &error));
    assert_string_equal(kernel_renames_find(&renames, "a", "a"), "users");
    kernel_renames_free(&renames);
    write_file("ncu-kernel-renames.yaml", "- {Original: a, Renamed: here}\n");
    assert_true(kernel_renames_load(&renames, NULL, &error));
    assert_string_equal(kernel_renames_find(&renames, "a", "a"), "here");
    kernel_renames_free(&renames);
    unlink("ncu-kernel-renames.yaml");
    unlink(".config/NVIDIA Corporation/ncu-kernel-renames.yaml");
    rmdir(".config/NVIDIA Corporation");
    rmdir(".config");
    assert_int_equal(chdir("/"), 0);
    rmdir(folder);
}

/* Results and the list's rows are named alike. */
static void names_of_a_report(void **state)
{
    (void)state;
    struct build build = {0};
    struct kernel_renames renames;
    struct report *report = build_one(&build, "", "");
    parse(&renames, "- {Original: f<8>(T *), Renamed: 'New\\Name'}\n");
    report_set_renames(report, &renames);
    assert_string_equal(report_result(report, 0, NULL)->name, "New\\Name");
    assert_string_equal(report_summary(report, 0)->name, "New\\Name");
    assert_string_equal(report_result(report, 0, NULL)->demangled, "ns::f<(int)8>(ns::T *)");
    report_close(report);
    kernel_renames_free(&renames);
    build_free(&build);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_of_the_file),
        cmocka_unit_test(the_original_may_be_the_shortened_name),
        cmocka_unit_test(none_when_off),
        cmocka_unit_test(empty_files),
        cmocka_unit_test(broken_files),
        cmocka_unit_test(where_the_file_is_looked_for),
        cmocka_unit_test(names_of_a_report),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
