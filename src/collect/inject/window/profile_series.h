/* profile_series: profile series in the program: a launch that was measured is measured again with
 * the other parameters that the host's Setup names.
 *
 * Such a launch has a window of its own, and its own result comes first. Then for each variant
 * (variant_list.h) the function's settings are made, memory is put back as it was before the
 * launch, and the variant runs once without counters, because it may write to other places than the
 * launch did, and these have to be put back before each pass. Then it is measured like any launch.
 * In the end the function has the program's settings again, and memory has what the launch itself
 * computed. Host memory is put back only where the program's own run changed it, since other
 * threads may be writing the rest.
 *
 * A variant that fails is reported with its parameters, and the series goes on. A variant that
 * breaks the context (by a wrong address) or does not end takes the program with it, as any such
 * kernel would. Nothing more of the process is measured then, and the run has failed, whatever the
 * program makes of it. */
#ifndef ROOFTOP_COLLECT_INJECT_WINDOW_PROFILE_SERIES_H
#define ROOFTOP_COLLECT_INJECT_WINDOW_PROFILE_SERIES_H

#include "wire.pb-c.h"

struct inject;

/* Moves the series out of the message. Call it after flush_caches is set. */
void series_accept(struct inject *inject, Wire__Setup *setup);

#endif
