/* section_metrics: every metric that a section names, wherever in it. */
#ifndef ROOFTOP_SECTION_METRICS_H
#define ROOFTOP_SECTION_METRICS_H

#include <stdbool.h>

#include "section.h"

/* alone: without its sibling rollups, as options of metrics (but those of rooflines) and operands
 * of definitions are collected. */
typedef void section_metric_use(void *context, const char *name, bool alone);

/* Names that apply in the scope: header, body items, hidden metrics, operands of definitions. A
 * name may come twice. Not those of memory items (memory_items.h) and not the following. */
void section_metrics_each(const Rep__ProfilerSection *section, const struct section_scope *scope,
                          section_metric_use *use, void *context);

/* Those that one item names, a source table's too; none for memory items. */
void section_item_metrics_each(const Rep__ProfilerSection *section,
                               const struct section_scope *scope,
                               const Rep__ProfilerSectionBodyItem *item, section_metric_use *use,
                               void *context);

/* Metrics of the source page and of source tables: of single instructions, or of the kernel. */
void section_source_metrics_each(const Rep__ProfilerSection *section,
                                 const struct section_scope *scope, section_metric_use *use,
                                 void *context);

/* Where a metric's value comes from. */
enum section_metric_kind {
    SECTION_METRIC_COUNTER,
    SECTION_METRIC_COMPUTED, /* of the launch, the device, the machine, a definition, a list */
    SECTION_METRIC_INSTRUCTION,
    SECTION_METRIC_WARP_SAMPLING,
    SECTION_METRIC_PM_SAMPLING,
    SECTION_METRIC_KINDS
};
enum section_metric_kind section_metric_kind(const char *name);

/* The name and, if extra is set and it ends in one of the four rollups, its siblings. */
void section_metric_rollups(const char *name, bool extra, void (*use)(void *, const char *),
                            void *context);

#endif
