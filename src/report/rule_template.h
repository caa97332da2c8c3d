/* rule_template: a text with values in it: "{expression}" or "{expression|FORMAT}", "{{" for a
 * brace.
 *
 * FORMAT is a number of decimals, after a comma with thousands set apart: "{x|1}", "{x|,0}".
 * Without one a number has up to four significant digits; a text stands as it is. A value that is
 * absent is "n/a". */
#ifndef ROOFTOP_RULE_TEMPLATE_H
#define ROOFTOP_RULE_TEMPLATE_H

#include "expr.h"
#include "strbuf.h"

struct rule_template;

/* NULL: the error names the column. */
struct rule_template *rule_template_compile(const char *text, struct error *error);
void rule_template_free(struct rule_template *text);

/* See expr_bind() and expr_names(). */
void rule_template_bind(struct rule_template *text, int (*bind)(void *, const char *),
                        void *context);
void rule_template_names(const struct rule_template *text, void (*use)(void *, const char *),
                         void *context);

/* Appends the text. */
void rule_template_run(const struct rule_template *text, expr_lookup *lookup, void *context,
                       struct strbuf *out);

#endif
