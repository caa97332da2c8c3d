#include "help_view.h"

#include <stdbool.h>
#include <string.h>

#include "screen.h"
#include "strbuf.h"

static const char *view_title(enum view view)
{
    return view == VIEW_LIST      ? "Keys of the results list"
           : view == VIEW_DETAILS ? "Keys of the details"
           : view == VIEW_SUMMARY ? "Keys of the summary"
           : view == VIEW_RULES   ? "Keys of the rules"
                                  : "Keys of the output";
}

void help_view_draw(enum view view, int scroll, int top_row, int rows)
{
    int line = 0;
    screen_text(top_row, 1, screen_columns() - 2, ROLE_TITLE, view_title(view));
    for (size_t i = 0; i < key_row_count; i++) {
        const struct key_row *key = &key_rows[i];
        if (!(key->views & (int)view))
            continue;
        int row = top_row + 1 + line++ - scroll;
        if (row <= top_row || row >= top_row + rows)
            continue;
        screen_text(row, 2, 16, ROLE_KEY, key->keys);
        screen_text(row, 19, screen_columns() - 20, ROLE_NORMAL, key->help);
    }
}

int help_view_lines(enum view view)
{
    int lines = 0;
    for (size_t i = 0; i < key_row_count; i++)
        lines += (key_rows[i].views & (int)view) != 0;
    return lines;
}

static int bar_width(const struct key_row *key)
{
    return (int)strcspn(key->keys, " ") + 1 + (int)strlen(key->bar) + 2;
}

/* The way out and the help have their place before the others. */
static bool is_vital(const struct key_row *key)
{
    return key->action == DO_HELP || key->action == DO_QUIT || key->action == DO_BACK;
}

void help_view_bar(enum view view, int row)
{
    int at = 1, reserved = 0;
    for (size_t i = 0; i < key_row_count; i++)
        if ((key_rows[i].views & (int)view) && key_rows[i].bar && is_vital(&key_rows[i]))
            reserved += bar_width(&key_rows[i]);
    for (size_t i = 0; i < key_row_count; i++) {
        const struct key_row *key = &key_rows[i];
        if (!(key->views & (int)view) || !key->bar)
            continue;
        if (is_vital(key))
            reserved -= bar_width(key);
        else if (at + bar_width(key) + reserved > screen_columns())
            continue;
        /* The first of its keys stands for all. */
        struct strbuf name = {0};
        strbuf_add(&name, key->keys, strcspn(key->keys, " "));
        at += screen_text(row, at, (int)name.length, ROLE_KEY, name.data) + 1;
        at += screen_text(row, at, (int)strlen(key->bar), ROLE_DIM, key->bar) + 2;
        strbuf_free(&name);
    }
}
