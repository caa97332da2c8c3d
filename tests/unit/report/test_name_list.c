#include "report/base/name_list.h"

#include <stdlib.h>

#include "build_report.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commas_part),
        cmocka_unit_test(commas_in_brackets_part_no_words),
        cmocka_unit_test(nothing_has_no_parts),
    };
    return cmocka_run_group_tests_name("name_list", tests, NULL, NULL);
}
