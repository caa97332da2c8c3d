#include "tui/ui/list_memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "report/base/file_bytes.h"
#include "report/base/mem.h"
#include "report/base/strbuf.h"
#include "temp_folder.h"

static char *folder, *file;

static int open_folder(void **state)
{
    (void)state;
    folder = temp_folder_new();
    file = mem_printf("%s/state/lists", folder);
    return 0;
}

static int close_folder(void **state)
{
    (void)state;
    free(file);
    return temp_folder_free(folder);
}

static char *report_named(const char *name)
{
    temp_folder_put(folder, name, "");
    return mem_printf("%s/%s", folder, name);
}

static void has_words(const char *report, const char *sort, const char *group, const char *columns)
{
    const char *const wanted[LIST_WORDS] = {sort, group, columns};
    char *words[LIST_WORDS];
    assert_true(list_memory_get(file, report, words));
    for (int i = 0; i < LIST_WORDS; i++) {
        assert_string_equal(words[i], wanted[i]);
        free(words[i]);
    }
}

static void has_none(const char *report)
{
    char *words[LIST_WORDS];
    assert_false(list_memory_get(file, report, words));
}

static void put(const char *report, const char *sort)
{
    char *words[LIST_WORDS] = {mem_strdup(sort), "none", "kernel,duration"};
    list_memory_put(file, report, words);
    free(words[0]);
}

static void each_report_has_its_own(void **state)
{
    (void)state;
    char *one = report_named("one"), *two = report_named("a b"), *link;
    has_none(one);
    put(one, "kernel");
    put(two, "-grid");
    put(one, "");
    has_words(one, "", "none", "kernel,duration");
    has_words(two, "-grid", "none", "kernel,duration");
    link = mem_printf("%s/link", folder);
    assert_int_equal(symlink(one, link), 0);
    has_words(link, "", "none", "kernel,duration");
    list_memory_put(file, one, NULL);
    has_none(one);
    has_words(two, "-grid", "none", "kernel,duration");
    free(one);
    free(two);
    free(link);
}

static void what_is_no_report_is_not_kept(void **state)
{
    (void)state;
    char *tab = report_named("a\tb");
    put(tab, "kernel");
    has_none(tab);
    put("3 reports", "kernel");
    has_none("3 reports");
    assert_int_not_equal(access(file, F_OK), 0);
    list_memory_put(NULL, tab, NULL);
    free(tab);
}

static void other_lines_are_passed_over(void **state)
{
    (void)state;
    char *one = report_named("one");
    struct strbuf text = {0};
    strbuf_addf(&text, "\n\t\t\t\nkernel\tnone\n%s\nkernel\tnone\tgrid\t%s", one, one);
    temp_folder_put(folder, "state/lists", text.data);
    has_words(one, "kernel", "none", "grid");
    put(one, "duration");
    has_words(one, "duration", "none", "kernel,duration");
    strbuf_free(&text);
    free(one);
}

static void the_oldest_are_forgotten(void **state)
{
    (void)state;
    char *reports[LIST_MEMORY_MOST + 2], name[24];
    size_t length, lines = 0;
    for (int i = 0; i < LIST_MEMORY_MOST + 2; i++) {
        snprintf(name, sizeof name, "r%d", i);
        reports[i] = report_named(name);
        put(reports[i], name);
    }
    char *text = file_bytes(file, &length, NULL);
    for (size_t i = 0; i < length; i++)
        lines += text[i] == '\n';
    assert_int_equal(lines, LIST_MEMORY_MOST);
    has_none(reports[0]);
    has_none(reports[1]);
    has_words(reports[2], "r2", "none", "kernel,duration");
    for (int i = 0; i < LIST_MEMORY_MOST + 2; i++)
        free(reports[i]);
    free(text);
}

int main(void)
{
#define IN_A_FOLDER(test) cmocka_unit_test_setup_teardown(test, open_folder, close_folder)
    const struct CMUnitTest tests[] = {
        IN_A_FOLDER(each_report_has_its_own), IN_A_FOLDER(what_is_no_report_is_not_kept),
        IN_A_FOLDER(other_lines_are_passed_over), IN_A_FOLDER(the_oldest_are_forgotten)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
