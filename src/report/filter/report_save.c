#include "report/filter/report_save.h"

#include <stdlib.h>

#include "report/base/mem.h"
#include "report/file/report_merge.h"
#include "report/file/report_writer.h"
#include "report/filter/report_save_run.h"
#include "report/filter/result_filter.h"

struct save {
    struct report *report;
    const bool *rows;  /* results to write */
    const bool *files; /* files whose other parts are written */
    size_t **keep;     /* by file and entry: index of the result to write, + 1; 0: none */
    struct merge_processes *merge;    /* NULL: one file */
    const struct report_amend *amend; /* NULL: results are copied as they are */
    uint32_t written;                 /* names that are in the copy */
    struct report_writer *writer;
};

static int compare_places(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    return (x->data > y->data) - (x->data < y->data);
}

/* Marks the entries of the results to write. */
static void choose(struct save *save)
{
    struct report *report = save->report;
    for (size_t i = 0; i < report_count(report); i++) {
        size_t file = report_result_file(report, i);
        const struct container *container = report_container(report, file);
        if (!save->rows[i] || !container)
            continue;
        const struct entry *entry = bsearch(report_entry(report, i), container->entries,
                                            container->entry_count, sizeof *entry, compare_places);
        save->keep[file][entry - container->entries] = i + 1;
    }
}

/* Appends the bytes of a result as the copy has them. Results of files after the first get other
 * name ids. Returns false if the entry is damaged. */
static bool change_entry(struct save *save, size_t file, const struct entry *entry, size_t index,
                         struct strbuf *changed)
{
    struct strbuf merged = {0};
    bool good = !file || report_merge_entry(&merged, save->report, file, entry);
    if (!save->amend)
        strbuf_add(changed, merged.data, merged.length);
    else if (good && !file)
        save->amend->amend(save->amend->context, save->report, index, entry->data, entry->length,
                           changed);
    else if (good)
        save->amend->amend(save->amend->context, save->report, index, (const uint8_t *)merged.data,
                           merged.length, changed);
    strbuf_free(&merged);
    return good;
}

/* Collects the entries of a block to write, and counts them by kind. `changed` holds the bytes of
 * those that are not copied as they are. */
static bool take_entries(struct save *save, size_t file, Rep__BlockHeader *header, size_t *at,
                         struct packed_entry *entries, size_t *count, struct strbuf *changed)
{
    const struct container *container = report_container(save->report, file);
    uint32_t *const counts[] = {
        [ENTRY_SOURCE] = &header->numsources,     [ENTRY_KERNEL] = &header->numresults,
        [ENTRY_RANGE] = &header->numrangeresults, [ENTRY_CMDLIST] = &header->numcmdlistresults,
        [ENTRY_GRAPH] = &header->numgraphresults,
    };
    size_t block = container->entries[*at].block, bytes = 0;
    bool good = true;
    *count = 0;
    for (; *at < container->entry_count && container->entries[*at].block == block; ++*at) {
        const struct entry *entry = &container->entries[*at];
        if (entry->kind != ENTRY_SOURCE && !save->keep[file][*at])
            continue;
        ++*counts[entry->kind];
        struct packed_entry *packed = &entries[(*count)++];
        *packed = (struct packed_entry){entry->data, entry->length};
        if ((!file && !save->amend) || entry->kind == ENTRY_SOURCE)
            continue;
        good = change_entry(save, file, entry, save->keep[file][*at] - 1, changed) && good;
        *packed = (struct packed_entry){NULL, changed->length - bytes};
        bytes = changed->length;
    }
    /* The buffer moved while it grew, so pointers are set only now. */
    bytes = 0;
    for (size_t i = 0; i < *count; i++)
        if (!entries[i].bytes) {
            entries[i].bytes = (const uint8_t *)changed->data + bytes;
            bytes += entries[i].length;
        }
    return good;
}

