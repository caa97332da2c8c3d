/* call_harmless: driver calls that neither see nor change device memory and order nothing, so that
 * a window stays open over them. One table, with reasons. */
#ifndef ROOFTOP_COLLECT_INJECT_PROGRAM_CALL_HARMLESS_H
#define ROOFTOP_COLLECT_INJECT_PROGRAM_CALL_HARMLESS_H

#include <stdbool.h>

#include <cupti.h>

/* Fills what call_is_harmless() looks up. Once, before its first call. */
void call_harmless_fill(void);

/* Whether the call is in the table. */
bool call_is_harmless(CUpti_CallbackId id);

#endif
