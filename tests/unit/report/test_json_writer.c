#include "report/base/json_writer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "json_parse.h"

static struct json_writer json;
static FILE *out;
static char *written;
static size_t length;

static void start(void)
{
    out = open_memstream(&written, &length);
    json_begin(&json, out);
}

/* What was written, which must be strict JSON; free() it. */
static char *end(void)
{
    char problem[128];
    json_finish(&json);
    fclose(out);
    struct json_node *node = json_parse(written, length, problem);
    if (!node)
        fail_msg("%s\n%s", problem, written);
    json_node_free(node);
    return written;
}

static void writes(const char *expected)
{
    char *text = end();
    assert_string_equal(text, expected);
    free(text);
}

static void commas_and_lines_come_by_themselves(void **state)
{
    (void)state;
    start();
    json_open(&json, NULL, JSON_OBJECT);
    json_string(&json, "a", "x");
    json_open_line(&json, "b", JSON_ARRAY);
    json_whole(&json, NULL, 1);
    json_open(&json, NULL, JSON_OBJECT);
    json_bool(&json, "c", true);
    json_null(&json, "d");
    json_close(&json);
    json_close(&json);
    json_open(&json, "e", JSON_ARRAY);
    json_bool(&json, NULL, false);
    json_open(&json, NULL, JSON_ARRAY);
    json_close(&json);
    json_close(&json);
    json_open(&json, "f", JSON_OBJECT);
    writes("{\n"
           "  \"a\": \"x\",\n"
           "  \"b\": [1, {\"c\": true, \"d\": null}],\n"
           "  \"e\": [\n"
           "    false,\n"
           "    []\n"
           "  ],\n"
           "  \"f\": {}\n"
           "}\n");
}

static void one_value_is_a_document(void **state)
{
    (void)state;
    start();
    json_string(&json, NULL, NULL);
    writes("null\n");
}

static void string_is(const char *text, const char *expected)
{
    start();
    json_string(&json, NULL, text);
    char *quoted = end();
    quoted[strlen(quoted) - 1] = '\0';
    assert_string_equal(quoted, expected);
    free(quoted);
}

/* In any locale. */
static void texts_become_utf8(void **state)
{
    (void)state;
    static const char *const locales[] = {"C", "C.UTF-8"};
    for (size_t i = 0; i < COUNT(locales); i++) {
        use_locale(locales[i]);
        string_is("", "\"\"");
        string_is("a\"b\\c/d", "\"a\\\"b\\\\c/d\"");
        string_is("\n\t\r\b\f", "\"\\n\\t\\r\\b\\f\"");
        string_is("\x01\x1b[31m\x7f", "\"\\u0001\\u001b[31m\\u007f\"");
        string_is("\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80",
                  "\"\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80\"");
        /* No UTF-8: one mark for each byte. */
        string_is("a\xff\xc3(\xed\xa0\x80", "\"a\xef\xbf\xbd\xef\xbf\xbd(\xef\xbf\xbd\xef\xbf\xbd"
                                            "\xef\xbf\xbd\"");
        /* A C1 control, a direction mark, a line separator, a tag character. */
        string_is("\xc2\x9b\xe2\x80\xae\xe2\x80\xa8\xf3\xa0\x80\x81",
                  "\"\\u009b\\u202e\\u2028\\udb40\\udc01\"");
    }
}

static void number_is(double value, const char *expected)
{
    start();
    json_number(&json, NULL, value);
    char *text = end();
    text[strlen(text) - 1] = '\0';
    assert_string_equal(text, expected);
    if (isfinite(value))
        assert_true(strtod(text, NULL) == value);
    free(text);
}

static void numbers_survive(void **state)
{
    (void)state;
    number_is(0, "0");
    number_is(-0.0, "-0");
    number_is(5, "5");
    number_is(-1234567, "-1234567");
    number_is(9007199254740992.0, "9007199254740992");
    number_is(1e20, "1e+20");
    number_is(0.1, "0.1");
    number_is(0.1f, "0.10000000149011612");
    number_is(1.0 / 3, "0.3333333333333333");
    number_is(2.0 / 3, "0.6666666666666666");
    number_is(3154569892.4731183, "3154569892.4731183");
    number_is(5e-324, "5e-324");
    number_is(2.2250738585072014e-308, "2.2250738585072014e-308");
    number_is(1.7976931348623157e308, "1.7976931348623157e+308");
    number_is(NAN, "null");
    number_is(INFINITY, "null");
    number_is(-INFINITY, "null");
    unsigned long long seed = 1;
    for (int i = 0; i < 20000; i++) {
        double value;
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        memcpy(&value, &seed, sizeof value);
        start();
        json_number(&json, NULL, value);
        json_finish(&json);
        fclose(out);
        if (isfinite(value))
            assert_true(strtod(written, NULL) == value);
        free(written);
    }
}

static void whole_numbers_beyond_doubles_are_strings(void **state)
{
    (void)state;
    start();
    json_open_line(&json, NULL, JSON_ARRAY);
    json_whole(&json, NULL, 9007199254740992u);
    json_whole(&json, NULL, 9007199254740993u);
    json_whole(&json, NULL, UINT64_MAX);
    json_signed(&json, NULL, 7);
    json_signed(&json, NULL, -9007199254740992);
    json_signed(&json, NULL, -9007199254740993);
    json_signed(&json, NULL, INT64_MIN);
    writes("[9007199254740992, \"9007199254740993\", \"18446744073709551615\", 7, "
           "-9007199254740992, \"-9007199254740993\", \"-9223372036854775808\"]\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commas_and_lines_come_by_themselves),
        cmocka_unit_test(one_value_is_a_document),
        cmocka_unit_test(texts_become_utf8),
        cmocka_unit_test(numbers_survive),
        cmocka_unit_test(whole_numbers_beyond_doubles_are_strings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
