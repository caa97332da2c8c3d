/* scan: what rules find in all results of a report, looked for in small steps between two keys.
 *
 * Each step decodes one result, lets the rules look at it, or does a part of putting in order what
 * was found; results that were not decoded for somebody else are dropped again. Results that are
 * added later are looked at too. */
#ifndef ROOFTOP_SCAN_H
#define ROOFTOP_SCAN_H

#include "opportunities.h"
#include "result_cache.h"
#include "rule_choice.h"
#include "section_choice.h"

/* What rules over several results say, as safe texts. */
struct scan_note {
    char *title, *text;
    char *kernel;  /* without what stands before its name; NULL: all */
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
    const struct rule_choice *rules; /* loaded before the first step */
    struct opportunities *found;     /* NULL: nothing looked at yet */
    size_t next;                     /* result to be looked at */
    struct result *held;             /* that one, decoded */
    bool was_kept;                   /* in the cache, before */
    size_t unread;                   /* results that cannot be decoded */

    bool ranks;     /* what was found is being put in order, no result is looked at meanwhile */
    double rank_ms; /* what that took, without what came between */
    size_t ranked_notes; /* of what rules over several results say: so much was looked at */
    struct scan_notes next_notes;

    /* In order, as of the last time. */
    bool is_ranked; /* that is all that was found */
    struct opportunity_totals totals;
    const struct opportunity *list;
    size_t count;
    struct scan_notes notes;
};

/* Begins anew; before the rules, sections or decoded results change. */
void scan_restart(struct scan *scan);
void scan_free(struct scan *scan);

/* Whether results are left to be looked at. */
bool scan_pending(const struct scan *scan);
int scan_percent(const struct scan *scan);

/* One of the steps until all is looked at and in order. stop: asked in the course of long ones,
 * which are given up and begun anew when it says so. */
void scan_step(struct scan *scan, bool (*stop)(void *context), void *context);
bool scan_works(const struct scan *scan); /* there is one to be made */

/* The next steps put in order what was found so far. */
void scan_rank(struct scan *scan);

#endif
