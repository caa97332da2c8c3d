/* call_harmless: driver calls over which a window stays open. One table, with reasons. */
#ifndef ROOFTOP_INJECT_CALL_HARMLESS_H
#define ROOFTOP_INJECT_CALL_HARMLESS_H

#include <stdbool.h>

#include <cupti.h>

struct inject;

/* Fills what the others look up; once, before the first of them. */
void call_harmless_fill(void);

/* It neither sees nor changes device memory and orders nothing: a window stays open over it. */
bool call_is_harmless(CUpti_CallbackId id);

/* Whether a harmless call sets something of a function that the open window will launch again, to
 * another value than it has: that ends the window all the same. */
bool call_disturbs(struct inject *inject, CUpti_CallbackId id, const CUpti_CallbackData *data);

#endif
