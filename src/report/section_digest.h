/* section_digest: what a folded section says in one line ("100 % theoretical · 91.6 % achieved").
 *
 * A table names for each section the metrics worth a glance; a section that is not in it shows the
 * first cells of its header. */
#ifndef ROOFTOP_SECTION_DIGEST_H
#define ROOFTOP_SECTION_DIGEST_H

struct section_view;
struct result;

char *section_digest(const struct section_view *view, const struct result *result);

#endif
