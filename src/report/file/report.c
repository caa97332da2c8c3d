/* How it works: each file (report_input) keeps its mapped bytes, its index of entries and its
 * processes. The report has one row per result, which points at the entry, and caches what was made
 * from it: the decoded result, the summary, the names. A file numbers its strings by itself, so all
 * ids are translated into one table of the report when a result is decoded. The first file keeps
 * its own ids, so that the common case of one file needs no translation. Hashes are made when the
 * first name is looked up. */
#include "report/file/report.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/base/mem.h"
#include "report/base/strbuf.h"
#include "report/base/text_hash.h"
#include "report/base/unpack.h"
#include "report/file/report_index.h"
#include "report/file/report_internal.h"
#include "report/file/report_label.h"

/* ---- strings ---- */

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

static size_t find_slot(const struct report *report, const char *name)
{
    size_t slot = text_hash(name) & (report->slot_count - 1);
    while (report->slots[slot] && strcmp(report->strings[report->slots[slot] - 1], name) != 0)
        slot = (slot + 1) & (report->slot_count - 1);
    return slot;
}

/* Rebuilds the hash. The table holds the first of equal strings. */
static void index_strings(struct report *report)
{
    if (!report->slot_count)
        report->slot_count = 1024;
    while (report->string_count * 2 >= report->slot_count)
        report->slot_count *= 2;
    report->slots = mem_realloc(report->slots, report->slot_count * sizeof *report->slots);
    memset(report->slots, 0, report->slot_count * sizeof *report->slots);
    report->shared = mem_realloc(report->shared, report->slot_count / 2 * sizeof *report->shared);
    for (size_t i = 0; i < report->string_count; i++) {
        size_t slot = find_slot(report, report->strings[i]);
        if (!report->slots[slot])
            report->slots[slot] = (uint32_t)i + 1;
        report->shared[i] = report->slots[slot] - 1;
    }
}

uint32_t report_intern(struct report *report, const char *name)
{
    if (report->string_count * 2 >= report->slot_count)
        index_strings(report);
    size_t slot = find_slot(report, name);
    if (!report->slots[slot]) {
        add_string(report, name);
        report->slots[slot] = (uint32_t)report->string_count;
        report->shared[report->string_count - 1] = report->slots[slot] - 1;
    }
    return report->slots[slot] - 1;
}

uint32_t report_shared_id(struct report *report, uint32_t id)
{
    if (!report->slot_count)
        index_strings(report);
    return id < report->string_count ? report->shared[id] : UINT32_MAX;
}

bool report_find_name(struct report *report, const char *name, uint32_t *id)
{
    if (!report->slot_count)
        index_strings(report);
    *id = report->slots[find_slot(report, name)] - 1;
    return *id != UINT32_MAX;
}

const char *report_unit(struct report *report, const char *name, char *unit, size_t size)
{
    return unit_memo_of(&report->units, name, unit, size);
}

/* Fixes the ids of the first file: an id beyond its table must not become a name of another
 * file. */
static void keep_ids(struct report *report, struct report_input *first)
{
    first->name_count = report->string_count;
    first->names = mem_alloc((first->name_count + 1) * sizeof *first->names);
    for (size_t i = 0; i < first->name_count; i++)
        first->names[i] = (uint32_t)i;
}

/* Adds the strings of a file. The first file's strings keep their ids, even if they occur twice.
 * Those of other files get ids in the same table, and their own tables are freed: a thousand of
 * them would take more memory than all else. */
static void add_strings(struct report *report, struct report_input *input)
{
    const struct container *container = &input->container;
    size_t capacity = 0;
    if (input->number == 1)
        keep_ids(report, report->inputs[0]);
    for (size_t i = 0; i < container->block_count; i++) {
        Rep__ProfilerStringTable *table = container->blocks[i]->stringtable;
        for (size_t j = 0; table && j < table->n_strings; j++) {
            if (!input->number) {
                add_string(report, table->strings[j]);
                continue;
            }
            mem_grow(&input->names, input->name_count, &capacity, sizeof *input->names);
            input->names[input->name_count++] = report_intern(report, table->strings[j]);
        }
        if (table && input->number) {
            rep__profiler_string_table__free_unpacked(table, NULL);
            container->blocks[i]->stringtable = NULL;
        }
    }
    /* A file without strings has no valid ids. A run has no header and uses the ids of the
     * report. */
    if (input->number && !input->names && container->header)
        input->names = mem_alloc(sizeof *input->names);
}

/* ---- files ---- */

