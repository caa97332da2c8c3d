/* loaded_code: the files that the program's code was loaded from, as the dynamic linker lists them.
 *
 * The list is read again when something was loaded or unloaded since. Files keep their numbers,
 * which begin with 1; another file at the same addresses has another number. Code that is in no
 * file (made at run time) is in none of the list either. Initialise with {0}. */
#ifndef ROOFTOP_INJECT_LOADED_CODE_H
#define ROOFTOP_INJECT_LOADED_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BUILD_ID_BYTES = 64 };

struct code_file {
    char *path;          /* as it was loaded, absolute */
    uint64_t base;       /* what was added to the addresses in the file */
    uint64_t start, end; /* of what can be run */
    uint8_t build_id[BUILD_ID_BYTES];
    size_t build_id_length;
    uint32_t number;
    bool told; /* the host knows it */
};

struct loaded_code {
    struct code_file *files; /* by address */
    size_t count;
    uint32_t numbers;
    unsigned long long loads, unloads;
};

/* false: out of memory, the list is empty. */
bool loaded_code_refresh(struct loaded_code *code);

void loaded_code_free(struct loaded_code *code);

/* NULL: the address is in no file. */
struct code_file *loaded_code_at(const struct loaded_code *code, uint64_t address);

#endif
