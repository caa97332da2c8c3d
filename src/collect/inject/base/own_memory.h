/* own_memory: copies memory of this process through the kernel, without the risk of a crash where
 * the program has unmapped or protected it. */
#ifndef ROOFTOP_COLLECT_INJECT_BASE_OWN_MEMORY_H
#define ROOFTOP_COLLECT_INJECT_BASE_OWN_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* write: `to` is the memory in doubt, else `from` is. false: part of it cannot be reached. Where
 * the kernel forbids the call, as in some containers, this is a plain copy. */
bool own_memory_copy(void *to, const void *from, size_t size, bool write);

#endif
