/* old_version: defines functions that call the version of themselves which glibc 2.17 had (see
 * old_glibc.c). */
#ifndef PACKAGING_STATIC_OLD_VERSION_H
#define PACKAGING_STATIC_OLD_VERSION_H

#ifdef __x86_64__
#define FIRST "GLIBC_2.2.5"
#define WITH_CLOCKS "GLIBC_2.3.3"
#else
#define FIRST "GLIBC_2.17"
#define WITH_CLOCKS FIRST
#endif

#define HIDDEN __attribute__((visibility("hidden")))
#define SINCE(version, type, name, parameters, arguments)                                          \
    __asm__(".symver old_" #name "," #name "@" version);                                           \
    type old_##name parameters;                                                                    \
    HIDDEN type name parameters                                                                    \
    {                                                                                              \
        return old_##name arguments;                                                               \
    }
#define OLD(...) SINCE(FIRST, __VA_ARGS__)

#endif
