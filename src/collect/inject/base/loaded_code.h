/* loaded_code: the files that the program's code was loaded from, as listed by the dynamic linker.
 *
 * The list is read again if something was loaded or unloaded since the last time. A file keeps its
 * number; numbers begin with 1. If another file is loaded at the same addresses, it gets another
 * number. Code that was made at run time is in no file, and so not in the list. Initialise with
 * {0}. */
#ifndef ROOFTOP_COLLECT_INJECT_BASE_LOADED_CODE_H
#define ROOFTOP_COLLECT_INJECT_BASE_LOADED_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BUILD_ID_BYTES = 64 };

struct code_file {
    char *path;          /* absolute path, as loaded */
    uint64_t base;       /* added to addresses in the file */
    uint64_t start, end; /* addresses of executable code */
    uint8_t build_id[BUILD_ID_BYTES];
    size_t build_id_length;
    uint32_t number;
    bool told; /* the host was sent this file */
};

struct loaded_code {
    struct code_file *files; /* by address */
    size_t count;
    uint32_t numbers;
    unsigned long long loads, unloads;
};

/* Reads the list again if it has changed. Returns false if there is no memory; the list is then
 * empty. */
bool loaded_code_refresh(struct loaded_code *code);

void loaded_code_free(struct loaded_code *code);

/* Returns the file that an address is in, or NULL. */
struct code_file *loaded_code_at(const struct loaded_code *code, uint64_t address);

#endif
