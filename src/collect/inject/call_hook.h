/* call_hook: has a library that is loaded call another function instead of one that it imports.
 *
 * The address is changed in the library's own table of imports (ELF, x86-64 and 64-bit Arm); no
 * code is, and no other library's calls. It stays until the library is unloaded. */
#ifndef ROOFTOP_INJECT_CALL_HOOK_H
#define ROOFTOP_INJECT_CALL_HOOK_H

#include <stdbool.h>

/* library: how its file name begins, without folder. false: none is loaded that imports the
 * symbol, or its table cannot be written. */
bool call_hook(const char *library, const char *symbol, void (*replacement)(void));

#endif
