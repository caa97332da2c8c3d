/* call_rules: what each driver call of the program means to us: which memory it allocates or frees,
 * which modules it loads, whether it begins a capture, and whether a window may stay open over it.
 * Two tables. */
#ifndef ROOFTOP_INJECT_CALL_RULES_H
#define ROOFTOP_INJECT_CALL_RULES_H

#include <stdbool.h>

#include <cupti.h>

struct inject;

/* Fills what the others look up; once, before the first of them. */
void call_rules_fill(void);

/* It neither sees nor changes device memory and orders nothing: a window stays open over it. */
bool call_is_harmless(CUpti_CallbackId id);

/* Whether a harmless call sets something of a function that the open window will launch again, to
 * another value than it has: that ends the window all the same. */
bool call_disturbs(struct inject *inject, CUpti_CallbackId id, const CUpti_CallbackData *data);

/* What it takes away, at its entry; what it leaves behind, at its exit, if it succeeded. */
void call_begins(struct inject *inject, CUpti_CallbackId id, const CUpti_CallbackData *data);
void call_ends(struct inject *inject, CUpti_CallbackId id, const CUpti_CallbackData *data);

#endif
