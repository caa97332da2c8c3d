/* sass_cache: what nvdisasm printed, kept in the user's cache between runs.
 *
 * One file for each function of a module, named by a hash of the module's bytes and the function.
 * Its first line names the version of the program that printed it; another version's file is made
 * anew. Files are written under a temporary name and renamed. A file that is damaged, of another
 * version or not readable is as good as none. The folder holds at most 256 MiB; what was used
 * longest ago goes first. That nothing can be kept is no error. */
#ifndef ROOFTOP_SASS_CACHE_H
#define ROOFTOP_SASS_CACHE_H

#include <stddef.h>

/* $XDG_CACHE_HOME/rooftop/sass, or ~/.cache/rooftop/sass; NULL if neither variable is set. A new
 * string; the folder need not exist. */
char *sass_cache_folder(void);

/* Name of the file for a function of a module. */
struct sass_cache_key {
    char text[33];
};
struct sass_cache_key sass_cache_key(const void *module, size_t length, const char *function);

/* What is kept, NUL-ended; free() it. tool: identity of the program; NULL: any version will do.
 * NULL: nothing is. */
char *sass_cache_get(const char *folder, const struct sass_cache_key *key, const char *tool,
                     size_t *length);
void sass_cache_put(const char *folder, const struct sass_cache_key *key, const char *tool,
                    const char *text, size_t length);

/* Removes what was used longest ago until at most so many bytes are left. */
void sass_cache_trim(const char *folder, size_t most);

#endif
