/* section_metrics: visits every metric that a section names, wherever it stands. */
#ifndef ROOFTOP_REPORT_SECTION_SECTION_METRICS_H
#define ROOFTOP_REPORT_SECTION_SECTION_METRICS_H

#include <stdbool.h>

#include "report/section/section_scope.h"

/* Receives a metric. `alone` says that it is collected without its sibling rollups. This is so for
 * options of metrics (except in rooflines) and for operands of definitions. */
typedef void section_metric_use(void *context, const char *name, bool alone);

/* Visits the names that apply in the scope: in the header, body items, hidden metrics and operands
 * of definitions. A name may come twice. The metrics of memory items (memory_items.h) and of the
 * source page are not visited. */
void section_metrics_each(const Rep__ProfilerSection *section, const struct section_scope *scope,
                          section_metric_use *use, void *context);

/* Visits only the metrics whose filter gives them this importance. */
void section_important_metrics_each(const Rep__ProfilerSection *section,
                                    const struct section_scope *scope,
                                    Rep__CollectionImportance importance, section_metric_use *use,
                                    void *context);

/* Visits the names in one item, also in a source table; none for memory items. */
void section_item_metrics_each(const Rep__ProfilerSection *section,
                               const struct section_scope *scope,
                               const Rep__ProfilerSectionBodyItem *item, section_metric_use *use,
                               void *context);

/* Visits the metrics of the source page and of source tables, which belong to single instructions
 * or to the kernel. */
void section_source_metrics_each(const Rep__ProfilerSection *section,
                                 const struct section_scope *scope, section_metric_use *use,
                                 void *context);

/* Where a metric's value comes from. */
enum section_metric_kind {
    SECTION_METRIC_COUNTER,
    SECTION_METRIC_COMPUTED, /* from the launch, the device, the machine, a definition or a list */
    SECTION_METRIC_INSTRUCTION,
    SECTION_METRIC_WARP_SAMPLING,
    SECTION_METRIC_PM_SAMPLING,
    SECTION_METRIC_KINDS
};
/* Returns the kind of a metric by its name. */
enum section_metric_kind section_metric_kind(const char *name);

/* Calls use() for the name. If `extra` is set and the name has one of the four rollups, calls use()
 * for all four siblings instead. */
void section_metric_rollups(const char *name, bool extra, void (*use)(void *, const char *),
                            void *context);

#endif
