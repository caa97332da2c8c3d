/* cpu_keys: the keys of the screen of rooftop cpu, in one table: dispatch, help and key bar are
 * made from it. */
#ifndef ROOFTOP_TUI_CPU_CPU_KEYS_H
#define ROOFTOP_TUI_CPU_CPU_KEYS_H

#include <stddef.h>

enum cpu_action {
    CPU_NOTHING,
    CPU_UP,
    CPU_DOWN,
    CPU_PAGE_UP,
    CPU_PAGE_DOWN,
    CPU_FIRST,
    CPU_LAST,
    CPU_OPEN,
    CPU_ALL,
    CPU_METRIC_HELP,
    CPU_COUNTS,
    CPU_SOCKETS,
    CPU_NOW,
    CPU_PAUSE,
    CPU_SLOWER,
    CPU_FASTER,
    CPU_AGAIN,
    CPU_HELP,
    CPU_QUIT
};

struct cpu_key_row {
    const char *keys; /* as the help shows them */
    int codes[3];     /* 0: none */
    enum cpu_action action;
    const char *brief; /* in the key bar; NULL: not there */
    const char *help;
};

extern const struct cpu_key_row cpu_key_rows[];
extern const size_t cpu_key_row_count;

enum cpu_action cpu_key_action(int key);

#endif
