#include "help_view.h"

#include <stdbool.h>
#include <string.h>

#include "screen.h"
#include "strbuf.h"

static const char *view_title(int views)
{
    int view = views & VIEW_ANY;
    return view == VIEW_LIST      ? "Keys of the results list"
           : view == VIEW_DETAILS ? "Keys of the details"
           : view == VIEW_SUMMARY ? "Keys of the summary"
           : view == VIEW_RULES   ? "Keys of the rules"
           : view == VIEW_COLUMNS ? "Keys of the columns"
                                  : "Keys of the output";
}

void help_view_draw(const struct key_file *user, int views, int scroll, int top_row, int rows)
{
    int line = 0;
    screen_text(top_row, 1, screen_columns() - 2, ROLE_TITLE, view_title(views));
    for (size_t i = 0; i < key_row_count; i++) {
        const struct key_row *key = &key_rows[i];
        if (!(key->views & views))
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

int help_view_lines(int views)
{
    int lines = 0;
    for (size_t i = 0; i < key_row_count; i++)
        lines += (key_rows[i].views & views) != 0;
    return lines;
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

/* The way out and the help have their place before the others. */
static bool is_vital(const struct key_row *key)
{
    return key->action == DO_HELP || key->action == DO_QUIT || key->action == DO_BACK;
}

void help_view_bar(const struct key_file *user, int views, int row)
{
    int at = 1, reserved = 0;
    for (size_t i = 0; i < key_row_count; i++)
        if ((key_rows[i].views & views) && key_rows[i].bar && is_vital(&key_rows[i]))
            reserved += bar_width(user, &key_rows[i], views);
    for (size_t i = 0; i < key_row_count; i++) {
        const struct key_row *key = &key_rows[i];
        if (!(key->views & views) || !key->bar)
            continue;
        if (is_vital(key))
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
