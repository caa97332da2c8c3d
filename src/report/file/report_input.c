#include <stdlib.h>
#include <unistd.h>

#include "report/base/mem.h"
#include "report/base/strbuf.h"
#include "report/file/report_index.h"
#include "report/file/report_internal.h"
#include "report/names/kernel_names.h"

struct report_input *report_input_new(const char *path)
{
    struct report_input *input = mem_alloc(sizeof *input);
    input->path = mem_strdup(path);
    rep__process_info__init(&input->no_process);
    input->no_process.hostname = input->no_process.processname = (char *)protobuf_c_empty_string;
    input->session = mem_alloc(sizeof *input->session);
    rep__report_session_details__init(input->session);
    return input;
}

const Rep__ProcessInfo *report_input_process(struct report_input *input,
                                             const Rep__ProcessInfo *process)
{
    if (!process)
        process = &input->no_process;
    for (size_t i = 0; i < input->process_count; i++)
        if (input->processes[i]->processid == process->processid)
            return input->processes[i];
    mem_grow(&input->processes, input->process_count, &input->process_capacity,
             sizeof *input->processes);
    input->processes[input->process_count++] = process;
    return process;
}

static ProtobufCMessage *clone(const ProtobufCMessage *message)
{
    size_t length = protobuf_c_message_get_packed_size(message);
    uint8_t *bytes = mem_alloc(length);
    protobuf_c_message_pack(message, bytes);
    ProtobufCMessage *copy = protobuf_c_message_unpack(message->descriptor, NULL, length, bytes);
    free(bytes);
    return copy;
}

const Rep__ProcessInfo *report_input_copy_process(struct report_input *input,
                                                  const Rep__ProcessInfo *process)
{
    for (size_t i = 0; i < input->process_count; i++)
        if (input->processes[i]->processid == process->processid)
            return input->processes[i];
    mem_grow(&input->owned_processes, input->owned_count, &input->owned_capacity,
             sizeof *input->owned_processes);
    Rep__ProcessInfo *copy = (Rep__ProcessInfo *)clone(&process->base);
    input->owned_processes[input->owned_count++] = copy;
    return report_input_process(input, copy);
}

void report_input_add_source(struct report_input *input, struct report_source source)
{
    mem_grow(&input->sources, input->source_count, &input->source_capacity, sizeof *input->sources);
    input->sources[input->source_count++] = source;
}

static void append_session(struct strbuf *bytes, const Rep__ReportSessionDetails *session)
{
    size_t length = rep__report_session_details__get_packed_size(session);
    uint8_t *part = mem_alloc(length);
    rep__report_session_details__pack(session, part);
    strbuf_add(bytes, part, length);
    free(part);
}

/* Replaces the session by the bytes of a message, and frees the bytes. */
static void set_session(struct report_input *input, struct strbuf *bytes)
{
    Rep__ReportSessionDetails *merged = rep__report_session_details__unpack(
        NULL, bytes->length, (const uint8_t *)(bytes->data ? bytes->data : ""));
    strbuf_free(bytes);
    if (!merged)
        return;
    rep__report_session_details__free_unpacked(input->session, NULL);
    input->session = merged;
}

/* In protobuf, the concatenated bytes of two messages are their merger. */
void report_input_merge_session(struct report_input *input,
                                const Rep__ReportSessionDetails *session)
{
    struct strbuf bytes = {0};
    append_session(&bytes, input->session);
    append_session(&bytes, session);
    set_session(input, &bytes);
}

bool report_input_scan(struct report_input *input, const uint8_t *bytes, size_t length,
                       struct error *error)
{
    return container_scan(&input->scanner, &input->container, bytes, length, error) ||
           error_prefix(error, "%s", input->path);
}

bool report_input_scan_step(struct report_input *input)
{
    const struct container *container = &input->container;
    struct strbuf session = {0};
    if (!container_scan_step(&input->scanner))
        return false;
    for (size_t i = 0; i < container->block_count; i++)
        if (container->blocks[i]->sessiondetails)
            append_session(&session, container->blocks[i]->sessiondetails);
    set_session(input, &session);
    return true;
}

uint32_t report_input_name(const struct report_input *input, uint32_t id)
{
    if (!input->names)
        return id;
    return id < input->name_count ? input->names[id] : UINT32_MAX;
}

/* A part is mapped ahead of what is written, so that there are few of them. */
const uint8_t *report_input_put_away(struct report_input *input, int file, off_t offset,
                                     size_t length)
{
    static const size_t part_length = 64 << 20;
    struct put_away *away = &input->away;
    const off_t page = sysconf(_SC_PAGESIZE);
    const struct mapped_file *last = away->count ? away->parts[away->count - 1] : NULL;
    if (!last || away->file != file || offset < away->offset ||
        (size_t)(offset - away->offset) + length > last->length) {
        const off_t begin = offset / page * page;
        const size_t least = (size_t)(offset - begin) + length;
        struct mapped_file *part =
            mapped_file_open_part(file, begin, least > part_length ? least : part_length);
        if (!part)
            return NULL;
        mem_grow(&away->parts, away->count, &away->capacity, sizeof(struct mapped_file *));
        away->parts[away->count++] = part;
        away->file = file;
        away->offset = begin;
        last = part;
    }
    return last->bytes + (offset - away->offset);
}

void report_input_rest(const struct report_input *input, const uint8_t *bytes, size_t length)
{
    if (input->mapped)
        mapped_file_rest(input->mapped, bytes, length);
    for (size_t i = 0; i < input->away.count; i++) {
        const struct mapped_file *part = input->away.parts[i];
        if (bytes >= part->bytes && bytes < part->bytes + part->length)
            mapped_file_rest(part, bytes, length);
    }
}

bool report_input_free_step(struct report_input *input)
{
    if (!container_free_step(&input->container) || !mapped_file_close_step(input->mapped))
        return false;
    input->mapped = NULL;
    if (input->away.count) {
        if (mapped_file_close_step(input->away.parts[input->away.count - 1]))
            input->away.count--;
        return false;
    }
    free(input->away.parts);
    for (size_t i = 0; i < input->source_count; i++)
        if (input->sources[i].data)
            rep__source_data__free_unpacked(input->sources[i].data, NULL);
    for (size_t i = 0; i < input->owned_count; i++)
        rep__process_info__free_unpacked(input->owned_processes[i], NULL);
    rep__report_session_details__free_unpacked(input->session, NULL);
    kernel_names_free(input->kernels);
    report_index_free(input->index);
    free(input->names);
    free(input->sources);
    free(input->processes);
    free(input->owned_processes);
    free(input->path);
    free(input);
    return true;
}

void report_input_free(struct report_input *input)
{
    while (!report_input_free_step(input))
        continue;
}
