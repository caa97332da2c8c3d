/* elf_image: builds a small ELF file that looks like a cubin to whoever reads its sections and
 * symbols. */
#ifndef FAKEGPU_ELF_IMAGE_H
#define FAKEGPU_ELF_IMAGE_H

#include <stddef.h>

enum { ELF_OTHER_ENTRY = 0x10, ELF_OTHER_MANAGED = 0xa0 };

struct elf_symbol {
    const char *name;
    size_t size; /* of an object; 0: a kernel, with a section .text.NAME */
    int managed;
    int undefined;     /* a function of the driver: no section */
    const char *calls; /* name of the symbol that this kernel calls, for .nv.callgraph */
};

/* The caller frees it. NULL: no memory. */
unsigned char *elf_image_build(const struct elf_symbol *symbols, size_t count, size_t *size);

#endif
