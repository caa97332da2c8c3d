#include "help_view.h"

#include <string.h>

#include "screen.h"
#include "strbuf.h"

static const char *view_title(enum view view)
{
    return view == VIEW_LIST      ? "Keys of the results list"
           : view == VIEW_DETAILS ? "Keys of the details"
                                  : "Keys of the output";
}

int help_view_draw(enum view view, int scroll, int top_row, int rows)
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
    return line;
}

void help_view_bar(enum view view, int row)
{
    int at = 1;
    for (size_t i = 0; i < key_row_count; i++) {
        const struct key_row *key = &key_rows[i];
        if (!(key->views & (int)view) || !key->bar)
            continue;
        /* The first of its keys stands for all. */
        struct strbuf name = {0};
        strbuf_add(&name, key->keys, strcspn(key->keys, " "));
        int width = (int)name.length + 1 + (int)strlen(key->bar);
        if (at + width <= screen_columns() - 1) {
            at += screen_text(row, at, width, ROLE_KEY, name.data) + 1;
            at += screen_text(row, at, width, ROLE_DIM, key->bar) + 2;
        }
        strbuf_free(&name);
    }
}
