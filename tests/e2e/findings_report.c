/* findings_report FOLDER: writes reports of another profiler for tests of the screen: findings, a
 * launch in which our rules and the report find something, one thing both, with escapes in the
 * report's texts, and one in which neither does; nothing, where there is nothing to find; empty,
 * without a result; units, where the unit of a metric depends on another one. */
#include <stdio.h>
#include <stdlib.h>

#include "build_report.h"
#include "report/base/mem.h"

#define SECTION                                                                                    \
    "Sections { Identifier: 'LaunchStats' DisplayName: 'Launch Statistics' Header { "              \
    "Metrics { Name: 'launch__block_size' Label: 'Block Size' } } } "
#define LAUNCH(name, block, duration)                                                              \
    KERNEL(name)                                                                                   \
    SECTION METRIC("0", "DoubleValue: " duration) METRIC("1", "Uint64Value: " block)               \
        METRIC("2", "Uint64Value: 1000") METRIC("3", "Uint64Value: 10")                            \
            METRIC("4", "DoubleValue: 5")
#define STORED                                                                                     \
    "RuleResults { Identifier: 'Stored' DisplayName: 'Of the report' SectionIdentifier: "          \
    "'LaunchStats' Body { Items { Message { Message: 'as it was stored\\033[2J, see "              \
    "@section:Occupancy:the occupancy@' Type: Optimization Name: 'Kept\\033]0;x\\007' } "          \
    "FocusMetrics { MetricName: 'launch__block_size' MetricValue: 72 Info: 'make it\\033[31m 96' " \
    "} Speedup { SpeedupType: Local Value: 12.5 } RuleTables { Config { Title: 'Where' } "         \
    "Columns { Name: 'Line' Type: TableElement_Int Size: 2 IntData: 7 IntData: 1234 } "            \
    "Columns { Name: 'Instruction' Type: TableElement_String Size: 2 StringData: 'FADD\\033[2J' "  \
    "StringData: 'a long text of an instruction that has no end on a narrow screen, or so it "     \
    "seems' } } } Items { Proposal { Identifier: 'Occu\\033[2Jpancy' } } } } "
/* One that ours say, too. The last item says nothing, as ncu stores where a table was. */
#define TWICE                                                                                      \
    "RuleResults { Identifier: 'LaunchConfiguration' DisplayName: 'Launch Configuration' "         \
    "SectionIdentifier: 'LaunchStats' Body { Items { Message { Message: 'in their own words' "     \
    "Type: Optimization Name: 'Block Size' } } Items { Message { Message: 'what ours do not say' " \
    "Type: Ok } } Items { } } } "
#define HEADER(count)                                                                              \
    "NumResults: " count " Process { ProcessID: 20 Hostname: 'h' ProcessName: '/home/me/app' } "   \
    "StringTable { Strings: 'gpu__time_duration.sum' Strings: 'launch__block_size' Strings: "      \
    "'launch__grid_size' Strings: 'device__attribute_multiprocessor_count' Strings: "              \
    "'launch__waves_per_multiprocessor' }"

#define UNITS                                                                                      \
    "NumResults: 1 Process { ProcessID: 20 Hostname: 'h' ProcessName: '/home/me/app' } "           \
    "StringTable { Strings: 'derived__memory_l2_theoretical_sectors_global_excessive' Strings: "   \
    "'lts__t_sectors.sum.per_cycle_elapsed' }"

static bool write_report(const char *folder, const char *name, const char *const *results,
                         const char *header)
{
    struct build build = {0};
    char *path = mem_printf("%s/%s.ncu-rep", folder, name);
    FILE *file = fopen(path, "w");
    build_begin(&build, 7);
    for (; *results; results++)
        build_entry(&build, &rep__profile_result__descriptor, *results);
    build_block(&build, header);
    bool good = file && fwrite(build.file.data, 1, build.file.length, file) == build.file.length;
    good = file && fclose(file) == 0 && good;
    if (!good)
        fprintf(stderr, "findings_report: cannot write %s\n", path);
    build_free(&build);
    free(path);
    return good;
}

int main(int argc, char **argv)
{
    const char *const findings[] = {LAUNCH("good", "128", "1000"),
                                    LAUNCH("odd", "72", "3000") STORED TWICE, NULL};
    const char *const nothing[] = {LAUNCH("good", "128", "1000"), NULL};
    const char *const none[] = {NULL};
    const char *const units[] = {
        KERNEL("one") METRIC("0", "Uint64Value: 8") METRIC("1", "DoubleValue: 2"), NULL};
    return argc != 2 || !write_report(argv[1], "findings", findings, HEADER("2")) ||
           !write_report(argv[1], "nothing", nothing, HEADER("1")) ||
           !write_report(argv[1], "empty", none, HEADER("0")) ||
           !write_report(argv[1], "units", units, UNITS);
}
