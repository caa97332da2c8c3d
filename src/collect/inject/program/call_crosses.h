/* call_crosses: copies and fills whose work lies in memory of another context than the call's. They
 * need no peer access, and run on after the call has returned: once there was one, memory can be
 * saved only when all contexts are idle (struct memory_tracker, `crossed`). */
#ifndef ROOFTOP_COLLECT_INJECT_PROGRAM_CALL_CROSSES_H
#define ROOFTOP_COLLECT_INJECT_PROGRAM_CALL_CROSSES_H

#include <cupti.h>

struct memory_tracker;

/* Fills the table of calls. Call it once, before the first call is looked at. */
void call_crosses_fill(void);

/* At the entry of any driver call of the program. */
void call_crosses_note(struct memory_tracker *tracker, CUpti_CallbackId id,
                       const CUpti_CallbackData *data);

#endif
