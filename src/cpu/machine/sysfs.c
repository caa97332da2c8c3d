#include "cpu/machine/sysfs.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool path_of(char *path, size_t size, const char *root, const char *format, va_list list)
{
    const int before = snprintf(path, size, "%s", root);
    if (before < 0 || (size_t)before >= size)
        return false;
    const int length = vsnprintf(path + before, size - (size_t)before, format, list);
    return length >= 0 && (size_t)length < size - (size_t)before;
}

bool sysfs_line(const char *root, char *line, size_t size, const char *format, ...)
{
    char path[SYSFS_LONGEST];
    va_list list;
    va_start(list, format);
    const bool good = path_of(path, sizeof path, root, format, list);
    va_end(list);
    FILE *file = good ? fopen(path, "re") : NULL;
    if (!file)
        return false;
    const bool read = fgets(line, (int)size, file) != NULL;
    fclose(file);
    if (read)
        line[strcspn(line, "\n")] = '\0';
    return read;
}

bool sysfs_exists(const char *root, const char *format, ...)
{
    char path[SYSFS_LONGEST];
    va_list list;
    va_start(list, format);
    const bool good = path_of(path, sizeof path, root, format, list);
    va_end(list);
    return good && access(path, F_OK) == 0;
}

/* "0-7,32-35": the value's lowest bits go into the first range. */
static bool put_ranges(const char *at, uint64_t value, uint64_t *bits)
{
    for (unsigned next = 0;;) {
        char *end;
        const unsigned long first = strtoul(at, &end, 10);
        unsigned long last = first;
        if (end == at || first > 63)
            return false;
        if (*end == '-') {
            at = end + 1;
            last = strtoul(at, &end, 10);
            if (end == at || last > 63 || last < first)
                return false;
        }
        for (unsigned long bit = first; bit <= last && next < 64; bit++, next++)
            *bits |= (value >> next & 1) << bit;
        if (*end != ',')
            return !*end;
        at = end + 1;
    }
}

bool sysfs_put_bits(const char *format, uint64_t value, unsigned *word, uint64_t *bits)
{
    const char *colon = strchr(format, ':');
    if (!colon || strncmp(format, "config", 6) != 0)
        return false;
    const char digit = format[6];
    *word = digit == ':' ? 0 : (unsigned)(digit - '0');
    if (digit != ':' && (digit < '1' || digit > '3' || format[7] != ':'))
        return false;
    return put_ranges(colon + 1, value, bits);
}
