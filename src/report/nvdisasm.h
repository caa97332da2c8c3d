/* nvdisasm: finds and runs NVIDIA's disassembler.
 *
 * It is given the module as its standard input, a file in memory that nobody else sees; no shell
 * takes part. It may take a minute and print 64 times the size of the module (at least 1 MiB), else
 * it is ended. */
#ifndef ROOFTOP_NVDISASM_H
#define ROOFTOP_NVDISASM_H

#include <stddef.h>
#include <stdint.h>

#include "error.h"

/* The program: `given`, or the first of CUDA_HOME/bin, CUDA_PATH/bin, the folders of PATH and
 * /usr/local/cuda/bin that has one. NULL: there is none, or the given one cannot be run (error). A
 * new string. */
char *nvdisasm_find(const char *given, struct error *error);

/* A word that changes when the program is replaced by another version. A new string. */
char *nvdisasm_identity(const char *program);

/* What it prints of the code of the function with this symbol; free() it. NULL: errno is ETIMEDOUT
 * if it was ended after a minute. */
char *nvdisasm_run(const char *program, const void *module, size_t length, uint32_t symbol,
                   size_t *printed, struct error *error);

#endif
