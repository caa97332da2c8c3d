/* series_setup: a profile series in the form in which the host sends it to programs. */
#ifndef ROOFTOP_COLLECT_PROGRAM_SERIES_SETUP_H
#define ROOFTOP_COLLECT_PROGRAM_SERIES_SETUP_H

#include "report/filter/launch_series.h"
#include "wire.pb-c.h"

/* Adds the series to the message. series_setup_drop() frees what was added. */
void series_setup_fill(Wire__Setup *setup, const struct launch_series *series);
void series_setup_drop(Wire__Setup *setup);

#endif
