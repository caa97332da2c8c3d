/* cubin: reads the ELF file with the code of a GPU module (64 bits, little endian) within its
 * bounds.
 *
 * Nothing is copied: names and data point into the bytes, which must stay. Every offset and size is
 * checked when it is used, so a damaged module shows fewer sections, but never memory outside of
 * the file. Compressed sections (SHF_COMPRESSED) count as absent; no compiler of the CUDA Toolkit
 * writes them.
 *
 * Sources: the ELF specification and real modules. The code of a kernel is in ".text.<mangled
 * name>", PTX in ".nv_debug_ptx_txt" (lines that end with NUL), source lines in ".debug_line",
 * whose relocations name the function. */
#ifndef ROOFTOP_REPORT_CODE_CUBIN_H
#define ROOFTOP_REPORT_CODE_CUBIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/base/error.h"

struct cubin {
    const uint8_t *bytes;
    size_t length;
    uint64_t sections; /* offset of the section table */
    size_t section_count, section_size;
    const char *names; /* string table with the names of the sections */
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
    size_t section; /* index of its section */
    uint64_t value, size;
};

/* The code of a function. */
struct cubin_function {
    struct cubin_section text;
    size_t section;  /* index of the text section */
    uint32_t symbol; /* index, for nvdisasm --cuda-function-index */
};

/* Calls visit() for each function that has a code section of its own, whether it is a kernel or
 * not. */
typedef void cubin_visit_function(void *context, const char *mangled,
                                  const struct cubin_function *function);
void cubin_functions(const struct cubin *cubin, cubin_visit_function *visit, void *context);

/* A place in a section that holds the address of a symbol plus an addend. */
struct cubin_relocation {
    uint64_t offset;
    const char *symbol;
    int64_t addend;
};

/* Opens the code of a GPU module. Returns false with the error if it is none. */
bool cubin_open(struct cubin *cubin, const void *bytes, size_t length, struct error *error);

/* Opens an ELF file of any machine. */
bool cubin_open_any(struct cubin *cubin, const void *bytes, size_t length, struct error *error);

/* These find a section or function. They return false if there is none, or if it reaches beyond the
 * file. */
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
