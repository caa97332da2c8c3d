/* The reader that the tests of JSON rely on must refuse what is not JSON. */
#include "json_parse.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "guarded_copy.h"

static bool accepts(const char *text, size_t length)
{
    char problem[128];
    char *copy = (char *)guarded_copy(text, length);
    struct json_node *node = json_parse(copy, length, problem);
    bool good = node != NULL;
    assert_true(good == (*problem == '\0'));
    json_node_free(node);
    guarded_free(copy);
    return good;
}

static void good_texts(void **state)
{
    (void)state;
    static const char *const texts[] = {"null",
                                        " true ",
                                        "false\n",
                                        "0",
                                        "-0",
                                        "12.50",
                                        "1e5",
                                        "1E-5",
                                        "-1.5e+300",
                                        "\"\"",
                                        "\"a\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\"",
                                        "\"\\ud83d\\ude00\"",
                                        "\"\xc3\xa9\"",
                                        "\"\xf0\x9f\x98\x80\"",
                                        "[]",
                                        "{}",
                                        "[1, 2,[3]]",
                                        "{\"a\": 1, \"b\": {\"a\": null}}"};
    for (size_t i = 0; i < COUNT(texts); i++)
        if (!accepts(texts[i], strlen(texts[i])))
            fail_msg("refused: %s", texts[i]);
}

static void bad_texts(void **state)
{
    (void)state;
    static const char *const texts[] = {"",
                                        " ",
                                        "nul",
                                        "nulll",
                                        "True",
                                        "NaN",
                                        "Infinity",
                                        "-Infinity",
                                        "nan",
                                        "01",
                                        "-",
                                        "+1",
                                        ".5",
                                        "1.",
                                        "1e",
                                        "1e+",
                                        "0x10",
                                        "1 2",
                                        "'a'",
                                        "\"a",
                                        "\"\\x41\"",
                                        "\"\\u12g4\"",
                                        "\"\\u12\"",
                                        "\"\\ud83d\"",
                                        "\"\\ud83d\\u0041\"",
                                        "\"\\ude00\"",
                                        "\"a\nb\"",
                                        "\"a\x1b[31m\"",
                                        "\"\x7f\"",
                                        "\"\xc2\x9b\"",
                                        "\"\xff\"",
                                        "\"\xc3\"",
                                        "\"\xc0\x80\"",
                                        "\"\xe0\x80\x80\"",
                                        "\"\xed\xa0\x80\"",
                                        "\"\xf4\x90\x80\x80\"",
                                        "[",
                                        "[1",
                                        "[1,]",
                                        "[,1]",
                                        "[1 2]",
                                        "[1}",
                                        "{",
                                        "{\"a\"}",
                                        "{\"a\": }",
                                        "{\"a\": 1,}",
                                        "{a: 1}",
                                        "{1: 1}",
                                        "{\"a\": 1, \"a\": 2}",
                                        "{} {}",
                                        "[] // no"};
    for (size_t i = 0; i < COUNT(texts); i++)
        if (accepts(texts[i], strlen(texts[i])))
            fail_msg("accepted: %s", texts[i]);
    assert_false(accepts("\"\0\"", 3));
    assert_false(accepts("null\0", 5));
    char deep[1000];
    memset(deep, '[', sizeof deep);
    assert_false(accepts(deep, sizeof deep));
}

static void values_are_found_by_their_path(void **state)
{
    (void)state;
    static const char text[] =
        "{\"a\": [1, {\"b\": \"x\\u0000\\ud83d\\ude00\"}, true], \"c\": 2e3}";
    char problem[128];
    struct json_node *node = json_parse(text, sizeof text - 1, problem);
    assert_non_null(node);
    assert_string_equal(json_text_at(node, "a[0]"), "1");
    assert_int_equal(json_at(node, "a[1].b")->length, 6);
    assert_memory_equal(json_text_at(node, "a[1].b"), "x\0\xf0\x9f\x98\x80", 7);
    assert_string_equal(json_text_at(node, "a[2]"), "true");
    assert_string_equal(json_text_at(node, "c"), "2e3");
    assert_int_equal(json_at(node, "a")->count, 3);
    assert_null(json_at(node, "a[3]"));
    assert_null(json_at(node, "a.b"));
    assert_null(json_at(node, "d"));
    json_node_free(node);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_texts),
        cmocka_unit_test(bad_texts),
        cmocka_unit_test(values_are_found_by_their_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
