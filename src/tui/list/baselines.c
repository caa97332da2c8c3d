#include "tui/list/baselines.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/names/demangle.h"

enum {
    MOST_DECODED = 64 << 20, /* bytes, per other report */
    /* Amounts of work that nobody notices: steps of opening, results to look at, and results on
     * both sides to pair. */
    OPENED_AT_ONCE = 300,
    LOOKED_AT_ONCE = 200,
    PAIRED_AT_ONCE = 1000
};

void baselines_init(struct baselines *b, struct report *report, struct result_cache *cache)
{
    *b = (struct baselines){.report = report, .cache = cache};
}

void baselines_let_go(struct baselines *b)
{
    if (b->held)
        result_cache_release(b->held_in, b->held->index);
    b->held = NULL;
}

/* Makes a step of closing a dropped baseline. Returns true when it is closed. */
static bool close_step(struct baseline *old)
{
    if (old->cache) {
        report_pairing_free(old->pairing);
        result_cache_free(old->cache);
        rule_source_free(old->source);
        free(old->partners);
        old->cache = NULL;
        return false;
    }
    return report_close_step(old->report);
}

static void remove_at(struct baselines *b, size_t at)
{
    struct baseline *old = &b->items[at];
    baselines_let_go(b);
    if (old->path) {
        mem_grow(&b->closing, b->closing_count, &b->closing_capacity, sizeof *b->closing);
        b->closing[b->closing_count++] = *old;
    } else {
        report_pairing_free(old->pairing);
        free(old->partners);
    }
    memmove(old, old + 1, (b->count - at - 1) * sizeof *old);
    b->count--;
    if (b->current > at || b->current == b->count)
        b->current = b->current ? b->current - 1 : 0;
}

void baselines_clear(struct baselines *b)
{
    while (b->count)
        remove_at(b, b->count - 1);
}

void baselines_free(struct baselines *b)
{
    baselines_clear(b);
    while (baselines_works(b))
        baselines_work(b);
    free(b->items);
    free(b->closing);
}

/* Adds a baseline, which becomes the current one. */
static struct baseline *add(struct baselines *b, struct baseline baseline)
{
    mem_grow(&b->items, b->count, &b->capacity, sizeof *b->items);
    b->current = b->count++;
    b->off = false;
    b->items[b->current] = baseline;
    return &b->items[b->current];
}

size_t baselines_number(const struct baselines *b, size_t result)
{
    for (size_t i = 0; i < b->count; i++)
        if (b->items[i].result == result)
            return i + 1;
    return 0;
}

bool baselines_toggle(struct baselines *b, size_t result)
{
    size_t number = baselines_number(b, result);
    if (number)
        remove_at(b, number - 1);
    else
        add(b, (struct baseline){.report = b->report, .cache = b->cache, .result = result});
    return !number;
}

void baselines_use(struct baselines *b, size_t result)
{
    const size_t number = baselines_number(b, result);
    if (number)
        b->current = number - 1;
    else
        baselines_toggle(b, result);
    b->off = false;
}

static bool set_no_results(struct error *error, const char *path)
{
    return error_set(error, "%s has no results to compare with", path);
}

bool baselines_open(struct baselines *b, const char *path, struct error *error)
{
    struct report *report = report_open_begin(path, error);
    if (!report)
        return false;
    bool open = false;
    for (int i = 0; !open && i < OPENED_AT_ONCE; i++)
        open = report_open_step(report);
    if (open && !report_count(report)) {
        report_close(report);
        return set_no_results(error, path);
    }
    report_set_renames(report, report_renames(b->report));
    report_share_sections(report, b->report);
    struct baseline *added =
        add(b, (struct baseline){.report = report, .result = NO_LAUNCH, .opens = !open});
    added->path = report_path(report);
    added->cache = result_cache_new(report, MOST_DECODED);
    return true;
}

static size_t find_empty(const struct baselines *b)
{
    size_t i = 0;
    for (; i < b->count; i++)
        if (b->items[i].path && !b->items[i].opens && !report_count(b->items[i].report))
            break;
    return i;
}

bool baselines_has_empty(const struct baselines *b)
{
    return find_empty(b) < b->count;
}

