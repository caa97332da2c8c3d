#include "tui/ui/ui_meaning.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/metric/glossary.h"
#include "tui/term/painter.h"
#include "tui/term/screen.h"
#include "tui/ui/ui_command.h"

enum { MOST_ROWS = 6, ROWS_LEFT = 4 /* of the view */ };

static void draw_rule(int row)
{
    for (int i = 0; i < screen_columns(); i++)
        screen_text(row, i, 1, ROLE_DIM, screen_glyphs()->rule);
}

static void clear(int from, int to)
{
    for (int row = from; row < to; row++)
        for (int i = 0; i < screen_columns(); i++)
            screen_text(row, i, 1, ROLE_NORMAL, " ");
}

/* The first term of the name, measured and then drawn. */
static void draw_term(void *context, const struct glossary_term *term)
{
    int *row = context;
    if (*row < 0)
        return;
    struct painter p = {.measure = true, .x = 1, .width = screen_columns() - 2};
    painter_wrapped(&p, 0, ROLE_NORMAL, term->text);
    const int rows = p.line < MOST_ROWS ? p.line : MOST_ROWS, top = *row - rows;
    if (top - 1 >= ROWS_LEFT) {
        clear(top, *row);
        draw_rule(top - 1);
        screen_text(top - 1, 1, screen_columns() - 2, ROLE_HEADING, term->name);
        p = (struct painter){
            .x = 1, .width = screen_columns() - 2, .y = top, .first = top, .last = *row};
        painter_wrapped(&p, 0, ROLE_NORMAL, term->text);
    }
    *row = -1;
}

/* As :explain finds it: a term by its name, a stall as the source view calls it, and else what the
 * letters mean. */
void ui_draw_meaning(const struct ui *ui, int row)
{
    struct completions list = {0};
    const char *typed = ui->typing.command + strspn(ui->typing.command, " ");
    if (strncmp(typed, "explain ", 8) != 0)
        return;
    typed += 8 + strspn(typed + 8, " ");
    char *stall = mem_printf("stall_%s", typed);
    if (*typed && !glossary_find(typed, draw_term, &row) &&
        !glossary_find(stall, draw_term, &row)) {
        ui_offer_meant(ui, ui->typing.command, &list);
        if (list.count)
            glossary_find(list.words[0], draw_term, &row);
    }
    free(stall);
    completions_free(&list);
}
