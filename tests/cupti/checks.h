/* checks: "ok   NAME" and "FAIL NAME: why" lines, and the sum at the end. */
#ifndef ROOFTOP_CHECKS_H
#define ROOFTOP_CHECKS_H

#include <stdbool.h>
#include <stdio.h>

struct checks {
    unsigned passed, failed;
};

/* why and what follows it: a format, used if it is not good. */
#define checks_note(checks, good, name, ...)                                                       \
    do {                                                                                           \
        if (good) {                                                                                \
            (checks)->passed++;                                                                    \
            printf("ok   %s\n", name);                                                             \
        } else {                                                                                   \
            (checks)->failed++;                                                                    \
            printf("FAIL %s: ", name);                                                             \
            printf(__VA_ARGS__);                                                                   \
            putchar('\n');                                                                         \
        }                                                                                          \
        fflush(stdout);                                                                            \
    } while (0)

/* What main() returns. */
static inline int checks_sum(const struct checks *checks)
{
    printf("%u passed, %u failed\n", checks->passed, checks->failed);
    return checks->failed || !checks->passed;
}

#endif
