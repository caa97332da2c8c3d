#include "report.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "demangle.h"
#include "mem.h"
#include "strbuf.h"
#include "wire_walk.h"

struct row {
    struct entry entry;
    const Rep__ProcessInfo *process;
    uint8_t *packed; /* owned bytes of a result in the making */
    struct result *result;
    struct result_summary *summary;
};

struct source {
    const struct entry *entry;
    uint32_t process;
    Rep__SourceData *data;
};

struct report {
    char *path;
    struct container container;
    void *mapping;
    size_t mapping_length;
    struct row *rows;
    size_t row_count, row_capacity;
    struct source *sources;
    size_t source_count, source_capacity;
    char **strings;
    size_t string_count, string_capacity;
    uint32_t *slots; /* hash of the strings, for report_intern */
    size_t slot_count;
    Rep__ReportSessionDetails *session;
    const Rep__ProcessInfo **processes;
    size_t process_count, process_capacity;
    Rep__ProcessInfo **owned_processes;
    size_t owned_count, owned_capacity;
    const struct kernel_renames *renames;
};

static void add_string(struct report *report, const char *text)
{
    mem_grow(&report->strings, report->string_count, &report->string_capacity,
             sizeof *report->strings);
    report->strings[report->string_count++] = mem_strdup(text);
}

const char *report_string(const struct report *report, uint32_t id)
{
    return id < report->string_count ? report->strings[id] : "";
}

uint32_t report_string_count(const struct report *report)
{
    return (uint32_t)report->string_count;
}

static uint32_t hash_text(const char *text)
{
    uint32_t hash = 2166136261u;
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 16777619u;
    return hash;
}

static size_t find_slot(const struct report *report, const char *name)
{
    size_t slot = hash_text(name) & (report->slot_count - 1);
    while (report->slots[slot] && strcmp(report->strings[report->slots[slot] - 1], name) != 0)
        slot = (slot + 1) & (report->slot_count - 1);
    return slot;
}

uint32_t report_intern(struct report *report, const char *name)
{
    if (report->string_count * 2 >= report->slot_count) {
        report->slot_count = report->slot_count ? report->slot_count * 2 : 1024;
        report->slots = mem_realloc(report->slots, report->slot_count * sizeof *report->slots);
        memset(report->slots, 0, report->slot_count * sizeof *report->slots);
        for (size_t i = 0; i < report->string_count; i++)
            report->slots[find_slot(report, report->strings[i])] = (uint32_t)i + 1;
    }
    size_t slot = find_slot(report, name);
    if (!report->slots[slot]) {
        add_string(report, name);
        report->slots[slot] = (uint32_t)report->string_count;
    }
    return report->slots[slot] - 1;
}

