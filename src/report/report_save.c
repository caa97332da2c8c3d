#include "report_save.h"

#include <stdlib.h>

#include "mem.h"
#include "report_merge.h"
#include "report_writer.h"
#include "result_filter.h"

struct save {
    struct report *report;
    bool **keep; /* for each file: which of its entries are results that pass */
    struct report_writer *writer;
};

static int compare_places(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    return (x->data > y->data) - (x->data < y->data);
}

/* Marks the entries of the results that pass. */
static bool choose(struct save *save, const struct launch_filter *filter, size_t *saved,
                   struct error *error)
{
    struct report *report = save->report;
    struct launch_counts counts = {0};
    bool all = launch_filter_takes_all(filter);
    size_t count = report_count(report);
    *saved = 0;
    for (size_t i = 0; i < count; i++) {
        if (!all && !result_passes_at(report, filter, &counts, i))
            continue;
        size_t file = report_result_file(report, i);
        const struct container *container = report_container(report, file);
        const struct entry *entry = bsearch(report_entry(report, i), container->entries,
                                            container->entry_count, sizeof *entry, compare_places);
        save->keep[file][entry - container->entries] = true;
        ++*saved;
    }
    launch_counts_free(&counts);
    if (count && !*saved)
        return error_set(error, "%s: no result passes the filters (%zu in the report%s)",
                         report_path(report), count, report_file_count(report) > 1 ? "s" : "");
    return true;
}

/* The entries of a block to write, and how many of each kind they are. Those of files after the
 * first have their names under other ids; `changed` holds them. */
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
    /* Only now does the text stay where it is. */
    bytes = 0;
    for (size_t i = 0; i < *count; i++)
        if (!entries[i].bytes) {
            entries[i].bytes = (const uint8_t *)changed->data + bytes;
            bytes += entries[i].length;
        }
    return good;
}

/* Copies the block whose entries begin at *at, which moves behind them. `entries` has room for all
 * of the file. */
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
    if (report_file_count(save->report) > 1) {
        session = report_merge_details(save->report, file, header.sessiondetails);
        header.sessiondetails = session;
        if (file)
            header.stringtable = &none;
    }
    if (*at < container->entry_count && container->entries[*at].block == block)
        good = take_entries(save, file, &header, at, entries, &count, &changed) ||
               error_set(error, "%s: a result is damaged and cannot go into another file",
                         report_file(save->report, file)->path);
    /* What fails to be written is told at the end. */
    if (good)
        report_writer_block(save->writer, &header, entries, count);
    free(session);
    strbuf_free(&changed);
    return good;
}

/* What is of no file alone, in a block of its own: the names that the first has not, and the
 * comments of all. */
static void write_common(struct save *save)
{
    const struct container *first = report_container(save->report, 0);
    Rep__BlockHeader header = REP__BLOCK_HEADER__INIT;
    Rep__ProfilerStringTable table = REP__PROFILER_STRING_TABLE__INIT;
    Rep__ReportSessionDetails session = REP__REPORT_SESSION_DETAILS__INIT;
    size_t known = 0, all = report_string_count(save->report);
    for (size_t i = 0; i < first->block_count; i++)
        if (first->blocks[i]->stringtable)
            known += first->blocks[i]->stringtable->n_strings;
    table.n_strings = all - known;
    table.strings = mem_alloc(table.n_strings * sizeof *table.strings);
    for (size_t i = known; i < all; i++)
        table.strings[i - known] = (char *)(uintptr_t)report_string(save->report, (uint32_t)i);
    header.stringtable = &table;
    header.has_numsources = header.has_numresults = true;
    header.process = first->block_count ? first->blocks[0]->process : NULL;
    session.comments = report_merge_comments(save->report);
    if (session.comments)
        header.sessiondetails = &session;
    if (table.n_strings || session.comments)
        report_writer_block(save->writer, &header, NULL, 0);
    free(session.comments);
    free(table.strings);
}

static bool copy_file(struct save *save, size_t file, struct error *error)
{
    const struct container *container = report_container(save->report, file);
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
    for (size_t i = 0; i < report_file_count(save->report); i++) {
        if (i == 1)
            write_common(save);
        if (!copy_file(save, i, error))
            return false;
    }
    return true;
}

bool report_save(struct report *report, const struct launch_filter *filter, const char *path,
                 bool overwrite, size_t *saved, struct error *error)
{
    struct save save = {.report = report};
    size_t files = report_file_count(report);
    if (!report_merge_fits(report, error))
        return false;
    save.keep = mem_alloc(files * sizeof *save.keep);
    for (size_t i = 0; i < files; i++)
        save.keep[i] = mem_alloc(report_container(report, i)->entry_count * sizeof **save.keep);
    if (choose(&save, filter, saved, error))
        save.writer =
            report_writer_open_as(report_container(report, 0)->header, path, overwrite, error);
    bool good = save.writer && copy_files(&save, error);
    if (good)
        good = report_writer_finish(save.writer, error);
    else
        report_writer_abandon(save.writer);
    for (size_t i = 0; i < files; i++)
        free(save.keep[i]);
    free(save.keep);
    return good;
}
