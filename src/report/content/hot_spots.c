#include "report/content/hot_spots.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/content/stall_causes.h"

const char *const hot_by_names[HOT_BYS] = {"line", "instruction", "function"};

/* The weight of a sample whose result has no duration. It counts only if none has one, and is far
 * below a nanosecond otherwise. */
static const double untimed = 1e-9;

/* A spot while samples are added up. */
struct sum {
    struct hot_spot spot;
    double stalls[HOT_MOST_STALLS];
    size_t last; /* number of the last result + 1, */
    double here; /* what comes from it, */
    double most; /* and the most that comes from one */
    double place_weight;
    enum stall_cause cause; /* what the finding is, */
    double score;           /* and what it promises */
};

struct adding {
    const struct hot_index *index;
    enum hot_by by;
    struct sum *sums;
    uint32_t *of; /* by key: index of its sum + 1 */
    size_t count, capacity;
    double *of_kernel;                     /* samples, by the number of the kernel */
    unsigned *uses;                        /* by line key: what its instructions use */
    uint32_t *of_line, *of_function;       /* by their keys: the first sum of a chain + 1 */
    uint32_t *next_of_line, *next_of_func; /* by index of a sum: the next one + 1 */
};

static size_t key_count(const struct hot_index *index, enum hot_by by)
{
    return by == HOT_BY_LINE       ? index->line_keys.count
           : by == HOT_BY_FUNCTION ? index->function_keys.count
                                   : index->keys.count;
}

static uint32_t key_of(const struct hot_index *index, enum hot_by by, uint32_t place)
{
    return by == HOT_BY_LINE       ? index->places[place]->line_key
           : by == HOT_BY_FUNCTION ? index->places[place]->function_key
                                   : place;
}

static struct sum *sum_of(struct adding *adding, uint32_t key)
{
    if (!adding->of[key]) {
        mem_grow(&adding->sums, adding->count, &adding->capacity, sizeof *adding->sums);
        adding->sums[adding->count] = (struct sum){0};
        adding->of[key] = (uint32_t)++adding->count;
    }
    return &adding->sums[adding->of[key] - 1];
}

static void end_result(struct sum *sum)
{
    if (sum->here > sum->most) {
        sum->most = sum->here;
        sum->spot.result = sum->last - 1;
    }
    sum->here = 0;
}

/* Adds the samples of one instruction of a result, which follow each other. */
static size_t add_instruction(struct adding *adding, size_t result, double scale, bool timed,
                              size_t at, size_t end)
{
    const struct hot_sample *samples = adding->index->samples;
    uint32_t place = samples[at].place;
    struct sum *sum = sum_of(adding, key_of(adding->index, adding->by, place));
    double weight = 0;
    if (sum->last != result + 1) {
        end_result(sum);
        sum->last = result + 1;
        sum->spot.launches++;
    }
    for (; at < end && samples[at].place == place; at++) {
        double one = samples[at].count * scale;
        weight += one;
        sum->spot.samples += samples[at].count;
        if (samples[at].stall < HOT_MOST_STALLS)
            sum->stalls[samples[at].stall] += one;
    }
    sum->here += weight;
    sum->spot.weight += weight;
    sum->spot.time += timed ? weight : 0;
    if (!sum->spot.place || weight > sum->place_weight) {
        sum->spot.place = adding->index->places[place];
        sum->place_weight = weight;
    }
    return at;
}

/* A cause counts more than what only says that warps wait; then the finding that promises most
 * counts, and of two alike the one in the longer launch. */
static void give_finding(struct sum *sum, const struct hot_mark *mark, double score)
{
    const enum stall_cause cause =
        sum->spot.stall ? stall_cause_of(mark->rule, mark->title, sum->spot.stall) : STALL_CAUSE;
    if (cause == STALL_CAUSE_NONE || cause < sum->cause ||
        (cause == sum->cause && score <= sum->score))
        return;
    sum->cause = cause;
    sum->score = score;
    sum->spot.finding = mark->title;
}

/* A finding about an instruction is one about its line, too, and one about a line is one about each
 * of its instructions. */
