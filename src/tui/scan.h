/* scan: what rules find in all results of a report, looked for in small steps between two keys.
 *
 * Each step decodes one result or lets the rules look at it; those that were not decoded for
 * somebody else are dropped again. Results that are added later are looked at too. */
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

    /* As of the last scan_rank(). */
    bool is_ranked;
    double rank_ms; /* what it took */
    struct opportunity_totals totals;
    struct opportunity *list;
    size_t count, capacity;
    struct scan_note *notes;
    size_t note_count, note_capacity;
};

/* Begins anew; before the rules, sections or decoded results change. */
void scan_restart(struct scan *scan);
void scan_free(struct scan *scan);

/* Whether results are left to be looked at. */
bool scan_pending(const struct scan *scan);
int scan_percent(const struct scan *scan);
void scan_step(struct scan *scan);

/* Puts what was found so far into the lists. */
void scan_rank(struct scan *scan);

#endif
