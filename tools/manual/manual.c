#include "manual.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cli/options/option_table.h"
#include "report/base/mem.h"
#include "tui/widgets/keys.h"
#include "tui/widgets/line_edit.h"

enum { MOST_DETAILS = 100 };

/* What the template adds to one row of a table. */
struct detail {
    char *name;
    struct strbuf text;
    unsigned line;
    bool used;
};

/* A marked place: its words, and its details. */
struct place {
    char *kind, *argument;
    unsigned line;
    struct detail details[MOST_DETAILS];
    size_t count;
};

struct maker {
    struct strbuf *out;
    struct error *error;
    bool *shown_options, *shown_keys; /* by row: whether a place has it */
};

/* --- the words of the tables as mdoc --- */

/* A hyphen of an option must stay one, and a line that begins with a full stop is a request. */
static void add_text(struct strbuf *out, const char *text)
{
    if (*text == '.' || *text == '\'')
        strbuf_adds(out, "\\&");
    for (; *text; text++)
        strbuf_adds(out, *text == '-' ? "\\-" : *text == '\\' ? "\\e" : (char[]){*text, '\0'});
}

/* Whether the text begins with one of these words, which end with NULL. */
static bool begins_with(const char *text, const char *const *words)
{
    size_t length = strcspn(text, " :,");
    for (; words && *words; words++)
        if (strlen(*words) == length && strncmp(*words, text, length) == 0)
            return true;
    return false;
}

/* "show the list" becomes "Show the list."; text that begins with a value of an option keeps its
 * first letter. */
static void add_sentence(struct strbuf *out, const char *help, const char *const *values)
{
    struct strbuf text = {0};
    strbuf_addc(&text, begins_with(help, values) ? *help : (char)toupper((unsigned char)*help));
    strbuf_adds(&text, help + 1);
    strbuf_addc(&text, '.');
    add_text(out, text.data);
    strbuf_addc(out, '\n');
    strbuf_free(&text);
}

/* A key as the manual calls it; a character that macros would take as punctuation is protected. */
static void add_key_name(struct strbuf *out, const char *name, size_t length)
{
    if (length == 4 && strncmp(name, "BTab", length) == 0)
        strbuf_adds(out, "Shift-Tab");
    else
        strbuf_addf(out, "%s%.*s", strchr(".,:;()[]?!|", *name) ? "\\&" : "", (int)length, name);
}

/* "j Down" becomes "j, Down". */
static void add_keys(struct strbuf *out, const char *keys)
{
    while (*keys) {
        size_t length = strcspn(keys, " ");
        add_key_name(out, keys, length);
        keys += length;
        strbuf_adds(out, *keys ? ", " : "");
        keys += *keys == ' ';
    }
}

static bool is_command_only(const struct key_row *row)
{
    return row->keys[0] == ':' && row->keys[1];
}

/* --- details --- */

static void add_detail(struct strbuf *out, struct place *place, const char *name)
{
    for (size_t i = 0; i < place->count; i++)
        if (strcmp(place->details[i].name, name) == 0) {
            strbuf_adds(out, place->details[i].text.data ? place->details[i].text.data : "");
            place->details[i].used = true;
        }
}

static bool all_used(const struct place *place, struct error *error)
{
    for (size_t i = 0; i < place->count; i++)
        if (!place->details[i].used)
            return error_set(error, "line %u: \"%s\" is not in @%s %s", place->details[i].line,
                             place->details[i].name, place->kind, place->argument);
    return true;
}

/* --- options --- */

static const char *const truths[] = {"yes", "no", NULL};

static void add_option(struct maker *maker, struct place *place, const struct option *option)
{
    struct strbuf *out = maker->out;
    strbuf_adds(out, ".It Fl ");
    if (option->letter)
        strbuf_addf(out, "%c , ", option->letter);
    strbuf_addf(out, "-%s", option->name);
    if (option->argument)
        strbuf_adds(out, " Ar ");
    for (const char *c = option->argument; c && *c; c++)
        strbuf_addc(out, (char)tolower((unsigned char)*c));
    strbuf_addc(out, '\n');
    add_sentence(out, option->help, option->choices ? option->choices : truths);
    add_detail(out, place, option->name);
}

static bool add_options(struct maker *maker, struct place *place)
{
    bool any = false;
    strbuf_adds(maker->out, ".Bl -tag -width Ds\n");
    for (size_t i = 0; i < option_count; i++)
        if (strcmp(option_table[i].group, place->argument) == 0) {
            add_option(maker, place, &option_table[i]);
            maker->shown_options[i] = any = true;
        }
    strbuf_adds(maker->out, ".El\n");
    return any || error_set(maker->error, "line %u: there is no group of options \"%s\"",
                            place->line, place->argument);
}

