/* call_looks: driver calls that wait for the program's work or ask about it (host_copy.h has copies
 * of its results to the host). The program sees what its own run computed, which is over by then,
 * and the replay puts memory back to exactly that. So a window in which nothing can reach memory of
 * the program's own code stays open over them. */
#ifndef ROOFTOP_COLLECT_INJECT_PROGRAM_CALL_LOOKS_H
#define ROOFTOP_COLLECT_INJECT_PROGRAM_CALL_LOOKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cupti.h>

struct inject;

/* Whether the call waits for work of the program and does nothing else. It may take any time. */
bool call_waits(CUpti_CallbackId id);

/* Whether the call asks how much device memory is free. */
bool call_asks_room(CUpti_CallbackId id);

/* Tells the program, at the exit of such a call, of so many bytes more. */
void call_adds_room(const CUpti_CallbackData *data, size_t bytes);

/* Whether the call queues a function of the program behind its work. */
bool call_queues_function(CUpti_CallbackId id);

/* Whether the call takes pinned memory away, and where that begins. A window of which no replay
 * touches such memory stays open. */
bool call_unpins(CUpti_CallbackId id, const CUpti_CallbackData *data, uint64_t *address);

#endif
