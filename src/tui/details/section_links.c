#include "tui/details/section_links.h"

#include <stdlib.h>

#include "report/base/safe_text.h"
#include "report/base/strbuf.h"
#include "report/content/body_tables.h"
#include "report/content/link_note.h"

static void draw_row(const struct body_table *table, const struct body_row *row, int indent,
                     struct painter *p)
{
    struct strbuf text = {0};
    const char *separator = safe_text_utf8() ? " \xc2\xb7 " : " | ";
    strbuf_addf(&text, "%s %s:", table->row_name, row->label);
    for (size_t i = 0, shown = 0; i < table->column_count; i++) {
        const struct body_cell *cell = &row->cells[i];
        if (!cell->text)
            continue;
        strbuf_addf(&text, "%s%s %s%s%s", shown++ ? separator : " ", table->columns[i], cell->text,
                    *cell->unit ? " " : "", cell->unit);
    }
    char *safe = safe_text(text.data);
    painter_wrapped(p, indent + 2, ROLE_NORMAL, safe);
    free(safe);
    strbuf_free(&text);
}

void section_links_draw(const struct result *result, const Rep__ProfilerSection *section,
                        int indent, struct painter *p)
{
    size_t count = 0;
    struct body_table *tables =
        link_note_concerns(section) ? body_tables(result, section, false, &count) : NULL;
    for (size_t i = 0; i < count; i++) {
        char *label = safe_text(tables[i].label);
        painter_text(p, indent, p->width - indent, ROLE_HEADING, label);
        painter_next(p);
        free(label);
        for (size_t j = 0; j < tables[i].row_count; j++)
            draw_row(&tables[i], &tables[i].rows[j], indent, p);
    }
    body_tables_free(tables, count);
    const char *note = link_note(result, section);
    if (note)
        painter_wrapped(p, indent, ROLE_DIM, note);
}
