/* plan_sections: reads the built-in sections that a plan is made of, and no others. To read all
 * takes a third of a short run. Which ones, their texts tell without being read: the identifier and
 * each set of a built-in section have a line of their own, and so do the parts of a definition. */
#ifndef ROOFTOP_COLLECT_PLAN_PLAN_SECTIONS_H
#define ROOFTOP_COLLECT_PLAN_PLAN_SECTIONS_H

#include "collect/plan/plan.h"

/* Loads a new library with which plan_make() and chip_plan_make() do what they do with all built-in
 * sections. false: the request may need any section, and nothing was loaded. That is so if it has
 * an expression, the name of a list, a name that a section defines or one that no section has,
 * since messages name those that are nearest. */
bool plan_sections_load(struct section_library *library, const struct plan_request *request);

#endif
