/* rules REPORT: loads the rules and runs them on every result. Prints the microseconds that loading
 * took, those of decoding and of the rules over all results, and the results. */
#include <stdio.h>
#include <time.h>

#include "report/file/report.h"
#include "report/rules/rule_run.h"

static double microseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

int main(int argc, char **argv)
{
    struct rule_library library;
    struct error error;
    double start = microseconds();
    rule_library_init(&library);
    double loaded = microseconds() - start, decoding = 0, running = 0;
    struct report *report = argc == 2 ? report_open(argv[1], &error) : NULL;
    if (!report) {
        fprintf(stderr, "rules: %s\n", argc == 2 ? error.text : "one report is expected");
        return 1;
    }
    struct rule_source *source = rule_source_new(report);
    for (size_t i = 0; i < report_count(report); i++) {
        struct rule_findings findings;
        start = microseconds();
        struct result *result = report_result(report, i, &error);
        double decoded = microseconds();
        decoding += decoded - start;
        if (!result)
            continue;
        rule_run(&library, result, source, &findings);
        rule_findings_free(&findings);
        running += microseconds() - decoded;
        report_drop(report, i);
    }
    printf("%.0f %.0f %.0f %zu\n", loaded, decoding, running, report_count(report));
    rule_source_free(source);
    report_close(report);
    rule_library_free(&library);
    return 0;
}
