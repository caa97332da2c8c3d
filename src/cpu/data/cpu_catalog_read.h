/* cpu_catalog_read: the reader of one file of cpu/. See cpu_catalog.h, which has its function. */
#ifndef ROOFTOP_CPU_DATA_CPU_CATALOG_READ_H
#define ROOFTOP_CPU_DATA_CPU_CATALOG_READ_H

#include "cpu/data/cpu_catalog.h"

/* Most bytes of a file, and most elements of a list in it. */
enum { CPU_LARGEST_FILE = 1 << 20, CPU_LONGEST_LIST = 4096 };

#endif
