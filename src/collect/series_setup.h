/* series_setup: a profile series as the host tells it to programs. */
#ifndef ROOFTOP_SERIES_SETUP_H
#define ROOFTOP_SERIES_SETUP_H

#include "launch_series.h"
#include "wire.pb-c.h"

/* Adds the series to the message, which then has memory that series_setup_drop() frees. */
void series_setup_fill(Wire__Setup *setup, const struct launch_series *series);
void series_setup_drop(Wire__Setup *setup);

#endif
