/* How it works: instructions are matched in one sequence alignment. Lines are matched file by file:
 * two files are partners if each is the best match of the other, so that a file has at most one
 * partner. Of a file's text only the part between its first and last line with instructions is
 * aligned. Texts that differ from what was compiled are not used, because their line numbers mean
 * other lines. */
#include "report/compare/source_match.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"

/* --- instructions --- */

bool source_match_is_same(const struct code_listing *now, const struct code_listing *before)
{
    const struct cubin_section *a = &now->code.text, *b = &before->code.text;
    return now->step == before->step && a->length == b->length && a->data && b->data &&
           memcmp(a->data, b->data, a->length) == 0;
}

/* Returns the texts or bytes of the instructions, which the view owns. */
static struct file_lines instructions_of(const struct code_listing *view, bool bytes)
{
    struct file_lines list = {.lines = mem_alloc((view->instructions + 1) * sizeof *list.lines),
                              .lengths = mem_alloc((view->instructions + 1) * sizeof *list.lengths),
                              .count = view->instructions};
    for (size_t i = 0; i < list.count; i++) {
        list.lines[i] = bytes ? (const char *)view->code.text.data + i * view->step
                              : code_listing_text(view, i);
        list.lengths[i] = bytes ? view->step : strlen(list.lines[i]);
    }
    return list;
}

static void list_free(struct file_lines *list)
{
    free(list->lines);
    free(list->lengths);
}

static void match_code(struct source_match *match, const struct code_listing *now,
                       const struct code_listing *before)
{
    bool bytes = match->by == SOURCE_BY_BYTES;
    struct file_lines a = instructions_of(now, bytes), b = instructions_of(before, bytes);
    match->partners = code_match(bytes ? CODE_FORM_BYTES : CODE_FORM_SASS, &a, &b);
    list_free(&a);
    list_free(&b);
}

/* Returns how many have no partner. */
static size_t count_fresh(const size_t *partners, size_t count)
{
    size_t fresh = 0;
    for (size_t i = 0; i < count; i++)
        fresh += partners[i] == NO_PARTNER;
    return fresh;
}

static bool same_architecture(const struct code_listing *now, const struct code_listing *before)
{
    return now->step == before->step &&
           now->module->code->cudasmversion == before->module->code->cudasmversion;
}

void source_match_make(struct source_match *match, const struct code_listing *now,
                       const struct code_listing *before)
{
    bool texts = now->sass.count && before->sass.count;
    *match = (struct source_match){.by = source_match_is_same(now, before) ? SOURCE_SAME_CODE
                                         : texts                           ? SOURCE_BY_TEXT
                                         : same_architecture(now, before)  ? SOURCE_BY_BYTES
                                                                           : SOURCE_UNMATCHED};
    if (match->by == SOURCE_BY_TEXT || match->by == SOURCE_BY_BYTES) {
        match_code(match, now, before);
    } else {
        match->partners = mem_alloc((now->instructions + 1) * sizeof *match->partners);
        for (size_t i = 0; i < now->instructions; i++)
            match->partners[i] = match->by == SOURCE_SAME_CODE ? i : NO_PARTNER;
    }
    match->fresh = count_fresh(match->partners, now->instructions);
    match->gone = before->instructions - (now->instructions - match->fresh);
}

void source_match_free(struct source_match *match)
{
    free(match->partners);
    *match = (struct source_match){0};
}

size_t source_match_function(const struct code_listing *now, const char *kernel,
                             const struct code_listing *functions, size_t count,
                             const char *other_kernel)
{
    bool is_kernel = strcmp(now->mangled, kernel) == 0;
    for (size_t i = 0; i < count; i++)
        if (strcmp(functions[i].mangled, now->mangled) == 0)
            return i;
    for (size_t i = 0; i < count && is_kernel; i++)
        if (strcmp(functions[i].mangled, other_kernel) == 0)
            return i;
    return count;
}

/* --- lines --- */

/* The lines of one file. All lines are sorted by file and line. */
struct range {
    const struct source_line *lines;
    size_t first, count;
};

static struct range range_of(const struct source_lines *lines, uint32_t file)
{
    struct range range = {.lines = lines->lines};
    while (range.first < lines->count && lines->lines[range.first].file < file)
        range.first++;
    while (range.first + range.count < lines->count &&
           lines->lines[range.first + range.count].file == file)
        range.count++;
    range.lines += range.first;
    return range;
}

/* Returns the index of the line with that number, or NO_PARTNER. */
static size_t find_line(const struct range *range, size_t line)
{
    size_t low = 0, high = range->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (range->lines[middle].line < line)
            low = middle + 1;
        else
            high = middle;
    }
    return low < range->count && range->lines[low].line == line ? range->first + low : NO_PARTNER;
}

