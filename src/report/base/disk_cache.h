/* disk_cache: keeps answers that are slow to find in the user's cache folder between runs.
 *
 * Each answer has a file, which is named by a hash of everything that the answer depends on. The
 * first line of a file names the program and version that made it; the answer of another version
 * counts as missing. A file that is damaged or cannot be read counts as missing, too. Files are
 * written under a temporary name and renamed. A folder holds at most 256 MiB; the files that were
 * unused for longest are removed first. A failure to keep an answer is silent. */
#ifndef ROOFTOP_REPORT_BASE_DISK_CACHE_H
#define ROOFTOP_REPORT_BASE_DISK_CACHE_H

#include <stddef.h>
#include <stdint.h>

/* Returns $XDG_CACHE_HOME/rooftop/PART or ~/.cache/rooftop/PART as a new string, or NULL if neither
 * variable is set. The folder need not exist. */
char *disk_cache_folder(const char *part);

/* A hash over parts in their order. The lengths of the parts count, so "ab", "c" and "a", "bc" have
 * different hashes. */
struct disk_cache_hash {
    uint64_t high, low;
};
void disk_cache_begin(struct disk_cache_hash *hash);
void disk_cache_add(struct disk_cache_hash *hash, const void *bytes, size_t length);
void disk_cache_add_text(struct disk_cache_hash *hash, const char *text);

/* The name of a file in the cache. */
struct disk_cache_key {
    char text[33];
};
struct disk_cache_key disk_cache_key(const struct disk_cache_hash *hash);

/* disk_cache_get() returns what is kept under the key, NUL-ended, or NULL; free() it. `tool` is one
 * word that names who makes the answer. disk_cache_get() takes an answer of any tool if it is
 * NULL. */
char *disk_cache_get(const char *folder, const struct disk_cache_key *key, const char *tool,
                     size_t *length);
void disk_cache_put(const char *folder, const struct disk_cache_key *key, const char *tool,
                    const void *bytes, size_t length);

/* Removes the files that were unused for longest until at most `most` bytes are left. */
void disk_cache_trim(const char *folder, size_t most);

#endif
