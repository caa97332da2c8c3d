#include "report_save.h"

#include <stdlib.h>

#include "mem.h"
#include "report_writer.h"
#include "result_filter.h"

static int compare_places(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    return (x->data > y->data) - (x->data < y->data);
}

/* Whether result i passes; it is decoded only for that, since its names are inside. */
static bool takes(struct report *report, size_t i, const struct launch_filter *filter,
                  struct launch_counts *counts, bool *take, struct error *error)
{
    *take = launch_filter_takes_all(filter);
    if (*take)
        return true;
    const struct result *result = report_result(report, i, error);
    if (!result)
        return false;
    *take = result_passes(report, filter, counts, result);
    report_drop(report, i);
    return true;
}

/* Marks the entries of the results that pass. */
static bool choose(struct report *report, const struct launch_filter *filter, bool *keep,
                   size_t *saved, struct error *error)
{
    const struct container *container = report_container(report, 0);
    struct launch_counts counts = {0};
    size_t count = report_count(report);
    bool good = true;
    *saved = 0;
    for (size_t i = 0; i < count && good; i++) {
        bool take;
        good = takes(report, i, filter, &counts, &take, error);
        if (!good || !take)
            continue;
        const struct entry *entry = bsearch(report_entry(report, i), container->entries,
                                            container->entry_count, sizeof *entry, compare_places);
        keep[entry - container->entries] = true;
        ++*saved;
    }
    launch_counts_free(&counts);
    if (good && count && !*saved)
        good = error_set(error, "%s: no result passes the filters (%zu in the report)",
                         report_path(report), count);
    return good;
}

/* Copies the block whose entries begin at *at, which moves behind them. `entries` has room for all
 * of the container. */
static bool copy_block(struct report_writer *writer, const struct container *container,
                       size_t block, const bool *keep, struct packed_entry *entries, size_t *at)
{
    Rep__BlockHeader header = *container->blocks[block];
    uint32_t *const counts[] = {
        [ENTRY_SOURCE] = &header.numsources,     [ENTRY_KERNEL] = &header.numresults,
        [ENTRY_RANGE] = &header.numrangeresults, [ENTRY_CMDLIST] = &header.numcmdlistresults,
        [ENTRY_GRAPH] = &header.numgraphresults,
    };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        *counts[i] = 0;
    size_t count = 0;
    for (; *at < container->entry_count && container->entries[*at].block == block; ++*at) {
        const struct entry *entry = &container->entries[*at];
        if (entry->kind != ENTRY_SOURCE && !keep[*at])
            continue;
        ++*counts[entry->kind];
        entries[count++] = (struct packed_entry){entry->data, entry->length};
    }
    return report_writer_block(writer, &header, entries, count);
}

bool report_save(struct report *report, const struct launch_filter *filter, const char *path,
                 bool overwrite, size_t *saved, struct error *error)
{
    if (report_file_count(report) > 1)
        return error_set(error,
                         "%zu reports do not become one file: a file has one session, with its "
                         "host, devices and command line, and theirs are several; copy them one by "
                         "one",
                         report_file_count(report));
    const struct container *container = report_container(report, 0);
    bool *keep = mem_alloc(container->entry_count * sizeof *keep);
    struct report_writer *writer = NULL;
    if (choose(report, filter, keep, saved, error))
        writer = report_writer_open_as(container->header, path, overwrite, error);
    struct packed_entry *entries = mem_alloc(container->entry_count * sizeof *entries);
    size_t at = 0;
    for (size_t i = 0; writer && i < container->block_count; i++)
        if (!copy_block(writer, container, i, keep, entries, &at))
            break;
    free(entries);
    free(keep);
    return writer && report_writer_finish(writer, error);
}
