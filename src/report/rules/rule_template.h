/* rule_template: a text that contains values: "{expression}" or "{expression|FORMAT}", "{{" for a
 * brace.
 *
 * FORMAT is a number of decimals. A comma before it separates thousands: "{x|1}", "{x|,0}". Without
 * FORMAT a number has up to four significant digits. A text is inserted as it is, an absent value
 * as "n/a". */
#ifndef ROOFTOP_REPORT_RULES_RULE_TEMPLATE_H
#define ROOFTOP_REPORT_RULES_RULE_TEMPLATE_H

#include "report/base/strbuf.h"
#include "report/expr/expr.h"

struct rule_template;

/* Returns a compiled template. Returns NULL with the error, which names the column. */
struct rule_template *rule_template_compile(const char *text, struct error *error);
void rule_template_free(struct rule_template *text);

/* See expr_bind() and expr_names(). */
void rule_template_bind(struct rule_template *text, int (*bind)(void *, const char *),
                        void *context);
void rule_template_names(const struct rule_template *text, void (*use)(void *, const char *),
                         void *context);

/* Appends the text with its values. */
void rule_template_run(const struct rule_template *text, expr_lookup *lookup, void *context,
                       struct strbuf *out);

#endif
