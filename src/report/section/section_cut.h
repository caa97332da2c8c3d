/* section_cut: a section as it is stored with a result, without the body items that do not apply.
 *
 * Some sections have an item for every chip. All rooflines of tensor cores take 10 times as much as
 * those of one chip, and each result stores its sections. */
#ifndef ROOFTOP_REPORT_SECTION_SECTION_CUT_H
#define ROOFTOP_REPORT_SECTION_SECTION_CUT_H

#include "report/section/section_scope.h"

/* Returns a copy without these items; release it with section_cut_free(). Everything except the
 * bodies is shared with the section, which must outlive it. */
Rep__ProfilerSection *section_cut(const Rep__ProfilerSection *section,
                                  const struct section_scope *scope);
void section_cut_free(Rep__ProfilerSection *cut);

#endif
