/* rule_charts: charts that rules found have a place in the section of the rule: a body behind its
 * own, which bears the name of the rule. So they are shown as the section's charts are, on all
 * pages and on the screen. What is written into reports stays as it was. */
#ifndef ROOFTOP_REPORT_FILE_RULE_CHARTS_H
#define ROOFTOP_REPORT_FILE_RULE_CHARTS_H

#include "report/file/result.h"

/* Replaces sections whose rules have charts by copies with these. A chart that has its place
 * already gets no second one. */
void rule_charts_place(struct result *result);

#endif
