#include "report/base/markdown.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"

static void text_is(const char *text, const char *expected)
{
    struct strbuf out = {0};
    strbuf_adds(&out, "");
    markdown_add_text(&out, text);
    assert_string_equal(out.data, expected);
    strbuf_free(&out);
}

static void code_is(const char *text, bool in_table, const char *expected)
{
    struct strbuf out = {0};
    strbuf_adds(&out, "");
    markdown_add_code(&out, text, in_table);
    assert_string_equal(out.data, expected);
    strbuf_free(&out);
}

static void marks_are_escaped(void **state)
{
    (void)state;
    use_locale("C.UTF-8");
    text_is("", "");
    text_is("plain text, 5 %.", "plain text, 5 %.");
    text_is("a|b`c*d_e<f>g[h]i\\j", "a\\|b\\`c\\*d\\_e\\<f\\>g\\[h\\]i\\\\j");
    text_is("# ~~x~~ $y$ &lt;", "\\# \\~\\~x\\~\\~ \\$y\\$ \\&lt;");
    text_is("Compute (SM)", "Compute (SM)");
}

static void lines_and_control_bytes(void **state)
{
    (void)state;
    use_locale("C.UTF-8");
    text_is("a\nb\r\nc\rd\n", "a<br>b<br>c<br>d<br>");
    text_is("\x1b[2J\xff", "\xe2\x90\x9b\\[2J\xef\xbf\xbd");
    use_locale("C");
    text_is("\x1b\xc3\xa9", "??");
}

static void names_stand_in_code_spans(void **state)
{
    (void)state;
    use_locale("C.UTF-8");
    code_is("", false, "");
    code_is("f<int>(T *)", false, "`f<int>(T *)`");
    code_is("a`b", false, "``a`b``");
    code_is("a``b`c", false, "```a``b`c```");
    code_is("`a", false, "`` `a ``");
    code_is("a`", false, "`` a` ``");
    code_is(" a ", false, "`  a  `");
    code_is("a|b", false, "`a|b`");
    code_is("a|b", true, "`a\\|b`");
    code_is("a\nb\x1b", false,
            "`a\xe2\x90\x8a"
            "b\xe2\x90\x9b`");
}

static void tables(void **state)
{
    (void)state;
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    markdown_table_begin(out, (const char *const[]){"Metric", "Value"}, (const bool[]){false, true},
                         2);
    markdown_table_row(out, (const char *const[]){"a", ""}, 2);
    fclose(out);
    assert_string_equal(text, "| Metric | Value |\n| --- | ---: |\n| a |  |\n");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marks_are_escaped),
        cmocka_unit_test(lines_and_control_bytes),
        cmocka_unit_test(names_stand_in_code_spans),
        cmocka_unit_test(tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