static struct report_row *add_row(struct report *report, struct report_input *input,
                                  const struct entry *entry, const Rep__ProcessInfo *process)
{
    mem_grow(&report->rows, report->row_count, &report->row_capacity, sizeof *report->rows);
    struct report_row *row = &report->rows[report->row_count++];
    *row = (struct report_row){.entry = *entry, .input = input, .process = process};
    input->count++;
    return row;
}

/* Orders results by process id, then as in the file. */
static int compare_rows(const void *a, const void *b)
{
    const struct report_row *x = a, *y = b;
    uint32_t p = x->process->processid, q = y->process->processid;
    if (p != q)
        return p < q ? -1 : 1;
    /* Entries point into one mapping in the order of the file. */
    return (x->entry.data > y->entry.data) - (x->entry.data < y->entry.data);
}

static void add_entries(struct report *report, struct report_input *input)
{
    const struct container *container = &input->container;
    for (size_t i = 0; i < container->entry_count; i++) {
        const struct entry *entry = &container->entries[i];
        const Rep__ProcessInfo *process = container->blocks[entry->block]->process;
        if (entry->kind == ENTRY_SOURCE)
            report_input_add_source(
                input, (struct report_source){.entry = entry,
                                              .process = process ? process->processid : 0});
        else
            add_row(report, input, entry, report_input_process(input, process));
    }
    if (input->count)
        qsort(report->rows + input->first, input->count, sizeof *report->rows, compare_rows);
}

static size_t count_runs(const struct report *report)
{
    size_t runs = 0;
    for (size_t i = 0; i < report->input_count; i++)
        runs += report_is_run(report, i);
    return runs;
}

/* Sets the title: "3 reports", "2 runs", "all.ncu-rep + 1 run". */
static void set_title(struct report *report)
{
    size_t runs = count_runs(report), files = report->input_count - runs;
    struct strbuf title = {0};
    free(report->title);
    report->title = NULL;
    if (report->input_count < 2)
        return;
    if (files == 1)
        strbuf_adds(&title, report->inputs[0]->path);
    else if (files)
        strbuf_addf(&title, "%zu reports", files);
    if (runs)
        strbuf_addf(&title, "%s%zu run%s", files ? " + " : "", runs, runs == 1 ? "" : "s");
    report->title = strbuf_detach(&title);
}

static void place_input(struct report *report, struct report_input *input)
{
    report_label_forget(report);
    mem_grow(&report->inputs, report->input_count, &report->input_capacity, sizeof *report->inputs);
    input->number = report->input_count;
    input->first = report->row_count;
    report->inputs[report->input_count++] = input;
    set_title(report);
}

/* Adds the strings and entries of an indexed file. */
static void fill(struct report *report, struct report_input *input)
{
    add_strings(report, input);
    add_entries(report, input);
    report_index_take(report, input, &input->described);
}

/* Replaces packed bytes by what they unpack to; the file is closed before anything else is done. */
static bool unpack_input(struct report_input *input, const uint8_t *bytes, size_t length,
                         struct error *error)
{
    struct mapped_file *unpacked = unpack(bytes, length, unpack_most(), error);
    mapped_file_close(input->mapped);
    input->mapped = unpacked;
    return unpacked || error_prefix(error, "%s", input->path);
}

/* Begins to index a file. Returns NULL with the error if it is no report. */
static struct report_input *begin(const char *path, struct mapped_file *mapped,
                                  const uint8_t *bytes, size_t length, struct error *error)
{
    struct report_input *input = report_input_new(path);
    input->mapped = mapped;
    const bool is_packed = unpack_knows(bytes, length);
    bool good = !is_packed || unpack_input(input, bytes, length, error);
    if (good && is_packed) {
        bytes = input->mapped->bytes;
        length = input->mapped->length;
    }
    if (good && report_input_scan(input, bytes, length, error))
        return input;
    report_input_free(input);
    return NULL;
}

static bool add_input(struct report *report, struct report_input *input)
{
    if (!input)
        return false;
    while (!report_input_scan_step(input))
        continue;
    place_input(report, input);
    fill(report, input);
    return true;
}

bool report_add_bytes(struct report *report, const char *name, const uint8_t *bytes, size_t length,
                      struct error *error)
{
    return add_input(report, begin(name, NULL, bytes, length, error));
}

static struct report_input *begin_file(const char *path, struct error *error)
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
        close(file);
        error_set(error, "%s: not a report but a %s", path,
                  S_ISDIR(status.st_mode) ? "folder: name the .ncu-rep file in it" : "device");
        return NULL;
    }
    size_t length = (size_t)status.st_size;
    struct mapped_file *mapped = length ? mapped_file_open(file, length) : NULL;
    close(file);
    if (length && !mapped) {
        error_set(error, "%s: cannot map the report: %s", path, strerror(errno));
        return NULL;
    }
    struct report_input *input = begin(path, mapped, mapped ? mapped->bytes : NULL, length, error);
    if (input)
        input->described = status;
    return input;
}

