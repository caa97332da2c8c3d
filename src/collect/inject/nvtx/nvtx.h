/* nvtx: the functions that the program's NVTX calls lead to. They are put into NVTX's function
 * tables only if the host asks for it; otherwise the program's calls stay empty, as without a
 * profiler. Marks are for listeners only (nvtx_listener.h); names of CUDA objects are ignored. */
#ifndef ROOFTOP_COLLECT_INJECT_NVTX_NVTX_H
#define ROOFTOP_COLLECT_INJECT_NVTX_NVTX_H

#include <stdbool.h>

/* get_export_table: what NVTX hands to InitializeInjectionNvtx2. */
bool nvtx_attach(void *get_export_table);

/* Nothing is profiled from now on, and the program's NVTX calls return at once. Any thread may call
 * this, also in a child of fork(). */
void nvtx_stop(void);

#endif
