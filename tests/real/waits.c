/* waits REPORT...: whether the code of reports says of every instruction where warps were sampled
 * that wait for a long scoreboard which memory access it waits for, and of every instruction that
 * accesses memory the same space as memory_type. Prints each instruction of which it is not so, and
 * the totals last; status 1 if there was one, or nothing to look at. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "report/expr/expr_metric.h"
#include "report/file/report.h"
#include "report/rules/rule_source.h"

struct tally {
    double waits, spaces;
    size_t wrong;
};

static bool is_long(const char *access)
{
    static const char *const spaces[] = {"global", "generic", "local", "texture"};
    bool any = false;
    for (size_t i = 0; access && i < sizeof spaces / sizeof *spaces; i++)
        any = any || strncmp(access, spaces[i], strlen(spaces[i])) == 0;
    return any;
}

static void complain(struct tally *tally, const struct result *result, uint64_t address,
                     const char *access)
{
    tally->wrong++;
    printf("%s of result %zu: 0x%" PRIx64 " %s\n", result->function, result->id, address,
           access ? access : "nothing that is known");
}

static void check_waits(struct tally *tally, struct rule_source *source, struct result *result)
{
    struct expr_value value;
    struct rule_place place;
    uint64_t awaited;
    if (!expr_metric_value(
            result_metric_instances(result, "smsp__pcsamp_warps_issue_stalled_long_scoreboard"),
            &value))
        return;
    for (size_t i = 0; value.ids && i < value.count; i++) {
        if (!(value.elements[i] > 0) || !rule_source_find(source, result, value.ids[i], &place))
            continue;
        tally->waits += value.elements[i];
        place.access = NULL;
        if (!rule_source_awaited(source, result, value.ids[i], SASS_WAIT_LONG, &awaited) ||
            !rule_source_find(source, result, awaited, &place) || !is_long(place.access))
            complain(tally, result, value.ids[i], place.access);
    }
    expr_value_free(&value);
}

static void check_spaces(struct tally *tally, struct rule_source *source, struct result *result)
{
    static const struct {
        double type;
        const char *name;
    } spaces[] = {{4, "global"}, {8, "local"}, {16, "shared"}};
    struct expr_value value;
    struct rule_place place;
    if (!expr_metric_value(result_metric_instances(result, "memory_type"), &value))
        return;
    for (size_t i = 0; value.ids && i < value.count; i++)
        for (size_t j = 0; j < sizeof spaces / sizeof *spaces; j++) {
            if (value.elements[i] != spaces[j].type ||
                !rule_source_find(source, result, value.ids[i], &place))
                continue;
            tally->spaces++;
            if (!place.access || strncmp(place.access, spaces[j].name, strlen(spaces[j].name)) != 0)
                complain(tally, result, value.ids[i], place.access);
        }
    expr_value_free(&value);
}

int main(int argc, char **argv)
{
    struct tally tally = {0};
    for (int i = 1; i < argc; i++) {
        struct error error;
        struct report *report = report_open(argv[i], &error);
        if (!report) {
            printf("%s\n", error.text);
            return 1;
        }
        struct rule_source *source = rule_source_new(report);
        for (size_t at = 0; at < report_count(report); at++) {
            struct result *result = report_result(report, at, &error);
            if (!result)
                continue;
            check_waits(&tally, source, result);
            check_spaces(&tally, source, result);
            report_drop(report, at);
        }
        rule_source_free(source);
        report_close(report);
    }
    printf("%.0f samples that wait, %.0f accesses, %zu not understood\n", tally.waits, tally.spaces,
           tally.wrong);
    return tally.wrong || !(tally.waits > 0) || !(tally.spaces > 0);
}