void baselines_drop_empty(struct baselines *b, struct error *error)
{
    size_t at = find_empty(b);
    set_no_results(error, b->items[at].path);
    remove_at(b, at);
}

static struct baseline *find_pairs(struct baselines *b)
{
    for (size_t i = 0; i < b->count; i++)
        if (b->items[i].result == NO_LAUNCH && !b->items[i].path) {
            b->current = i;
            b->off = false;
            return &b->items[i];
        }
    return add(b, (struct baseline){.report = b->report, .cache = b->cache, .result = NO_LAUNCH});
}

static void widen(struct baseline *baseline, size_t count)
{
    if (count <= baseline->count)
        return;
    size_t *partners = mem_alloc(count * sizeof *partners);
    for (size_t i = 0; i < count; i++)
        partners[i] = i < baseline->count ? baseline->partners[i] : NO_LAUNCH;
    free(baseline->partners);
    baseline->partners = partners;
    baseline->count = count;
}

static bool is_paired(const struct baselines *b, const struct baseline *baseline)
{
    return !baseline->opens &&
           (baseline->count == report_count(b->report) || !(baseline->path || baseline->grows));
}

/* Returns the pairing, extended to all current results. */
static struct report_pairing *pairing_of(const struct baselines *b, struct baseline *baseline)
{
    const size_t count = report_count(b->report);
    struct result_range before = {baseline->report, 0, report_count(baseline->report)};
    struct result_range after = {b->report, 0, count};
    if (!baseline->path) {
        before = (struct result_range){b->report, b->before_from, b->before_to};
        after.from = b->before_to;
    }
    if (!baseline->pairing)
        baseline->pairing = report_pairing_new(&before, &after);
    report_pairing_widen(baseline->pairing, count);
    return baseline->pairing;
}

static void work(const struct baselines *b, struct baseline *baseline)
{
    if (baseline->opens) {
        baseline->opens = !report_open_step(baseline->report);
        return;
    }
    struct report_pairing *pairing = pairing_of(b, baseline);
    if (!report_pairing_step(pairing))
        return;
    const size_t from = baseline->path ? 0 : b->before_to;
    size_t *partners = report_pairing_partners(pairing);
    widen(baseline, report_count(b->report));
    for (size_t i = from; i < baseline->count; i++)
        baseline->partners[i] = partners[i - from];
    free(partners);
    baseline->waits = false;
}

/* Returns whether the pairing takes long enough to be noticed. */
static bool takes_long(const struct report_pairing *pairing)
{
    return report_pairing_left(pairing) > LOOKED_AT_ONCE ||
           report_pairing_size(pairing) > PAIRED_AT_ONCE;
}

static bool is_pending(const struct baselines *b, struct baseline *baseline)
{
    if (baseline->opens)
        return true;
    if (is_paired(b, baseline))
        return false;
    baseline->waits = baseline->waits || takes_long(pairing_of(b, baseline));
    return baseline->waits;
}

/* Pairs results that came since, unless that takes long. All are paired again, because the order of
 * all decides. */
static void pair_all(const struct baselines *b, struct baseline *baseline)
{
    while (!is_paired(b, baseline) && !is_pending(b, baseline))
        work(b, baseline);
}

static struct baseline *current(const struct baselines *b)
{
    return b->count ? &b->items[b->current] : NULL;
}

bool baselines_pending(const struct baselines *b)
{
    return b->count && is_pending(b, current(b));
}

int baselines_percent(const struct baselines *b)
{
    const struct baseline *baseline = current(b);
    if (baseline && baseline->opens)
        return report_open_percent(baseline->report);
    return baseline && baseline->pairing ? report_pairing_percent(baseline->pairing) : 0;
}

static struct baseline *opening(const struct baselines *b)
{
    for (size_t i = 0; i < b->count; i++)
        if (b->items[i].opens)
            return &b->items[i];
    return NULL;
}

bool baselines_works(const struct baselines *b)
{
    return baselines_pending(b) || opening(b) || b->closing_count;
}

void baselines_work(struct baselines *b)
{
    struct baseline *next = baselines_pending(b) ? current(b) : opening(b);
    if (next)
        work(b, next);
    else if (b->closing_count && close_step(&b->closing[b->closing_count - 1]))
        b->closing_count--;
}

