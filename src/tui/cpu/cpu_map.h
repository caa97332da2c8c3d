/* cpu_map: the drawing of bandwidths: sockets with their cores, memory and PCIe, and what goes
 * between them, or between a socket and its GPU. An arrow points where the data goes. Where boxes
 * have no room beside each other, the same numbers are lines. */
#ifndef ROOFTOP_TUI_CPU_CPU_MAP_H
#define ROOFTOP_TUI_CPU_CPU_MAP_H

#include "cpu/counts/cpu_run.h"

/* How many rows the drawing takes; 0: the run has nothing of sockets. */
int cpu_map_rows(const struct cpu_run *run, int columns);

/* Draws one of its rows, with the values of a step (SIZE_MAX: of the whole run). */
void cpu_map_draw(const struct cpu_run *run, size_t step, int map_row, int row, int columns);

#endif
