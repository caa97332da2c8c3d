/* scan: runs the rules on all results of a report, in small steps between two keys.
 *
 * A step decodes one result, or runs the rules on it, or does a part of ranking the findings. A
 * result that was decoded only for this is released afterwards. Results that are added later are
 * scanned, too. Of each result it notes the root cause that limits it (report_set_limit()). */
#ifndef ROOFTOP_TUI_VIEWS_SCAN_H
#define ROOFTOP_TUI_VIEWS_SCAN_H

#include "report/base/name_index.h"
#include "report/file/result_cache.h"
#include "report/rules/opportunities.h"
#include "report/rules/rule_choice.h"
#include "report/section/section_choice.h"

/* What rules about several results say, as safe texts. */
struct scan_note {
    char *title, *text;
    char *kernel;  /* the kernel's name without its namespace; NULL: all kernels */
    char *section; /* "" for none */
};

struct scan_notes {
    struct scan_note *items;
    size_t count, capacity;
};

struct scan {
    bool on;
    struct report *report;
    struct result_cache *cache;
    const struct section_choice *sections;
    bool *wanted; /* by result: whether it is looked at; NULL: all are */
    size_t known; /* how many `wanted` has; results behind them are looked at later */
    const struct rule_choice *rules; /* loaded before the first step */
    struct opportunities *found;     /* NULL: no result was scanned yet */
    size_t next;                     /* the next result to scan */
    struct result *held;             /* the next result, decoded */
    bool was_kept;                   /* the next result was in the cache before */
    unsigned restarts;               /* how often it began anew */
    size_t unread;                   /* results that cannot be decoded */

    bool ranks;          /* the findings are being ranked; no result is scanned meanwhile */
    double rank_ms;      /* the time of ranking, without pauses */
    size_t ranked_notes; /* how many of the notes were looked at */
    struct scan_notes next_notes;

    /* The ranked findings, as of the last time. */
    bool is_ranked; /* they include everything that was found */
    struct opportunity_totals totals;
    size_t whole;             /* how many of the list are not partial */
    const struct cause *list; /* what could be saved, the largest first, then what could be saved
                               * of a part of a kernel */
    size_t count;
    double saving; /* ns, of all causes together */
    bool overlap;  /* savings of one kernel are about the same time */
    struct scan_notes notes;

    struct name_index names; /* of causes, for the results; they stay until the end */
    struct arena texts;
};

/* Looks only at these of the first `known` results, as of now: what was found in others is
 * forgotten by beginning anew. */
void scan_only(struct scan *scan, const size_t *results, size_t count, size_t known);

/* Returns what limits the kernel of an item of the list, where its cause does not: a unit that
 * works hard ("Shared Memory"). Only the first cause of a kernel has that. NULL: the cause limits
 * it. */
const char *scan_limit(const struct scan *scan, size_t item);

/* Begins anew. Call it before rules, sections or decoded results change. */
void scan_restart(struct scan *scan);
void scan_free(struct scan *scan);

/* Returns whether results are left to scan. */
bool scan_pending(const struct scan *scan);
int scan_percent(const struct scan *scan);

/* Does one step. stop: is called during long steps; if it returns true, the step is abandoned and
 * begun anew later. */
void scan_step(struct scan *scan, bool (*stop)(void *context), void *context);
bool scan_works(const struct scan *scan); /* Returns whether a step is left. */

/* Makes the next steps rank what was found so far. */
void scan_rank(struct scan *scan);

#endif
