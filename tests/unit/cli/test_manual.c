/* rooftop(1) as it is made from man/rooftop.1.in: it has all options, keys and commands and no
 * others, with their values and their help. What is wrong with a template is an error. */
#include <stdlib.h>
#include <string.h>

#include "../../../tools/manual/manual.h"
#include "build_report.h"
#include "cli/options/option_table.h"
#include "report/base/file_bytes.h"
#include "report/base/mem.h"
#include "tui/widgets/keys.h"
#include "tui/widgets/line_edit.h"

enum { MOST_KEYS = 200 };

/* --- the page, part by part --- */

/* The lines from the one with this heading to the next heading of its kind. */
static char *part_of(const char *page, const char *kind, const char *heading)
{
    char *first = mem_printf("\n.%s %s\n", kind, heading), *next = mem_printf("\n.%s ", kind);
    const char *start = strstr(page, first);
    if (!start)
        fail_msg("rooftop(1) has no part \"%s\"", heading);
    start += strlen(first) - 1;
    const char *end = strstr(start, next);
    char *part = mem_strndup(start, end ? (size_t)(end - start) : strlen(start));
    free(next);
    free(first);
    return part;
}

static char *made_page(void)
{
    size_t length;
    struct error error;
    struct strbuf page = {0};
    char *text = file_bytes("man/rooftop.1.in", &length, &error);
    if (!text)
        fail_msg("%s (run in the root of the repository)", error.text);
    if (!manual_make(&page, text, &error))
        fail_msg("man/rooftop.1.in: %s", error.text);
    free(text);
    return strbuf_detach(&page);
}

static char *manual_part(const char *section, const char *subsection)
{
    char *page = made_page(), *part = part_of(page, "Sh", section);
    free(page);
    if (subsection) {
        char *smaller = part_of(part, "Ss", subsection);
        free(part);
        part = smaller;
    }
    return part;
}

/* The next line after *at that begins so, without that; NULL: there is none. The caller frees it.
 */
static char *next_line(const char **at, const char *begin)
{
    char *wanted = mem_printf("\n%s", begin), *line = NULL;
    const char *found = strstr(*at, wanted);
    if (found) {
        found += strlen(wanted);
        line = mem_strndup(found, strcspn(found, "\n"));
        *at = found + strlen(line);
    }
    free(wanted);
    return line;
}

/* --- options --- */

/* "k , -kernel-name Ar name" is what .It Fl is followed by for {"kernel-name", 'k', "NAME"}. */
static char *item_of(const struct option *option)
{
    char letter[] = {option->letter, ' ', ',', ' ', '\0'};
    return mem_printf("%s-%s%s", option->letter ? letter : "", option->name,
                      option->argument ? " Ar " : "");
}

static bool is_item_of(const char *line, const struct option *option)
{
    char *item = item_of(option);
    bool is = option->argument ? strncmp(line, item, strlen(item)) == 0 : strcmp(line, item) == 0;
    free(item);
    return is;
}

static void the_manual_has_every_option_and_no_other(void **state)
{
    (void)state;
    char *part = manual_part("OPTIONS", NULL), *line;
    bool *has = mem_alloc(option_count * sizeof *has);
    for (const char *at = part; (line = next_line(&at, ".It Fl ")); free(line)) {
        size_t i = 0;
        while (i < option_count && !is_item_of(line, &option_table[i]))
            i++;
        if (i == option_count)
            fail_msg("no option is \"%s\", as rooftop(1) has it", line);
        has[i] = true;
    }
    for (size_t i = 0; i < option_count; i++)
        if (!has[i])
            fail_msg("rooftop(1) lacks: .It Fl %s...", item_of(&option_table[i]));
    free(has);
    free(part);
}

/* The lines about an option, without those about the next one. */
static char *text_of(const char *page, const struct option *option)
{
    char *item = item_of(option), *first = mem_printf("\n.It Fl %s", item);
    const char *start = strstr(page, first);
    assert_non_null(start);
    const char *end = strstr(start + 1, "\n.It Fl ");
    char *text = mem_strndup(start, end ? (size_t)(end - start) : strlen(start));
    free(first);
    free(item);
    return text;
}

/* In the sentence of the help each hyphen has a backslash before it. */
static bool has_value(const char *text, const char *value)
{
    struct strbuf escaped = {0};
    for (const char *c = value; *c; c++)
        strbuf_addf(&escaped, "%s%c", *c == '-' ? "\\" : "", *c);
    bool has = strstr(text, value) || strstr(text, escaped.data);
    strbuf_free(&escaped);
    return has;
}

static void the_manual_has_every_value_of_an_option(void **state)
{
    (void)state;
    char *part = manual_part("OPTIONS", NULL);
    for (size_t i = 0; i < option_count; i++) {
        char *text = text_of(part, &option_table[i]);
        const char *const *choice = option_table[i].choices;
        for (; choice && *choice; choice++)
            if (!has_value(text, *choice))
                fail_msg("--%s in rooftop(1) lacks %s", option_table[i].name, *choice);
        free(text);
    }
    free(part);
}

/* --- keys --- */

