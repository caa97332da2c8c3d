/* code_points: a growing list of instructions, each by the mangled name of its function and its
 * place there, in the form of the message Instructions. */
#ifndef ROOFTOP_COLLECT_INJECT_SAMPLES_CODE_POINTS_H
#define ROOFTOP_COLLECT_INJECT_SAMPLES_CODE_POINTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire.pb-c.h"

struct code_points {
    Wire__Instructions message; /* what it has so far; the memory is owned */
    size_t room, function_room;
    size_t last; /* that was added or found */
};

void code_points_init(struct code_points *points);
void code_points_free(struct code_points *points);

/* Adds an instruction, or finds it. It is looked for first where the last one was, and behind that.
 * *at: its number. false: there is no memory. */
bool code_points_add(struct code_points *points, const char *function, uint32_t offset,
                     uint32_t *at);

/* Makes room for one more element of an array; *items may move. false: there is no memory, and
 * nothing has changed. */
bool code_points_grow(void **items, size_t count, size_t *room, size_t size);

#endif
