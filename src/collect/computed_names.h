/* computed_names: the names of metrics that are computed of launch, device and replay, not counted.
 * Some of them only some chips and launches have. */
#ifndef ROOFTOP_COMPUTED_NAMES_H
#define ROOFTOP_COMPUTED_NAMES_H

#include <stdbool.h>

/* Calls use(context, name) for each; the name lives until the call returns. */
void computed_names_each(void (*use)(void *, const char *), void *context);

bool computed_name_exists(const char *name);

#endif