/* --- keys --- */

static const struct {
    const char *name;
    int views;
} view_names[] = {
    {"list", VIEW_LIST},
    {"details", VIEW_DETAILS},
    {"number", VIEW_NUMBER},
    {"roofline", VIEW_ROOFLINE | VIEW_ZOOMED},
    {"output", VIEW_OUTPUT},
    {"summary", VIEW_SUMMARY},
    {"hot", VIEW_HOT},
    {"rules", VIEW_RULES},
    {"source", VIEW_SOURCE},
    {"timeline", VIEW_TIMELINE},
    {"nvtx", VIEW_NVTX},
    {"launch", VIEW_LAUNCH},
    {"diagnosis", VIEW_DIAGNOSIS},
    {"ranks", VIEW_RANKS},
    {"session", VIEW_SESSION},
    {"log", VIEW_LOG},
    {"raw", VIEW_RAW},
    {"metric", VIEW_METRIC},
    {"occupancy", VIEW_OCCUPANCY},
    {"columns", VIEW_COLUMNS},
};

/* Whether most views have the row: it is then listed once, for all of them. */
static bool is_common(const struct key_row *row)
{
    int count = 0;
    for (int views = row->views & VIEW_ANY; views; views &= views - 1)
        count++;
    return count > 7 || row->views == VIEW_PANED;
}

static int view_of(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof view_names / sizeof *view_names; i++)
        if (strlen(view_names[i].name) == length && strncmp(view_names[i].name, name, length) == 0)
            return view_names[i].views;
    return 0;
}

/* The views that the words name; 0, with the error set, if one of them is unknown. */
static int views_of(const struct place *place, struct error *error)
{
    int views = 0;
    for (const char *word = place->argument; *word; word += strspn(word, " ")) {
        size_t length = strcspn(word, " ");
        int view = view_of(word, length);
        if (!view) {
            error_set(error, "line %u: there is no view \"%.*s\"", place->line, (int)length, word);
            return 0;
        }
        views |= view;
        word += length;
    }
    return views;
}

static void add_key(struct maker *maker, struct place *place, const struct key_row *row)
{
    struct strbuf name = {0};
    keys_name(&name, row);
    strbuf_adds(maker->out, ".It ");
    add_keys(maker->out, row->keys);
    strbuf_addc(maker->out, '\n');
    add_sentence(maker->out, row->help, NULL);
    add_detail(maker->out, place, name.data);
    maker->shown_keys[row - key_rows] = true;
    strbuf_free(&name);
}

/* Whether a place for these views lists the row. */
static bool is_listed(const struct key_row *row, int views, bool every)
{
    return row->views & views && is_common(row) == every && !is_command_only(row);
}

static void add_notes(struct strbuf *out)
{
    for (size_t i = 0; i < key_note_count; i++) {
        strbuf_addf(out, ".It %s\n", key_notes[i].keys);
        add_sentence(out, key_notes[i].help, NULL);
    }
}

/* A view that has only the keys of every view gets no list, since mdoc has no empty ones. */
static bool add_view_keys(struct maker *maker, struct place *place)
{
    bool every = strcmp(place->argument, "every") == 0, any = false;
    int views = every ? VIEW_ANY | VIEW_PANED : views_of(place, maker->error);
    if (!views)
        return false;
    for (const struct key_row *row = key_rows; row < key_rows + key_row_count; row++) {
        if (!is_listed(row, views, every))
            continue;
        if (!any)
            strbuf_adds(maker->out, ".Bl -tag -width \"PgDn, Space, ^F\" -compact\n");
        add_key(maker, place, row);
        any = true;
    }
    if (every)
        add_notes(maker->out);
    if (any)
        strbuf_adds(maker->out, ".El\n");
    return true;
}

static void add_command(struct maker *maker, struct place *place, const struct key_row *row)
{
    struct strbuf name = {0}, text = {0};
    keys_name(&name, row);
    strbuf_addf(maker->out, ".It Cm %s\n", name.data);
    add_sentence(maker->out, row->help, NULL);
    if (!is_command_only(row)) {
        add_keys(&text, row->keys);
        strbuf_addf(maker->out, ".Pq key %s\n", text.data);
    }
    add_detail(maker->out, place, name.data);
    strbuf_free(&text);
    strbuf_free(&name);
}