/* Makes the table of the names that the copy lacks; free() its list. */
static Rep__ProfilerStringTable new_names(struct save *save)
{
    Rep__ProfilerStringTable table = REP__PROFILER_STRING_TABLE__INIT;
    const uint32_t known = save->written;
    save->written = report_string_count(save->report);
    table.n_strings = save->written - known;
    table.strings = mem_alloc((table.n_strings + 1) * sizeof *table.strings);
    for (uint32_t i = known; i < save->written; i++)
        table.strings[i - known] = (char *)(uintptr_t)report_string(save->report, i);
    return table;
}

/* Copies the block whose entries begin at *at, and moves *at behind them. `entries` has room for
 * all entries of the file. */
static bool copy_block(struct save *save, size_t file, size_t block, struct packed_entry *entries,
                       size_t *at, struct error *error)
{
    const struct container *container = report_container(save->report, file);
    Rep__ProfilerStringTable names = REP__PROFILER_STRING_TABLE__INIT;
    Rep__BlockHeader header = *container->blocks[block];
    Rep__ReportSessionDetails *session = NULL;
    struct strbuf changed = {0};
    size_t count = 0;
    bool good = true;
    header.numsources = header.numresults = header.numrangeresults = header.numcmdlistresults =
        header.numgraphresults = 0;
    if (save->merge) {
        header.process =
            (Rep__ProcessInfo *)(uintptr_t)merge_processes_get(save->merge, file, header.process);
        session = report_merge_details(save->report, save->files, file, header.sessiondetails);
        header.sessiondetails = session;
    }
    if (*at < container->entry_count && container->entries[*at].block == block)
        good = take_entries(save, file, &header, at, entries, &count, &changed) ||
               error_set(error, "%s: a result is damaged and cannot go into another file",
                         report_file(save->report, file)->path);
    /* The names are in a block of their own, except those that results got just now. */
    if (file || save->amend) {
        names = new_names(save);
        header.stringtable = &names;
    }
    /* Write errors are reported at the end. */
    if (good)
        report_writer_block(save->writer, &header, entries, count);
    free(names.strings);
    free(session);
    strbuf_free(&changed);
    return good;
}

/* Writes what belongs to all files in a block of its own: the names that the first file lacks, and
 * all comments. */
static void write_common(struct save *save)
{
    const struct container *first = save->files[0] ? report_container(save->report, 0) : NULL;
    Rep__BlockHeader header = REP__BLOCK_HEADER__INIT;
    Rep__ReportSessionDetails session = REP__REPORT_SESSION_DETAILS__INIT;
    for (size_t i = 0; first && !save->amend && i < first->block_count; i++)
        if (first->blocks[i]->stringtable)
            save->written += (uint32_t)first->blocks[i]->stringtable->n_strings;
    Rep__ProfilerStringTable table = new_names(save);
    header.stringtable = &table;
    header.has_numsources = header.has_numresults = true;
    header.process = first && first->block_count ? first->blocks[0]->process : NULL;
    if (save->merge)
        header.process =
            (Rep__ProcessInfo *)(uintptr_t)merge_processes_get(save->merge, 0, header.process);
    session.comments =
        save->merge ? report_merge_comments(save->report, save->files, save->merge) : NULL;
    if (session.comments)
        header.sessiondetails = &session;
    if (table.n_strings || session.comments)
        report_writer_block(save->writer, &header, NULL, 0);
    report_writer_has_strings(save->writer, save->written);
    free(session.comments);
    free(table.strings);
}

static bool copy_run(struct save *save, size_t file)
{
    const Rep__ReportSessionDetails *session = report_session(save->report, file);
    Rep__ReportSessionDetails *merged =
        save->merge ? report_merge_details(save->report, save->files, file, session) : NULL;
    report_save_run(save->writer, save->report, file, save->rows, save->merge,
                    save->merge ? merged : session);
    free(merged);
    return true;
}

