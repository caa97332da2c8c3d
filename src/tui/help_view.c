#include "help_view.h"

#include <stdbool.h>
#include <string.h>

#include "export_table.h"
#include "screen.h"
#include "strbuf.h"

static const char *view_title(int views)
{
    int view = views & VIEW_ANY;
    return view == VIEW_LIST        ? "Keys of the results list"
           : view == VIEW_DETAILS   ? "Keys of the details"
           : view == VIEW_SUMMARY   ? "Keys of the summary"
           : view == VIEW_RULES     ? "Keys of the rules"
           : view == VIEW_COLUMNS   ? "Keys of the columns"
           : view == VIEW_LAUNCH    ? "Keys of the launch"
           : view == VIEW_SESSION   ? "Keys of the session"
           : view == VIEW_LOG       ? "Keys of the log"
           : view == VIEW_TIMELINE  ? "Keys of the timeline"
           : view == VIEW_NVTX      ? "Keys of the NVTX ranges"
           : view == VIEW_SOURCE    ? "Keys of the source"
           : view == VIEW_OCCUPANCY ? "Keys of the occupancy what-if"
           : view == VIEW_RAW       ? "Keys of the raw view"
           : view == VIEW_METRIC    ? "Keys of a metric's help"
                                    : "Keys of the output";
}

/* Rows whose keys all mean something else in these views are left out. */
static bool is_shown(const struct key_file *user, const struct key_row *key, int views)
{
    struct strbuf keys = {0};
    if (key->views & views)
        key_file_keys_of(&keys, user, key, views);
    bool shown = keys.length > 0;
    strbuf_free(&keys);
    return shown;
}

void help_view_draw(const struct key_file *user, int views, int scroll, int top_row, int rows)
{
    int line = 0;
    screen_text(top_row, 1, screen_columns() - 2, ROLE_TITLE, view_title(views));
    for (size_t i = 0; i < key_row_count; i++) {
        const struct key_row *key = &key_rows[i];
        if (!is_shown(user, key, views))
            continue;
        int row = top_row + 1 + line++ - scroll;
        if (row <= top_row || row >= top_row + rows)
            continue;
        struct strbuf keys = {0};
        key_file_keys_of(&keys, user, key, views);
        screen_text(row, 2, 16, ROLE_KEY, keys.data);
        strbuf_free(&keys);
        screen_text(row, 19, screen_columns() - 20, ROLE_NORMAL, key->help);
    }
}

int help_view_lines(const struct key_file *user, int views)
{
    int lines = 0;
    for (size_t i = 0; i < key_row_count; i++)
        lines += is_shown(user, &key_rows[i], views);
    return lines;
}

void help_view_print(const struct key_file *user, int views, enum page_format format, FILE *out)
{
    static const char *const names[] = {"keys", "command", "help"};
    static const bool numbers[] = {false, false, false};
    struct export_table table = {.columns = 3, .names = names, .numbers = numbers};
    for (size_t i = 0; i < key_row_count; i++) {
        const struct key_row *key = &key_rows[i];
        if (!(key->views & views))
            continue;
        struct strbuf keys = {0}, name = {0};
        key_file_keys_of(&keys, user, key, views);
        keys_name(&name, key);
        export_table_add(&table, keys.data);
        export_table_add(&table, name.data);
        export_table_add(&table, key->help);
        strbuf_free(&keys);
        strbuf_free(&name);
    }
    export_table_print(&table, format, out);
    export_table_free(&table);
}

/* The first of its keys stands for all. */
static void bar_key(struct strbuf *out, const struct key_file *user, const struct key_row *key,
                    int views)
{
    struct strbuf keys = {0};
    key_file_keys_of(&keys, user, key, views);
    strbuf_add(out, keys.data, strcspn(keys.data, " "));
    strbuf_free(&keys);
}

static int bar_width(const struct key_file *user, const struct key_row *key, int views)
{
    struct strbuf name = {0};
    bar_key(&name, user, key, views);
    int width = (int)name.length + 1 + (int)strlen(key->bar) + 2;
    strbuf_free(&name);
    return width;
}

/* The way out and the help have their place before the others, and what a program printed. */
static bool is_vital(const struct key_row *key, int views)
{
    return key->action == DO_HELP || key->action == DO_QUIT || key->action == DO_BACK ||
           (key->action == DO_OUTPUT && views & VIEW_RUN);
}

void help_view_bar(const struct key_file *user, int views, int row)
{
    int at = 1, reserved = 0;
    for (size_t i = 0; i < key_row_count; i++)
        if (key_rows[i].bar && is_vital(&key_rows[i], views) && is_shown(user, &key_rows[i], views))
            reserved += bar_width(user, &key_rows[i], views);
    for (size_t i = 0; i < key_row_count; i++) {
        const struct key_row *key = &key_rows[i];
        if (!key->bar || !is_shown(user, key, views))
            continue;
        if (is_vital(key, views))
            reserved -= bar_width(user, key, views);
        else if (at + bar_width(user, key, views) + reserved > screen_columns())
            continue;
        struct strbuf name = {0};
        bar_key(&name, user, key, views);
        at += screen_text(row, at, (int)name.length, ROLE_KEY, name.data) + 1;
        at += screen_text(row, at, (int)strlen(key->bar), ROLE_DIM, key->bar) + 2;
        strbuf_free(&name);
    }
}
