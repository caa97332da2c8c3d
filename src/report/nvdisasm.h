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

/* The same while something else goes on: its output and messages are to be taken as they come
 * (POLLIN), until nothing is left to wait for; then it is ended. NULL: it cannot be run. */
struct nvdisasm;
struct nvdisasm *nvdisasm_start(const char *program, const void *module, size_t length,
                                uint32_t symbol, struct error *error);
/* Of both; -1: that one has ended. */
const int *nvdisasm_descriptors(const struct nvdisasm *run);
void nvdisasm_take(struct nvdisasm *run, int descriptor);
/* Milliseconds until it has taken too long; 0: that, or it is through. */
int nvdisasm_left(const struct nvdisasm *run);
/* Kills it if it is not through. As nvdisasm_run(). */
char *nvdisasm_end(struct nvdisasm *run, size_t *printed, struct error *error);
/* Waits until it is through. */
char *nvdisasm_wait(struct nvdisasm *run, size_t *printed, struct error *error);

#endif
