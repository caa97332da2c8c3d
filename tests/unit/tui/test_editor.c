#include "tui/edit/editor.h"

#include <stdlib.h>

#include "build_report.h"
#include "report/base/strbuf.h"

static void words_are(const char *visual, const char *editor, const char *file, const char *words)
{
    struct word_list list = {0};
    struct strbuf joined = {0};
    struct error error = {""};
    setenv("VISUAL", visual, 1);
    setenv("EDITOR", editor, 1);
    if (!editor_words(&list, file, 12, &error))
        fail_msg("%s", error.text);
    for (size_t i = 0; i < list.count; i++)
        strbuf_addf(&joined, "%s%s", i ? "|" : "", list.words[i]);
    assert_string_equal(strbuf_text(&joined), words);
    strbuf_free(&joined);
    word_list_free(&list);
}

static void each_editor_takes_the_line_as_it_wants_it(void **state)
{
    (void)state;
    words_are("", "vim", "/a/b.cu", "vim|+12|/a/b.cu");
    words_are("", "nano", "/a/b.cu", "nano|+12|/a/b.cu");
    words_are("", "my-own", "/a/b.cu", "my-own|+12|/a/b.cu");
    words_are("", "code", "/a/b.cu", "code|--wait|--goto|/a/b.cu:12");
    words_are("", "/opt/code/bin/code -n", "/a/b.cu",
              "/opt/code/bin/code|-n|--wait|--goto|/a/b.cu:12");
    words_are("", "subl", "/a/b.cu", "subl|--wait|/a/b.cu:12");
    words_are("", "hx", "/a/b.cu", "hx|/a/b.cu:12");
    /* A name that is a part of another one. */
    words_are("", "sub", "/a/b.cu", "sub|+12|/a/b.cu");
    words_are("", "x", "/a/b.cu", "x|+12|/a/b.cu");
}

static void variables_hold_arguments(void **state)
{
    (void)state;
    words_are("", "emacsclient -nw", "/a/b.cu", "emacsclient|-nw|+12|/a/b.cu");
    words_are("", "'/my tools/ed it' \"a b\"", "/a b.cu", "/my tools/ed it|a b|+12|/a b.cu");
    words_are("nvim", "vim", "/a/b.cu", "nvim|+12|/a/b.cu");
    words_are("", "", "/a/b.cu", "vi|+12|/a/b.cu");
    words_are(" ", "", "/a/b.cu", "vi|+12|/a/b.cu");
    words_are(" ", "nano", "/a/b.cu", "nano|+12|/a/b.cu");
}

static void a_file_is_no_option(void **state)
{
    (void)state;
    words_are("", "vi", "-c.cu", "vi|+12|./-c.cu");
    words_are("", "code", "+1.cu", "code|--wait|--goto|./+1.cu:12");
    words_are("", "vi", "100%f.cu", "vi|+12|100%f.cu");
}

static void quotes_must_be_closed(void **state)
{
    (void)state;
    struct word_list list = {0};
    struct error error = {""};
    setenv("VISUAL", "'vi", 1);
    assert_false(editor_words(&list, "/a/b.cu", 12, &error));
    assert_string_equal(error.text, "the editor in VISUAL or EDITOR: a quote (') is not closed");
    assert_int_equal(list.count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_editor_takes_the_line_as_it_wants_it),
        cmocka_unit_test(variables_hold_arguments),
        cmocka_unit_test(a_file_is_no_option),
        cmocka_unit_test(quotes_must_be_closed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
