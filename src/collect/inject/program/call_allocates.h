/* call_allocates: driver calls that give the program device memory. A window stays open over them
 * as long as the device has room for both: no launch in the window knows the new memory, and what
 * later launches do to it is undone by clearing it (snapshot.h). */
#ifndef ROOFTOP_COLLECT_INJECT_PROGRAM_CALL_ALLOCATES_H
#define ROOFTOP_COLLECT_INJECT_PROGRAM_CALL_ALLOCATES_H

#include <stdbool.h>
#include <stddef.h>

#include <cupti.h>

/* Whether the call allocates device memory. *size: how many bytes it asks for. */
bool call_allocates(CUpti_CallbackId id, const CUpti_CallbackData *data, size_t *size);

#endif
