/* register_spills: the instructions with which the compiler keeps registers in memory that did not
 * fit.
 *
 * The compiler lists them in ".nv.info.<mangled name>", as an attribute of pairs: a kind, which is
 * 1 for them, and the offset of an instruction in the function. Compilers of CUDA 13.0 do so for
 * all chips; in code of others there may be no list, and no spills are found. Local memory holds
 * most of them, and shared memory those of kernels that ask for it. */
#ifndef ROOFTOP_REPORT_CODE_REGISTER_SPILLS_H
#define ROOFTOP_REPORT_CODE_REGISTER_SPILLS_H

#include <stddef.h>
#include <stdint.h>

#include "report/code/cubin.h"

struct register_spills {
    uint32_t *offsets; /* rising */
    size_t count;
};

/* Reads the list of a function. There are none if it has no list. */
void register_spills_read(struct register_spills *spills, const struct cubin *cubin,
                          const char *mangled);
void register_spills_free(struct register_spills *spills);

/* Whether the instruction at this offset is one. */
bool register_spills_has(const struct register_spills *spills, uint64_t offset);

#endif
