#include "report/rules/rule_library.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/mem.h"
#include "report/base/strbuf.h"
#include "temp_folder.h"

static char *folder;

static int make_folder(void **state)
{
    (void)state;
    folder = temp_folder_new();
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    return temp_folder_free(folder);
}

/* A rule that says one thing. */
static void put(const char *file, const char *identifier, const char *parent, const char *name)
{
    char *text = mem_printf("identifier: %s\nname: %s\nsection: SpeedOfLight\n"
                            "description: a rule of the tests\n%s%s\nfindings:\n"
                            "  - type: information\n    text: 'said by %s'\n",
                            identifier, name, parent ? "parent: " : "", parent ? parent : "", name);
    temp_folder_put(folder, file, text);
    free(text);
}

static void put_broken(const char *file)
{
    temp_folder_put(folder, file, "identifier: Broken\nname: x\n  idntifier: y\n");
}

static void add(struct rule_library *library)
{
    assert_true(rule_library_add_folder(library, folder, NULL));
}

/* "A B(off) C(kept) !c.yaml" */
static void holds(const struct rule_library *library, const char *expected)
{
    struct strbuf seen = {0};
    for (size_t i = 0; i < library->count; i++) {
        const struct rule_entry *entry = &library->entries[i];
        const char *slash = strrchr(entry->file, '/');
        strbuf_addf(&seen, "%s%s%s%s%s", i ? " " : "", entry->rule ? "" : "!",
                    entry->rule ? entry->rule->identifier
                    : slash     ? slash + 1
                                : entry->file,
                    entry->off ? "(off)" : "", entry->kept ? "(kept)" : "");
    }
    assert_string_equal(library->count ? seen.data : "", expected);
    strbuf_free(&seen);
}

static const char *name_of(const struct rule_library *library, const char *identifier)
{
    const struct rule_entry *entry = rule_find(library, identifier);
    assert_non_null(entry);
    return entry->rule->name;
}

static bool descends(const struct rule_library *all, const char *from, const char *identifier)
{
    for (const struct rule_entry *at = rule_find(all, from); at;
         at = at->rule->parent ? rule_find(all, at->rule->parent) : NULL)
        if (strcmp(at->rule->identifier, identifier) == 0)
            return true;
    return false;
}

/* Whether a rule over single results about one of the sections needs the entry. */
static bool is_needed(const struct rule_library *all, const struct rule_entry *entry,
                      const char *const *sections)
{
    for (size_t i = 0; i < all->count; i++)
        for (const char *const *section = sections; *section; section++)
            if (all->entries[i].rule->over == RULE_OVER_RESULT &&
                strcmp(all->entries[i].rule->section, *section) == 0 &&
                descends(all, all->entries[i].rule->identifier, entry->rule->identifier))
                return true;
    return false;
}

/* The library has what it needs of all rules, in the same order. */
static void is_part(const struct rule_library *all, const struct rule_library *library,
                    const char *const *sections)
{
    size_t at = 0;
    for (size_t i = 0; i < all->count; i++) {
        if (!is_needed(all, &all->entries[i], sections))
            continue;
        assert_true(at < library->count);
        assert_string_equal(library->entries[at].rule->identifier,
                            all->entries[i].rule->identifier);
        assert_true(library->entries[at].built_in);
        assert_string_equal(library->entries[at].error.text, "");
        at++;
    }
    assert_int_equal(at, library->count);
}

/* Each section alone, and one after the other. */
static void a_section_brings_its_rules_and_their_ancestors(void **state)
{
    (void)state;
    struct rule_library all, together = {0};
    const char *seen[64] = {NULL};
    size_t count = 0;
    rule_library_init(&all);
    for (size_t i = all.count; i-- > 0;) {
        const char *section = all.entries[i].rule->section;
        struct rule_library alone = {0};
        rule_library_add_section(&alone, section);
        is_part(&all, &alone, (const char *const[]){section, NULL});
        rule_library_free(&alone);
        assert_true(count + 1 < COUNT(seen));
        seen[count++] = section;
        rule_library_add_section(&together, section);
        is_part(&all, &together, seen);
    }
    assert_true(together.count > 10 && together.count < all.count);
    rule_library_add_section(&together, "NoSuchSection");
    is_part(&all, &together, seen);
    rule_library_free(&together);
    rule_library_free(&all);
}

