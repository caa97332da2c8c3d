/* series: profile series in the program: a launch that was measured is measured again with other
 * parameters, those of the host's Setup.
 *
 * Such a launch is a window of its own. Its own result comes first. Then for each combination
 * (variants.h): settings of the function are made, memory is put back as it was before the launch,
 * the combination runs once without counters (it may write elsewhere than the launch did; that is
 * found and put back before each pass) and is measured like any launch. In the end the settings are
 * the program's, and memory has what its own launch computed. Host memory is put back only where
 * the program's own run changed it: other threads may be writing the rest.
 *
 * A combination that fails is reported with its parameters, and the series goes on. One that spoils
 * the context (an address that is none) or does not end takes the program with it, as any kernel
 * would that does this: with the context its process is measured no more, and the run has failed,
 * whatever the program makes of it. */
#ifndef ROOFTOP_INJECT_SERIES_H
#define ROOFTOP_INJECT_SERIES_H

#include "wire.pb-c.h"

struct inject;

/* Takes the series out of the message. */
void series_accept(struct inject *inject, Wire__Setup *setup);

#endif
