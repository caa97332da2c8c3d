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
    size_t file_count; /* number of these files */
    bool **keep;       /* by file: which of its entries are results to write */
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
        save->keep[file][entry - container->entries] = true;
    }
}

/* Collects the entries of a block to write, and counts them by kind. Entries of files after the
 * first get other name ids; `changed` holds their bytes. */
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
        if (!file || entry->kind == ENTRY_SOURCE)
            continue;
        good = report_merge_entry(changed, save->report, file, entry) && good;
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

/* Copies the block whose entries begin at *at, and moves *at behind them. `entries` has room for
 * all entries of the file. */
static bool copy_block(struct save *save, size_t file, size_t block, struct packed_entry *entries,
                       size_t *at, struct error *error)
{
    const struct container *container = report_container(save->report, file);
    Rep__ProfilerStringTable none = REP__PROFILER_STRING_TABLE__INIT;
    Rep__BlockHeader header = *container->blocks[block];
    Rep__ReportSessionDetails *session = NULL;
    struct strbuf changed = {0};
    size_t count = 0;
    bool good = true;
    header.numsources = header.numresults = header.numrangeresults = header.numcmdlistresults =
        header.numgraphresults = 0;
    if (save->file_count > 1) {
        session = report_merge_details(save->report, save->files, file, header.sessiondetails);
        header.sessiondetails = session;
    }
    if (file)
        header.stringtable = &none;
    if (*at < container->entry_count && container->entries[*at].block == block)
        good = take_entries(save, file, &header, at, entries, &count, &changed) ||
               error_set(error, "%s: a result is damaged and cannot go into another file",
                         report_file(save->report, file)->path);
    /* Write errors are reported at the end. */
    if (good)
        report_writer_block(save->writer, &header, entries, count);
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
    Rep__ProfilerStringTable table = REP__PROFILER_STRING_TABLE__INIT;
    Rep__ReportSessionDetails session = REP__REPORT_SESSION_DETAILS__INIT;
    size_t known = 0, all = report_string_count(save->report);
    for (size_t i = 0; first && i < first->block_count; i++)
        if (first->blocks[i]->stringtable)
            known += first->blocks[i]->stringtable->n_strings;
    table.n_strings = all - known;
    table.strings = mem_alloc(table.n_strings * sizeof *table.strings);
    for (size_t i = known; i < all; i++)
        table.strings[i - known] = (char *)(uintptr_t)report_string(save->report, (uint32_t)i);
    header.stringtable = &table;
    header.has_numsources = header.has_numresults = true;
    header.process = first && first->block_count ? first->blocks[0]->process : NULL;
    session.comments = report_merge_comments(save->report, save->files);
    if (session.comments)
        header.sessiondetails = &session;
    if (table.n_strings || session.comments)
        report_writer_block(save->writer, &header, NULL, 0);
    report_writer_has_strings(save->writer, (uint32_t)all);
    free(session.comments);
    free(table.strings);
}

static bool copy_run(struct save *save, size_t file)
{
    const Rep__ReportSessionDetails *session = report_session(save->report, file);
    Rep__ReportSessionDetails *merged =
        save->file_count > 1 ? report_merge_details(save->report, save->files, file, session)
                             : NULL;
    report_save_run(save->writer, save->report, file, save->rows,
                    save->file_count > 1 ? merged : session);
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
        /* The first file brings its own names. */
        if (!common && (i || report_is_run(save->report, i))) {
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

static bool save_files(struct report *report, const bool *rows, const bool *files, const char *path,
                       bool overwrite, struct error *error)
{
    struct save save = {.report = report, .rows = rows, .files = files};
    for (size_t i = 0; i < report_file_count(report); i++)
        save.file_count += files[i];
    return report_merge_fits(report, files, error) && write_file(&save, path, overwrite, error);
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

bool report_save_rows(struct report *report, const bool *rows, const char *path, bool overwrite,
                      struct error *error)
{
    bool *files = files_of(report, rows);
    bool good = save_files(report, rows, files, path, overwrite, error);
    free(files);
    return good;
}

bool report_save(struct report *report, const struct launch_filter *filter, const char *path,
                 bool overwrite, size_t *saved, struct error *error)
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
    good = good && save_files(report, rows, files, path, overwrite, error);
    launch_counts_free(&counts);
    free(rows);
    free(files);
    return good;
}
