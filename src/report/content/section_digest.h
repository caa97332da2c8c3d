/* section_digest: the line that stands for a folded section ("100 % theoretical · 91.6 %
 * achieved").
 *
 * A table names for each section the metrics that say most. For a section that is not in the
 * table, the first cells of its header are shown. */
#ifndef ROOFTOP_REPORT_CONTENT_SECTION_DIGEST_H
#define ROOFTOP_REPORT_CONTENT_SECTION_DIGEST_H

struct section_view;
struct result;

/* A new string. */
char *section_digest(const struct section_view *view, const struct result *result);

#endif
