/* wire_number: one number of the id-value lists in the program's messages, where a device's or a
 * function's attributes stand under the numbers that the driver gives them. */
#ifndef ROOFTOP_COLLECT_MACHINE_WIRE_NUMBER_H
#define ROOFTOP_COLLECT_MACHINE_WIRE_NUMBER_H

#include <stddef.h>
#include <stdint.h>

#include "wire.pb-c.h"

/* The value of the first number with this id; fallback if the list has none. */
int64_t wire_number(Wire__Number *const *numbers, size_t count, unsigned id, int64_t fallback);

#endif
