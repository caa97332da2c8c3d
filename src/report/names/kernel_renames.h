/* kernel_renames: the names under which kernels are shown.
 *
 * A kernel is shown under the name that a file of renames gives it, or the name that the report
 * stores for it, or its shortened demangled signature (kernel_names.h). The file is YAML, as ncu
 * reads and writes it: a list of pairs, each a list of two maps,
 *   -
 *   - Original: void ns::kernel<(int)8>(float *)
 *   - Renamed: My Kernel
 * A plain list of such maps, or maps with both keys, is read, too. Original is the full signature
 * or the shortened one. */
#ifndef ROOFTOP_REPORT_NAMES_KERNEL_RENAMES_H
#define ROOFTOP_REPORT_NAMES_KERNEL_RENAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "report/base/error.h"

struct kernel_renames {
    bool off; /* show full signatures; nothing is renamed */
    struct kernel_rename {
        char *original, *renamed;
    } * pairs;
    size_t count, capacity;
};

/* Adds the pairs of a text. `file` names it in errors. Returns false with the error, and adds
 * nothing, if the text is broken. */
bool kernel_renames_parse(struct kernel_renames *renames, const char *file, const char *text,
                          size_t length, struct error *error);

/* Adds the pairs of a file. If path is NULL, the file is ncu-kernel-renames.yaml in the current
 * folder, or else in "~/.config/NVIDIA Corporation", and it may be missing. */
bool kernel_renames_load(struct kernel_renames *renames, const char *path, struct error *error);
void kernel_renames_free(struct kernel_renames *renames);

/* Returns the name that the file gives to the kernel of this full signature and short name, or
 * NULL. `renames` may be NULL. */
const char *kernel_renames_find(const struct kernel_renames *renames, const char *full,
                                const char *brief);

#endif
