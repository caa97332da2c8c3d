/* How it works: results are not decoded. Their bytes are copied field by field, and only metric
 * messages are rewritten, with the new name id. So a field that this program does not know survives
 * the merge. */
#include "report/file/report_merge.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/name_index.h"
#include "report/base/wire_put.h"
#include "report/base/wire_walk.h"
#include "report/file/process_note.h"
#include "report/file/report_internal.h"
#include "report/file/report_wire.h"

static bool refuse(const struct report *report, size_t one, size_t other, struct error *error,
                   const char *why)
{
    return error_set(error, "%s and %s cannot be put into one file: %s", report->inputs[one]->path,
                     report->inputs[other]->path, why);
}

/* Returns the device of that id in the first file before `before` that has one, or NULL. */
static const Rep__DeviceAttributes *find_device(const struct report *report, const bool *files,
                                                size_t before, uint32_t id, size_t *file)
{
    for (*file = 0; *file < before; ++*file) {
        const Rep__ReportSessionDetails *session = report->inputs[*file]->session;
        for (size_t i = 0; files[*file] && i < session->n_deviceattributes; i++)
            if (session->deviceattributes[i]->id == id)
                return session->deviceattributes[i];
    }
    return NULL;
}

static size_t first_of(const struct report *report, const bool *files)
{
    size_t first = 0;
    while (first + 1 < report->input_count && !files[first])
        first++;
    return first;
}

bool report_merge_fits(struct report *report, const bool *files, struct error *error)
{
    struct merge_processes *merge = merge_processes_new(report, files);
    size_t one, other;
    const bool same = merge_processes_same(merge, &one, &other);
    merge_processes_free(merge);
    return !same || refuse(report, one, other, error,
                           "both have a process with the same id on the same host, and one file "
                           "cannot hold both");
}

static bool add_metric(struct strbuf *out, const struct report_input *input,
                       const struct wire_field *metric)
{
    struct strbuf body = {0};
    struct wire_walk walk = {metric->data, metric->data + metric->length, false};
    struct wire_field field;
    for (const uint8_t *from = walk.at; wire_walk_next(&walk, &field); from = walk.at) {
        if (field.number == METRIC_NAME_ID && field.type == WIRE_VARINT) {
            wire_put_varint(&body, METRIC_NAME_ID << 3 | WIRE_VARINT);
            wire_put_varint(&body, report_input_name(input, (uint32_t)field.value));
        } else {
            strbuf_add(&body, from, (size_t)(walk.at - from));
        }
    }
    wire_put_bytes(out, metric->number, body.data, body.length);
    strbuf_free(&body);
    return !walk.bad;
}

bool report_merge_entry(struct strbuf *out, const struct report *report, size_t file,
                        const struct entry *entry)
{
    uint32_t metrics = result_fields(entry->kind)->metrics;
    struct wire_walk walk = {entry->data, entry->data + entry->length, false};
    struct wire_field field;
    bool good = true;
    for (const uint8_t *from = walk.at; good && wire_walk_next(&walk, &field); from = walk.at) {
        if (field.number == metrics && field.type == WIRE_BYTES)
            good = add_metric(out, report->inputs[file], &field);
        else
            strbuf_add(out, from, (size_t)(walk.at - from));
    }
    return good && !walk.bad;
}

char *report_merge_comments(const struct report *report, const bool *files,
                            const struct merge_processes *merge)
{
    struct name_index seen = {0};
    struct strbuf all = {0}, *comments = mem_alloc(report->input_count * sizeof *comments);
    for (size_t i = 0; i < report->input_count; i++) {
        const size_t known = seen.count;
        if (files[i])
            process_note_leave_out(&comments[i], report->inputs[i]->session->comments);
        if (!comments[i].length || name_index_add(&seen, comments[i].data) < known)
            continue;
        if (all.length && all.data[all.length - 1] != '\n')
            strbuf_addc(&all, '\n');
        strbuf_adds(&all, comments[i].data);
    }
    merge_processes_note(merge, &all);
    name_index_free(&seen);
    for (size_t i = 0; i < report->input_count; i++)
        strbuf_free(&comments[i]);
    free(comments);
    return all.length ? strbuf_detach(&all) : NULL;
}

Rep__ReportSessionDetails *report_merge_details(const struct report *report, const bool *files,
                                                size_t file,
                                                const Rep__ReportSessionDetails *session)
{
    const bool is_first = file == first_of(report, files);
    size_t count = session ? session->n_deviceattributes : 0, other, kept = 0;
    if (!session || (!is_first && !count))
        return NULL;
    /* The list of devices lies in the same allocation, behind the message. */
    Rep__ReportSessionDetails *merged =
        mem_alloc(sizeof *merged + count * sizeof *merged->deviceattributes);
    Rep__DeviceAttributes **devices = (Rep__DeviceAttributes **)(merged + 1);
    for (size_t i = 0; i < count; i++)
        if (!find_device(report, files, file, session->deviceattributes[i]->id, &other))
            devices[kept++] = session->deviceattributes[i];
    if (!is_first)
        rep__report_session_details__init(merged);
    else
        *merged = *session;
    merged->executablesettings = NULL;
    merged->comments = NULL;
    merged->deviceattributes = devices;
    merged->n_deviceattributes = kept;
    if (is_first || kept)
        return merged;
    free(merged);
    return NULL;
}
