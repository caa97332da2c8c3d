#include "report/base/file_replace.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/base/mem.h"

/* Linux follows at most this number of links. */
enum { MOST_LINKS = 40 };

static void make_folders(const char *file)
{
    char *path = mem_strdup(file);
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
    free(path);
}

static bool write_all(int descriptor, const char *bytes, size_t length)
{
    while (length) {
        ssize_t written = write(descriptor, bytes, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes += written;
        length -= (size_t)written;
    }
    return true;
}

static bool fail(const char *path, struct error *error)
{
    return error_set(error, "\"%s\" cannot be written: %s", path, strerror(errno));
}

char *file_replaced(const char *path)
{
    char *target = mem_strdup(path);
    /* Linux does not follow links that other users left in /tmp. readlink() would evade that
     * guard. */
    if (access(path, F_OK) != 0 && errno != ENOENT)
        return target;
    for (int links = 0; links < MOST_LINKS; links++) {
        char next[PATH_MAX];
        ssize_t length = readlink(target, next, sizeof next - 1);
        if (length <= 0)
            return target;
        next[length] = '\0';
        const char *slash = next[0] == '/' ? NULL : strrchr(target, '/');
        char *followed =
            slash ? mem_printf("%.*s/%s", (int)(slash - target), target, next) : mem_strdup(next);
        free(target);
        target = followed;
    }
    free(target);
    return mem_strdup(path);
}

bool file_replace(const char *path, const char *bytes, size_t length, struct error *error)
{
    make_folders(path);
    char *target = file_replaced(path), *temporary = mem_printf("%s.XXXXXX", target);
    struct stat old;
    int descriptor = mkostemp(temporary, O_CLOEXEC);
    bool good = descriptor >= 0 && write_all(descriptor, bytes, length) &&
                (stat(target, &old) != 0 || fchmod(descriptor, old.st_mode & 0777) == 0);
    if (descriptor >= 0 && close(descriptor) != 0)
        good = false;
    if (!good || rename(temporary, target) != 0) {
        good = fail(path, error);
        if (descriptor >= 0)
            unlink(temporary);
    }
    free(temporary);
    free(target);
    return good;
}

bool file_append(const char *path, const char *bytes, size_t length, struct error *error)
{
    make_folders(path);
    int descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    bool good = descriptor >= 0 && write_all(descriptor, bytes, length);
    if (descriptor >= 0 && close(descriptor) != 0)
        good = false;
    return good || fail(path, error);
}
