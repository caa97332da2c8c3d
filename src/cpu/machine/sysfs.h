/* sysfs: small files of the kernel, below a root that tests choose. */
#ifndef ROOFTOP_CPU_MACHINE_SYSFS_H
#define ROOFTOP_CPU_MACHINE_SYSFS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SYSFS_LONGEST = 4096 };

/* Reads the first line of the file that the format names. false: there is none. */
bool sysfs_line(const char *root, char *line, size_t size, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
bool sysfs_exists(const char *root, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Puts a value into the bits that a format file names: "config1:0-9", "config:0-7,32-35". word: 0
 * for config, 1 for config1. false: the text is no such format, or names another word. */
bool sysfs_put_bits(const char *format, uint64_t value, unsigned *word, uint64_t *bits);

#endif