static const Rep__ProcessInfo *remember_process(struct report *report,
                                                const Rep__ProcessInfo *process)
{
    for (size_t i = 0; i < report->process_count; i++)
        if (report->processes[i]->processid == process->processid)
            return report->processes[i];
    mem_grow(&report->processes, report->process_count, &report->process_capacity,
             sizeof *report->processes);
    report->processes[report->process_count++] = process;
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

static void append_session(struct strbuf *bytes, const Rep__ReportSessionDetails *session)
{
    size_t length = rep__report_session_details__get_packed_size(session);
    uint8_t *part = mem_alloc(length);
    rep__report_session_details__pack(session, part);
    strbuf_add(bytes, part, length);
    free(part);
}

/* Takes the bytes. */
static void set_session(struct report *report, struct strbuf *bytes)
{
    Rep__ReportSessionDetails *merged = rep__report_session_details__unpack(
        NULL, bytes->length, (const uint8_t *)(bytes->data ? bytes->data : ""));
    strbuf_free(bytes);
    if (!merged)
        return;
    if (report->session)
        rep__report_session_details__free_unpacked(report->session, NULL);
    report->session = merged;
}

/* The rule of protobuf for messages that come in parts: the bytes one after the other are their
 * merger. */
void report_merge_session(struct report *report, const Rep__ReportSessionDetails *session)
{
    struct strbuf bytes = {0};
    if (report->session)
        append_session(&bytes, report->session);
    append_session(&bytes, session);
    set_session(report, &bytes);
}

static const Rep__ProcessInfo no_process = {
    .base = PROTOBUF_C_MESSAGE_INIT(&rep__process_info__descriptor),
    .hostname = (char *)protobuf_c_empty_string,
    .processname = (char *)protobuf_c_empty_string,
};

static struct row *add_row(struct report *report, const struct entry *entry,
                           const Rep__ProcessInfo *process)
{
    mem_grow(&report->rows, report->row_count, &report->row_capacity, sizeof *report->rows);
    struct row *row = &report->rows[report->row_count++];
    *row = (struct row){.entry = *entry, .process = process};
    return row;
}

/* Results are shown grouped by process, ascending, else in file order. */
static int compare_rows(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    uint32_t p = x->process->processid, q = y->process->processid;
    if (p != q)
        return p < q ? -1 : 1;
    /* Entries point into one mapping, in file order. */
    return (x->entry.data > y->entry.data) - (x->entry.data < y->entry.data);
}

static void index_container(struct report *report)
{
    struct container *container = &report->container;
    struct strbuf session = {0};
    report->session = mem_alloc(sizeof *report->session);
    rep__report_session_details__init(report->session);
    for (size_t i = 0; i < container->block_count; i++) {
        Rep__BlockHeader *block = container->blocks[i];
        if (block->stringtable)
            for (size_t j = 0; j < block->stringtable->n_strings; j++)
                add_string(report, block->stringtable->strings[j]);
        if (block->sessiondetails)
            append_session(&session, block->sessiondetails);
    }
    set_session(report, &session);
    for (size_t i = 0; i < container->entry_count; i++) {
        struct entry *entry = &container->entries[i];
        const Rep__ProcessInfo *process = container->blocks[entry->block]->process;
        if (!process)
            process = &no_process;
        if (entry->kind == ENTRY_SOURCE) {
            mem_grow(&report->sources, report->source_count, &report->source_capacity,
                     sizeof *report->sources);
            report->sources[report->source_count++] =
                (struct source){.entry = entry, .process = process->processid};
        } else {
            add_row(report, entry, remember_process(report, process));
        }
    }
    if (report->row_count)
        qsort(report->rows, report->row_count, sizeof *report->rows, compare_rows);
}

struct report *report_open_bytes(const char *name, const uint8_t *bytes, size_t length,
                                 struct error *error)
{
    struct report *report = mem_alloc(sizeof *report);
    report->path = mem_strdup(name);
    if (!container_scan(&report->container, bytes, length, error)) {
        error_prefix(error, "%s", name);
        report_close(report);
        return NULL;
    }
    index_container(report);
    return report;
}

struct report *report_open(const char *path, struct error *error)
{
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat status;
    if (file < 0 || fstat(file, &status) < 0) {
        error_set(error, "%s: cannot open the report: %s", path, strerror(errno));
        if (file >= 0)
            close(file);
        return NULL;
    }
    if (!S_ISREG(status.st_mode)) {
        error_set(error, "%s: not a report but a %s", path,
                  S_ISDIR(status.st_mode) ? "folder: name the .ncu-rep file in it" : "device");
        close(file);
        return NULL;
    }
    size_t length = (size_t)status.st_size;
    void *mapping = length ? mmap(NULL, length, PROT_READ, MAP_PRIVATE, file, 0) : NULL;
    close(file);
    if (mapping == MAP_FAILED) {
        error_set(error, "%s: cannot map the report: %s", path, strerror(errno));
        return NULL;
    }
    struct report *report = report_open_bytes(path, mapping, length, error);
    if (!report) {
        if (mapping)
            munmap(mapping, length);
        return NULL;
    }
    report->mapping = mapping;
    report->mapping_length = length;
    return report;
}

struct report *report_new(const char *name)
{
    struct report *report = mem_alloc(sizeof *report);
    report->path = mem_strdup(name);
    report->session = mem_alloc(sizeof *report->session);
    rep__report_session_details__init(report->session);
    return report;
}

void report_set_renames(struct report *report, const struct kernel_renames *renames)
{
    report->renames = renames;
}

const struct kernel_renames *report_renames(const struct report *report)
{
    return report->renames;
}

void report_close(struct report *report)
{
    if (!report)
        return;
    for (size_t i = 0; i < report->row_count; i++) {
        struct row *row = &report->rows[i];
        result_free(row->result);
        if (row->summary)
            free((char *)row->summary->name);
        free(row->summary);
        free(row->packed);
    }
    for (size_t i = 0; i < report->source_count; i++)
        if (report->sources[i].data)
            rep__source_data__free_unpacked(report->sources[i].data, NULL);
    for (size_t i = 0; i < report->string_count; i++)
        free(report->strings[i]);
    for (size_t i = 0; i < report->owned_count; i++)
        rep__process_info__free_unpacked(report->owned_processes[i], NULL);
    if (report->session)
        rep__report_session_details__free_unpacked(report->session, NULL);
    container_free(&report->container);
    if (report->mapping)
        munmap(report->mapping, report->mapping_length);
    free(report->rows);
    free(report->sources);
    free(report->strings);
    free(report->slots);
    free(report->processes);
    free(report->owned_processes);
    free(report->path);
    free(report);
}

const char *report_path(const struct report *report)
{
    return report->path;
}

const char *report_damage(const struct report *report)
{
    return report->container.damage;
}

size_t report_count(const struct report *report)
{
    return report->row_count;
}

struct result *report_result(struct report *report, size_t i, struct error *error)
{
    struct row *row = &report->rows[i];
    if (!row->result) {
        row->result = result_decode(report, &row->entry, i, error);
        if (!row->result)
            return NULL;
        row->result->process = row->process;
        row->result->id = i;
    }
    return row->result;
}

void report_drop(struct report *report, size_t i)
{
    result_free(report->rows[i].result);
    report->rows[i].result = NULL;
}

const struct container *report_container(const struct report *report)
{
    return report->container.header ? &report->container : NULL;
}

const struct entry *report_entry(const struct report *report, size_t i)
{
    return &report->rows[i].entry;
}

const Rep__ReportSessionDetails *report_session(const struct report *report)
{
    return report->session;
}

size_t report_process_count(const struct report *report)
{
    return report->process_count;
}

const Rep__ProcessInfo *report_process(const struct report *report, size_t i)
{
    return report->processes[i];
}

const Rep__SourceData *report_source(struct report *report, uint32_t process, uint64_t reference)
{
    for (size_t i = 0; i < report->source_count; i++) {
        struct source *source = &report->sources[i];
        if (source->process != process)
            continue;
        if (!source->data && source->entry)
            source->data =
                rep__source_data__unpack(NULL, source->entry->length, source->entry->data);
        if (source->data && source->data->has_reference && source->data->reference == reference &&
            source->data->has_binary)
            return source->data;
    }
    return NULL;
}

void report_add_source(struct report *report, uint32_t process, Rep__SourceData *source)
{
    mem_grow(&report->sources, report->source_count, &report->source_capacity,
             sizeof *report->sources);
    report->sources[report->source_count++] = (struct source){.process = process, .data = source};
}

size_t report_add_result(struct report *report, enum entry_kind kind, uint8_t *packed,
                         size_t length, const Rep__ProcessInfo *process)
{
    const Rep__ProcessInfo *known = NULL;
    for (size_t i = 0; i < report->process_count; i++)
        if (report->processes[i]->processid == process->processid)
            known = report->processes[i];
    if (!known) {
        mem_grow(&report->owned_processes, report->owned_count, &report->owned_capacity,
                 sizeof *report->owned_processes);
        Rep__ProcessInfo *copy = (Rep__ProcessInfo *)clone(&process->base);
        report->owned_processes[report->owned_count++] = copy;
        known = remember_process(report, copy);
    }
    struct entry entry = {.kind = kind, .data = packed, .length = length};
    add_row(report, &entry, known)->packed = packed;
    return report->row_count - 1;
}

/* What the list shows of each result: metric and place in the summary. */
static const struct {
    const char *name;
    size_t offset;
} summary_metrics[] = {
    {"gpu__time_duration.sum", offsetof(struct result_summary, duration)},
    {"sm__throughput.avg.pct_of_peak_sustained_elapsed", offsetof(struct result_summary, compute)},
    {"gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed",
     offsetof(struct result_summary, memory)},
    {"sm__warps_active.avg.pct_of_peak_sustained_active",
     offsetof(struct result_summary, occupancy)},
    {"l1tex__throughput.avg.pct_of_peak_sustained_active", offsetof(struct result_summary, l1)},
    {"lts__throughput.avg.pct_of_peak_sustained_elapsed", offsetof(struct result_summary, l2)},
    {"gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed",
     offsetof(struct result_summary, dram)},
};

static bool walk_value(const struct wire_field *message, double *value)
{
    struct wire_walk walk = {message->data, message->data + message->length, false};
    struct wire_field field;
    while (wire_walk_next(&walk, &field)) {
        if (field.number == 1)
            return false; /* a text: it comes first and counts alone */
        if (field.number == 2 && field.type == 5)
            *value = wire_field_float(&field);
        else if (field.number == 3 && field.type == 1)
            *value = wire_field_double(&field);
        else if (field.number >= 4 && field.number <= 5 && field.type == 0)
            *value = (double)field.value;
        else
            continue;
        return true;
    }
    return false;
}

static void walk_metric(const struct report *report, struct result_summary *summary,
                        const struct wire_field *message)
{
    struct wire_walk walk = {message->data, message->data + message->length, false};
    struct wire_field field, value = {0};
    const char *name = NULL;
    while (!(value.data && name) && wire_walk_next(&walk, &field)) {
        if (field.number == 1 && field.type == 0)
            name = report_string(report, (uint32_t)field.value);
        else if (field.number == 2 && field.type == 2)
            value = field;
    }
    if (!name || !value.data)
        return;
    for (size_t i = 0; i < sizeof summary_metrics / sizeof *summary_metrics; i++)
        if (strcmp(name, summary_metrics[i].name) == 0)
            walk_value(&value, (double *)((char *)summary + summary_metrics[i].offset));
}

static void walk_dimensions(uint64_t out[3], const struct wire_field *message)
{
    struct wire_walk walk = {message->data, message->data + message->length, false};
    struct wire_field field;
    out[0] = out[1] = out[2] = 1;
    while (wire_walk_next(&walk, &field))
        if (field.number >= 1 && field.number <= 3 && field.type == 0)
            out[field.number - 1] = field.value;
}

static char *text_of(const struct wire_field *field)
{
    return mem_strndup((const char *)field->data, field->length);
}

static void walk_result(const struct report *report, struct result_summary *summary,
                        const struct entry *entry)
{
    /* Field numbers of ProfileResult; the other kinds keep their metrics in field 4 and have no
     * name. */
    bool kernel = entry->kind == ENTRY_KERNEL;
    struct wire_walk walk = {entry->data, entry->data + entry->length, false};
    struct wire_field field;
    char *demangled = NULL, *renamed = NULL;
    while (wire_walk_next(&walk, &field)) {
        if (field.type != 2)
            continue;
        if (field.number == (kernel ? 13u : 4u))
            walk_metric(report, summary, &field);
        else if (kernel && field.number == 7 && !demangled)
            demangled = text_of(&field);
        else if (kernel && field.number == 31 && field.length && !renamed)
            renamed = text_of(&field);
        else if (kernel && field.number == 10)
            walk_dimensions(summary->grid, &field);
        else if (kernel && field.number == 11)
            walk_dimensions(summary->block, &field);
    }
    if (demangled) {
        char *shown = kernel_renames_name(report->renames, demangled, renamed);
        summary->name = mem_strdup(demangle_brief(shown));
        free(shown);
    } else {
        summary->name = mem_strdup(result_kind_name(entry->kind));
    }
    free(demangled);
    free(renamed);
}

const struct result_summary *report_summary(struct report *report, size_t i)
{
    struct row *row = &report->rows[i];
    if (!row->summary) {
        struct result_summary *summary = mem_alloc(sizeof *summary);
        summary->id = i;
        summary->kind = row->entry.kind;
        summary->duration = summary->compute = summary->memory = summary->occupancy = NAN;
        summary->l1 = summary->l2 = summary->dram = NAN;
        walk_result(report, summary, &row->entry);
        row->summary = summary;
    }
    return row->summary;
}
