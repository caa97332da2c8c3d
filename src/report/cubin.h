/* cubin: a bounded view of the code of a GPU module, an ELF file of 64 bits in little-endian order.
 *
 * Nothing is copied: names and data point into the bytes, which must stay. Every offset and size is
 * checked when it is used, so that a damaged module shows fewer sections and never more bytes than
 * there are. Sections that are stored compressed (SHF_COMPRESSED) are treated as absent; no
 * compiler of the CUDA Toolkit writes them.
 *
 * Facts: the ELF specification; sections of real modules: the code of a kernel is
 * ".text.<mangled name>", PTX is ".nv_debug_ptx_txt" (lines that end with NUL), source lines are
 * ".debug_line" with relocations that name the function. */
#ifndef ROOFTOP_CUBIN_H
#define ROOFTOP_CUBIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"

struct cubin {
    const uint8_t *bytes;
    size_t length;
    uint64_t sections; /* offset of the table */
    size_t section_count, section_size;
    const char *names; /* string table of the sections */
    size_t names_length;
};

struct cubin_section {
    const char *name; /* "" if it has none */
    uint32_t type, link;
    const uint8_t *data; /* NULL: it has no bytes in the file */
    size_t length;
};

struct cubin_symbol {
    const char *name;
    size_t section; /* index */
    uint64_t value, size;
};

/* The code of a kernel. */
struct cubin_function {
    struct cubin_section text;
    size_t section;  /* index of it */
    uint32_t symbol; /* index, for nvdisasm --cuda-function-index */
};

/* Calls visit() for each function with a code section of its own, kernels and others. */
typedef void cubin_visit_function(void *context, const char *mangled,
                                  const struct cubin_function *function);
void cubin_functions(const struct cubin *cubin, cubin_visit_function *visit, void *context);

/* A place in a section that holds the address of a symbol plus an addend. */
struct cubin_relocation {
    uint64_t offset;
    const char *symbol;
    int64_t addend;
};

bool cubin_open(struct cubin *cubin, const void *bytes, size_t length, struct error *error);

/* The same for an ELF file of any machine. */
bool cubin_open_any(struct cubin *cubin, const void *bytes, size_t length, struct error *error);

/* false: there is none, or it reaches beyond the file. */
bool cubin_section(const struct cubin *cubin, size_t index, struct cubin_section *section);
bool cubin_section_named(const struct cubin *cubin, const char *name,
                         struct cubin_section *section);
bool cubin_function(const struct cubin *cubin, const char *mangled,
                    struct cubin_function *function);

/* Calls visit() for each relocation of the section of this name. */
typedef void cubin_visit_relocation(void *context, const struct cubin_relocation *relocation);
void cubin_relocations(const struct cubin *cubin, const char *section,
                       cubin_visit_relocation *visit, void *context);

#endif