static void finish(const struct baselines *b, struct baseline *baseline)
{
    while (!is_paired(b, baseline))
        work(b, baseline);
}

void baselines_finish(struct baselines *b)
{
    if (b->count)
        finish(b, current(b));
}

void baselines_begin_run(struct baselines *b, size_t results)
{
    struct baseline *baseline = find_pairs(b);
    baselines_let_go(b);
    finish(b, baseline);
    report_pairing_free(baseline->pairing);
    baseline->pairing = NULL;
    /* A run without results is nothing to compare with. */
    if (results > b->before_to)
        b->before_from = b->before_to;
    b->before_to = results;
    baseline->grows = true;
    widen(baseline, results);
}

void baselines_step(struct baselines *b, int step)
{
    baselines_let_go(b);
    if (b->count)
        b->current = (b->current + (step < 0 ? b->count - 1 : 1)) % b->count;
}

size_t baselines_paired(struct baselines *b, struct baseline *baseline)
{
    size_t paired = 0;
    pair_all(b, baseline);
    for (size_t i = 0; i < baseline->count; i++)
        paired += baseline->partners[i] != NO_LAUNCH;
    return paired;
}

void baselines_settle(struct baselines *b)
{
    struct baseline *baseline = current(b);
    if (baseline && baseline->result == NO_LAUNCH)
        pair_all(b, baseline);
}

struct baseline_partner baselines_settled_partner(const struct baselines *b, size_t result)
{
    struct baseline *baseline = current(b);
    if (!baseline)
        return (struct baseline_partner){.index = NO_LAUNCH};
    struct baseline_partner partner = {baseline, b->current + 1, baseline->result, false};
    if (baseline->result == NO_LAUNCH) {
        partner.pending = result >= baseline->count && !is_paired(b, baseline);
        partner.index = result < baseline->count ? baseline->partners[result] : NO_LAUNCH;
    } else if (result == baseline->result) {
        partner.itself = true;
        partner.index = NO_LAUNCH;
    }
    return partner;
}

struct baseline_partner baselines_partner(struct baselines *b, size_t result)
{
    baselines_settle(b);
    return baselines_settled_partner(b, result);
}

struct result *baselines_hold(struct baselines *b, const struct baseline_partner *partner,
                              struct error *error)
{
    baselines_let_go(b);
    error->text[0] = '\0';
    if (!partner->baseline || partner->index == NO_LAUNCH)
        return NULL;
    struct result *result = result_cache_hold(partner->baseline->cache, partner->index, error);
    b->held = result;
    b->held_in = partner->baseline->cache;
    return result;
}

void baselines_release(struct baselines *b)
{
    baselines_let_go(b);
    for (size_t i = 0; i < b->count; i++)
        if (b->items[i].path)
            result_cache_clear(b->items[i].cache);
}

static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Returns the length of the name without its parameters. */
static size_t brief_length(const char *name)
{
    size_t length = strlen(name), at = length;
    if (!length || name[length - 1] != ')')
        return length;
    for (int depth = 0; at > 0; at--) {
        depth += (name[at - 1] == ')') - (name[at - 1] == '(');
        if (!depth)
            return at > 1 ? at - 1 : length;
    }
    return length;
}

void baselines_add_result(struct report *report, size_t index, struct strbuf *out)
{
    const struct result_summary *summary = report_summary(report, index);
    const char *name = demangle_brief(summary->name);
    strbuf_addf(out, "%zu ", summary->id);
    safe_text_add(out, name, brief_length(name), false);
}

void baselines_name(const struct baseline_partner *partner, struct strbuf *out)
{
    const struct baseline *baseline = partner->baseline;
    size_t index = partner->itself ? baseline->result : partner->index;
    const char *file = baseline->path ? file_name(baseline->path) : "";
    /* Each run or report of the list counts its results from 0. */
    if (!baseline->path && index != NO_LAUNCH && report_file_count(baseline->report) > 1)
        file = report_file(baseline->report, report_result_file(baseline->report, index))->label;
    safe_text_add(out, file, strlen(file), false);
    if (index == NO_LAUNCH)
        return;
    strbuf_adds(out, *file ? ": " : "");
    baselines_add_result(baseline->report, index, out);
}
