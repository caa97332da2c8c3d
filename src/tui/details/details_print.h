/* details_print: pages of the report as the screen writes them, with its sections, rules, names and
 * points of rooflines. Printing decodes results anew, so that the one in the details is let go of
 * and shown again (view_host.h). */
#ifndef ROOFTOP_TUI_DETAILS_DETAILS_PRINT_H
#define ROOFTOP_TUI_DETAILS_DETAILS_PRINT_H

#include "report/pages/page.h"
#include "tui/widgets/view_host.h"

/* A page with options of its own; what all pages of the screen have in common is set here. */
bool details_print_options(struct view_host *host, struct page_options *options, FILE *out,
                           struct error *error);
/* A page of the report, or of those results that the filter lets pass; NULL: all. */
bool details_print_page(struct view_host *host, enum page page, const struct launch_filter *filter,
                        enum page_format format, FILE *out, struct error *error);
/* One HTML page of these results, with this remark or without one (NULL); see details_html.h. */
bool details_print_html(struct view_host *host, const struct launch_filter *filter,
                        const char *remark, FILE *out, struct error *error);
/* A page of the result in the details, with its changes if they are shown. */
bool details_print_compared(struct view_host *host, enum page page, enum page_format format,
                            FILE *out, struct error *error);
/* The changes of the result in the details against its baseline, which it has. */
bool details_print_changes(struct view_host *host, enum page_format format, FILE *out,
                           struct error *error);

#endif
