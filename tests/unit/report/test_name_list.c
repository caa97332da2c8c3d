#include "report/base/name_list.h"

#include <stdlib.h>

#include "build_report.h"
#include "report/base/mem.h"

static void cut(char *(*next)(const char **), const char *list, const char *expected)
{
    struct strbuf parts = {0};
    char *part;
    strbuf_adds(&parts, "");
    while ((part = next(&list))) {
        strbuf_addf(&parts, "<%s>", part);
        free(part);
    }
    assert_string_equal(parts.data, expected);
    strbuf_free(&parts);
}

static void parts_are(const char *list, const char *expected)
{
    cut(name_list_next, list, expected);
}

static void words_are(const char *list, const char *expected)
{
    cut(name_list_next_word, list, expected);
}

static void commas_part(void **state)
{
    (void)state;
    parts_are("a", "<a>");
    parts_are("a__b.sum,c d,e", "<a__b.sum><c d><e>");
    parts_are(",a,,b,", "<><a><><b>");
}

static void commas_in_brackets_part_no_words(void **state)
{
    (void)state;
    words_are("a, b", "<a>< b>");
    words_are("regex:x{1,2}(y|z,)[,],c", "<regex:x{1,2}(y|z,)[,]><c>");
    words_are(",a,,b,", "<a><b>");
    words_are(",", "");
    words_are(NULL, "");
}

static void nothing_has_no_parts(void **state)
{
    (void)state;
    parts_are("", "");
    parts_are(NULL, "");
}

static void sorted_names_are_there_once(void **state)
{
    (void)state;
    char *names[] = {mem_strdup("b"), mem_strdup("a"), mem_strdup("b"), mem_strdup("")};
    const size_t count = name_list_sort(names, 4);
    assert_int_equal(count, 3);
    assert_string_equal(names[0], "");
    assert_string_equal(names[1], "a");
    assert_string_equal(names[2], "b");
    for (size_t i = 0; i < count; i++)
        free(names[i]);
    assert_int_equal(name_list_sort(NULL, 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commas_part),
        cmocka_unit_test(commas_in_brackets_part_no_words),
        cmocka_unit_test(nothing_has_no_parts),
        cmocka_unit_test(sorted_names_are_there_once),
    };
    return cmocka_run_group_tests_name("name_list", tests, NULL, NULL);
}