static bool add_commands(struct maker *maker, struct place *place)
{
    strbuf_adds(maker->out, ".Bl -tag -width \"previous-function\" -compact\n");
    for (const struct key_row *row = key_rows; row < key_rows + key_row_count; row++)
        add_command(maker, place, row);
    strbuf_adds(maker->out, ".El\n");
    return true;
}

static bool add_typing(struct maker *maker, struct place *place)
{
    strbuf_adds(maker->out, ".Bl -tag -width \"PgDn, Space, ^F\" -compact\n");
    for (size_t i = 0; i < line_edit_row_count; i++) {
        strbuf_adds(maker->out, ".It ");
        add_keys(maker->out, line_edit_rows[i].keys);
        strbuf_addc(maker->out, '\n');
        add_sentence(maker->out, line_edit_rows[i].help, NULL);
        add_detail(maker->out, place, line_edit_rows[i].keys);
    }
    strbuf_adds(maker->out, ".El\n");
    return true;
}

/* --- the template --- */

static const struct {
    const char *kind;
    bool (*fill)(struct maker *maker, struct place *place);
} kinds[] = {
    {"options", add_options},
    {"keys", add_view_keys},
    {"commands", add_commands},
    {"typing", add_typing},
};

static bool fill(struct maker *maker, struct place *place)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].kind, place->kind) == 0)
            return kinds[i].fill(maker, place) && all_used(place, maker->error);
    return error_set(maker->error, "line %u: @%s is unknown", place->line, place->kind);
}

/* "@keys list" becomes "keys" and "list". */
static void place_begin(struct place *place, const char *line, unsigned number)
{
    size_t kind = strcspn(line + 1, " ");
    place->kind = mem_strndup(line + 1, kind);
    place->argument = mem_strdup(line + 1 + kind + strspn(line + 1 + kind, " "));
    place->line = number;
}

static void place_end(struct place *place)
{
    for (size_t i = 0; i < place->count; i++) {
        free(place->details[i].name);
        strbuf_free(&place->details[i].text);
    }
    free(place->kind);
    free(place->argument);
    *place = (struct place){0};
}

/* A line between a mark and its @end. */
static bool place_line(struct place *place, const char *line, unsigned number, struct error *error)
{
    static const char begin[] = "@detail ";
    if (strncmp(line, begin, sizeof begin - 1) == 0) {
        if (place->count == MOST_DETAILS)
            return error_set(error, "line %u: too many details", number);
        place->details[place->count++] =
            (struct detail){.name = mem_strdup(line + sizeof begin - 1), .line = number};
    } else if (*line == '@' || !place->count) {
        return error_set(error, "line %u: expected @detail or @end", number);
    } else {
        strbuf_addf(&place->details[place->count - 1].text, "%s\n", line);
    }
    return true;
}

static bool make_line(struct maker *maker, struct place *place, const char *line, unsigned number)
{
    bool good = true;
    if (place->kind && strcmp(line, "@end") == 0) {
        good = fill(maker, place);
        place_end(place);
    } else if (place->kind) {
        good = place_line(place, line, number, maker->error);
    } else if (*line == '@') {
        place_begin(place, line, number);
    } else {
        strbuf_addf(maker->out, "%s\n", line);
    }
    return good;
}

static bool make_lines(struct maker *maker, const char *text)
{
    struct place place = {0};
    bool good = true;
    unsigned number = 1;
    for (; good && *text; number++) {
        size_t length = strcspn(text, "\n");
        char *line = mem_strndup(text, length);
        good = make_line(maker, &place, line, number);
        text += length + (text[length] == '\n');
        free(line);
    }
    if (good && place.kind)
        good = error_set(maker->error, "line %u: @%s has no @end", place.line, place.kind);
    place_end(&place);
    return good;
}

static bool nothing_lacks(const struct maker *maker)
{
    for (size_t i = 0; i < option_count; i++)
        if (!maker->shown_options[i])
            return error_set(maker->error, "no @options %s", option_table[i].group);
    for (const struct key_row *row = key_rows; row < key_rows + key_row_count; row++)
        if (!maker->shown_keys[row - key_rows] && !is_command_only(row))
            return error_set(maker->error, "no @keys has %s: %s", row->keys, row->help);
    return true;
}

bool manual_make(struct strbuf *out, const char *text, struct error *error)
{
    struct maker maker = {
        .out = out,
        .error = error,
        .shown_options = mem_alloc(option_count * sizeof(bool)),
        .shown_keys = mem_alloc(key_row_count * sizeof(bool)),
    };
    bool good = make_lines(&maker, text) && nothing_lacks(&maker);
    free(maker.shown_options);
    free(maker.shown_keys);
    return good;
}
