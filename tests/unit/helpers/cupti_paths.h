/* cupti_paths: where tests find CUPTI. */
#ifndef CUPTI_PATHS_H
#define CUPTI_PATHS_H

#include <stdbool.h>
#include <stddef.h>

/* The real library of $CUDA_HOME or /usr/local/cuda. false: there is none. */
bool cupti_path_real(char *path, size_t size);

/* The double: $ROOFTOP_CUPTI, else beside this program. false: it is not built. */
bool cupti_path_double(char *path, size_t size);

#endif
