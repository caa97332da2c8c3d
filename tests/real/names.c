/* names REPORT...: holds our form of each mangled kernel name against the one that ncu
 * stored beside it. Prints those that differ and how many there were; status 1 if any differs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/file/report.h"
#include "report/names/demangle.h"

static size_t differing(struct report *report, size_t *names)
{
    size_t wrong = 0;
    for (size_t i = 0; i < report_count(report); i++) {
        struct error error;
        const struct result *result = report_result(report, i, &error);
        if (!result || result->kind != ENTRY_KERNEL)
            continue;
        char *full = demangle_full(result->mangled), *function = demangle_function(full);
        ++*names;
        if (strcmp(full, result->demangled) != 0 || strcmp(function, result->function) != 0) {
            printf("%s\n  ours   %s, %s\n  theirs %s, %s\n", result->mangled, full, function,
                   result->demangled, result->function);
            wrong++;
        }
        free(full);
        free(function);
        report_drop(report, i);
    }
    return wrong;
}

int main(int argc, char **argv)
{
    size_t names = 0, wrong = 0;
    for (int i = 1; i < argc; i++) {
        struct error error;
        struct report *report = report_open(argv[i], &error);
        if (!report) {
            printf("%s\n", error.text);
            return 1;
        }
        wrong += differing(report, &names);
        report_close(report);
    }
    printf("%zu names, %zu differ\n", names, wrong);
    return wrong || !names;
}
