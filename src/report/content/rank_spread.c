#include "report/content/rank_spread.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/name_index.h"
#include "report/file/process_note.h"
#include "report/filter/result_filter.h"
#include "report/metric/metric_format.h"

static const char clock_name[] = "gpc__cycles_elapsed.avg.per_second";

/* Sums of a kernel on a part. */
struct cell {
    size_t count, longest; /* a result */
    double time, most;     /* of all, and of the longest */
};

struct group {
    size_t first; /* a result of it */
    struct cell *cells;
    size_t capacity; /* of parts */
};

struct walk {
    struct rank_spread *spread;
    struct report *report;
    size_t part_capacity, last; /* the part of the last result */
    uint16_t *wanted;           /* for report_pick_values(): the clock */
    size_t wanted_count;
    struct name_index keys; /* of the groups; the texts are owned */
    struct group *groups;
    size_t group_capacity;
};

/* --- parts ------------------------------------------------------------------------------------ */

static size_t part_of(struct walk *walk, size_t i)
{
    struct rank_spread *spread = walk->spread;
    const Rep__ProcessInfo *process = report_result_process(walk->report, i);
    const size_t file = report_result_file(walk->report, i);
    const uint32_t id = process ? process->processid : 0;
    const char *const host = process && process->hostname ? process->hostname : "";
    for (size_t n = 0; n < spread->part_count; n++) {
        const size_t at = (walk->last + n) % spread->part_count;
        if (spread->parts[at].file == file && spread->parts[at].process == id)
            return walk->last = at;
    }
    mem_grow(&spread->parts, spread->part_count, &walk->part_capacity, sizeof *spread->parts);
    spread->parts[spread->part_count] =
        (struct rank_part){.file = file, .process = id, .host = host};
    return walk->last = spread->part_count++;
}

/* A file that was merged of several says in its comments which rank a process was. */
static char *label_of_process(struct report *report, const struct rank_part *part,
                              const struct report_file *file, bool one)
{
    struct process_note note;
    const char *comments = report_session(report, part->file)->comments;
    const char *const of = one ? "" : file->label, *const comma = one ? "" : ", ";
    const bool noted = process_note_find(comments, part->process, &note);
    char *label = noted && note.rank >= 0
                      ? mem_printf("%s%srank %d @ %s", of, comma, note.rank, note.host)
                      : mem_printf("%s%sprocess %" PRIu32 "%s%s", of, comma, part->process,
                                   *part->host ? " @ " : "", part->host);
    if (noted)
        process_note_free(&note);
    return label;
}

/* A file is called as everywhere; its processes are told apart where it has several. */
static void label_parts(struct walk *walk)
{
    struct rank_spread *spread = walk->spread;
    for (size_t i = 0; i < spread->part_count; i++) {
        struct rank_part *part = &spread->parts[i];
        const struct report_file *file = report_file(walk->report, part->file);
        const bool one = report_file_count(walk->report) == 1;
        bool several = false;
        for (size_t j = 0; j < spread->part_count; j++)
            several = several || (j != i && spread->parts[j].file == part->file);
        part->label =
            several ? label_of_process(walk->report, part, file, one) : mem_strdup(file->label);
    }
}

/* --- kernels ---------------------------------------------------------------------------------- */

static char *key_of(const struct result_summary *summary)
{
    const uint64_t *g = summary->grid, *b = summary->block;
    return mem_printf("%d %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64
                      " %s",
                      (int)summary->kind, g[0], g[1], g[2], b[0], b[1], b[2], summary->name);
}

static struct group *group_of(struct walk *walk, size_t i)
{
    char *key = key_of(report_summary(walk->report, i));
    const size_t before = walk->keys.count, at = name_index_add(&walk->keys, key);
    if (walk->keys.count == before) {
        free(key);
        return &walk->groups[at];
    }
    mem_grow(&walk->groups, before, &walk->group_capacity, sizeof *walk->groups);
    walk->groups[at] = (struct group){.first = i};
    return &walk->groups[at];
}

static struct cell *cell_of(struct group *group, size_t part)
{
    const size_t had = group->capacity;
    while (part >= group->capacity) {
        mem_grow(&group->cells, group->capacity, &group->capacity, sizeof *group->cells);
        memset(group->cells + had, 0, (group->capacity - had) * sizeof *group->cells);
    }
    return &group->cells[part];
}

static void add_result(struct walk *walk, size_t i)
{
    const struct result_summary *summary = report_summary(walk->report, i);
    const size_t at = part_of(walk, i);
    struct rank_part *part = &walk->spread->parts[at];
    struct report_value clock = {0};
    part->results++;
    if (walk->wanted)
        report_pick_values(walk->report, i, walk->wanted, walk->wanted_count, &clock);
    if (clock.known && clock.number > 0) {
        part->clock += clock.number;
        part->clocked++;
    }
    if (!(summary->duration > 0))
        return;
    struct cell *cell = cell_of(group_of(walk, i), at);
    part->time += summary->duration;
    cell->time += summary->duration;
    if (!cell->count++ || summary->duration > cell->most) {
        cell->most = summary->duration;
        cell->longest = i;
    }
    if (summary->duration > part->most) {
        part->most = summary->duration;
        part->longest = i;
    }
}

