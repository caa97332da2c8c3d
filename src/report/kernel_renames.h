/* kernel_renames: the names under which kernels are shown.
 *
 * A name is the demangled signature, shortened (kernel_names.h), or the name that a report stores
 * for it, or the one that a file of renames gives. The file is YAML, as ncu reads and writes it: a
 * list of pairs, each a list of two maps,
 *
 *   -
 *     - Original: void ns::kernel<(int)8>(float *)
 *     - Renamed: My Kernel
 *
 * A plain list of such maps, or maps of both keys, is read too. Original is the full signature or
 * the shortened one. */
#ifndef ROOFTOP_KERNEL_RENAMES_H
#define ROOFTOP_KERNEL_RENAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "error.h"

struct kernel_renames {
    bool off; /* show full signatures; nothing is renamed */
    struct kernel_rename {
        char *original, *renamed;
    } * pairs;
    size_t count, capacity;
};

/* Adds the pairs of a text; file names it in errors. false: it is broken, nothing is added. */
bool kernel_renames_parse(struct kernel_renames *renames, const char *file, const char *text,
                          size_t length, struct error *error);

/* Adds the pairs of the file. Without a path it is ncu-kernel-renames.yaml in the current folder,
 * else in "~/.config/NVIDIA Corporation"; it is no error if there is none. */
bool kernel_renames_load(struct kernel_renames *renames, const char *path, struct error *error);
void kernel_renames_free(struct kernel_renames *renames);

/* The name that the file gives to the kernel of this full signature and short name; NULL: none.
 * renames may be NULL. */
const char *kernel_renames_find(const struct kernel_renames *renames, const char *full,
                                const char *brief);

#endif
