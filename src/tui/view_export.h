/* view_export: what views show that is no page of a report, as tables of export_table.h. */
#ifndef ROOFTOP_VIEW_EXPORT_H
#define ROOFTOP_VIEW_EXPORT_H

#include "columns_view.h"
#include "fact_list.h"
#include "metric_help.h"
#include "nvtx_tree.h"
#include "output_view.h"
#include "page.h"

/* A fact a row, with its heading. */
void view_export_facts(const struct fact_list *facts, enum page_format format, FILE *out);
/* A line a row, with its heading. */
void view_export_help(const struct metric_help *help, enum page_format format, FILE *out);
/* A range a row with its path, without the launches. */
void view_export_ranges(const struct nvtx_tree *tree, enum page_format format, FILE *out);
/* A line a row, with its number among those that are kept. */
void view_export_output(const struct output_view *view, enum page_format format, FILE *out);
/* A column a row, those that are shown with their places. */
void view_export_columns(struct columns_view *view, struct list_view *list, enum page_format format,
                         FILE *out);

#endif
