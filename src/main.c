/* rooftop: looks at a report, profiles a program or answers a query. */
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "error.h"
#include "options.h"
#include "page.h"
#include "report.h"
int main(int argc, char **argv)
{
    struct options o; struct error e;
    setlocale(LC_ALL, "");
    if (!options_parse(&o, argc, argv, &e)) { fprintf(stderr, "%s\n", e.text); return 1; }
    struct report *r = report_open(o.import, &e);
    if (!r) { fprintf(stderr, "%s\n", e.text); return 1; }
    if (!page_print(r, &o.page, stdout, &e)) { fprintf(stderr, "%s\n", e.text); return 1; }
    report_close(r); options_free(&o);
}
