#include "report/page_parts/page_notes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/safe_text.h"
#include "report/content/call_stack.h"
#include "report/content/nvtx_list.h"
#include "report/content/nvtx_ranges.h"
#include "report/content/result_notes.h"
#include "report/file/report.h"
#include "report/file/report_origin.h"
#include "report/page_parts/page_body.h"

static void print_line(FILE *out, size_t indent, const struct strbuf *text)
{
    char *safe = safe_text(text->data);
    fprintf(out, "%*s%s\n", (int)indent, "", safe);
    free(safe);
}

/* Pages of ncu's reports look as ncu prints them, which has no such note. */
static bool is_printed(const struct note_block *block, const struct result *result)
{
    return strcmp(block->id, "comments") == 0 || strcmp(block->id, "series") == 0 ||
           (strcmp(block->id, "beyond-range") == 0 &&
            report_is_ours(report_file(result->report, result->file)->session));
}

static void print_blocks(FILE *out, const struct result *result, bool of_report_too)
{
    size_t count;
    struct note_block *blocks = result_notes(result, of_report_too, &count);
    for (size_t i = 0; i < count; i++) {
        if (!is_printed(&blocks[i], result))
            continue;
        page_line(out, "", blocks[i].title);
        for (size_t j = 0; j < blocks[i].count; j++) {
            struct strbuf line = {0};
            strbuf_adds(&line, blocks[i].lines[j].text);
            print_line(out, 6 + 2 * blocks[i].lines[j].indent, &line);
            strbuf_free(&line);
        }
        fputc('\n', out);
    }
    result_notes_free(blocks, count);
}

/* "#1 0x55fa8044d6e2 in cudaLaunchKernel", then where that is. */
static void print_frame(FILE *out, const struct call_frame *frame)
{
    struct strbuf line = {0};
    strbuf_addf(&line, "#%zu", frame->number);
    if (frame->address)
        strbuf_addf(&line, " 0x%" PRIx64, frame->address);
    if (*frame->function)
        strbuf_addf(&line, "%s%s", frame->address ? " in " : " ", frame->function);
    print_line(out, 6, &line);
    strbuf_clear(&line);
    if (*frame->file)
        strbuf_addf(&line, "at %s", frame->file);
    if (*frame->file && frame->line)
        strbuf_addf(&line, ":%" PRIu32, frame->line);
    if (line.length)
        print_line(out, 9, &line);
    strbuf_clear(&line);
    if (*frame->module) {
        strbuf_addf(&line, "of %s", frame->module);
        print_line(out, 9, &line);
    }
    fputc('\n', out);
    strbuf_free(&line);
}

static void print_stacks(FILE *out, const struct result *result)
{
    struct call_stack stacks[CALL_STACKS];
    size_t count = call_stacks(result, stacks);
    for (size_t i = 0; i < count; i++) {
        bool python = stacks[i].message == result->python_stack;
        fprintf(out, "\n    %s Call Stack:\n", python ? "Python" : "CPU");
        for (size_t j = 0; j < stacks[i].count; j++) {
            struct call_frame frame = call_stack_frame(&stacks[i], j);
            print_frame(out, &frame);
        }
    }
}

/* Prints what the program gave with the range, a line for each. */
static void print_attributes(FILE *out, const struct nvtx_open *range)
{
    struct nvtx_attribute given[NVTX_ATTRIBUTES];
    nvtx_attributes(given, range->attributes, range->name);
    for (size_t i = 0; i < NVTX_ATTRIBUTES; i++) {
        struct strbuf line = {0};
        strbuf_addf(&line, "%s: %s", given[i].type, given[i].value.data);
        if (*given[i].type)
            print_line(out, 10, &line);
        strbuf_free(&line);
    }
    nvtx_attributes_free(given);
}

/* "<0,outer>": push/pop ranges are numbered, start/end ranges have their id. */
static void print_range(FILE *out, const struct nvtx_open *range, bool names_domain)
{
    struct strbuf line = {0};
    if (names_domain) {
        strbuf_adds(&line, range->domain);
        print_line(out, 6, &line);
        strbuf_clear(&line);
    }
    strbuf_addf(&line, "<%" PRIu64 ",%s>", range->started ? range->id : (uint64_t)range->depth,
                range->name);
    print_line(out, 8, &line);
    print_attributes(out, range);
    strbuf_free(&line);
}

/* Prints the ranges of threads, or the ranges that belong to no thread. */
static void print_ranges(FILE *out, const struct nvtx_open *ranges, size_t count, bool started)
{
    const struct nvtx_open *last = NULL;
    for (size_t i = 0; i < count; i++) {
        if (ranges[i].started != started)
            continue;
        bool same_block = last && (started || last->thread == ranges[i].thread);
        if (!same_block && started)
            fputs("\n    NVTX Start/End Ranges:\n", out);
        else if (!same_block)
            fprintf(out, "\n    NVTX Push/Pop Stack for Thread %" PRIu32 ":\n", ranges[i].thread);
        print_range(out, &ranges[i], !same_block || strcmp(last->domain, ranges[i].domain) != 0);
        last = &ranges[i];
    }
}

void page_notes(FILE *out, const struct result *result, bool of_report_too)
{
    size_t count;
    struct nvtx_open *ranges = nvtx_list(result, &count);
    print_blocks(out, result, of_report_too);
    print_stacks(out, result);
    print_ranges(out, ranges, count, true);
    print_ranges(out, ranges, count, false);
    free(ranges);
}
