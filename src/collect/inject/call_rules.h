/* call_rules: what each driver call of the program means to us: which memory it allocates or frees,
 * which modules it loads, whether it begins a capture. A table. */
#ifndef ROOFTOP_INJECT_CALL_RULES_H
#define ROOFTOP_INJECT_CALL_RULES_H

#include <stdbool.h>

#include <cupti.h>

struct inject;

/* Fills what the others look up; once, before the first of them. */
void call_rules_fill(void);

/* What it takes away, at its entry; what it leaves behind, at its exit, if it succeeded. */
void call_begins(struct inject *inject, CUpti_CallbackId id, const CUpti_CallbackData *data);
void call_ends(struct inject *inject, CUpti_CallbackId id, const CUpti_CallbackData *data);

#endif