static int by_number(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Of the numbers that are not NAN; NAN if there is none. Of an even number it is one of both in the
 * middle, so that two parts are compared with each other: the faster one is the usual one. */
enum middle { LOWER, UPPER };
static double median_of(const double *numbers, size_t count, enum middle middle)
{
    double *sorted = mem_alloc((count + 1) * sizeof *sorted);
    size_t known = 0;
    for (size_t i = 0; i < count; i++)
        if (!isnan(numbers[i]))
            sorted[known++] = numbers[i];
    qsort(sorted, known, sizeof *sorted, by_number);
    const double median = !known ? NAN : sorted[middle == LOWER ? (known - 1) / 2 : known / 2];
    free(sorted);
    return median;
}

/* false: fewer than two parts have it. */
static bool make_kernel(const struct walk *walk, const struct group *group,
                        struct rank_kernel *kernel)
{
    const size_t parts = walk->spread->part_count;
    const struct result_summary *summary = report_summary(walk->report, group->first);
    *kernel = (struct rank_kernel){.name = summary->name, .least = SIZE_MAX};
    memcpy(kernel->grid, summary->grid, sizeof kernel->grid);
    memcpy(kernel->block, summary->block, sizeof kernel->block);
    kernel->counts = mem_alloc((parts + 1) * sizeof *kernel->counts);
    kernel->means = mem_alloc((parts + 1) * sizeof *kernel->means);
    for (size_t i = 0; i < parts; i++) {
        const struct cell cell = i < group->capacity ? group->cells[i] : (struct cell){0};
        kernel->counts[i] = cell.count;
        kernel->means[i] = cell.count ? cell.time / (double)cell.count : NAN;
        if (!cell.count)
            continue;
        if (!kernel->parts++ || kernel->means[i] > kernel->means[kernel->worst]) {
            kernel->worst = i;
            kernel->longest = cell.longest;
        }
        kernel->least = cell.count < kernel->least ? cell.count : kernel->least;
        kernel->most = cell.count > kernel->most ? cell.count : kernel->most;
    }
    kernel->median = median_of(kernel->means, parts, LOWER);
    kernel->loss =
        (kernel->means[kernel->worst] - kernel->median) * (double)kernel->counts[kernel->worst];
    if (kernel->parts > 1)
        return true;
    free(kernel->counts);
    free(kernel->means);
    return false;
}

static int by_loss(const void *a, const void *b)
{
    const struct rank_kernel *x = a, *y = b;
    return (x->loss < y->loss) - (x->loss > y->loss);
}

static void make_kernels(struct walk *walk)
{
    struct rank_spread *spread = walk->spread;
    spread->kernels = mem_alloc((walk->keys.count + 1) * sizeof *spread->kernels);
    for (size_t i = 0; i < walk->keys.count; i++)
        spread->kernel_count +=
            make_kernel(walk, &walk->groups[i], &spread->kernels[spread->kernel_count]);
    qsort(spread->kernels, spread->kernel_count, sizeof *spread->kernels, by_loss);
}

static void rate_parts(struct rank_spread *spread)
{
    for (size_t i = 0; i < spread->part_count; i++) {
        struct rank_part *part = &spread->parts[i];
        double own = 0, usual = 0;
        for (size_t j = 0; j < spread->kernel_count; j++) {
            const struct rank_kernel *kernel = &spread->kernels[j];
            if (!kernel->counts[i])
                continue;
            own += kernel->means[i] * (double)kernel->counts[i];
            usual += kernel->median * (double)kernel->counts[i];
            part->shared++;
            part->slower += kernel->means[i] >= RANK_SLOW_PART * kernel->median;
        }
        part->ratio = usual > 0 ? own / usual : NAN;
        part->clock = part->clocked ? part->clock / (double)part->clocked : NAN;
    }
}

/* --- findings --------------------------------------------------------------------------------- */

static double median_clock(const struct rank_spread *spread)
{
    double *clocks = mem_alloc((spread->part_count + 1) * sizeof *clocks);
    for (size_t i = 0; i < spread->part_count; i++)
        clocks[i] = spread->parts[i].clock;
    const double median = median_of(clocks, spread->part_count, UPPER);
    free(clocks);
    return median;
}

/* One kernel alone says nothing of the whole part. */
static bool is_slow(const struct rank_part *part)
{
    return part->shared > 1 && part->ratio >= RANK_SLOW_PART &&
           (double)part->slower >= RANK_MOST_OF_KERNELS * (double)part->shared;
}

static void find(struct rank_spread *spread)
{
    size_t capacity = 0;
    const double usual = median_clock(spread);
    struct rank_finding found[2];
    for (size_t i = 0; i < spread->part_count; i++) {
        const struct rank_part *part = &spread->parts[i];
        size_t count = 0;
        if (is_slow(part))
            found[count++] = (struct rank_finding){RANK_IS_SLOW, i, 0, part->ratio};
        if (part->clock < RANK_SLOW_CLOCK * usual)
            found[count++] = (struct rank_finding){RANK_CLOCK_IS_LOW, i, 0, part->clock / usual};
        for (size_t j = 0; j < count; j++) {
            mem_grow(&spread->findings, spread->finding_count, &capacity, sizeof *spread->findings);
            spread->findings[spread->finding_count++] = found[j];
        }
    }
    for (size_t i = 0; i < spread->kernel_count; i++) {
        const struct rank_kernel *kernel = &spread->kernels[i];
        const struct rank_part *part = &spread->parts[kernel->worst];
        const double ratio = kernel->means[kernel->worst] / kernel->median;
        if (ratio < RANK_UNEVEN * (is_slow(part) ? part->ratio : 1))
            continue;
        mem_grow(&spread->findings, spread->finding_count, &capacity, sizeof *spread->findings);
        spread->findings[spread->finding_count++] =
            (struct rank_finding){RANK_IS_UNEVEN, kernel->worst, i, ratio};
    }
}

/* --- all -------------------------------------------------------------------------------------- */

static void want_clock(struct walk *walk)
{
    uint32_t id;
    if (!report_find_name(walk->report, clock_name, &id))
        return;
    walk->wanted_count = report_string_count(walk->report);
    walk->wanted = mem_alloc((walk->wanted_count + 1) * sizeof *walk->wanted);
    for (uint32_t i = 0; i < walk->wanted_count; i++)
        walk->wanted[i] = report_shared_id(walk->report, i) == id;
}

static bool walk_results(struct walk *walk, const struct launch_filter *filter, struct error *error)
{
    struct launch_counts counts = {0};
    size_t taken = 0;
    for (size_t i = 0; i < report_count(walk->report); i++) {
        const enum launch_verdict verdict =
            filter ? result_judge_at(walk->report, filter, &counts, i) : LAUNCH_MEASURE;
        if (verdict == LAUNCH_DONE)
            break;
        if (verdict != LAUNCH_MEASURE)
            continue;
        taken++;
        add_result(walk, i);
        report_rest(walk->report, i);
    }
    launch_counts_free(&counts);
    return taken || !report_count(walk->report) || result_none_passes(walk->report, filter, error);
}

bool rank_spread_make(struct rank_spread *spread, struct report *report,
                      const struct launch_filter *filter, struct error *error)
{
    *spread = (struct rank_spread){0};
    struct walk walk = {.spread = spread, .report = report};
    want_clock(&walk);
    const bool good = walk_results(&walk, filter, error);
    label_parts(&walk);
    make_kernels(&walk);
    rate_parts(spread);
    find(spread);
    for (size_t i = 0; i < walk.keys.count; i++) {
        free((char *)walk.keys.names[i]);
        free(walk.groups[i].cells);
    }
    name_index_free(&walk.keys);
    free(walk.groups);
    free(walk.wanted);
    return good;
}

void rank_spread_free(struct rank_spread *spread)
{
    for (size_t i = 0; i < spread->part_count; i++)
        free(spread->parts[i].label);
    for (size_t i = 0; i < spread->kernel_count; i++) {
        free(spread->kernels[i].counts);
        free(spread->kernels[i].means);
    }
    free(spread->parts);
    free(spread->kernels);
    free(spread->findings);
    *spread = (struct rank_spread){0};
}

const char *rank_spread_why_none(const struct rank_spread *spread)
{
    if (spread->part_count < 2)
        return "All results are of one process: name the reports of several ranks, as in rooftop "
               "--page ranks result.rank*";
    if (!spread->kernel_count)
        return "No kernel was measured on two ranks with the same name, grid and block, and a "
               "duration.";
    return NULL;
}

char *rank_finding_text(const struct rank_spread *spread, const struct rank_finding *finding,
                        bool base_units)
{
    const struct rank_part *part = &spread->parts[finding->part];
    if (finding->kind == RANK_IS_SLOW)
        return mem_printf("%s is slow: its kernels take %.1f %% longer than usual, and %zu of %zu "
                          "are slower. Look at its GPU: clock, temperature, power limit, other "
                          "work.",
                          part->label, 100 * (finding->ratio - 1), part->slower, part->shared);
    if (finding->kind == RANK_CLOCK_IS_LOW)
        return mem_printf("The SMs of %s run at %.2f GHz, %.1f %% below the usual clock.",
                          part->label, part->clock / 1e9, 100 * (1 - finding->ratio));
    const struct rank_kernel *kernel = &spread->kernels[finding->kernel];
    char *own = format_time(kernel->means[kernel->worst], base_units),
         *usual = format_time(kernel->median, base_units),
         *loss = format_time(kernel->loss, base_units);
    char *text = mem_printf("%s takes %s on %s, and %s is usual among %zu. Where they meet, the "
                            "others wait for it, %s in all. Does it have more work?",
                            kernel->name, own, part->label, usual, kernel->parts, loss);
    free(own);
    free(usual);
    free(loss);
    return text;
}
