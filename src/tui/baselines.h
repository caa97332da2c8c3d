/* baselines: the results that others are compared with.
 *
 * A baseline is a result of the list, which holds for all others; or a set in which each result has
 * its own partner: the results of another report, or those of a run before, paired by
 * report_pairs.h. Several may be set. They are numbered from 1, and one of them is the current one:
 * numbers show the change against it. Its decoded result is held in the cache of its report while
 * it is shown.
 *
 * Launches of another report, or of the run before one that goes on, are paired anew when results
 * have come to the list. Opening a report of many results takes its time, and so do pairing and
 * closing it: they are done in steps, and until the last one of the first two partners are not
 * known. */
#ifndef ROOFTOP_BASELINES_H
#define ROOFTOP_BASELINES_H

#include <stdbool.h>
#include <stddef.h>

#include "report_pairs.h"
#include "result_cache.h"
#include "rule_source.h"
#include "strbuf.h"

struct baseline {
    struct report *report;          /* whose results it has: the list's, or its own */
    struct result_cache *cache;     /* of that report */
    struct rule_source *source;     /* the same, its own; NULL: none yet */
    const char *path;               /* of its own report; NULL: it is of the list */
    size_t result;                  /* one for all; NO_LAUNCH: each has its own */
    bool opens;                     /* its own report is being opened */
    size_t *partners;               /* by result of the list */
    size_t count;                   /* results that have a place among them */
    struct report_pairing *pairing; /* where each has its own; NULL: not begun */
    bool waits;                     /* for that, which is done in steps */
    bool grows;                     /* a run goes on: what comes is paired with the run before */
};

struct baselines {
    struct report *report; /* of the list */
    struct result_cache *cache;
    struct baseline *items;
    size_t count, capacity, current;
    struct baseline *closing; /* dropped; their own reports are yet to be closed */
    size_t closing_count, closing_capacity;
    bool off;                      /* changes are not shown */
    size_t before_from, before_to; /* results of the list that the run before has, with baselines
                                      or without */
    const struct result *held;
    struct result_cache *held_in;
};

/* What a result is compared with. */
struct baseline_partner {
    struct baseline *baseline; /* NULL: there is none at all */
    size_t number;             /* of it, from 1 */
    size_t index;              /* result of baseline->report; NO_LAUNCH: it has no partner */
    bool itself;               /* the result is the baseline */
    bool pending;              /* which one it has is not known yet */
};

/* Report and cache must outlive it. */
void baselines_init(struct baselines *baselines, struct report *report, struct result_cache *cache);
void baselines_free(struct baselines *baselines);

/* The result becomes a baseline, the current one, or is none any more. Returns whether it is. */
bool baselines_toggle(struct baselines *baselines, size_t result);
/* Opens a report as baseline, the current one; or begins to, if it has many results. */
bool baselines_open(struct baselines *baselines, const char *path, struct error *error);
/* Whether one turned out to have no results when it was open, and drops that. */
bool baselines_has_empty(const struct baselines *baselines);
void baselines_drop_empty(struct baselines *baselines, struct error *error);
/* A run begins, whose results come behind the first `results` of the list: those of the run before
 * become their baselines as they come. */
void baselines_begin_run(struct baselines *baselines, size_t results);
void baselines_clear(struct baselines *baselines);
/* Makes the next one the current one (step 1), or the one before (-1). */
void baselines_step(struct baselines *baselines, int step);

/* Number of the baseline that the result is, 0: it is none. */
size_t baselines_number(const struct baselines *baselines, size_t result);
/* How many results of the list have a partner in a baseline. */
size_t baselines_paired(struct baselines *baselines, struct baseline *baseline);

struct baseline_partner baselines_partner(struct baselines *baselines, size_t result);

/* Whether partners in the current one are not known yet, how far opening or pairing it is, and all
 * steps of these at once. */
bool baselines_pending(const struct baselines *baselines);
int baselines_percent(const struct baselines *baselines);
void baselines_finish(struct baselines *baselines);
/* Whether there is a step of any to be made, and one: of the current one first. */
bool baselines_works(const struct baselines *baselines);
void baselines_work(struct baselines *baselines);

/* Decodes the partner and holds it until the next call or baselines_let_go(). NULL: there is none;
 * with an error if it cannot be decoded, else error->text is "". */
struct result *baselines_hold(struct baselines *baselines, const struct baseline_partner *partner,
                              struct error *error);
/* Lets go of what is held; and of all that was decoded of other reports. */
void baselines_let_go(struct baselines *baselines);
void baselines_release(struct baselines *baselines);

/* A result as it is spoken of: "3 transpose_naive", without parameters. Safe. */
void baselines_add_result(struct report *report, size_t index, struct strbuf *out);
/* The same of a partner, with the file of a report of its own, or with which one it is of several
 * in the list: "run1.ncu-rep: 3 transpose_naive", "run 1: 3 transpose_naive". Safe. */
void baselines_name(const struct baseline_partner *partner, struct strbuf *out);

#endif
