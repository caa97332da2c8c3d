/* unpack: the bytes behind a general compressor, in memory.
 *
 *   zstd   one frame or several, also ones to skip
 *   gzip   one member or several
 *   zip    an archive of one file: stored, deflated or zstd
 *
 * What the bytes are is told by the first of them, never by the name of the file. They may come
 * from anywhere: nothing is taken that is damaged, cut short or followed by other bytes, and
 * nothing that unpacks to more than a limit, which is half of the memory, or to 1000 times its size
 * (from 64 MB on). Memory grows with what is unpacked, in one place: there is never a second copy.
 */
#ifndef ROOFTOP_REPORT_BASE_UNPACK_H
#define ROOFTOP_REPORT_BASE_UNPACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/base/error.h"
#include "report/base/mapped_file.h"

/* Whether these are bytes for unpack(). */
bool unpack_knows(const uint8_t *bytes, size_t length);

/* Returns what the bytes unpack to, at least one byte and at most `most`, or NULL with the error.
 */
struct mapped_file *unpack(const uint8_t *bytes, size_t length, size_t most, struct error *error);

/* Returns the limit for this machine, in bytes. */
size_t unpack_most(void);

#endif
