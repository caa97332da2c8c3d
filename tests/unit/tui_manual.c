/* What man/rooftop.1 says of options and keys, against the tables that they are read from: all of
 * them, and no others. Commands are looked at with the key table. */
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "file_bytes.h"
#include "mem.h"
#include "option_table.h"
#include "tui/keys.h"
#include "tui/line_edit.h"

enum { MOST_KEYS = 200 };

/* --- the page, part by part --- */

/* The lines from the one with this heading to the next heading of its kind. */
static char *part_of(const char *page, const char *kind, const char *heading)
{
    char *first = mem_printf("\n.%s %s\n", kind, heading), *next = mem_printf("\n.%s ", kind);
    const char *start = strstr(page, first);
    if (!start)
        fail_msg("man/rooftop.1 has no part \"%s\"", heading);
    start += strlen(first) - 1;
    const char *end = strstr(start, next);
    char *part = mem_strndup(start, end ? (size_t)(end - start) : strlen(start));
    free(next);
    free(first);
    return part;
}

static char *manual_part(const char *section, const char *subsection)
{
    size_t length;
    struct error error;
    char *page = file_bytes("man/rooftop.1", &length, &error);
    if (!page)
        fail_msg("%s (run in the root of the repository)", error.text);
    char *part = part_of(page, "Sh", section);
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
            fail_msg("no option is \"%s\", as man/rooftop.1 has it", line);
        has[i] = true;
    }
    for (size_t i = 0; i < option_count; i++)
        if (!has[i])
            fail_msg("man/rooftop.1 lacks: .It Fl %s...", item_of(&option_table[i]));
    free(has);
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
    {"Source", VIEW_SOURCE | VIEW_NUMBER},
    {"Raw", VIEW_RAW},
    {"Metric", VIEW_METRIC},
    {"Summary", VIEW_SUMMARY},
    {"Rules", VIEW_RULES},
    {"Timeline", VIEW_TIMELINE},
    {"NVTX ranges", VIEW_NVTX},
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
                fail_msg("the key %s does nothing in what man/rooftop.1 calls \"%s\"",
                         keys.names[k], parts[i].heading);
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
        if (parts[i].views & VIEW_CHANGES)
            add_part(&keys, "Baselines");
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
        fail_msg("man/rooftop.1 lacks keys:\n%s", lacks.data);
}

static void the_manual_has_what_the_terminal_keeps(void **state)
{
    (void)state;
    struct key_set keys = {0};
    add_part(&keys, "Every view");
    for (size_t i = 0; i < key_note_count; i++)
        if (!has_key(&keys, key_notes[i].keys))
            fail_msg("man/rooftop.1 lacks %s: %s", key_notes[i].keys, key_notes[i].help);
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
            fail_msg("\"Typing\" in man/rooftop.1 lacks: %s", line_edit_rows[i].help);
    }
    for (size_t i = 0; i < table.count; i++)
        if (!has_key(&keys, table.names[i]))
            fail_msg("\"Typing\" in man/rooftop.1 lacks the key %s", table.names[i]);
    for (size_t i = 0; i < keys.count; i++)
        if (!has_key(&table, keys.names[i]))
            fail_msg("the key %s of \"Typing\" in man/rooftop.1 does nothing", keys.names[i]);
    free_keys(&table);
    free_keys(&keys);
    free(part);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_manual_has_every_option_and_no_other),
        cmocka_unit_test(the_manual_names_no_key_that_does_nothing),
        cmocka_unit_test(the_manual_has_the_keys_of_every_view),
        cmocka_unit_test(the_manual_has_what_the_terminal_keeps),
        cmocka_unit_test(the_manual_has_the_keys_of_typing_and_no_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
