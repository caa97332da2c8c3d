/* section_scope: which parts of a section apply to a result. Sections and the metrics in them carry
 * filters; a filter asks for the architecture of the GPU, the kind of the result, the version of
 * the driver, and whether the GPU is virtual. */
#ifndef ROOFTOP_REPORT_SECTION_SECTION_SCOPE_H
#define ROOFTOP_REPORT_SECTION_SECTION_SCOPE_H

#include <stdbool.h>

#include "report.pb-c.h"
#include "report/file/result.h"

/* What filters are compared with. */
struct section_scope {
    unsigned arch; /* 90 = CC 9.0; 0 = unknown, passes every limit on the architecture */
    Rep__CollectionScope scope; /* the kind of the result */
    float driver;               /* 580.159; 0 = unknown, passes every limit on the driver */
    bool is_virtual;            /* a virtual GPU; false also if unknown */
};

/* Returns the scope of a measured result. */
struct section_scope section_scope_of(const struct result *result);

/* Returns whether the filter passes in the scope. No filter (NULL) always passes. */
bool section_filter_passes(const Rep__MetricOptionFilter *filter,
                           const struct section_scope *scope);

/* Returns the name under which a section's metric is collected and shown in the scope: its own, or
 * that of its first option whose filter passes. What the filter of the metric or option says of
 * chips replaces what the section's filter says, and so for kinds of results. Returns NULL if the
 * metric does not apply there. Sets *label to the label that goes with the name. */
const char *section_metric_here(const Rep__ProfilerSectionMetric *metric,
                                const Rep__ProfilerSection *section,
                                const struct section_scope *scope, const char **label);

/* Returns whether any cell of the section's header applies, even if the section's own filter does
 * not pass. */
bool section_has_cells(const Rep__ProfilerSection *section, const struct section_scope *scope);

/* Returns whether the section shows anything in the scope: its own filter passes, or a cell of its
 * header applies. */
bool section_applies(const Rep__ProfilerSection *section, const struct section_scope *scope);

#endif
