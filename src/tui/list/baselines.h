/* baselines: the results that others are compared with.
 *
 * A baseline is one result of the list, for all others; or a set in which each result has its own
 * partner: the results of another report, or those of an earlier run, paired by report_pairs.h.
 * There may be several. They are numbered from 1, and one is the current one: numbers show the
 * change against it. Its decoded result is held in the cache of its report while it is shown.
 * Metrics of two reports correspond by name.
 *
 * Partners in another report, or in an earlier run, are paired again when results are added to the
 * list. Opening, pairing and closing a large report takes time and is done in steps. Partners are
 * unknown until the report is open and paired. */
#ifndef ROOFTOP_TUI_LIST_BASELINES_H
#define ROOFTOP_TUI_LIST_BASELINES_H

#include <stdbool.h>
#include <stddef.h>

#include "report/base/strbuf.h"
#include "report/compare/report_pairs.h"
#include "report/file/result_cache.h"
#include "report/rules/rule_source.h"

struct baseline {
    struct report *report;          /* the list's report, or its own */
    struct result_cache *cache;     /* for that report */
    struct rule_source *source;     /* for its own report; NULL: none yet */
    const char *path;               /* of its own report; NULL: it belongs to the list */
    size_t result;                  /* one for all; NO_LAUNCH: each result has its own partner */
    bool opens;                     /* its own report is being opened */
    size_t *partners;               /* by result of the list */
    size_t count;                   /* number of results in `partners` */
    struct report_pairing *pairing; /* if each result has its own; NULL: not begun */
    bool waits;                     /* for the pairing, which is done in steps */
    bool grows;                     /* a run goes on: its results are paired with the run before */
};

struct baselines {
    struct report *report; /* the list's report */
    struct result_cache *cache;
    struct baseline *items;
    size_t count, capacity, current;
    struct baseline *closing; /* dropped ones whose own reports are yet to be closed */
    size_t closing_count, closing_capacity;
    bool off;                      /* changes are not shown */
    size_t before_from, before_to; /* the results of the run before, even without baselines */
    const struct result *held;
    struct result_cache *held_in;
};

/* What a result is compared with. */
struct baseline_partner {
    struct baseline *baseline; /* NULL: there is no baseline */
    size_t number;             /* of the baseline, from 1 */
    size_t index;              /* in baseline->report; NO_LAUNCH: no partner */
    bool itself;               /* the result is the baseline */
    bool pending;              /* the partner is not known yet */
};

/* Initialises the baselines. Report and cache must outlive them. */
void baselines_init(struct baselines *baselines, struct report *report, struct result_cache *cache);
void baselines_free(struct baselines *baselines);

/* Makes the result the current baseline, or removes it. Returns whether it is a baseline now. */
bool baselines_toggle(struct baselines *baselines, size_t result);
/* Makes the result the current baseline, whether or not it was one. */
void baselines_use(struct baselines *baselines, size_t result);
/* Opens a report as the current baseline, or begins to if it is large. Returns false with the error
 * if it is no report or has no results. */
bool baselines_open(struct baselines *baselines, const char *path, struct error *error);
/* baselines_has_empty() returns whether a report had no results when it was open.
 * baselines_drop_empty() drops it and stores the error. */
bool baselines_has_empty(const struct baselines *baselines);
void baselines_drop_empty(struct baselines *baselines, struct error *error);
/* Begins a run, whose results follow the first `results` of the list. The results of the run before
 * become their baselines as they arrive. */
void baselines_begin_run(struct baselines *baselines, size_t results);
void baselines_clear(struct baselines *baselines);
/* Makes the next baseline (step 1), or the one before (-1), the current one. */
void baselines_step(struct baselines *baselines, int step);

/* Returns the number of the baseline that the result is, or 0. */
size_t baselines_number(const struct baselines *baselines, size_t result);
/* Returns how many results of the list have a partner in a baseline. */
size_t baselines_paired(struct baselines *baselines, struct baseline *baseline);

/* Pairs with the current baseline the results that have come since, unless that takes long. */
void baselines_settle(struct baselines *baselines);
/* Return what a result of the list is compared with. baselines_partner() settles first.
 * baselines_settled_partner() is for after baselines_settle(). */
struct baseline_partner baselines_partner(struct baselines *baselines, size_t result);
struct baseline_partner baselines_settled_partner(const struct baselines *baselines, size_t result);

/* Return whether partners in the current baseline are yet unknown, and how far its opening or
 * pairing is. baselines_finish() does all the remaining steps. */
bool baselines_pending(const struct baselines *baselines);
int baselines_percent(const struct baselines *baselines);
void baselines_finish(struct baselines *baselines);
/* Return whether there are steps to make, and make one, the current baseline's first. */
bool baselines_works(const struct baselines *baselines);
void baselines_work(struct baselines *baselines);

/* Decodes the partner and holds it until the next call or baselines_let_go(). Returns NULL if there
 * is none (error->text is "") or it cannot be decoded (with the error). */
struct result *baselines_hold(struct baselines *baselines, const struct baseline_partner *partner,
                              struct error *error);
/* baselines_let_go() releases what is held. baselines_release() also drops what was decoded from
 * other reports. */
void baselines_let_go(struct baselines *baselines);
void baselines_release(struct baselines *baselines);

/* Appends a result's short name: "3 transpose_naive", without parameters. Safe. */
void baselines_add_result(struct report *report, size_t index, struct strbuf *out);
/* Appends a partner's name, with the file of its own report, or with its run or report in the list:
 * "run1.ncu-rep: 3 transpose_naive", "run 1: 3 transpose_naive". Safe. */
void baselines_name(const struct baseline_partner *partner, struct strbuf *out);

#endif
