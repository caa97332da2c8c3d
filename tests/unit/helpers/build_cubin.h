/* build_cubin: small modules in memory, for tests.
 *
 * One kernel `name` with a code section of `instructions` * 16 bytes, a symbol for it, and what is
 * given of .debug_line, with a relocation to the kernel at each of `places`, PTX and its lines
 * (.nv_debug_line_sass), with one at `ptx_place`. The code is letters unless it is given. */
#ifndef BUILD_CUBIN_H
#define BUILD_CUBIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/base/strbuf.h"

struct build_cubin {
    const char *name;
    size_t instructions;
    const uint8_t *code;
    struct strbuf lines; /* .debug_line; empty: none */
    uint64_t places[4];
    size_t place_count;
    const char *ptx; /* NULL: none */
    size_t ptx_length;
    struct strbuf ptx_lines; /* empty: none */
    uint64_t ptx_place;
};

void build_cubin(struct strbuf *out, const struct build_cubin *cubin);

/* A line program of version 2: files 1 "work.cu" in "/src/../app" of 100 bytes, 2 "/inc/h.h". Rows:
 * 0x00 line 7, 0x10 line 8 twice, the second of file 2 line 3, 0x20 line 8, end at 0x40. */
void build_lines(struct build_cubin *cubin);

/* A line program with these rows, which rise, up to the address `end`: of the files of
 * build_lines(), whose sizes are not told, or of none. Returns where the relocation to the kernel
 * has to be. */
struct build_line_row {
    uint64_t address;
    unsigned file, line;
};
uint64_t build_line_rows(struct strbuf *out, const struct build_line_row *rows, size_t count,
                         uint64_t end, bool has_files);

/* The packed source entry of the module, built for compute capability `major`, its kernel loaded at
 * the address. */
struct build_source {
    uint64_t reference, address;
    unsigned major;
    const char *work; /* what is stored as /app/work.cu; NULL: nothing */
};

void build_source(struct strbuf *out, const struct build_cubin *cubin,
                  const struct build_source *source);

#endif
