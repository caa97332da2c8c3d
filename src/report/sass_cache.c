#include "sass_cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file_bytes.h"
#include "mem.h"

enum { MOST_BYTES = 256 << 20 };

static const char first_word[] = "rooftop-sass-1";

char *sass_cache_folder(void)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache && *cache == '/')
        return mem_printf("%s/rooftop/sass", cache);
    return home && *home == '/' ? mem_printf("%s/.cache/rooftop/sass", home) : NULL;
}

/* FNV-1a of 128 bits: files of different modules must not be confused. */
struct sass_cache_key sass_cache_key(const void *module, size_t length, const char *function)
{
    const unsigned __int128 prime = ((unsigned __int128)1 << 88) + 0x13b;
    unsigned __int128 hash = ((unsigned __int128)0x6c62272e07bb0142 << 64) + 0x62b821756295c58d;
    const unsigned char *bytes = module;
    struct sass_cache_key key;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ bytes[i]) * prime;
    for (; *function; function++)
        hash = (hash ^ (unsigned char)*function) * prime;
    snprintf(key.text, sizeof key.text, "%016" PRIx64 "%016" PRIx64, (uint64_t)(hash >> 64),
             (uint64_t)hash);
    return key;
}

/* The text behind the first line "rooftop-sass-1 TOOL LENGTH", or NULL. */
static char *checked(const char *bytes, size_t length, const char *tool, size_t *text_length)
{
    const char *newline = memchr(bytes, '\n', length);
    char word[sizeof first_word], made_by[80];
    if (!newline || sscanf(bytes, "%14s %79s %zu", word, made_by, text_length) != 3)
        return NULL;
    if (strcmp(word, first_word) != 0 || (tool && strcmp(made_by, tool) != 0) ||
        *text_length != length - (size_t)(newline + 1 - bytes))
        return NULL;
    return mem_strndup(newline + 1, *text_length);
}

char *sass_cache_get(const char *folder, const struct sass_cache_key *key, const char *tool,
                     size_t *length)
{
    if (!folder)
        return NULL;
    char *path = mem_printf("%s/%s", folder, key->text);
    size_t size;
    char *bytes = file_bytes(path, &size, NULL);
    char *text = bytes ? checked(bytes, size, tool, length) : NULL;
    if (text)
        utimensat(AT_FDCWD, path, NULL, 0);
    free(bytes);
    free(path);
    return text;
}

static void make_folders(const char *folder)
{
    char *path = mem_strdup(folder);
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
    mkdir(path, 0700);
    free(path);
}

void sass_cache_put(const char *folder, const struct sass_cache_key *key, const char *tool,
                    const char *text, size_t length)
{
    if (!folder)
        return;
    make_folders(folder);
    char *path = mem_printf("%s/%s", folder, key->text);
    char *temporary = mem_printf("%s.XXXXXX", path);
    int descriptor = mkostemp(temporary, O_CLOEXEC);
    FILE *file = descriptor >= 0 ? fdopen(descriptor, "w") : NULL;
    if (file) {
        fprintf(file, "%s %s %zu\n", first_word, tool, length);
        fwrite(text, 1, length, file);
        bool failed = ferror(file) != 0;
        failed |= fclose(file) != 0;
        if (failed || rename(temporary, path) != 0)
            unlink(temporary);
        sass_cache_trim(folder, MOST_BYTES);
    } else if (descriptor >= 0) {
        close(descriptor);
    }
    free(temporary);
    free(path);
}

struct kept {
    char *path;
    struct timespec used;
    size_t size;
};

static int by_use(const void *a, const void *b)
{
    const struct timespec *x = &((const struct kept *)a)->used,
                          *y = &((const struct kept *)b)->used;
    if (x->tv_sec != y->tv_sec)
        return x->tv_sec > y->tv_sec ? 1 : -1;
    return (x->tv_nsec > y->tv_nsec) - (x->tv_nsec < y->tv_nsec);
}

void sass_cache_trim(const char *folder, size_t most)
{
    DIR *dir = opendir(folder);
    struct kept *files = NULL;
    size_t count = 0, capacity = 0, total = 0;
    const struct dirent *entry;
    while (dir && (entry = readdir(dir))) {
        struct stat status;
        char *path = mem_printf("%s/%s", folder, entry->d_name);
        if (lstat(path, &status) == 0 && S_ISREG(status.st_mode)) {
            mem_grow(&files, count, &capacity, sizeof *files);
            files[count++] = (struct kept){path, status.st_mtim, (size_t)status.st_size};
            total += (size_t)status.st_size;
        } else {
            free(path);
        }
    }
    if (dir)
        closedir(dir);
    if (total > most)
        qsort(files, count, sizeof *files, by_use);
    for (size_t i = 0; i < count; i++) {
        if (total > most && unlink(files[i].path) == 0)
            total -= files[i].size;
        free(files[i].path);
    }
    free(files);
}
