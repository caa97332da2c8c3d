/* manual TEMPLATE: prints the manual page that man/rooftop.1.in makes. The Makefile runs it. */
#include <stdio.h>
#include <stdlib.h>

#include "manual.h"
#include "report/base/file_bytes.h"

int main(int argc, char **argv)
{
    struct error error = {.text = "usage: manual TEMPLATE"};
    struct strbuf page = {0};
    size_t length;
    char *text = argc == 2 ? file_bytes(argv[1], &length, &error) : NULL;
    bool made = text && manual_make(&page, text, &error);
    if (made)
        fputs(page.data, stdout);
    else
        fprintf(stderr, "%s: %s\n", argc == 2 ? argv[1] : "manual", error.text);
    free(text);
    strbuf_free(&page);
    return made && !fflush(stdout) ? 0 : 1;
}