/* The parts about the keys of views. */
static const struct {
    const char *heading;
    int views;
} parts[] = {
    {"Every view", VIEW_ANY | VIEW_PANED},
    {"Results list", VIEW_LIST},
    {"Details", VIEW_DETAILS | VIEW_NUMBER | VIEW_ROOFLINE | VIEW_ZOOMED},
    {"Source", VIEW_SOURCE},
    {"Raw", VIEW_RAW},
    {"Metric", VIEW_METRIC},
    {"Summary", VIEW_SUMMARY},
    {"Hot spots", VIEW_HOT},
    {"Ranks", VIEW_RANKS},
    {"Rules", VIEW_RULES},
    {"Timeline", VIEW_TIMELINE},
    {"NVTX ranges", VIEW_NVTX},
    {"Diagnosis", VIEW_DIAGNOSIS},
    {"Launch and session", VIEW_LAUNCH | VIEW_SESSION},
    {"Log", VIEW_LOG},
    {"Output", VIEW_OUTPUT},
    {"Occupancy", VIEW_OCCUPANCY},
    {"Columns", VIEW_COLUMNS},
};

/* Keys by the names of the key table. */
struct key_set {
    size_t count;
    char *names[MOST_KEYS];
};

static bool has_key(const struct key_set *set, const char *name)
{
    for (size_t i = 0; i < set->count; i++)
        if (strcmp(set->names[i], name) == 0)
            return true;
    return false;
}

static void add_key(struct key_set *set, const char *name)
{
    if (has_key(set, name))
        return;
    assert_true(set->count < MOST_KEYS);
    set->names[set->count++] = mem_strdup(name);
}

static void free_keys(struct key_set *set)
{
    for (size_t i = 0; i < set->count; i++)
        free(set->names[i]);
}

/* The keys of an item: "Enter, l", "j, Down; k, Up", "\&. , \&,", "Shift-Tab", "arrows". */
static void add_keys_of(struct key_set *set, const char *item)
{
    if (strncmp(item, "Cm ", 3) == 0)
        return;
    for (const char *at = item; *at;) {
        at += strspn(at, " ");
        size_t length = strcspn(at, " ");
        char *word = mem_strndup(at, length), *name = word;
        at += length;
        if (strncmp(name, "\\&", 2) == 0)
            name += 2;
        size_t end = strlen(name);
        if (end > 1 && (name[end - 1] == ',' || name[end - 1] == ';'))
            name[end - 1] = '\0';
        if (strcmp(name, "arrows") == 0)
            add_keys_of(set, "Left, Right, Up, Down");
        else if (strcmp(word, ",") != 0)
            add_key(set, strcmp(name, "Shift-Tab") == 0 ? "BTab" : name);
        free(word);
    }
}

static void add_part(struct key_set *set, const char *heading)
{
    char *part = manual_part("KEYS", heading), *line;
    for (const char *at = part; (line = next_line(&at, ".It ")); free(line))
        add_keys_of(set, line);
    free(part);
}

/* Whether the table has the key in one of these views. */
static bool table_has(const char *name, int views)
{
    for (size_t i = 0; i < key_row_count; i++) {
        const struct key_row *row = &key_rows[i];
        if (!(row->views & views))
            continue;
        for (const char *at = row->keys; *at;) {
            size_t length = strcspn(at, " ");
            if (strlen(name) == length && strncmp(name, at, length) == 0)
                return true;
            at += length + (at[length] == ' ');
        }
    }
    return false;
}

/* Whether it is one that the terminal keeps; they stand among the keys of every view. */
static bool is_noted(const char *name)
{
    for (size_t i = 0; i < key_note_count; i++)
        if (strcmp(key_notes[i].keys, name) == 0)
            return true;
    return false;
}

static void the_manual_names_no_key_that_does_nothing(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(parts); i++) {
        struct key_set keys = {0};
        add_part(&keys, parts[i].heading);
        for (size_t k = 0; k < keys.count; k++)
            if (!table_has(keys.names[k], parts[i].views) &&
                !(parts[i].views & VIEW_PANED && is_noted(keys.names[k])))
                fail_msg("the key %s does nothing in what rooftop(1) calls \"%s\"", keys.names[k],
                         parts[i].heading);
        free_keys(&keys);
    }
}

/* In one of these views; in every view, if they are all. Commands without a key do nothing by one.
 */
static bool does_something(const struct key_row *row, int views)
{
    if (*row->keys == ':' && row->keys[1])
        return false;
    if ((views & VIEW_ANY) != VIEW_ANY)
        return row->views & views;
    return (row->views & VIEW_ANY) == VIEW_ANY || row->views == VIEW_PANED;
}

