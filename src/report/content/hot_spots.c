#include "report/content/hot_spots.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "report/base/mem.h"

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
    double score;        /* of the finding */
    const char *of_wait; /* a finding about a stall reason, and its score */
    double of_wait_score;
};

struct adding {
    const struct hot_index *index;
    enum hot_by by;
    struct sum *sums;
    uint32_t *of; /* by key: index of its sum + 1 */
    size_t count, capacity;
    struct line_finding {
        const char *title;
        double score;
    } * lines; /* by line key, of instructions */
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

/* The finding that promises most counts, and of two alike the one in the longer launch. */
static void give_finding(struct adding *adding, uint32_t key, const struct hot_mark *mark,
                         double score)
{
    if (!adding->of[key])
        return;
    struct sum *sum = &adding->sums[adding->of[key] - 1];
    if (score > sum->score) {
        sum->score = score;
        sum->spot.finding = mark->title;
    }
    if (score > sum->of_wait_score && strstr(mark->title, "Stall")) {
        sum->of_wait_score = score;
        sum->of_wait = mark->title;
    }
}

/* A finding about an instruction is one about its line, too, and one about a line is one about each
 * of its instructions: see give_lines(). */
static void add_mark(struct adding *adding, const struct hot_mark *mark, double duration)
{
    double score = (mark->speedup + 0.001) * (duration > 0 ? duration : untimed);
    if ((mark->of == HOT_OF_FUNCTION) != (adding->by == HOT_BY_FUNCTION))
        return;
    if (mark->of == HOT_OF_INSTRUCTION)
        give_finding(adding, key_of(adding->index, adding->by, mark->key), mark, score);
    else if (mark->of == HOT_OF_FUNCTION || adding->by == HOT_BY_LINE)
        give_finding(adding, mark->key, mark, score);
    else if (score > adding->lines[mark->key].score)
        adding->lines[mark->key] = (struct line_finding){mark->title, score};
}

static void give_lines(const struct adding *adding, struct sum *sum)
{
    const struct line_finding *line = &adding->lines[sum->spot.place->line_key];
    if (adding->by == HOT_BY_INSTRUCTION && !sum->spot.finding)
        sum->spot.finding = line->title;
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
    if (!result->count)
        return;
    totals->sampled++;
    totals->sampled_duration += result->duration;
    totals->samples += result->samples;
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
    /* What says why the warps wait here tells more than what says something else. */
    if (sum->of_wait && strncasecmp(sum->of_wait, sum->spot.stall, strlen(sum->spot.stall)) == 0)
        sum->spot.finding = sum->of_wait;
}

static int by_weight(const void *a, const void *b)
{
    const struct hot_spot *x = a, *y = b;
    if (x->weight != y->weight)
        return x->weight > y->weight ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

void hot_spots_find(struct hot_spots *spots, const struct hot_index *index, enum hot_by by,
                    hot_wants *wants, const void *context)
{
    struct adding adding = {.index = index, .by = by};
    *spots = (struct hot_spots){.by = by};
    adding.of = mem_alloc((key_count(index, by) + 1) * sizeof *adding.of);
    adding.lines = mem_alloc((index->line_keys.count + 1) * sizeof *adding.lines);
    for (int marks = 0; marks < 2; marks++)
        for (size_t i = 0; i < index->result_count; i++) {
            if (!index->results[i].added || (wants && !wants(context, i)))
                continue;
            if (marks)
                add_marks(&adding, i);
            else
                add_result(&adding, &spots->totals, i);
        }
    double all =
        spots->totals.duration > 0 ? spots->totals.duration : spots->totals.samples * untimed;
    spots->items = mem_alloc((adding.count + 1) * sizeof *spots->items);
    for (size_t i = 0; i < adding.count; i++) {
        end_result(&adding.sums[i]);
        find_stall(index, &adding.sums[i]);
        give_lines(&adding, &adding.sums[i]);
        struct hot_spot *spot = &spots->items[spots->count++];
        *spot = adding.sums[i].spot;
        spot->share = all > 0 ? spot->weight / all : 0;
        spots->totals.without_lines += by == HOT_BY_LINE && !spot->place->file;
    }
    if (spots->count)
        qsort(spots->items, spots->count, sizeof *spots->items, by_weight);
    free(adding.sums);
    free(adding.of);
    free(adding.lines);
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
    else if (by == HOT_BY_FUNCTION)
        strbuf_adds(out, place->shown);
    else
        strbuf_addf(out, "%s+0x%" PRIx64, place->shown, place->offset);
}

void hot_spot_add_text(struct strbuf *out, const struct hot_spot *spot, enum hot_by by)
{
    const struct hot_place *place = spot->place;
    strbuf_adds(out, "");
    if (by == HOT_BY_LINE && *place->text)
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
