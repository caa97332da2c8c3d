/* call_rules: a table that says what the program's driver calls leave behind and take away: memory,
 * modules, graphs, settings of functions, captures. */
#ifndef ROOFTOP_COLLECT_INJECT_ENTRY_CALL_RULES_H
#define ROOFTOP_COLLECT_INJECT_ENTRY_CALL_RULES_H

#include <stdbool.h>

#include <cupti.h>

struct inject;

/* Fills what the other functions look up. Once, before the first of them. */
void call_rules_fill(void);

/* Notes what the call takes away, at its entry, and what it leaves behind, at its exit, if it
 * succeeded. With guard.lock held. */
void call_begins(struct inject *inject, CUpti_CallbackId id, const CUpti_CallbackData *data);
void call_ends(struct inject *inject, CUpti_CallbackId id, const CUpti_CallbackData *data);

#endif
