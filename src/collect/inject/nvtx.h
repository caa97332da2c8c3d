/* nvtx: the functions behind the program's NVTX calls. They are put into its function tables only
 * where the host asks for it; otherwise its calls stay empty, as without a profiler. Marks and
 * names of CUDA objects are not looked at. */
#ifndef ROOFTOP_INJECT_NVTX_H
#define ROOFTOP_INJECT_NVTX_H

#include <stdbool.h>

/* get_export_table: what NVTX hands to InitializeInjectionNvtx2. */
bool nvtx_attach(void *get_export_table);

/* Nothing is profiled any more: the functions return at once from now on. */
void nvtx_stop(void);

#endif