/* Returns the part of the text that contains the lines. The rest need not be aligned. */
static struct file_lines part_of(const struct range *range, const struct file_lines *text,
                                 size_t *first)
{
    size_t from = range->count ? range->lines[0].line : 0, to = from;
    if (range->count)
        to = range->lines[range->count - 1].line;
    /* Line 0 is code that the compiler made. */
    from = from ? from - 1 : 0;
    to = to < text->count ? to : text->count;
    from = from < to ? from : to;
    *first = from;
    return (struct file_lines){text->lines + from, text->lengths + from, to - from};
}

static void match_by_text(size_t *partners, enum code_form form, const struct range *now,
                          const struct file_lines *now_text, const struct range *before,
                          const struct file_lines *before_text)
{
    size_t first, other_first;
    struct file_lines a = part_of(now, now_text, &first);
    struct file_lines b = part_of(before, before_text, &other_first);
    size_t *rows = code_match(form, &a, &b);
    for (size_t i = 0; i < now->count; i++) {
        size_t line = now->lines[i].line, row = line - 1 - first;
        if (!line)
            partners[now->first + i] = find_line(before, 0);
        else if (row < a.count && rows[row] != NO_PARTNER)
            partners[now->first + i] = find_line(before, other_first + rows[row] + 1);
    }
    free(rows);
}

static void match_by_number(size_t *partners, const struct range *now, const struct range *before)
{
    for (size_t i = 0; i < now->count; i++)
        partners[now->first + i] = find_line(before, now->lines[i].line);
}

/* Returns the number of characters that both paths end in, or 0 unless at least their file names
 * are equal. */
static size_t common_end(const char *a, const char *b)
{
    size_t x = strlen(a), y = strlen(b), whole = 0, length = 0;
    while (x && y && a[x - 1] == b[y - 1]) {
        x--, y--, length++;
        if (a[x] == '/')
            whole = length;
    }
    return (!x || a[x - 1] == '/') && (!y || b[y - 1] == '/') ? length : whole;
}

/* Returns the corresponding file on the other side, or the number of its files if there is none. */
static size_t find_file(const struct code_side *now, uint32_t file, const struct code_side *before)
{
    const struct line_table *lines = &before->view->lines;
    size_t best = lines->file_count, longest = 0;
    for (size_t i = 0; i < lines->file_count; i++) {
        size_t length = common_end(now->view->lines.files[file].path, lines->files[i].path);
        if (length > longest) {
            longest = length;
            best = i;
        }
    }
    return best;
}

/* Returns the text of a file as it was compiled, or no lines if it is unknown. */
static struct file_lines text_of(const struct code_side *side, const struct line_file *file)
{
    const struct source_text *text =
        source_files_get(side->files, side->view->module->files, file->path, file->size);
    return text && !text->differs ? (struct file_lines){text->lines, text->lengths, text->count}
                                  : (struct file_lines){0};
}

static void match_file(size_t *partners, const struct code_side *now, uint32_t file,
                       const struct code_side *before)
{
    size_t other = find_file(now, file, before);
    /* Each file has at most one partner. */
    if (other == before->view->lines.file_count || find_file(before, (uint32_t)other, now) != file)
        return;
    const struct line_file *a = &now->view->lines.files[file];
    const struct line_file *b = &before->view->lines.files[other];
    struct range range = range_of(now->lines, file);
    struct range other_range = range_of(before->lines, (uint32_t)other);
    struct file_lines text = text_of(now, a), other_text = text_of(before, b);
    if (text.count && other_text.count)
        match_by_text(partners, CODE_FORM_SOURCE, &range, &text, &other_range, &other_text);
    else if (a->size == b->size)
        match_by_number(partners, &range, &other_range);
}

static size_t *no_partners(const struct source_lines *lines)
{
    size_t *partners = mem_alloc((lines->count + 1) * sizeof *partners);
    for (size_t i = 0; i < lines->count; i++)
        partners[i] = NO_PARTNER;
    return partners;
}

static size_t count_gone(const struct source_lines *now, const size_t *partners,
                         const struct source_lines *before)
{
    return before->count - (now->count - count_fresh(partners, now->count));
}

size_t *source_match_lines(const struct code_side *now, const struct code_side *before,
                           size_t *gone)
{
    size_t *partners = no_partners(now->lines);
    for (size_t i = 0; i < now->lines->count; i++)
        if (!i || now->lines->lines[i].file != now->lines->lines[i - 1].file)
            match_file(partners, now, now->lines->lines[i].file, before);
    *gone = count_gone(now->lines, partners, before->lines);
    return partners;
}

size_t *source_match_text(enum code_form form, const struct source_lines *now,
                          const struct file_lines *now_text, const struct source_lines *before,
                          const struct file_lines *before_text, size_t *gone)
{
    size_t *partners = no_partners(now);
    const struct range range = {now->lines, 0, now->count};
    const struct range other = {before->lines, 0, before->count};
    match_by_text(partners, form, &range, now_text, &other, before_text);
    *gone = count_gone(now, partners, before);
    return partners;
}
