/* rules_export: writes the rules as a table: whether each is on, its identifier, name and section,
 * its file, and what it looks for or what is wrong with it. */
#ifndef ROOFTOP_TUI_VIEWS_RULES_EXPORT_H
#define ROOFTOP_TUI_VIEWS_RULES_EXPORT_H

#include <stdio.h>

#include "report/pages/page.h"
#include "report/rules/rule_library.h"

void rules_export(const struct rule_library *library, enum page_format format, FILE *out);

#endif
