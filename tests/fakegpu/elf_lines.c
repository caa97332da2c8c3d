#include "elf_lines.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FILES = 8, LINES_FROM = -1, LINE_RANGE = 4, FIRST_OPCODE = 10 };

static size_t put(unsigned char *bytes, size_t at, const void *data, size_t size)
{
    memcpy(bytes + at, data, size);
    return at + size;
}

static void put_length(unsigned char *at, size_t length)
{
    const uint32_t number = (uint32_t)length;
    memcpy(at, &number, sizeof number);
}

unsigned char *elf_lines_build(const char *paths, size_t *size, size_t *place)
{
    static const unsigned char head[] = {0, 0, 0, 0, 2, 0, 0, 0, 0, 0}; /* lengths, version 2 */
    static const unsigned char opcodes[] = {
        1, 1, (unsigned char)LINES_FROM, LINE_RANGE, FIRST_OPCODE, 0, 1, 1, 1, 1, 0, 0, 0, 1};
    static const unsigned char start[11] = {0, 9, 2}; /* the address */
    static const unsigned char end[] = {2, 16, 0, 1, 1};
    unsigned char *out = malloc(strlen(paths) + 256);
    if (!out)
        return NULL;
    size_t at = put(out, 0, head, sizeof head), files = 0;
    at = put(out, at, opcodes, sizeof opcodes);
    at = put(out, at, "", 1); /* no folders */
    for (const char *path = paths; *path && files < MOST_FILES; files++) {
        const size_t length = strcspn(path, ":");
        at = put(out, at, path, length);
        at = put(out, at, "\0\0\0\0", 4); /* folder, time, size */
        path += length + (path[length] == ':');
    }
    at = put(out, at, "", 1);
    put_length(out + 6, at - sizeof head);
    *place = at + 3;
    at = put(out, at, start, sizeof start);
    for (size_t i = 1; i <= files; i++) {
        const unsigned char row[] = {4, (unsigned char)i, 3, 1, 1, 2, 16}; /* the next line */
        at = put(out, at, row, sizeof row);
    }
    at = put(out, at, end, sizeof end);
    put_length(out, at - 4);
    *size = at;
    return out;
}
