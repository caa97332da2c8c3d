#include "report/base/disk_cache.h"

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

#include "report/base/file_bytes.h"
#include "report/base/mem.h"

enum { MOST_BYTES = 256 << 20 };

static const char first_word[] = "rooftop-cache-1";

char *disk_cache_folder(const char *part)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache && *cache == '/')
        return mem_printf("%s/rooftop/%s", cache, part);
    return home && *home == '/' ? mem_printf("%s/.cache/rooftop/%s", home, part) : NULL;
}

/* FNV-1a with 128 bits: two questions must never share a file. */
void disk_cache_begin(struct disk_cache_hash *hash)
{
    *hash = (struct disk_cache_hash){0x6c62272e07bb0142, 0x62b821756295c58d};
}

static void add_bytes(struct disk_cache_hash *hash, const void *bytes, size_t length)
{
    const unsigned __int128 prime = ((unsigned __int128)1 << 88) + 0x13b;
    unsigned __int128 value = (unsigned __int128)hash->high << 64 | hash->low;
    const unsigned char *next = bytes;
    for (size_t i = 0; i < length; i++)
        value = (value ^ next[i]) * prime;
    *hash = (struct disk_cache_hash){(uint64_t)(value >> 64), (uint64_t)value};
}

void disk_cache_add(struct disk_cache_hash *hash, const void *bytes, size_t length)
{
    const uint64_t size = length;
    add_bytes(hash, &size, sizeof size);
    add_bytes(hash, bytes, length);
}

void disk_cache_add_text(struct disk_cache_hash *hash, const char *text)
{
    disk_cache_add(hash, text, strlen(text));
}

struct disk_cache_key disk_cache_key(const struct disk_cache_hash *hash)
{
    struct disk_cache_key key;
    snprintf(key.text, sizeof key.text, "%016" PRIx64 "%016" PRIx64, hash->high, hash->low);
    return key;
}

static struct disk_cache_key sum_of(const void *bytes, size_t length)
{
    struct disk_cache_hash hash;
    disk_cache_begin(&hash);
    disk_cache_add(&hash, bytes, length);
    return disk_cache_key(&hash);
}

/* Returns the bytes after the first line, "rooftop-cache-1 TOOL LENGTH SUM", or NULL if they do not
 * match it. */
static char *checked(const char *bytes, size_t length, const char *tool, size_t *kept)
{
    const char *newline = memchr(bytes, '\n', length);
    char word[sizeof first_word], made_by[80], sum[33];
    if (!newline || sscanf(bytes, "%15s %79s %zu %32s", word, made_by, kept, sum) != 4)
        return NULL;
    if (strcmp(word, first_word) != 0 || (tool && strcmp(made_by, tool) != 0) ||
        *kept != length - (size_t)(newline + 1 - bytes) ||
        strcmp(sum_of(newline + 1, *kept).text, sum) != 0)
        return NULL;
    return mem_strndup(newline + 1, *kept);
}

char *disk_cache_get(const char *folder, const struct disk_cache_key *key, const char *tool,
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

void disk_cache_put(const char *folder, const struct disk_cache_key *key, const char *tool,
                    const void *bytes, size_t length)
{
    if (!folder)
        return;
    make_folders(folder);
    char *path = mem_printf("%s/%s", folder, key->text);
    char *temporary = mem_printf("%s.XXXXXX", path);
    int descriptor = mkostemp(temporary, O_CLOEXEC);
    FILE *file = descriptor >= 0 ? fdopen(descriptor, "w") : NULL;
    if (file) {
        fprintf(file, "%s %s %zu %s\n", first_word, tool, length, sum_of(bytes, length).text);
        fwrite(bytes, 1, length, file);
        bool failed = ferror(file) != 0;
        failed |= fclose(file) != 0;
        if (failed || rename(temporary, path) != 0)
            unlink(temporary);
        disk_cache_trim(folder, MOST_BYTES);
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

void disk_cache_trim(const char *folder, size_t most)
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
