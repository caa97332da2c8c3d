#include "report/metric/query_kind.h"

#include <stddef.h>

const char *const query_mode_names[] = {"base", "suffix", "all", NULL};
const char *const query_collection_names[] = {"profiling", "pmsampling",   "device", "groups",
                                              "launch",    "numa",         "nvlink", "source",
                                              "stats",     "warpsampling", NULL};