static void add_mark(struct adding *adding, const struct hot_mark *mark, double duration)
{
    const double score = (mark->speedup + 0.001) * (duration > 0 ? duration : untimed);
    uint32_t at = 0;
    if ((mark->of == HOT_OF_FUNCTION) != (adding->by == HOT_BY_FUNCTION))
        return;
    if (mark->of == HOT_OF_FUNCTION) {
        struct sum *sum = adding->of[mark->key] ? &adding->sums[adding->of[mark->key] - 1] : NULL;
        if (sum && score > sum->score) {
            sum->score = score;
            sum->spot.finding = mark->title;
        }
    } else if (mark->of == HOT_OF_INSTRUCTION) {
        at = adding->of[key_of(adding->index, adding->by, mark->key)];
        if (at)
            give_finding(&adding->sums[at - 1], mark, score);
    } else if (mark->of == HOT_OF_LINE) {
        for (at = adding->of_line[mark->key]; at; at = adding->next_of_line[at - 1])
            give_finding(&adding->sums[at - 1], mark, score);
    } else {
        for (at = adding->of_function[mark->key]; at; at = adding->next_of_func[at - 1])
            if (adding->uses[adding->sums[at - 1].spot.place->line_key] & mark->uses)
                give_finding(&adding->sums[at - 1], mark, score);
    }
}

/* The kernel as one spot: it has too few samples. */
static void add_whole(struct adding *adding, size_t at, bool timed)
{
    const struct hot_result *result = &adding->index->results[at];
    const double weight = timed ? result->duration : result->samples * untimed;
    if (weight <= 0)
        return;
    struct sum *sum = sum_of(adding, key_of(adding->index, adding->by, result->whole));
    end_result(sum);
    sum->last = at + 1;
    sum->here = weight;
    sum->spot.launches++;
    sum->spot.samples += result->samples;
    sum->spot.weight += weight;
    sum->spot.time += timed ? weight : 0;
    if (!sum->spot.place)
        sum->spot.place = adding->index->places[result->whole];
}

static void add_result(struct adding *adding, struct hot_totals *totals, size_t at)
{
    const struct hot_result *result = &adding->index->results[at];
    bool timed = result->duration > 0;
    double scale = timed && result->samples > 0 ? result->duration / result->samples : untimed;
    size_t end = result->first + result->count;
    totals->results++;
    totals->timed += timed;
    totals->duration += result->duration;
    if (result->count) {
        totals->sampled++;
        totals->sampled_duration += result->duration;
        totals->samples += result->samples;
    }
    if (adding->of_kernel[result->kernel] < HOT_ENOUGH) {
        add_whole(adding, at, timed);
        return;
    }
    for (size_t i = result->first; i < end;)
        i = add_instruction(adding, at, scale, timed, i, end);
}

static void add_marks(struct adding *adding, size_t at)
{
    const struct hot_result *result = &adding->index->results[at];
    for (size_t i = 0; i < result->mark_count; i++)
        add_mark(adding, &adding->index->marks[result->first_mark + i], result->duration);
}

/* "selected" is no stall: the warp issued. */
static void find_stall(const struct hot_index *index, struct sum *sum)
{
    size_t best = HOT_MOST_STALLS;
    for (size_t i = 0; i < index->stall_count; i++)
        if (strcmp(index->stalls[i], "selected") != 0 && sum->stalls[i] > 0 &&
            (best == HOT_MOST_STALLS || sum->stalls[i] > sum->stalls[best]))
            best = i;
    if (best == HOT_MOST_STALLS || sum->spot.weight <= 0)
        return;
    sum->spot.stall = index->stalls[best];
    sum->spot.stall_share = sum->stalls[best] / sum->spot.weight;
}

/* Chains the sums of each line and of each function. */
static void chain(struct adding *adding)
{
    const struct hot_index *index = adding->index;
    adding->of_line = mem_alloc((index->line_keys.count + 1) * sizeof *adding->of_line);
    adding->of_function = mem_alloc((index->function_keys.count + 1) * sizeof *adding->of_function);
    adding->uses = mem_alloc((index->line_keys.count + 1) * sizeof *adding->uses);
    adding->next_of_line = mem_alloc((adding->count + 1) * sizeof *adding->next_of_line);
    adding->next_of_func = mem_alloc((adding->count + 1) * sizeof *adding->next_of_func);
    for (size_t i = 0; i < index->keys.count; i++)
        adding->uses[index->places[i]->line_key] |= stall_cause_uses_of(index->places[i]->opcode);
    for (size_t i = 0; i < adding->count; i++) {
        const struct hot_place *place = adding->sums[i].spot.place;
        adding->next_of_line[i] = adding->of_line[place->line_key];
        adding->of_line[place->line_key] = (uint32_t)i + 1;
        adding->next_of_func[i] = adding->of_function[place->function_key];
        adding->of_function[place->function_key] = (uint32_t)i + 1;
    }
}