static void the_manual_has_the_keys_of_every_view(void **state)
{
    (void)state;
    struct strbuf lacks = {0};
    for (size_t i = 0; i < COUNT(parts); i++) {
        struct key_set keys = {0};
        add_part(&keys, parts[i].heading);
        add_part(&keys, "Every view");
        for (size_t r = 0; r < key_row_count; r++) {
            const struct key_row *row = &key_rows[r];
            if (!does_something(row, parts[i].views))
                continue;
            for (const char *at = row->keys; *at;) {
                size_t length = strcspn(at, " ");
                char *name = mem_strndup(at, length);
                if (!has_key(&keys, name))
                    strbuf_addf(&lacks, "%s: %s, %s\n", parts[i].heading, name, row->help);
                free(name);
                at += length + (at[length] == ' ');
            }
        }
        free_keys(&keys);
    }
    if (lacks.length)
        fail_msg("rooftop(1) lacks keys:\n%s", lacks.data);
}

static void the_manual_has_what_the_terminal_keeps(void **state)
{
    (void)state;
    struct key_set keys = {0};
    add_part(&keys, "Every view");
    for (size_t i = 0; i < key_note_count; i++)
        if (!has_key(&keys, key_notes[i].keys))
            fail_msg("rooftop(1) lacks %s: %s", key_notes[i].keys, key_notes[i].help);
    free_keys(&keys);
}

/* Both ways, and what they do. */
static void the_manual_has_the_keys_of_typing_and_no_others(void **state)
{
    (void)state;
    struct key_set keys = {0}, table = {0};
    char *part = manual_part("KEYS", "Typing");
    add_part(&keys, "Typing");
    for (size_t i = 0; i < line_edit_row_count; i++) {
        add_keys_of(&table, line_edit_rows[i].keys);
        if (!strcasestr(part, line_edit_rows[i].help))
            fail_msg("\"Typing\" in rooftop(1) lacks: %s", line_edit_rows[i].help);
    }
    for (size_t i = 0; i < table.count; i++)
        if (!has_key(&keys, table.names[i]))
            fail_msg("\"Typing\" in rooftop(1) lacks the key %s", table.names[i]);
    for (size_t i = 0; i < keys.count; i++)
        if (!has_key(&table, keys.names[i]))
            fail_msg("the key %s of \"Typing\" in rooftop(1) does nothing", keys.names[i]);
    free_keys(&table);
    free_keys(&keys);
    free(part);
}

static void every_action_has_its_command_and_its_help(void **state)
{
    (void)state;
    char *part = manual_part("KEYS", "Commands");
    for (size_t i = 0; i < key_row_count; i++) {
        struct strbuf item = {0};
        strbuf_adds(&item, "\n.It Cm ");
        keys_name(&item, &key_rows[i]);
        strbuf_addc(&item, '\n');
        const char *found = strstr(part, item.data);
        if (!found)
            fail_msg("rooftop(1) lacks the command%s", item.data);
        /* But for its first letter, which is a capital there. */
        size_t length = strcspn(key_rows[i].help + 1, "-");
        if (strncmp(found + item.length + 1, key_rows[i].help + 1, length) != 0)
            fail_msg("rooftop(1) lacks the help of the command%s", item.data);
        strbuf_free(&item);
    }
    free(part);
}

/* --- templates --- */

static void fails(const char *text, const char *message)
{
    struct strbuf page = {0};
    struct error error;
    assert_false(manual_make(&page, text, &error));
    assert_string_equal(error.text, message);
    strbuf_free(&page);
}

static void a_faulty_template_is_refused(void **state)
{
    (void)state;
    fails("a\n@what\n@end\n", "line 2: @what is unknown");
    fails("@options None\n@end\n", "line 1: there is no group of options \"None\"");
    fails("@keys list moon\n@end\n", "line 1: there is no view \"moon\"");
    fails("@options General\n@detail set\n.\n@end\n", "line 2: \"set\" is not in @options General");
    fails("@keys list\n@detail theme\n@end\n", "line 2: \"theme\" is not in @keys list");
    fails("@commands\ntext\n@end\n", "line 2: expected @detail or @end");
    fails("@commands\n", "line 1: @commands has no @end");
    fails("@options General\n@end\n", "no @options Report");
}

/* A page without the part about a view, which has keys that no other one has. */
static void a_forgotten_view_is_noticed(void **state)
{
    (void)state;
    size_t length;
    char *text = file_bytes("man/rooftop.1.in", &length, NULL);
    assert_non_null(text);
    char *place = strstr(text, "\n@keys summary\n");
    assert_non_null(place);
    memcpy(place, "\n@keys log    \n", strlen("\n@keys log    \n"));
    struct strbuf page = {0};
    struct error error;
    assert_false(manual_make(&page, text, &error));
    assert_non_null(strstr(error.text, "no @keys has Enter l Right: "));
    strbuf_free(&page);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_manual_has_every_option_and_no_other),
        cmocka_unit_test(the_manual_has_every_value_of_an_option),
        cmocka_unit_test(the_manual_names_no_key_that_does_nothing),
        cmocka_unit_test(the_manual_has_the_keys_of_every_view),
        cmocka_unit_test(the_manual_has_what_the_terminal_keeps),
        cmocka_unit_test(the_manual_has_the_keys_of_typing_and_no_others),
        cmocka_unit_test(every_action_has_its_command_and_its_help),
        cmocka_unit_test(a_faulty_template_is_refused),
        cmocka_unit_test(a_forgotten_view_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
