#include "report/file/report_label.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/strbuf.h"
#include "report/file/report_internal.h"
#include "report/names/rank.h"
#include "report/names/short_path.h"

static const char *computer(const Rep__SystemInfo *system)
{
    return system && system->computername ? system->computername : "";
}

/* Returns the host where the program ran. Processes name a host, too, but for the profiler's own
 * machine that is only the loopback address. */
static const char *host_of(const struct report_input *input)
{
    const char *const hosts[] = {computer(input->session->targetsysteminfo),
                                 computer(input->session->hostsysteminfo)};
    for (size_t i = 0; i < sizeof hosts / sizeof *hosts; i++)
        if (*hosts[i])
            return hosts[i];
    for (size_t i = 0; i < input->process_count; i++) {
        const char *host = input->processes[i]->hostname;
        if (host && *host && strncmp(host, "127.", 4) != 0 && strcmp(host, "localhost") != 0 &&
            strcmp(host, "::1") != 0)
            return host;
    }
    return "";
}

static struct rank *find_ranks(const struct report *report)
{
    struct rank_source *sources = mem_alloc(report->input_count * sizeof *sources);
    for (size_t i = 0; i < report->input_count; i++) {
        const struct report_input *input = report->inputs[i];
        const Rep__ExecutableSettings *executable = input->session->executablesettings;
        sources[i] = (struct rank_source){input->path, executable ? executable->environment : NULL,
                                          host_of(input)};
    }
    struct rank *ranks = rank_find(sources, report->input_count);
    free(sources);
    return ranks;
}

static void find_names(struct report *report)
{
    size_t count = report->input_count;
    const char **paths = mem_alloc(count * sizeof *paths),
               **names = mem_alloc(count * sizeof *names);
    for (size_t i = 0; i < count; i++)
        paths[i] = report->inputs[i]->path;
    short_path_find(paths, names, count);
    for (size_t i = 0; i < count; i++)
        report->files[i].name = names[i];
    free(paths);
    free(names);
}

static int compare_ranks(const void *a, const void *b)
{
    const struct report_file *const *x = a, *const *y = b;
    int order = ((*x)->rank > (*y)->rank) - ((*x)->rank < (*y)->rank);
    return order ? order : strcmp((*x)->host, (*y)->host);
}

/* Returns whether every file has a rank that no other file has on the same host. */
static bool ranks_tell_apart(const struct report *report)
{
    size_t count = report->input_count;
    const struct report_file **sorted = mem_alloc(count * sizeof *sorted);
    bool good = true;
    for (size_t i = 0; i < count; i++) {
        sorted[i] = &report->files[i];
        good = good && sorted[i]->rank >= 0;
    }
    if (good && count)
        qsort(sorted, count, sizeof *sorted, compare_ranks);
    for (size_t i = 1; i < count && good; i++)
        good = compare_ranks(&sorted[i - 1], &sorted[i]) != 0;
    free(sorted);
    return good;
}

void report_label_files(struct report *report)
{
    size_t count = report->input_count;
    struct rank *ranks = find_ranks(report);
    report->files = mem_alloc(count * sizeof *report->files);
    find_names(report);
    for (size_t i = 0; i < count; i++) {
        const struct report_input *input = report->inputs[i];
        struct report_file *file = &report->files[i];
        file->path = input->path;
        file->damage = input->container.damage;
        file->first = input->first;
        file->rank = ranks[i].number;
        file->host = mem_strdup(ranks[i].host);
    }
    bool by_rank = ranks_tell_apart(report);
    for (size_t i = 0; i < count; i++) {
        struct report_file *file = &report->files[i];
        struct strbuf label = {0};
        if (by_rank)
            strbuf_addf(&label, "rank %d%s%s", file->rank, *file->host ? " @ " : "", file->host);
        else
            strbuf_adds(&label, file->name);
        file->label = strbuf_detach(&label);
    }
    rank_free(ranks, count);
}

void report_label_forget(struct report *report)
{
    for (size_t i = 0; report->files && i < report->input_count; i++) {
        free((char *)report->files[i].host);
        free((char *)report->files[i].label);
    }
    free(report->files);
    report->files = NULL;
}
