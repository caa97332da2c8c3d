#include "report/content/result_notes.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/content/call_stack.h"
#include "report/content/nvtx_list.h"
#include "report/file/report.h"
#include "report/file/report_series.h"
#include "report/metric/logical_range.h"
#include "report/metric/metric_unit.h"
#include "report/metric/metric_value.h"

struct notes {
    struct note_block *blocks;
    size_t count, capacity;
};

static struct note_block *begin(struct notes *notes, const char *id, char *title)
{
    mem_grow(&notes->blocks, notes->count, &notes->capacity, sizeof *notes->blocks);
    struct note_block *block = &notes->blocks[notes->count++];
    *block = (struct note_block){.id = id, .title = title};
    return block;
}

static void add_line(struct note_block *block, size_t indent, char *text)
{
    mem_grow(&block->lines, block->count, &block->capacity, sizeof *block->lines);
    block->lines[block->count++] = (struct note_line){indent, text};
}

/* A comment can have several lines. */
static void add_comment(struct note_block *block, const char *subject, const char *text)
{
    add_line(block, 0, mem_strdup(subject));
    while (*text) {
        size_t length = strcspn(text, "\n");
        size_t shown = length && text[length - 1] == '\r' ? length - 1 : length;
        add_line(block, 1, mem_strndup(text, shown));
        text += length + (text[length] == '\n');
    }
}

static const char *section_title(const struct result *result, const char *identifier)
{
    for (size_t i = 0; i < result->section_count; i++)
        if (strcmp(result->sections[i]->identifier, identifier) == 0)
            return result->sections[i]->displayname;
    return identifier;
}

static void add_section_comment(struct note_block *block, const struct result *result,
                                const Rep__Comment *comment)
{
    const char *section = section_title(result, comment->id->sectionid);
    char *subject = *comment->displayname && strcmp(comment->displayname, section) != 0
                        ? mem_printf("%s, %s", section, comment->displayname)
                        : mem_strdup(section);
    add_comment(block, subject, comment->text);
    free(subject);
}

static bool is_text(const char *text)
{
    return text && *text;
}

static void add_comments(struct notes *notes, const struct result *result, bool of_report_too)
{
    const char *of_report =
        of_report_too ? report_file(result->report, result->file)->session->comments : NULL;
    if (!is_text(of_report) && !is_text(result->comments) && !result->comment_count)
        return;
    struct note_block *block = begin(notes, "comments", mem_strdup("Comments"));
    if (is_text(of_report))
        add_comment(block, "report", of_report);
    if (is_text(result->comments))
        add_comment(block, entry_kind_name(result->kind), result->comments);
    for (size_t i = 0; i < result->comment_count; i++)
        add_section_comment(block, result, result->section_comments[i]);
    block->digest = mem_strdup(block->count > 1 ? block->lines[1].text : "");
}

static bool same_stack(const struct nvtx_open *a, const struct nvtx_open *b)
{
    return a->started == b->started && strcmp(a->domain, b->domain) == 0 &&
           (a->started || a->thread == b->thread);
}

/* "thread 12 (main), domain solver": what the ranges below it have in common. */
static char *stack_subject(const struct nvtx_open *range)
{
    struct strbuf text = {0};
    if (range->started)
        strbuf_adds(&text, "started");
    else
        strbuf_addf(&text, "thread %" PRIu32, range->thread);
    if (!range->started && *range->thread_name)
        strbuf_addf(&text, " (%s)", range->thread_name);
    if (*range->domain)
        strbuf_addf(&text, ", domain %s", range->domain);
    if (!range->started && !range->launching)
        strbuf_adds(&text, ", not launching");
    return strbuf_detach(&text);
}

/* "NAME  id 3, thread 12, colour #ff8000" */
static char *range_line(const struct nvtx_open *range)
{
    struct strbuf text = {0}, given = {0};
    if (range->started)
        strbuf_addf(&given, "id %" PRIu64, range->id);
    if (range->started && range->thread)
        strbuf_addf(&given, ", thread %" PRIu32, range->thread);
    nvtx_attributes_text(&given, range);
    strbuf_adds(&text, *range->name ? range->name : "(no name)");
    if (given.length)
        strbuf_addf(&text, "  %s", given.data);
    strbuf_free(&given);
    return strbuf_detach(&text);
}

