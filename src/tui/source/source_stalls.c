#include "tui/source/source_stalls.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/metric/glossary.h"

enum { LEAST = 38, NAME = 18, NAME_NARROW = 16, SHARE = 6, COUNT = 6 };

static void take_name(void *context, const struct glossary_term *term)
{
    const char **name = context;
    if (!*name && strcmp(term->topic, "stall") == 0)
        *name = term->name;
}

void source_stalls_name(struct strbuf *out, const struct source_stall *stall)
{
    safe_text_add(out, stall->full, strlen(stall->full), false);
}

void source_stalls_label(struct strbuf *out, const char *label)
{
    const char *name = NULL;
    const size_t length = strcspn(label, " ");
    char *key = mem_printf("%.*s", (int)length, label);
    if (strncmp(key, "stall_", 6) == 0)
        glossary_find(key, take_name, &name);
    free(key);
    if (name) {
        strbuf_adds(out, name);
        label += length;
    }
    safe_text_add(out, label, strlen(label), false);
}

static double sum_of(const struct source_stall *stalls, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += stalls[i].samples;
    return sum;
}

void source_stalls_top(struct strbuf *out, const struct source_columns *columns,
                       const size_t *instructions, size_t count)
{
    struct source_stall stalls[SOURCE_MOST_STALLS];
    size_t found = source_columns_stalls(columns, instructions, count, stalls);
    if (!found)
        return;
    source_stalls_name(out, &stalls[0]);
    strbuf_addf(out, " %.0f%%", 100 * stalls[0].samples / sum_of(stalls, found));
}

static void draw_stall(const struct source_stall *stall, double sum, int column, int width,
                       struct painter *p)
{
    int name_width = width > LEAST + NAME ? NAME : NAME_NARROW;
    int bar = width - name_width - SHARE - COUNT - 4;
    struct strbuf name = {0}, text = {0};
    source_stalls_name(&name, stall);
    safe_text_fit(&text, name.data, (size_t)name_width);
    painter_text(p, column, name_width, ROLE_NORMAL, text.data);
    strbuf_clear(&text);
    strbuf_addf(&text, "%*.1f %%", SHARE - 2, 100 * stall->samples / sum);
    painter_text(p, column + name_width + 1, SHARE, ROLE_NORMAL, text.data);
    strbuf_clear(&text);
    strbuf_addf(&text, "%*.0f", COUNT, stall->samples);
    painter_text(p, column + name_width + SHARE + 2, COUNT, ROLE_DIM, text.data);
    painter_bar(p, column + width - bar, bar, ROLE_BUSY, stall->samples / sum);
    strbuf_free(&name);
    strbuf_free(&text);
}

void source_stalls_paint(const struct source_columns *columns, const size_t *instructions,
                         size_t count, struct painter *p)
{
    struct source_stall stalls[SOURCE_MOST_STALLS];
    size_t found = source_columns_stalls(columns, instructions, count, stalls);
    double sum = sum_of(stalls, found);
    int beside = p->width / (LEAST + 2) > 0 ? p->width / (LEAST + 2) : 1;
    int width = p->width / beside;
    for (size_t i = 0; i < found; i++) {
        draw_stall(&stalls[i], sum, (int)(i % (size_t)beside) * width, width - 2, p);
        if (i + 1 == found || (i + 1) % (size_t)beside == 0)
            painter_next(p);
    }
}