static void free_adding(struct adding *adding)
{
    free(adding->sums);
    free(adding->of);
    free(adding->of_kernel);
    free(adding->uses);
    free(adding->of_line);
    free(adding->of_function);
    free(adding->next_of_line);
    free(adding->next_of_func);
}

static int by_weight(const void *a, const void *b)
{
    const struct hot_spot *x = a, *y = b;
    if (x->weight != y->weight)
        return x->weight > y->weight ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

static bool is_wanted(const struct hot_index *index, size_t result, hot_wants *wants,
                      const void *context)
{
    return index->results[result].added && (!wants || wants(context, result));
}

/* Returns whether there are any samples. */
static bool count_samples(struct adding *adding, hot_wants *wants, const void *context)
{
    const struct hot_index *index = adding->index;
    double all = 0;
    adding->of_kernel = mem_alloc((index->kernels.count + 1) * sizeof *adding->of_kernel);
    for (size_t i = 0; i < index->result_count; i++)
        if (is_wanted(index, i, wants, context)) {
            adding->of_kernel[index->results[i].kernel] += index->results[i].samples;
            all += index->results[i].samples;
        }
    return all > 0;
}

void hot_spots_find(struct hot_spots *spots, const struct hot_index *index, enum hot_by by,
                    hot_wants *wants, const void *context)
{
    struct adding adding = {.index = index, .by = by};
    *spots = (struct hot_spots){.by = by};
    adding.of = mem_alloc((key_count(index, by) + 1) * sizeof *adding.of);
    const bool any = count_samples(&adding, wants, context);
    for (size_t i = 0; i < index->result_count; i++)
        if (is_wanted(index, i, wants, context))
            add_result(&adding, &spots->totals, i);
    for (size_t i = 0; i < adding.count; i++) {
        end_result(&adding.sums[i]);
        find_stall(index, &adding.sums[i]);
    }
    chain(&adding);
    for (size_t i = 0; i < index->result_count; i++)
        if (is_wanted(index, i, wants, context))
            add_marks(&adding, i);
    double all =
        spots->totals.duration > 0 ? spots->totals.duration : spots->totals.samples * untimed;
    spots->items = mem_alloc((adding.count + 1) * sizeof *spots->items);
    for (size_t i = 0; i < adding.count && any; i++) {
        struct hot_spot *spot = &spots->items[spots->count++];
        *spot = adding.sums[i].spot;
        spot->share = all > 0 ? spot->weight / all : 0;
        spots->totals.without_lines +=
            by == HOT_BY_LINE && !spot->place->file && !spot->place->whole;
    }
    if (spots->count)
        qsort(spots->items, spots->count, sizeof *spots->items, by_weight);
    free_adding(&adding);
}

void hot_spots_free(struct hot_spots *spots)
{
    free(spots->items);
    *spots = (struct hot_spots){0};
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

void hot_spot_add_place(struct strbuf *out, const struct hot_spot *spot, enum hot_by by)
{
    const struct hot_place *place = spot->place;
    if (by == HOT_BY_LINE && place->file)
        strbuf_addf(out, "%s:%u", last_part(place->file), place->line);
    else if (by == HOT_BY_FUNCTION || place->whole)
        strbuf_adds(out, place->shown);
    else
        strbuf_addf(out, "%s+0x%" PRIx64, place->shown, place->offset);
}

void hot_spot_add_text(struct strbuf *out, const struct hot_spot *spot, enum hot_by by)
{
    const struct hot_place *place = spot->place;
    strbuf_adds(out, "");
    if (place->whole && spot->samples > 0)
        strbuf_addf(out, "%.0f warp sample%s: too few to tell where", spot->samples,
                    spot->samples == 1 ? "" : "s");
    else if (place->whole)
        strbuf_adds(out, "without warp samples");
    else if (by == HOT_BY_LINE && *place->text)
        strbuf_adds(out, place->text);
    else if (by == HOT_BY_FUNCTION && place->file)
        strbuf_adds(out, last_part(place->file));
    else if (by == HOT_BY_FUNCTION || (by == HOT_BY_LINE && place->file))
        strbuf_adds(out, "");
    else if (place->opcode && place->file)
        strbuf_addf(out, "%s  %s:%u", place->opcode, last_part(place->file), place->line);
    else
        strbuf_adds(out, place->opcode ? place->opcode : "");
}

const char *hot_spots_why_none(const struct hot_totals *totals)
{
    if (totals->sampled)
        return NULL;
    return totals->results
               ? "the results have no warp samples; they come with --set full or with --section "
                 "SourceCounters"
               : "there are no results";
}
