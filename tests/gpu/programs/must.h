// What the programs of this folder share: a call that has to succeed.
#pragma once
#include <cstdio>
#include <cstdlib>

// _Exit(): another thread may be in a call.
#define MUST(call)                                                                                 \
    do {                                                                                           \
        const int error_ = (int)(call);                                                            \
        if (error_) {                                                                              \
            printf("line %d: %s: %d\n", __LINE__, #call, error_);                                  \
            fflush(stdout);                                                                        \
            _Exit(1);                                                                              \
        }                                                                                          \
    } while (0)
