#include "report/file/merge_processes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/file/process_note.h"
#include "report/file/report_internal.h"

/* Linux counts processes up to this number. */
enum { ABOVE_PROCESSES = 1 << 22 };

struct merged {
    size_t file;
    uint32_t id; /* in its file */
    bool notes;  /* there is something to say about it */
    Rep__ProcessInfo process;
    struct process_note note;
};

struct merge_processes {
    struct merged *all; /* by file */
    size_t count, capacity;
    bool several_hosts;
};

/* ", device 0 NVIDIA H200", for each device of the session. */
static char *devices_of(const Rep__ReportSessionDetails *session)
{
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    for (size_t i = 0; i < session->n_deviceattributes; i++)
        strbuf_addf(&text, ", device %" PRIu32 " %s", session->deviceattributes[i]->id,
                    session->deviceattributes[i]->name ? session->deviceattributes[i]->name : "");
    return strbuf_detach(&text);
}

static void add_process(struct merge_processes *merge, struct report *report, size_t file,
                        const Rep__ProcessInfo *process)
{
    const struct report_file *facts = report_file(report, file);
    const Rep__ReportSessionDetails *session = report->inputs[file]->session;
    mem_grow(&merge->all, merge->count, &merge->capacity, sizeof *merge->all);
    struct merged *merged = &merge->all[merge->count++];
    *merged = (struct merged){.file = file, .id = process->processid, .process = *process};
    merged->notes = process_note_find(session->comments, process->processid, &merged->note);
    if (merged->notes)
        return;
    merged->note = (struct process_note){.process = process->processid,
                                         .rank = facts->rank,
                                         .there = process->processid,
                                         .host = mem_strdup(facts->host),
                                         .devices = devices_of(session)};
    merged->notes = facts->rank >= 0;
}

static bool is_used(const struct merge_processes *merge, size_t count, uint32_t id)
{
    for (size_t i = 0; i < count; i++)
        if (merge->all[i].process.processid == id)
            return true;
    return false;
}

/* Ids that a later process has must not be taken either. */
static bool is_of_file(const struct merge_processes *merge, uint32_t id)
{
    for (size_t i = 0; i < merge->count; i++)
        if (merge->all[i].id == id)
            return true;
    return false;
}

static void number(struct merge_processes *merge)
{
    for (size_t i = 0; i < merge->count; i++) {
        struct merged *merged = &merge->all[i];
        uint32_t id = merged->id;
        if (is_used(merge, i, id))
            for (id %= ABOVE_PROCESSES; is_used(merge, i, id) || is_of_file(merge, id);)
                id += ABOVE_PROCESSES;
        merged->process.processid = merged->note.process = id;
        if (merge->several_hosts && *merged->note.host)
            merged->process.hostname = merged->note.host;
        merged->notes = merged->notes || merge->several_hosts;
    }
}

struct merge_processes *merge_processes_new(struct report *report, const bool *files)
{
    struct merge_processes *merge = mem_alloc(sizeof *merge);
    for (size_t i = 0; i < report->input_count; i++)
        for (size_t j = 0; files[i] && j < report->inputs[i]->process_count; j++)
            add_process(merge, report, i, report->inputs[i]->processes[j]);
    for (size_t i = 1; i < merge->count; i++)
        merge->several_hosts =
            merge->several_hosts || strcmp(merge->all[i].note.host, merge->all[0].note.host) != 0;
    number(merge);
    return merge;
}

void merge_processes_free(struct merge_processes *merge)
{
    for (size_t i = 0; merge && i < merge->count; i++)
        process_note_free(&merge->all[i].note);
    if (merge)
        free(merge->all);
    free(merge);
}

const Rep__ProcessInfo *merge_processes_get(const struct merge_processes *merge, size_t file,
                                            const Rep__ProcessInfo *process)
{
    for (size_t i = 0; process && i < merge->count; i++)
        if (merge->all[i].file == file && merge->all[i].id == process->processid)
            return &merge->all[i].process;
    return process;
}

void merge_processes_note(const struct merge_processes *merge, struct strbuf *comments)
{
    for (size_t i = 0; i < merge->count; i++)
        if (merge->all[i].notes)
            process_note_add(comments, &merge->all[i].note);
}

bool merge_processes_same(const struct merge_processes *merge, size_t *one, size_t *other)
{
    for (size_t i = 1; i < merge->count; i++)
        for (size_t j = 0; j < i; j++) {
            const struct merged *a = &merge->all[j], *b = &merge->all[i];
            if (a->file == b->file || a->note.there != b->note.there ||
                strcmp(a->note.host, b->note.host) != 0)
                continue;
            *one = a->file;
            *other = b->file;
            return true;
        }
    return false;
}
