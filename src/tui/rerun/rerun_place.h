/* rerun_place: where a launch stands among those of its file, to be measured alone. */
#ifndef ROOFTOP_TUI_RERUN_RERUN_PLACE_H
#define ROOFTOP_TUI_RERUN_RERUN_PLACE_H

#include "report/file/report.h"

struct rerun_place {
    char *kernel;     /* its name as -k takes it by default; NULL: unknown */
    size_t of_kernel; /* results of this kernel before it, */
    size_t of_file;   /* and of all kernels */
};

/* Release with rerun_place_free(). */
void rerun_place_find(struct rerun_place *place, const struct report *report, size_t result);
void rerun_place_free(struct rerun_place *place);

/* Returns the result from `first` on that stands for this one: of the same name and shape, else of
 * the same name; SIZE_MAX: none is. */
size_t rerun_place_again(struct report *report, size_t result, size_t first);

#endif