static void the_built_in_rules_are_good_and_in_order(void **state)
{
    (void)state;
    struct rule_library library;
    rule_library_init(&library);
    assert_true(library.count > 0);
    for (size_t i = 0; i < library.count; i++) {
        const struct rule_entry *entry = &library.entries[i];
        if (!entry->rule || *entry->error.text)
            fail_msg("%s", entry->error.text);
        assert_true(entry->built_in);
        assert_ptr_equal(rule_find(&library, entry->rule->identifier), entry);
        if (entry->rule->parent)
            assert_true(rule_find(&library, entry->rule->parent) < entry);
    }
    assert_null(rule_find(&library, "NoSuchRule"));
    rule_library_free(&library);
    assert_int_equal(library.count, 0);
}

static void parents_come_before_their_children(void **state)
{
    (void)state;
    struct rule_library library = {0};
    put("1.yaml", "A", "C", "a");
    put("2.yaml", "B", NULL, "b");
    put("3.yaml", "C", "E", "c");
    put("4.yaml", "D", "B", "d");
    put("5.yaml", "E", NULL, "e");
    add(&library);
    holds(&library, "B D E C A");
    add(&library);
    holds(&library, "B D E C A");
    rule_library_free(&library);
}

static void a_folder_adds_and_replaces(void **state)
{
    (void)state;
    struct rule_library library;
    put("a.yaml", "Mine", NULL, "of mine");
    put("b.yaml", "SOLBottleneck", NULL, "my own");
    temp_folder_put(folder, "notes.txt", "no rule");
    rule_library_init(&library);
    size_t before = library.count;
    add(&library);
    assert_int_equal(library.count, before + 1);
    assert_string_equal(name_of(&library, "SOLBottleneck"), "my own");
    assert_string_equal(rule_find(&library, "SOLBottleneck")->replaces, "the built-in one");
    assert_false(rule_find(&library, "SOLBottleneck")->built_in);
    assert_null(rule_find(&library, "Mine")->replaces);
    /* Once more: it replaces its own file. */
    add(&library);
    assert_int_equal(library.count, before + 1);
    assert_string_equal(rule_find(&library, "Mine")->replaces, rule_find(&library, "Mine")->file);
    rule_library_free(&library);
}

static void a_broken_file_never_stops_the_others(void **state)
{
    (void)state;
    struct rule_library library = {0};
    put_broken("a.yaml");
    put("b.yaml", "B", NULL, "b");
    temp_folder_put(folder, "c.yaml", "");
    add(&library);
    holds(&library, "B !a.yaml !c.yaml");
    assert_string_equal(library.entries[0].error.text, "");
    for (size_t i = 1; i < 3; i++)
        assert_true(strncmp(library.entries[i].error.text, library.entries[i].file,
                            strlen(library.entries[i].file)) == 0);
    assert_non_null(strstr(library.entries[1].error.text, "a.yaml:3:"));
    rule_library_free(&library);
}

static void the_users_folder_is_read_if_there_is_one(void **state)
{
    (void)state;
    struct rule_library library = {0};
    setenv("XDG_CONFIG_HOME", folder, 1);
    assert_true(rule_library_add_user(&library, NULL));
    holds(&library, "");
    put("rooftop/rules/mine.yaml", "Mine", NULL, "of mine");
    assert_true(rule_library_add_user(&library, NULL));
    holds(&library, "Mine");
    unsetenv("XDG_CONFIG_HOME");
    rule_library_free(&library);
}

static void a_missing_folder_is_an_error(void **state)
{
    (void)state;
    struct rule_library library = {0};
    struct error error;
    assert_false(rule_library_add_folder(&library, "/nonexistent", &error));
    assert_non_null(strstr(error.text, "/nonexistent"));
    rule_library_free(&library);
}

static void says(const struct rule_library *library, const char *identifier, const char *part)
{
    const char *text = rule_find(library, identifier)->error.text;
    if (!*part)
        assert_string_equal(text, "");
    else if (!strstr(text, part))
        fail_msg("\"%s\" lacks \"%s\"", text, part);
}

