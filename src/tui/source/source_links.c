#include "tui/source/source_links.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"

/* Adds the distinct instructions of a line, which are in rising order. */
static size_t add_line(struct source_links *links, size_t at, const struct source_line *line)
{
    for (size_t i = 0; i < line->count; i++) {
        if (i && line->instructions[i] == line->instructions[i - 1])
            continue;
        links->instructions[at++] = line->instructions[i];
        links->line_starts[line->instructions[i] + 1]++;
    }
    return at;
}

void source_links_make(struct source_links *links, const struct source_lines *lines,
                       size_t instruction_count)
{
    size_t total = 0, at = 0;
    for (size_t i = 0; i < lines->count; i++)
        total += lines->lines[i].count;
    *links = (struct source_links){
        .instructions = mem_alloc((total + 1) * sizeof(size_t)),
        .starts = mem_alloc((lines->count + 1) * sizeof(size_t)),
        .lines = mem_alloc((total + 1) * sizeof(size_t)),
        .line_starts = mem_alloc((instruction_count + 1) * sizeof(size_t)),
        .line_count = lines->count,
        .instruction_count = instruction_count,
    };
    for (size_t i = 0; i < lines->count; i++)
        links->starts[i + 1] = at = add_line(links, at, &lines->lines[i]);
    for (size_t i = 0; i < instruction_count; i++)
        links->line_starts[i + 1] += links->line_starts[i];
    size_t *next = mem_alloc((instruction_count + 1) * sizeof *next);
    memcpy(next, links->line_starts, instruction_count * sizeof *next);
    for (size_t i = 0; i < lines->count; i++)
        for (size_t j = links->starts[i]; j < links->starts[i + 1]; j++)
            links->lines[next[links->instructions[j]]++] = i;
    free(next);
}

void source_links_free(struct source_links *links)
{
    free(links->instructions);
    free(links->starts);
    free(links->lines);
    free(links->line_starts);
    *links = (struct source_links){0};
}

const size_t *source_links_of_line(const struct source_links *links, size_t line, size_t *count)
{
    *count = line < links->line_count ? links->starts[line + 1] - links->starts[line] : 0;
    return *count ? &links->instructions[links->starts[line]] : NULL;
}

const size_t *source_links_of_instruction(const struct source_links *links, size_t instruction,
                                          size_t *count)
{
    const size_t *starts = links->line_starts;
    *count =
        instruction < links->instruction_count ? starts[instruction + 1] - starts[instruction] : 0;
    return *count ? &links->lines[starts[instruction]] : NULL;
}
