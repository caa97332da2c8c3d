/* rules_export: the rules as rows: whether each is on, its identifier, name and section, where it
 * comes from, what it looks for or what is wrong with it. */
#ifndef ROOFTOP_RULES_EXPORT_H
#define ROOFTOP_RULES_EXPORT_H

#include <stdio.h>

#include "page.h"
#include "rule_library.h"

void rules_export(const struct rule_library *library, enum page_format format, FILE *out);

#endif