static bool copy_file(struct save *save, size_t file, struct error *error)
{
    const struct container *container = report_container(save->report, file);
    if (!container)
        return copy_run(save, file);
    struct packed_entry *entries = mem_alloc(container->entry_count * sizeof *entries);
    size_t at = 0;
    bool good = true;
    for (size_t i = 0; i < container->block_count && good; i++)
        good = copy_block(save, file, i, entries, &at, error);
    free(entries);
    return good;
}

static bool copy_files(struct save *save, struct error *error)
{
    bool common = false;
    for (size_t i = 0; i < report_file_count(save->report); i++) {
        if (!save->files[i])
            continue;
        /* The first file brings its own names, unless results get new ones. */
        if (!common && (i || save->amend || report_is_run(save->report, i))) {
            write_common(save);
            common = true;
        }
        if (!copy_file(save, i, error))
            return false;
    }
    return true;
}

static bool write_file(struct save *save, const char *path, bool overwrite, struct error *error)
{
    struct report *report = save->report;
    const size_t files = report_file_count(report);
    const struct container *first = report_container(report, 0);
    save->keep = mem_alloc(files * sizeof *save->keep);
    for (size_t i = 0; i < files; i++) {
        const struct container *container = report_container(report, i);
        save->keep[i] = mem_alloc((container ? container->entry_count : 1) * sizeof **save->keep);
    }
    choose(save);
    save->writer = first ? report_writer_open_as(first->header, path, overwrite, error)
                         : report_writer_open(path, overwrite, error);
    bool good = save->writer && copy_files(save, error);
    if (good)
        good = report_writer_finish(save->writer, error);
    else
        report_writer_abandon(save->writer);
    for (size_t i = 0; i < files; i++)
        free(save->keep[i]);
    free(save->keep);
    return good;
}

static bool save_files(struct report *report, const bool *rows, const bool *files,
                       const struct report_amend *amend, const char *path, bool overwrite,
                       struct error *error)
{
    struct save save = {.report = report, .rows = rows, .files = files, .amend = amend};
    size_t count = 0;
    for (size_t i = 0; i < report_file_count(report); i++)
        count += files[i];
    if (count > 1)
        save.merge = merge_processes_new(report, files);
    const bool good =
        report_merge_fits(report, files, error) && write_file(&save, path, overwrite, error);
    merge_processes_free(save.merge);
    return good;
}

static bool *files_of(const struct report *report, const bool *rows)
{
    bool *files = mem_alloc(report_file_count(report) * sizeof *files);
    for (size_t i = 0; i < report_count(report); i++)
        files[report_result_file(report, i)] |= rows[i];
    return files;
}

bool report_rows_fit(struct report *report, const bool *rows, struct error *error)
{
    bool *files = files_of(report, rows);
    bool fit = report_merge_fits(report, files, error);
    free(files);
    return fit;
}

bool report_save_rows(struct report *report, const bool *rows, const struct report_amend *amend,
                      const char *path, bool overwrite, struct error *error)
{
    bool *files = files_of(report, rows);
    bool good = save_files(report, rows, files, amend, path, overwrite, error);
    free(files);
    return good;
}

bool report_save(struct report *report, const struct launch_filter *filter,
                 const struct report_amend *amend, const char *path, bool overwrite, size_t *saved,
                 struct error *error)
{
    struct launch_counts counts = {0};
    const size_t count = report_count(report), file_count = report_file_count(report);
    const bool all = launch_filter_takes_all(filter);
    bool *rows = mem_alloc((count + 1) * sizeof *rows);
    bool *files = mem_alloc(file_count * sizeof *files);
    *saved = 0;
    for (size_t i = 0; i < count; i++) {
        rows[i] = all || result_passes_at(report, filter, &counts, i);
        *saved += rows[i];
    }
    for (size_t i = 0; i < file_count; i++)
        files[i] = true;
    bool good = *saved  ? true
                : count ? result_none_passes(report, filter, error)
                        : error_set(error, "%s has no results: %s is not written",
                                    report_path(report), path);
    good = good && save_files(report, rows, files, amend, path, overwrite, error);
    launch_counts_free(&counts);
    free(rows);
    free(files);
    return good;
}
