/* sass_wait: finds what an instruction waits for, from the bits that the compiler sets for the
 * scheduler.
 *
 * It knows instructions of 16 bytes (7.0 and later). Bits 110..112 name the barrier (0 to 5; 7:
 * none) that opens when the result is there, bits 113..115 the one that opens when the operands are
 * read. Bits 116..121 are a mask of the barriers that must be open before the instruction is
 * issued.
 *
 * Source: tests/real/waits.c checks this and the operations below against real reports. All samples
 * of warps that wait for a scoreboard lie where the mask is set for an instruction of that kind,
 * and the spaces are those of memory_type. */
#ifndef ROOFTOP_REPORT_CODE_SASS_WAIT_H
#define ROOFTOP_REPORT_CODE_SASS_WAIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SASS_BYTES = 16, SASS_NOT_FOUND = -1 };

/* Long: global, local, texture and surface memory. Short: shared memory, constants, special
 * functions and everything else with a variable latency. */
enum sass_wait { SASS_WAIT_LONG, SASS_WAIT_SHORT };

/* Returns "global load", "shared atomic", "special function" and the like, or NULL for another
 * operation. */
const char *sass_access(const uint8_t *instruction);
/* Returns whether this is the name of some operation. */
bool sass_is_access(const char *name);

/* Returns the index of the instruction that the one at index `at` of `count` waits for. This is the
 * nearest one before it that closes an awaited barrier, preferably one that fits the kind of wait.
 * If none is before `at`, it is the last one behind, which comes before in a loop. Returns
 * SASS_NOT_FOUND if the instruction awaits no barrier, or nothing near enough closes it. */
ptrdiff_t sass_awaited(const uint8_t *code, size_t count, size_t at, enum sass_wait wait);

#endif
