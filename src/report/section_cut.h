/* section_cut: a section as it is stored with a result: without the body items that do not apply.
 *
 * Each result holds its sections, and some have an item for every chip: the rooflines of tensor
 * cores are 10 times larger than those of one chip. */
#ifndef ROOFTOP_SECTION_CUT_H
#define ROOFTOP_SECTION_CUT_H

#include "section.h"

/* All but its bodies is shared with the section, which must outlive it. */
Rep__ProfilerSection *section_cut(const Rep__ProfilerSection *section,
                                  const struct section_scope *scope);
void section_cut_free(Rep__ProfilerSection *cut);

#endif
