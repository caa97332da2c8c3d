/* figures_sample: a report of one result with everything that figures are drawn of: warp states,
 * rooflines, the memory chart and tables, time series, line charts, histograms, instances, tables
 * of places and of suffixes, and items whose metrics were not collected. */
#ifndef FIGURES_SAMPLE_H
#define FIGURES_SAMPLE_H

#include "build_report.h"

void build_figures(struct build *build);

#endif
