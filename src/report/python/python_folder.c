#include "report/python/python_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/base/disk_cache.h"
#include "report/base/embedded.h"
#include "report/base/mem.h"

static const char prefix[] = "python/";

static bool is_ours(const struct embedded_file *file)
{
    return strncmp(file->name, prefix, sizeof prefix - 1) == 0;
}

/* Names the folder after the bytes of the modules. Returns NULL if the program carries none. */
static char *folder_name(void)
{
    struct disk_cache_hash hash;
    bool any = false;
    disk_cache_begin(&hash);
    for (size_t i = 0; i < embedded_count; i++)
        if (is_ours(&embedded_files[i])) {
            any = true;
            disk_cache_add_text(&hash, embedded_files[i].name);
            disk_cache_add(&hash, embedded_files[i].data, embedded_files[i].size);
        }
    struct disk_cache_key key = disk_cache_key(&hash);
    return any ? mem_printf("%s-%.12s", ROOFTOP_VERSION, key.text) : NULL;
}

/* Makes the folders above a path. */
static bool make_folders(const char *path, struct error *error)
{
    char *copy = mem_strdup(path);
    bool good = true;
    for (char *slash = strchr(copy + 1, '/'); good && slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        good = mkdir(copy, 0755) == 0 || errno == EEXIST;
        if (!good)
            error_set(error,
                      "%s: the folder cannot be made: %s; set XDG_CACHE_HOME to a folder that can "
                      "be written",
                      copy, strerror(errno));
        *slash = '/';
    }
    free(copy);
    return good;
}

static bool write_all(int file, const char *data, size_t size)
{
    while (size) {
        ssize_t written = write(file, data, size);
        if (written <= 0)
            return false;
        data += written;
        size -= (size_t)written;
    }
    return true;
}

static bool write_file(const char *folder, const struct embedded_file *embedded,
                       struct error *error)
{
    char *path = mem_printf("%s/%s", folder, embedded->name + sizeof prefix - 1);
    bool good = make_folders(path, error);
    if (good) {
        int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
        good = file >= 0 && write_all(file, embedded->data, embedded->size);
        if (file >= 0)
            good = close(file) == 0 && good;
        if (!good)
            error_set(error, "%s: cannot be written: %s", path, strerror(errno));
    }
    free(path);
    return good;
}

/* Removes what was unpacked. Errors do not matter: it lies in a cache. */
static void remove_files(const char *folder)
{
    for (size_t i = 0; i < embedded_count; i++) {
        if (!is_ours(&embedded_files[i]))
            continue;
        char *path = mem_printf("%s/%s", folder, embedded_files[i].name + sizeof prefix - 1);
        unlink(path);
        for (char *slash = strrchr(path, '/'); slash && strlen(path) > strlen(folder);
             slash = strrchr(path, '/')) {
            *slash = '\0';
            rmdir(path);
        }
        free(path);
    }
    rmdir(folder);
}

/* Unpacks into a folder of a name of its own, and renames it. Another process may be faster, which
 * is as good. */
static bool unpack(const char *folder, struct error *error)
{
    char *temporary = mem_printf("%s.XXXXXX", folder);
    bool good = make_folders(folder, error);
    if (good && !mkdtemp(temporary)) {
        error_set(
            error,
            "%s: the folder cannot be made: %s; set XDG_CACHE_HOME to a folder that can be written",
            temporary, strerror(errno));
        good = false;
    } else if (good) {
        chmod(temporary, 0755);
        for (size_t i = 0; good && i < embedded_count; i++)
            if (is_ours(&embedded_files[i]))
                good = write_file(temporary, &embedded_files[i], error);
        if (!good || rename(temporary, folder) != 0)
            remove_files(temporary);
        if (good && access(folder, R_OK | X_OK) != 0)
            good = error_set(error, "%s: cannot be read: %s", folder, strerror(errno));
    }
    free(temporary);
    return good;
}

char *python_folder(struct error *error)
{
    char *name = folder_name(), *cache = disk_cache_folder("python"), *folder = NULL;
    if (!name)
        error_set(error, "this build of rooftop carries no Python modules");
    else if (!cache)
        error_set(error, "there is no folder for the Python modules: set HOME or XDG_CACHE_HOME");
    else
        folder = mem_printf("%s/%s", cache, name);
    if (folder && access(folder, R_OK | X_OK) != 0 && !unpack(folder, error)) {
        free(folder);
        folder = NULL;
    }
    free(name);
    free(cache);
    return folder;
}
