/* call_frees: the driver calls that take device memory, a module or a stream away, and those that
 * ask about an address.
 *
 * A window still needs the memory and the code that its launches use. The driver reads
 * the arguments of a call after CUPTI's callback has seen them, so what the program gives back can
 * go later: the program's call then frees nothing, which succeeds, or something of ours (measured
 * with driver 580). */
#ifndef ROOFTOP_COLLECT_INJECT_PROGRAM_CALL_FREES_H
#define ROOFTOP_COLLECT_INJECT_PROGRAM_CALL_FREES_H

#include <stdbool.h>
#include <stdint.h>

#include <cupti.h>

/* Whether the call frees device memory at once, and where that is. */
bool call_frees(CUpti_CallbackId id, const CUpti_CallbackData *data, uint64_t *address);

/* Makes such a call, at its entry, free nothing. */
void call_frees_nothing(const CUpti_CallbackData *data);

/* Whether the call frees device memory in the order of a stream, and which of both. stream:
 * CU_STREAM_LEGACY or CU_STREAM_PER_THREAD where the program has named none. */
bool call_frees_in_order(CUpti_CallbackId id, const CUpti_CallbackData *data, uint64_t *address,
                         CUstream *stream);

/* Makes such a call, at its entry, free this. */
void call_frees_instead(const CUpti_CallbackData *data, uint64_t address);

/* Whether the call asks how much of a pool is in use. */
bool call_asks_about_pool(CUpti_CallbackId id);

/* Whether the call unloads a module, and which one. */
bool call_unloads(CUpti_CallbackId id, const CUpti_CallbackData *data, CUmodule *module);

/* Makes such a call, at its entry, unload this one. */
void call_unloads_instead(const CUpti_CallbackData *data, CUmodule module);

/* Whether the call destroys a stream, and which one. */
bool call_destroys(CUpti_CallbackId id, const CUpti_CallbackData *data, CUstream *stream);

/* Whether the call asks what an address belongs to, and which address. */
bool call_asks_about(CUpti_CallbackId id, const CUpti_CallbackData *data, uint64_t *address);

#endif