bool report_add_file(struct report *report, const char *path, struct error *error)
{
    return add_input(report, begin_file(path, error));
}

const char *report_shortened(const struct report *report)
{
    for (size_t i = 0; i < report->input_count; i++)
        if (report->inputs[i]->mapped && report->inputs[i]->mapped->shortened)
            return report->inputs[i]->path;
    return NULL;
}

struct report *report_new_list(void)
{
    struct report *report = mem_alloc(sizeof *report);
    report->sections = section_pool_new();
    return report;
}

struct report *report_open_bytes(const char *name, const uint8_t *bytes, size_t length,
                                 struct error *error)
{
    struct report *report = report_new_list();
    if (report_add_bytes(report, name, bytes, length, error))
        return report;
    report_close(report);
    return NULL;
}

struct report *report_open_begin(const char *path, struct error *error)
{
    struct report_input *input = begin_file(path, error);
    if (!input)
        return NULL;
    struct report *report = report_new_list();
    place_input(report, input);
    return report;
}

bool report_open_step(struct report *report)
{
    if (!report_input_scan_step(report->inputs[0]))
        return false;
    fill(report, report->inputs[0]);
    return true;
}

int report_open_percent(const struct report *report)
{
    return container_scan_percent(&report->inputs[0]->scanner);
}

struct report *report_open(const char *path, struct error *error)
{
    struct report *report = report_open_begin(path, error);
    while (report && !report_open_step(report))
        continue;
    return report;
}

struct report *report_new(const char *name)
{
    struct report *report = report_new_list();
    place_input(report, report_input_new(name));
    return report;
}

void report_begin_run(struct report *report, const char *path)
{
    /* The first run was alone so far and had no name. */
    for (size_t i = 0; i < report->input_count; i++)
        if (!*report->inputs[i]->path) {
            free(report->inputs[i]->path);
            report->inputs[i]->path = mem_strdup("run 1");
        }
    char *name = *path ? NULL : mem_printf("run %zu", count_runs(report) + 1);
    struct report_input *input = report_input_new(name ? name : path);
    place_input(report, input);
    fill(report, input);
    free(name);
}

/* Frees everything except the entry. */
static void release_row(struct report_row *row)
{
    result_free(row->result);
    free(row->kernel);
    free(row->stored);
    free(row->parameters);
    free(row->summary);
    free(row->packed);
}

bool report_close_step(struct report *report)
{
    enum { AT_ONCE = 16 }; /* results */
    report_label_forget(report);
    for (int i = 0; i < AT_ONCE && report->row_count; i++)
        release_row(&report->rows[--report->row_count]);
    if (report->row_count)
        return false;
    for (; report->input_count; report->input_count--)
        if (!report_input_free_step(report->inputs[report->input_count - 1]))
            return false;
    section_pool_free(report->sections);
    unit_memo_free(&report->units);
    for (size_t i = 0; i < report->string_count; i++)
        free(report->strings[i]);
    free(report->inputs);
    free(report->rows);
    free(report->strings);
    free(report->slots);
    free(report->shared);
    free(report->places);
    report_weights_free(report->weights);
    free(report->title);
    free(report);
    return true;
}

void report_close(struct report *report)
{
    while (report && !report_close_step(report))
        continue;
}

void report_share_sections(struct report *report, const struct report *with)
{
    section_pool_free(report->sections);
    report->sections = section_pool_share(with->sections);
}

void report_set_renames(struct report *report, const struct kernel_renames *renames)
{
    report->renames = renames;
}

const struct kernel_renames *report_renames(const struct report *report)
{
    return report->renames;
}

size_t report_file_count(const struct report *report)
{
    return report->input_count;
}

const struct report_file *report_file(struct report *report, size_t file)
{
    if (!report->files)
        report_label_files(report);
    /* The last run may still get results. */
    report->files[file].count = report->inputs[file]->count;
    report->files[file].session = report->inputs[file]->session;
    return &report->files[file];
}

size_t report_result_file(const struct report *report, size_t i)
{
    return report->rows[i].input->number;
}

const char *report_path(const struct report *report)
{
    if (report->title)
        return report->title;
    return report->input_count ? report->inputs[0]->path : "";
}

const char *report_damage(const struct report *report)
{
    for (size_t i = 0; i < report->input_count; i++)
        if (*report->inputs[i]->container.damage)
            return report->inputs[i]->container.damage;
    return "";
}

