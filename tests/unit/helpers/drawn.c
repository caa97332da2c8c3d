#include "drawn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/base/strbuf.h"

/* Each cell holds the bytes of its character; the second cell of a wide one holds "". */
struct paper {
    int width, height;
    char (*cells)[8];
};

static void put(void *context, int row, int column, int width, enum role role, const char *text)
{
    struct paper *paper = context;
    struct strbuf fitted = {0};
    assert_true(role < ROLE_COUNT);
    assert_true(row >= 0 && row < paper->height);
    assert_true(column >= 0 && width >= 0 && column + width <= paper->width);
    safe_text_fit(&fitted, text, (size_t)width);
    for (const char *at = fitted.data; at && *at;) {
        long code_point;
        size_t length = safe_text_decode(at, strlen(at), &code_point);
        size_t columns = safe_text_char_width(code_point);
        assert_true(code_point >= ' ' && length < 8);
        char *cell = paper->cells[row * paper->width + column];
        memcpy(cell, at, length);
        cell[length] = '\0';
        if (columns == 2)
            *paper->cells[row * paper->width + column + 1] = '\0';
        column += (int)columns;
        at += length;
    }
    strbuf_free(&fitted);
}

/* Most of the time of a drawing goes into this, so it calls nothing. */
static char *lines_of(const struct paper *paper)
{
    size_t cells = (size_t)paper->width * (size_t)paper->height;
    char *text = mem_alloc(cells * sizeof *paper->cells + (size_t)paper->height + 1), *at = text;
    for (int row = 0; row < paper->height; row++) {
        char *end = at;
        for (int column = 0; column < paper->width; column++) {
            const char *cell = paper->cells[row * paper->width + column];
            bool blank = !*cell || (*cell == ' ' && !cell[1]);
            while (*cell)
                *at++ = *cell++;
            if (!blank)
                end = at;
        }
        at = end;
        *at++ = '\n';
    }
    *at = '\0';
    return text;
}

char *drawn(drawn_what *draw, void *context, enum glyph_level level, int width)
{
    struct painter p = {.measure = true, .width = width, .glyphs = glyphs_at(level)};
    draw(context, &p);
    struct paper paper = {.width = width, .height = p.line};
    size_t count = (size_t)width * (size_t)p.line;
    paper.cells = mem_alloc((count + 1) * sizeof *paper.cells);
    for (size_t i = 0; i < count; i++)
        *paper.cells[i] = ' ';
    p = (struct painter){.width = width, .glyphs = glyphs_at(level), .last = paper.height + 10};
    p.sink = put;
    p.sink_context = &paper;
    draw(context, &p);
    assert_int_equal(p.line, paper.height);
    char *text = lines_of(&paper);
    free(paper.cells);
    return text;
}

void drawn_is(drawn_what *draw, void *context, enum glyph_level level, int width,
              const char *expected)
{
    char *text = drawn(draw, context, level, width);
    if (strcmp(text, expected) != 0) {
        /* cmocka would cut it off. */
        fprintf(stderr, "drawn:\n%s\nexpected:\n%s\n", text, expected);
        fail();
    }
    free(text);
}

static void drawn_from(drawn_what *draw, void *context, int level, int width, int step)
{
    use_locale(level == GLYPHS_ASCII ? "C" : "C.UTF-8");
    for (; width <= 300; width += step) {
        char *text = drawn(draw, context, (enum glyph_level)level, width);
        if (level == GLYPHS_ASCII)
            for (const char *c = text; *c; c++)
                assert_true(*c == '\n' || (*c >= ' ' && *c <= '~'));
        free(text);
    }
}

void drawn_at_widths(drawn_what *draw, void *context, int step)
{
    for (int level = GLYPHS_ASCII; level <= GLYPHS_FULL; level++)
        drawn_from(draw, context, level, 40, step);
}

void drawn_at_levels_in_turn(drawn_what *draw, void *context)
{
    for (int level = GLYPHS_ASCII; level <= GLYPHS_FULL; level++)
        drawn_from(draw, context, level, 40 + level - GLYPHS_ASCII, GLYPHS_FULL - GLYPHS_ASCII + 1);
}

void drawn_at_all_widths(drawn_what *draw, void *context)
{
    drawn_at_widths(draw, context, 1);
}
