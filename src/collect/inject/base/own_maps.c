#include "collect/inject/base/own_maps.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A line is "begin-end perms offset device inode path". */
static bool parse(const char *line, struct own_map *map)
{
    enum { FIELDS_BEFORE_PATH = 4 };
    char *rest;
    map->begin = strtoull(line, &rest, 16);
    if (*rest != '-')
        return false;
    map->end = strtoull(rest + 1, &rest, 16);
    if (strnlen(rest, 5) < 5)
        return false;
    map->readable = rest[1] == 'r';
    map->executable = rest[3] == 'x';
    map->shared = rest[4] == 's';
    map->path = rest + 1;
    for (int field = 0; field < FIELDS_BEFORE_PATH; field++) {
        map->path += strcspn(map->path, " ");
        map->path += strspn(map->path, " ");
    }
    return true;
}

bool own_maps_read(bool (*use)(void *context, const struct own_map *map), void *context)
{
    char text[8192];
    size_t held = 0;
    bool more = true, cut = false;
    struct own_map map;
    const int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    ssize_t got = -1;
    while (more && file >= 0 && (got = read(file, text + held, sizeof text - 1 - held)) > 0) {
        held += (size_t)got;
        text[held] = '\0';
        char *line = text, *end;
        for (; more && (end = strchr(line, '\n')); line = end + 1) {
            *end = '\0';
            more = cut || !parse(line, &map) || use(context, &map);
            cut = false;
        }
        held -= (size_t)(line - text);
        memmove(text, line, held);
        if (held == sizeof text - 1) { /* a line longer than any: only its begin counts */
            text[held] = '\0';
            more = more && (cut || !parse(text, &map) || use(context, &map));
            cut = true;
            held = 0;
        }
    }
    if (file >= 0)
        close(file);
    return file >= 0 && got >= 0;
}
