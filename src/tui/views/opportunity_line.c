#include "tui/views/opportunity_line.h"

#include <stdlib.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/base/strbuf.h"
#include "report/metric/metric_format.h"
#include "report/names/demangle.h"
#include "report/names/kernel_fit.h"
#include "report/rules/finding_text.h"
#include "tui/term/match.h"
#include "tui/term/screen.h"

static char *saving_text(const struct cause *cause)
{
    struct unit_scale scale = unit_scale_for("ns", cause->saving);
    return mem_printf("-%.2f %s", cause->saving / scale.factor, scale.unit);
}

static char *share_text(const struct cause *cause)
{
    if (cause->partial)
        return mem_strdup("of part");
    return cause->share < 0.0005 ? mem_strdup("<0.1 %")
                                 : mem_printf("-%.1f %%", 100 * cause->share);
}

/* "Global Atomics · line 57 · 5 findings · 3 launches", "Shared Memory · Tail Effect" */
static char *finding_of(const struct cause *cause, const char *limit)
{
    const char *dot = screen_glyphs()->dot;
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    if (limit)
        strbuf_addf(&text, "%s %s ", limit, dot);
    finding_text_add(&text, cause->name);
    if (cause->place && cause->place->line)
        strbuf_addf(&text, " %s line %u", dot, cause->place->line);
    if (cause->count > 1)
        strbuf_addf(&text, " %s %zu findings", dot, cause->count);
    if (cause->launches > 1)
        strbuf_addf(&text, " %s %zu launches", dot, cause->launches);
    return strbuf_detach(&text);
}

char *opportunity_text(const struct cause *cause, size_t rank, const char *limit,
                       enum opportunity_column column)
{
    switch (column) {
    case OPPORTUNITY_RANK:
        return mem_printf("%zu", rank + 1);
    case OPPORTUNITY_SAVING:
        return saving_text(cause);
    case OPPORTUNITY_SHARE:
        return share_text(cause);
    case OPPORTUNITY_KERNEL:
        return safe_text(cause->kernel ? demangle_brief(cause->kernel) : "all kernels");
    default:
        return finding_of(cause, limit);
    }
}

/* Numbers stand on the right; of a long kernel what tells least goes first. */
static void put(const struct opportunity_layout *layout, int row, enum opportunity_column column,
                enum role role, const char *text)
{
    int width = layout->width[column], start = layout->start[column];
    int used = (int)safe_text_width(text);
    struct strbuf fitted = {0};
    if (!width)
        return;
    if (column < OPPORTUNITY_KERNEL && used < width)
        start += width - used;
    if (column == OPPORTUNITY_KERNEL)
        kernel_fit(&fitted, text, (size_t)width, NULL, 0);
    screen_text(row, start, width, role, fitted.length ? fitted.data : text);
    strbuf_free(&fitted);
}

void opportunity_line_draw(const struct cause *cause, size_t rank, const char *limit,
                           const struct opportunity_layout *layout, int row, bool selected,
                           const char *search)
{
    static const enum role usual[] = {[OPPORTUNITY_RANK] = ROLE_DIM,
                                      [OPPORTUNITY_SAVING] = ROLE_GOOD,
                                      [OPPORTUNITY_SHARE] = ROLE_NORMAL,
                                      [OPPORTUNITY_KERNEL] = ROLE_NORMAL,
                                      [OPPORTUNITY_FINDING] = ROLE_NORMAL};
    if (selected) {
        /* The whole row, so that it shows without colours too. */
        struct strbuf blank = {0};
        strbuf_pad(&blank, ' ', (size_t)screen_columns());
        screen_text(row, 0, screen_columns(), ROLE_SELECTION, blank.data);
        screen_text(row, 0, 1, ROLE_SELECTION, screen_glyphs()->cursor);
        strbuf_free(&blank);
    }
    if (!cause->partial)
        screen_text(row, 1, 1, selected ? ROLE_SELECTION : ROLE_FINDING, screen_glyphs()->finding);
    for (int i = 0; i < OPPORTUNITY_COLUMNS; i++) {
        char *text = opportunity_text(cause, rank, limit, (enum opportunity_column)i);
        bool found = !selected && search && *search && match_text(text, search);
        put(layout, row, (enum opportunity_column)i,
            selected                                   ? ROLE_SELECTION
            : found                                    ? ROLE_MATCH
            : cause->partial && i <= OPPORTUNITY_SHARE ? ROLE_DIM
                                                       : usual[i],
            text);
        free(text);
    }
}

void opportunity_line_heading(const struct opportunity_layout *layout, int row, bool several)
{
    const char *const titles[] = {"#", "Saves", several ? "Of file" : "Of all", "Kernel", "Cause"};
    for (int i = 0; i < OPPORTUNITY_COLUMNS; i++)
        put(layout, row, (enum opportunity_column)i, ROLE_HEADING, titles[i]);
}