/* ---- results ---- */

size_t report_count(const struct report *report)
{
    return report->row_count;
}

struct result *report_result(struct report *report, size_t i, struct error *error)
{
    struct report_row *row = &report->rows[i];
    if (row->result)
        return row->result;
    struct result *result = result_decode(report, &row->entry, i, error);
    if (!result)
        return NULL;
    result->process = row->process;
    result->file = row->input->number;
    result->id = i - row->input->first;
    row->result = result;
    return result;
}

void report_drop(struct report *report, size_t i)
{
    result_free(report->rows[i].result);
    report->rows[i].result = NULL;
}

void report_rest(const struct report *report, size_t i)
{
    const struct report_row *row = &report->rows[i];
    report_input_rest(row->input, row->entry.data, row->entry.length);
}

void report_rest_all(const struct report *report)
{
    for (size_t i = 0; i < report->input_count; i++) {
        const struct mapped_file *mapped = report->inputs[i]->mapped;
        if (mapped)
            mapped_file_rest(mapped, mapped->bytes, mapped->length);
    }
}

const struct container *report_container(const struct report *report, size_t file)
{
    const struct container *container = &report->inputs[file]->container;
    return container->header ? container : NULL;
}

const struct entry *report_entry(const struct report *report, size_t i)
{
    return &report->rows[i].entry;
}

const Rep__ProcessInfo *report_result_process(const struct report *report, size_t i)
{
    return report->rows[i].process;
}

const Rep__ReportSessionDetails *report_session(const struct report *report, size_t file)
{
    return report->inputs[file]->session;
}

size_t report_process_count(const struct report *report, size_t file)
{
    return report->inputs[file]->process_count;
}

const Rep__ProcessInfo *report_process(const struct report *report, size_t file, size_t i)
{
    return report->inputs[file]->processes[i];
}

const Rep__SourceData *report_source_part(struct report *report, size_t file, uint32_t process,
                                          uint64_t reference, size_t n)
{
    struct report_input *input = report->inputs[file];
    for (size_t i = 0; i < input->source_count; i++) {
        struct report_source *source = &input->sources[i];
        if (source->process != process)
            continue;
        if (!source->data && source->entry)
            source->data =
                rep__source_data__unpack(NULL, source->entry->length, source->entry->data);
        if (source->data && source->data->has_reference && source->data->reference == reference &&
            n-- == 0)
            return source->data;
    }
    return NULL;
}

const Rep__SourceData *report_source(struct report *report, size_t file, uint32_t process,
                                     uint64_t reference)
{
    const Rep__SourceData *part;
    for (size_t n = 0; (part = report_source_part(report, file, process, reference, n)); n++)
        if (part->has_binary)
            return part;
    return NULL;
}

/* ---- runs ---- */

static struct report_input *newest_file(struct report *report)
{
    return report->inputs[report_newest_file(report)];
}

size_t report_newest_file(const struct report *report)
{
    return report->input_count - 1;
}

bool report_is_run(const struct report *report, size_t file)
{
    return !report_container(report, file);
}

void report_add_source(struct report *report, uint32_t process, Rep__SourceData *source)
{
    report_input_add_source(newest_file(report),
                            (struct report_source){.process = process, .data = source});
}

void report_merge_session(struct report *report, const Rep__ReportSessionDetails *session)
{
    report_input_merge_session(newest_file(report), session);
}

size_t report_add_result(struct report *report, enum entry_kind kind, uint8_t *packed,
                         size_t length, const Rep__ProcessInfo *process)
{
    struct report_input *input = newest_file(report);
    struct entry entry = {.kind = kind, .data = packed, .length = length};
    add_row(report, input, &entry, report_input_copy_process(input, process))->packed = packed;
    return report->row_count - 1;
}

/* `packed`: the bytes if the row owns them */
static void set_bytes(struct report_row *row, const uint8_t *bytes, size_t length, uint8_t *packed)
{
    release_row(row);
    *row = (struct report_row){.entry = {.kind = row->entry.kind, .data = bytes, .length = length},
                               .input = row->input,
                               .process = row->process,
                               .packed = packed};
}

void report_replace_result(struct report *report, size_t i, uint8_t *packed, size_t length)
{
    set_bytes(&report->rows[i], packed, length, packed);
}

void report_put_away(struct report *report, size_t i, int file, off_t offset)
{
    struct report_row *row = &report->rows[i];
    const size_t length = row->entry.length;
    const uint8_t *bytes = report_input_put_away(row->input, file, offset, length);
    if (bytes)
        set_bytes(row, bytes, length, NULL);
}
