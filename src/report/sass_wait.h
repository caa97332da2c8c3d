/* sass_wait: what an instruction waits for, from the bits that the compiler sets for the scheduler.
 *
 * Instructions of 16 bytes (7.0 and later), of whose 128 bits 110..112 name the barrier (0 to 5; 7:
 * none) that opens once the result is there, 113..115 the one that opens once the operands are
 * read, and 116..121 are a mask of the barriers that must be open before the instruction is issued.
 * That and the operations below are what tests/real/waits.c finds in real reports: all samples of
 * warps that wait for a scoreboard lie where the mask is set, for an instruction of that kind, and
 * the spaces are those of memory_type. */
#ifndef ROOFTOP_SASS_WAIT_H
#define ROOFTOP_SASS_WAIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SASS_BYTES = 16, SASS_NOT_FOUND = -1 };

/* Long: global, local, texture and surface memory; short: shared memory, constants, special
 * functions and whatever else takes a time that is not known before. */
enum sass_wait { SASS_WAIT_LONG, SASS_WAIT_SHORT };

/* "global load", "shared atomic", "special function"; NULL: another operation. */
const char *sass_access(const uint8_t *instruction);
/* Whether some operation is called so. */
bool sass_is_access(const char *name);

/* Index of the instruction that the one at index `at` of `count` waits for: the nearest in front of
 * it that closes a barrier and fits how it waits, as far back as nothing else has waited for the
 * barrier meanwhile; else the nearest that closes it. Where none stands in front, the last behind,
 * which is in front in a loop. SASS_NOT_FOUND: it waits for none, or for none that is near. */
ptrdiff_t sass_awaited(const uint8_t *code, size_t count, size_t at, enum sass_wait wait);

#endif
