/* view_export: writes what views show as tables (export_table.h), for views that show no page of a
 * report. */
#ifndef ROOFTOP_TUI_VIEWS_VIEW_EXPORT_H
#define ROOFTOP_TUI_VIEWS_VIEW_EXPORT_H

#include "report/content/fact_list.h"
#include "report/content/nvtx_tree.h"
#include "report/pages/page.h"
#include "tui/views/metric_help.h"
#include "tui/views/output_view.h"

/* Writes one row for each fact, with its heading. */
void view_export_facts(const struct fact_list *facts, enum page_format format, FILE *out);
/* Writes one row for each line of the help, with its heading. */
void view_export_help(const struct metric_help *help, enum page_format format, FILE *out);
/* Writes one row for each range, with its path, without the launches. */
void view_export_ranges(const struct nvtx_tree *tree, enum page_format format, FILE *out);
/* Writes one row for each line of output, with its number among the lines that are kept. */
void view_export_output(const struct output_view *view, enum page_format format, FILE *out);

#endif
