/* nvdisasm: finds and runs NVIDIA's disassembler.
 *
 * The program gets the module as its standard input, a file in memory that nobody else sees; no
 * shell is involved. It is killed if it takes more than a minute or prints more than 64 times the
 * size of the module (at least 1 MiB). */
#ifndef ROOFTOP_REPORT_CODE_NVDISASM_H
#define ROOFTOP_REPORT_CODE_NVDISASM_H

#include <stddef.h>
#include <stdint.h>

#include "report/base/error.h"

/* Returns the path of the program as a new string: `given`, or the first one in CUDA_HOME/bin,
 * CUDA_PATH/bin, the folders of PATH and /usr/local/cuda/bin. Returns NULL if there is none, or
 * with the error if the given one cannot be run. */
char *nvdisasm_find(const char *given, struct error *error);

/* Returns a word that changes when the program is replaced by another version, as a new string. */
char *nvdisasm_identity(const char *program);

/* Returns what the program prints for the function with this symbol; free() it. Returns NULL with
 * the error, and errno ETIMEDOUT if the program took more than a minute. */
char *nvdisasm_run(const char *program, const void *module, size_t length, uint32_t symbol,
                   size_t *printed, struct error *error);

/* Starts the program for callers that do something else meanwhile. They call nvdisasm_take()
 * whenever a descriptor is readable (POLLIN), until nvdisasm_left() is 0, and then nvdisasm_end().
 * Returns NULL with the error if the program cannot be run. */
struct nvdisasm;
struct nvdisasm *nvdisasm_start(const char *program, const void *module, size_t length,
                                uint32_t symbol, struct error *error);
/* Does the same, and has it print which registers live at each instruction (-plr), for sass_text.h.
 * It may fail where nvdisasm_run() does not: it follows the flow of control then. */
struct nvdisasm *nvdisasm_start_registers(const char *program, const void *module, size_t length,
                                          uint32_t symbol, struct error *error);
/* Returns the two descriptors of its output and its messages; -1: that one has ended. */
const int *nvdisasm_descriptors(const struct nvdisasm *run);
void nvdisasm_take(struct nvdisasm *run, int descriptor);
/* Returns the milliseconds until it has taken too long, or 0 if it has, or is done. */
int nvdisasm_left(const struct nvdisasm *run);
/* Ends the run, and kills the program if it is not done. Returns what nvdisasm_run() returns. */
char *nvdisasm_end(struct nvdisasm *run, size_t *printed, struct error *error);
/* Waits until the program is done, then ends the run. */
char *nvdisasm_wait(struct nvdisasm *run, size_t *printed, struct error *error);

#endif
