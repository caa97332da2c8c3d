/* call_allocates: driver calls that give the program device memory. A window stays open over them
 * as long as the device has room beside what the window holds: nothing of it knows the new memory,
 * and what uses it from then on is undone by clearing it (snapshot.h). */
#ifndef ROOFTOP_INJECT_CALL_ALLOCATES_H
#define ROOFTOP_INJECT_CALL_ALLOCATES_H

#include <stdbool.h>
#include <stddef.h>

#include <cupti.h>

/* *size: bytes that it asks for. */
bool call_allocates(CUpti_CallbackId id, const CUpti_CallbackData *data, size_t *size);

#endif
