/* symbolizer: the names of the functions, files and lines at addresses in a profiled program.
 *
 * The files that the program's code was loaded from are read here, in the host, once each. A file
 * is used only if it has the build id that was found in the program's memory; a file that was
 * replaced meanwhile would give wrong names. What a stripped file lacks comes from its debug file
 * under /usr/lib/debug/.build-id, if that is installed. libdw could do the same, but it needs
 * libelf and three libraries for compressed sections, and the readers of ELF files and line
 * programs (report/code) are needed for modules anyway. Initialise with {0}. */
#ifndef ROOFTOP_COLLECT_RESULT_SYMBOLIZER_H
#define ROOFTOP_COLLECT_RESULT_SYMBOLIZER_H

#include <stddef.h>
#include <stdint.h>

#include "wire.pb-c.h"

struct symbolizer {
    void *files; /* a tree (tsearch) of struct code_file */
};

struct symbol {
    uint64_t address;     /* where the call is, in the program */
    const char *function; /* as nm -C prints it; "": not known */
    const char *file;     /* "": not known */
    uint32_t line;
};

/* Fills in what is known about addresses in this file. The texts belong to the symbolizer. */
void symbolizer_look_up(struct symbolizer *symbolizer, const Wire__CodeFile *file,
                        struct symbol *symbols, size_t count);

void symbolizer_free(struct symbolizer *symbolizer);

#endif
