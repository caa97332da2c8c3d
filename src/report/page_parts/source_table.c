#include "report/page_parts/source_table.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/base/strbuf.h"

static size_t next_character(const char *text, size_t *width)
{
    long code_point;
    size_t length = safe_text_decode(text, strlen(text), &code_point);
    *width = code_point == '\t' ? 1 : safe_text_char_width(code_point);
    return length;
}

size_t source_table_width(const char *text)
{
    size_t columns = 0, width;
    for (; *text; text += next_character(text, &width), columns += width)
        ;
    return columns;
}

/* Returns the bytes of the text that fit into `columns`; at least one character, if there is
 * one. */
static size_t cut(const char *text, size_t columns, size_t *used)
{
    size_t at = 0, width;
    *used = 0;
    while (text[at]) {
        size_t length = next_character(text + at, &width);
        if (at && *used + width > columns)
            break;
        at += length;
        *used += width;
    }
    return at;
}

void source_table_rule(FILE *out, const size_t *widths, size_t columns)
{
    struct strbuf line = {0};
    for (size_t i = 0; i < columns; i++) {
        if (i)
            strbuf_addc(&line, ' ');
        strbuf_pad(&line, '-', widths[i]);
    }
    fprintf(out, "%s\n", line.data);
    strbuf_free(&line);
}

static size_t count_lines(const char *text, size_t columns)
{
    size_t lines = 0, used;
    do {
        text += cut(text, columns, &used);
        lines++;
    } while (*text);
    return lines;
}

/* How the cells of a row are cut and placed. */
struct layout {
    const size_t *widths, *cuts;
    size_t columns, low;
};

static void print_row(FILE *out, const struct layout *layout, const char *const *cells)
{
    size_t columns = layout->columns, height = 1;
    char **safe = mem_alloc(columns * sizeof *safe);
    const char **at = mem_alloc(columns * sizeof *at);
    struct strbuf line = {0};
    for (size_t i = 0; i < columns; i++) {
        struct strbuf text = {0};
        strbuf_adds(&text, "");
        if (cells[i])
            safe_text_add(&text, cells[i], strlen(cells[i]), true);
        at[i] = safe[i] = strbuf_detach(&text);
        size_t lines = count_lines(safe[i], layout->cuts[i]);
        height = lines > height ? lines : height;
    }
    for (size_t row = 0; row < height; row++) {
        strbuf_clear(&line);
        for (size_t i = 0; i < columns; i++) {
            size_t used = 0, length = 0, width = layout->widths[i];
            if (i < layout->low || row + 1 == height)
                length = cut(at[i], layout->cuts[i], &used);
            strbuf_add(&line, at[i], length);
            strbuf_pad(&line, ' ', width > used ? width - used : 0);
            if (i + 1 < columns)
                strbuf_addc(&line, ' ');
            at[i] += length;
        }
        fprintf(out, "%s\n", line.data);
    }
    for (size_t i = 0; i < columns; i++)
        free(safe[i]);
    free(safe);
    free(at);
    strbuf_free(&line);
}

void source_table_row(FILE *out, const size_t *widths, size_t columns, const char *const *cells,
                      size_t low)
{
    struct layout layout = {widths, widths, columns, low};
    print_row(out, &layout, cells);
}

void source_table_titles(FILE *out, const size_t *widths, size_t columns, const char *const *cells,
                         size_t first, size_t most)
{
    size_t *cuts = mem_alloc(columns * sizeof *cuts);
    for (size_t i = 0; i < columns; i++)
        cuts[i] = i >= first && widths[i] > most ? most : widths[i];
    struct layout layout = {widths, cuts, columns, columns};
    print_row(out, &layout, cells);
    free(cuts);
}