static void add_nvtx(struct notes *notes, const struct result *result)
{
    size_t count;
    struct nvtx_open *ranges = nvtx_list(result, &count);
    if (count) {
        struct note_block *block = begin(notes, "nvtx", mem_strdup("NVTX"));
        struct strbuf digest = {0};
        for (size_t i = 0; i < count; i++) {
            if (!i || !same_stack(&ranges[i - 1], &ranges[i]))
                add_line(block, 0, stack_subject(&ranges[i]));
            add_line(block, 1 + ranges[i].depth, range_line(&ranges[i]));
            strbuf_addf(&digest, "%s%s", i ? " / " : "", ranges[i].name);
        }
        block->digest = strbuf_detach(&digest);
    }
    free(ranges);
}

static void add_stack(struct notes *notes, const struct call_stack *stack, bool python)
{
    struct note_block *block = begin(notes, python ? "python-stack" : "call-stack",
                                     mem_printf("Call stack (%s)", stack->kind));
    int width = snprintf(NULL, 0, "%zu", stack->count - 1);
    for (size_t i = 0; i < stack->count; i++) {
        struct call_frame frame = call_stack_frame(stack, i);
        struct strbuf text = {0};
        strbuf_addf(&text, "#%-*zu ", width, frame.number);
        call_frame_text(&text, &frame);
        add_line(block, 0, strbuf_detach(&text));
    }
    block->digest = mem_printf("%zu frames", stack->count);
}

static void add_stacks(struct notes *notes, const struct result *result)
{
    struct call_stack stacks[CALL_STACKS];
    size_t count = call_stacks(result, stacks);
    for (size_t i = 0; i < count; i++)
        add_stack(notes, &stacks[i], stacks[i].message == result->python_stack);
}

static void add_series(struct notes *notes, const struct result *result)
{
    struct report_series series;
    if (!report_series_of(result->report, result->index, &series))
        return;
    const char *parameters = report_summary(result->report, result->index)->parameters;
    const double gain = report_series_gain(result->report, &series, result->index);
    struct strbuf text = {0};
    strbuf_addf(&text, "%s: ", parameters);
    if (result->index == series.first)
        strbuf_adds(&text, "the launch as the program made it");
    else if (isnan(gain))
        strbuf_adds(&text, "its time is not known");
    else
        report_series_add_gain(&text, gain);
    struct note_block *block = begin(notes, "series", mem_strdup("Series"));
    block->digest = mem_strdup(parameters);
    add_line(block, 0, strbuf_detach(&text));
    add_line(block, 0, report_series_outcome(result->report, &series));
}

enum { MOST_VALUES = 8 };

static void add_beyond_range(struct notes *notes, const struct result *result)
{
    struct note_block *block = NULL;
    size_t count = 0;
    for (size_t i = 0; i < result->metric_count; i++) {
        const char *name = result_metric_name(result, i);
        double value;
        char unit[64];
        if (!metric_value_number(result->metrics[i]->metricvalue, &value) ||
            logical_range_holds(name, value) || count++ >= MOST_VALUES)
            continue;
        if (!block)
            block =
                begin(notes, "beyond-range", mem_strdup("Values outside of their logical range"));
        add_line(block, 0,
                 mem_printf("%s  %.2f %s", name, value, metric_unit(name, unit, sizeof unit)));
    }
    if (!block)
        return;
    if (count > MOST_VALUES)
        add_line(block, 0, mem_printf("and %zu more", count - MOST_VALUES));
    add_line(block, 0,
             mem_strdup("They are shown as measured. Either other work ran on the GPU, the passes "
                        "differed from each other, or the kernel is too short; fewer metrics at a "
                        "time, a GPU without other work and larger launches help"));
    block->digest = mem_printf("%zu value%s", count, count == 1 ? "" : "s");
}

struct note_block *result_notes(const struct result *result, bool of_report_too, size_t *count)
{
    struct notes notes = {0};
    add_series(&notes, result);
    add_comments(&notes, result, of_report_too);
    add_nvtx(&notes, result);
    add_stacks(&notes, result);
    add_beyond_range(&notes, result);
    *count = notes.count;
    return notes.blocks;
}

void result_notes_free(struct note_block *blocks, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < blocks[i].count; j++)
            free(blocks[i].lines[j].text);
        free(blocks[i].lines);
        free(blocks[i].title);
        free(blocks[i].digest);
    }
    free(blocks);
}
