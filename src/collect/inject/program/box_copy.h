/* box_copy: copies with rows or slices (cuMemcpy2D, cuMemcpy3D and their forms), in one structure.
 */
#ifndef ROOFTOP_COLLECT_INJECT_PROGRAM_BOX_COPY_H
#define ROOFTOP_COLLECT_INJECT_PROGRAM_BOX_COPY_H

#include <stdbool.h>

#include <cuda.h>
#include <cupti.h>

CUDA_MEMCPY3D box_copy_of_rows(const CUDA_MEMCPY2D *rows);

/* Whether the call is such a copy. Fills both if it is. stream: as the call means it, NULL or
 * CU_STREAM_PER_THREAD where the program has named none. */
bool box_copy_read(CUDA_MEMCPY3D *box, CUstream *stream, CUpti_CallbackId id,
                   const CUpti_CallbackData *data);

#endif
