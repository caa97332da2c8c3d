/* call_hook: makes one loaded library call another function instead of one that it imports.
 *
 * It changes the address in the library's own table of imports (ELF on x86-64 and 64-bit Arm).
 * Code stays as it is, and so do the calls of other libraries. The change lasts until the library
 * is unloaded. */
#ifndef ROOFTOP_COLLECT_INJECT_BASE_CALL_HOOK_H
#define ROOFTOP_COLLECT_INJECT_BASE_CALL_HOOK_H

#include <stdbool.h>

/* library: the beginning of its file name, without the folder. replacement must have the type of
 * the symbol. false: no library of this name is loaded that imports the symbol, or its table
 * cannot be written. */
bool call_hook(const char *library, const char *symbol, void (*replacement)(void));

#endif
