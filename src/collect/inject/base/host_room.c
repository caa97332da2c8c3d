#include "collect/inject/base/host_room.h"

#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Reads without stdio, whose buffers come from the program's heap. */
static bool read_text(const char *root, const char *path, char *text, size_t room)
{
    char name[PATH_MAX];
    if (snprintf(name, sizeof name, "%s%s", root, path) >= (int)sizeof name)
        return false;
    int file = open(name, O_RDONLY | O_CLOEXEC);
    ssize_t length = file < 0 ? -1 : read(file, text, room - 1);
    if (file >= 0)
        close(file);
    text[length > 0 ? length : 0] = '\0';
    return length > 0;
}

/* "max" and any other text mean that there is no limit. */
static uint64_t number(const char *text)
{
    char *end;
    unsigned long long value = strtoull(text, &end, 10);
    return end == text ? UINT64_MAX : value;
}

static uint64_t available(const char *root)
{
    char text[4096];
    const char *line =
        read_text(root, "/proc/meminfo", text, sizeof text) ? strstr(text, "MemAvailable:") : NULL;
    return line ? number(line + strlen("MemAvailable:")) << 10 : UINT64_MAX;
}

/* The limit of the process's own group in version 2 of control groups, or of the only group that a
 * container shows. */
static uint64_t left_in_group(const char *root)
{
    static const struct {
        const char *limit, *used;
    } files[] = {
        {"/sys/fs/cgroup%s/memory.max", "/sys/fs/cgroup%s/memory.current"},
        {"/sys/fs/cgroup/memory%s/memory.limit_in_bytes",
         "/sys/fs/cgroup/memory%s/memory.usage_in_bytes"},
    };
    char groups[4096], path[PATH_MAX], text[64];
    uint64_t least = UINT64_MAX;
    const char *places[] = {"", ""};
    if (read_text(root, "/proc/self/cgroup", groups, sizeof groups)) {
        char *one = strstr(groups, ":memory:"), *two = strstr(groups, "0::");
        char *own = one ? one + strlen(":memory:") : two ? two + strlen("0::") : groups;
        own[strcspn(own, "\n")] = '\0';
        places[1] = *own == '/' && own[1] ? own : "";
    }
    for (size_t i = 0; i < 2 * sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, files[i / 2].limit, places[i % 2]);
        if (!read_text(root, path, text, sizeof text))
            continue;
        uint64_t limit = number(text);
        snprintf(path, sizeof path, files[i / 2].used, places[i % 2]);
        uint64_t used = read_text(root, path, text, sizeof text) ? number(text) : 0;
        uint64_t left = limit > used ? limit - used : 0;
        least = limit != UINT64_MAX && left < least ? left : least;
    }
    return least;
}

size_t host_room(const char *root)
{
    uint64_t system = available(root), group = left_in_group(root);
    return (size_t)(system < group ? system : group);
}

size_t host_share(void)
{
    enum { SHARE = 8 };
    const char *asked = getenv("ROOFTOP_HOST_SHARE");
    const size_t most = (size_t)16 << 30, share = asked ? number(asked) : host_room("") / SHARE;
    return asked || share < most ? share : most;
}
