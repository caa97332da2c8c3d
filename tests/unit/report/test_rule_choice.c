#include "report/rules/rule_choice.h"

#include <string.h>

#include "build_report.h"
#include "report/base/mem.h"
#include "report/base/strbuf.h"
#include "report/rules/rule_load.h"

/* top <- middle <- leaf, and other. */
static const char *const texts[] = {"identifier: top\nname: T\nsection: S\n",
                                    "identifier: middle\nname: M\nsection: S\nparent: top\n",
                                    "identifier: leaf\nname: L\nsection: S\nparent: middle\n",
                                    "identifier: other\nname: O\nsection: S\n"};

static struct rule_library library_of_four(void)
{
    struct rule_library library = {.entries = mem_alloc(4 * sizeof *library.entries), .count = 4};
    struct error error;
    for (size_t i = 0; i < 4; i++) {
        library.entries[i].file = mem_strdup("own.yaml");
        library.entries[i].rule = rule_load("own.yaml", texts[i], strlen(texts[i]), &error);
        if (!library.entries[i].rule)
            fail_msg("%s", error.text);
    }
    return library;
}

/* Of each: on, off, silent. */
static void expect(const struct rule_library *library, const char *states)
{
    struct strbuf text = {0};
    for (size_t i = 0; i < library->count; i++) {
        const struct rule_entry *entry = &library->entries[i];
        assert_int_equal(rule_entry_speaks(entry), !entry->off && !entry->silent);
        strbuf_addf(&text, "%s%s", i ? " " : "",
                    entry->off      ? "off"
                    : entry->silent ? "silent"
                                    : "on");
    }
    assert_string_equal(text.data, states);
    strbuf_free(&text);
}

static void ancestors_of_what_is_on_are_silent(void **state)
{
    (void)state;
    struct rule_library library = library_of_four();
    const struct rule_entry *e = library.entries;
    expect(&library, "on on on on");
    rule_choice_switch(&library, &e[0], false);
    expect(&library, "silent on on on");
    rule_choice_switch(&library, &e[1], false);
    expect(&library, "silent silent on on");
    rule_choice_switch(&library, &e[2], false);
    expect(&library, "off off off on");
    rule_choice_switch(&library, &e[1], true);
    expect(&library, "silent on off on");
    rule_choice_switch(&library, &e[3], false);
    rule_choice_switch(&library, &e[0], true);
    expect(&library, "on on off off");
    rule_library_free(&library);
}

static void what_was_not_asked_for_can_be_turned_on(void **state)
{
    (void)state;
    struct rule_library library = library_of_four();
    struct rule_choice choice = {.library = &library};
    struct error error;
    assert_true(rule_choice_set(&choice, (char *const[]){(char *)"leaf"}, 1, &error));
    assert_true(rule_choice_limit(&choice, &library, &error));
    expect(&library, "silent silent on off");
    rule_choice_switch(&library, &library.entries[3], true);
    expect(&library, "silent silent on on");
    rule_choice_switch(&library, &library.entries[2], false);
    expect(&library, "off off off on");
    rule_choice_free(&choice);
    rule_library_free(&library);
}

static void a_name_that_is_none_is_said_with_the_nearest(void **state)
{
    (void)state;
    struct rule_library library = library_of_four();
    struct rule_choice choice = {.library = &library};
    struct error error;
    assert_true(rule_choice_set(&choice, (char *const[]){(char *)"lead"}, 1, &error));
    assert_false(rule_choice_limit(&choice, &library, &error));
    assert_non_null(strstr(error.text, "nearest is \"leaf\""));
    rule_choice_free(&choice);
    rule_library_free(&library);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ancestors_of_what_is_on_are_silent),
        cmocka_unit_test(what_was_not_asked_for_can_be_turned_on),
        cmocka_unit_test(a_name_that_is_none_is_said_with_the_nearest),
    };
    return cmocka_run_group_tests_name("rule_choice", tests, NULL, NULL);
}
