/* disk_cache: what is slow to find out, kept in the user's cache between runs.
 *
 * One file for each answer, named by a hash of all that it follows from. Its first line names who
 * made it (a program and its version); another one's file is made anew. Files are written under a
 * temporary name and renamed. A file that is damaged, of another version or not readable is as good
 * as none. A folder holds at most 256 MiB; what was used longest ago goes first. That nothing can
 * be kept is no error. */
#ifndef ROOFTOP_DISK_CACHE_H
#define ROOFTOP_DISK_CACHE_H

#include <stddef.h>
#include <stdint.h>

/* $XDG_CACHE_HOME/rooftop/PART, or ~/.cache/rooftop/PART; NULL if neither variable is set. A new
 * string; the folder need not exist. */
char *disk_cache_folder(const char *part);

/* A hash over parts in their order. Their lengths count: "ab", "c" are others than "a", "bc". */
struct disk_cache_hash {
    uint64_t high, low;
};
void disk_cache_begin(struct disk_cache_hash *hash);
void disk_cache_add(struct disk_cache_hash *hash, const void *bytes, size_t length);
void disk_cache_add_text(struct disk_cache_hash *hash, const char *text);

/* Name of a file. */
struct disk_cache_key {
    char text[33];
};
struct disk_cache_key disk_cache_key(const struct disk_cache_hash *hash);

/* What is kept, NUL-ended; free() it. tool: who made it, a word; NULL: whoever did. NULL: nothing
 * is. */
char *disk_cache_get(const char *folder, const struct disk_cache_key *key, const char *tool,
                     size_t *length);
void disk_cache_put(const char *folder, const struct disk_cache_key *key, const char *tool,
                    const void *bytes, size_t length);

/* Removes what was used longest ago until at most so many bytes are left. */
void disk_cache_trim(const char *folder, size_t most);

#endif