static void a_parent_that_is_none_is_said(void **state)
{
    (void)state;
    struct rule_library library = {0};
    put("a.yaml", "Alpha", "Delte", "a");
    put("b.yaml", "Beta", "Gamma", "b");
    put("c.yaml", "Gamma", "Beta", "c");
    put("d.yaml", "Own", "Own", "d");
    put("e.yaml", "Zeta", "SomethingElse", "e");
    add(&library);
    says(&library, "Alpha", "a.yaml: its parent \"Delte\" does not exist");
    says(&library, "Beta", "b.yaml: its parent \"Gamma\" descends from this rule");
    says(&library, "Own", "descends from this rule");
    says(&library, "Zeta", "\"SomethingElse\" does not exist");
    assert_null(strstr(rule_find(&library, "Zeta")->error.text, "nearest"));
    /* Later files may be what was missing. */
    put("e.yaml", "Delta", NULL, "e");
    put("c.yaml", "Gamma", NULL, "c");
    add(&library);
    says(&library, "Alpha", "nearest is \"Delta\"");
    says(&library, "Beta", "");
    says(&library, "Gamma", "");
    rule_library_free(&library);
}

static void what_is_broken_now_is_kept_from_before(void **state)
{
    (void)state;
    struct rule_library old = {0}, library = {0};
    put("a.yaml", "A", NULL, "good");
    put("b.yaml", "B", NULL, "gone");
    put("c.yaml", "C", "A", "child");
    add(&old);
    put_broken("a.yaml");
    put("b.yaml", "D", NULL, "new");
    add(&library);
    says(&library, "C", "\"A\"");
    rule_library_keep(&library, &old);
    rule_library_free(&old);
    holds(&library, "A(kept) C D");
    assert_string_equal(name_of(&library, "A"), "good");
    says(&library, "A", "a.yaml:3:");
    says(&library, "C", "");
    /* And kept once more, until it is good again. */
    add(&old);
    rule_library_keep(&old, &library);
    rule_library_free(&library);
    holds(&old, "A(kept) C D");
    put("a.yaml", "A", NULL, "better");
    add(&library);
    rule_library_keep(&library, &old);
    holds(&library, "A C D");
    assert_string_equal(name_of(&library, "A"), "better");
    rule_library_free(&old);
    rule_library_free(&library);
}

/* While a file of one's own is broken, the built-in rule that it replaces does not come back. */
static void what_is_kept_replaces_what_it_did(void **state)
{
    (void)state;
    struct rule_library old, library;
    put("mine.yaml", "SOLBottleneck", NULL, "my own");
    rule_library_init(&old);
    add(&old);
    put_broken("mine.yaml");
    rule_library_init(&library);
    add(&library);
    assert_true(rule_find(&library, "SOLBottleneck")->built_in);
    size_t count = library.count;
    rule_library_keep(&library, &old);
    assert_int_equal(library.count, count - 1);
    assert_string_equal(name_of(&library, "SOLBottleneck"), "my own");
    assert_string_equal(rule_find(&library, "SOLBottleneck")->replaces, "the built-in one");
    rule_library_free(&old);
    rule_library_free(&library);
}

static void what_was_off_stays_off(void **state)
{
    (void)state;
    struct rule_library old = {0}, library = {0};
    put("a.yaml", "A", NULL, "a");
    put("b.yaml", "B", NULL, "b");
    put("c.yaml", "C", NULL, "c");
    add(&old);
    old.entries[0].off = old.entries[2].off = true;
    put_broken("c.yaml");
    put("d.yaml", "D", NULL, "d");
    add(&library);
    rule_library_keep(&library, &old);
    holds(&library, "A(off) B C(off)(kept) D");
    rule_library_free(&old);
    rule_library_free(&library);
}

#define in_folder(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_built_in_rules_are_good_and_in_order),
        cmocka_unit_test(a_section_brings_its_rules_and_their_ancestors),
        in_folder(parents_come_before_their_children),
        in_folder(a_folder_adds_and_replaces),
        in_folder(a_broken_file_never_stops_the_others),
        in_folder(the_users_folder_is_read_if_there_is_one),
        cmocka_unit_test(a_missing_folder_is_an_error),
        in_folder(a_parent_that_is_none_is_said),
        in_folder(what_is_broken_now_is_kept_from_before),
        in_folder(what_is_kept_replaces_what_it_did),
        in_folder(what_was_off_stays_off),
    };
    return cmocka_run_group_tests_name("rule_library", tests, NULL, NULL);
}
