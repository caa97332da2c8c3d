/* ranks_report FILE: writes a report of the four ranks of a job, for tests of the screen: the GPU
 * of rank 3 is slow, and rank 1 has more work in one kernel. */
#include <stdio.h>
#include <stdlib.h>

#include "build_report.h"
#include "report/base/mem.h"

static const struct {
    const char *name, *signature;
    unsigned grid, block;
    double time; /* us */
    unsigned launches;
} kernels[] = {{"stencil", "stencil(const double *, double *, int)", 4096, 256, 212.4, 3},
               {"pack_halo", "pack_halo(const double *, double *)", 64, 128, 9.6, 3},
               {"residual", "void residual<double>(const T1 *, T1 *, int)", 512, 512, 48.2, 2}};

enum { KERNELS = sizeof kernels / sizeof *kernels, RANKS = 4 };

static const double slowness[RANKS] = {1, 1.003, 0.998, 1.21};

static void add_launch(struct build *build, unsigned rank, unsigned kernel, unsigned launch)
{
    const bool more_work = rank == 1 && kernel == 2;
    const double time =
        1000 * kernels[kernel].time * slowness[rank] * (more_work ? 1.6 : 1) + 8 * launch;
    char *text = mem_printf(
        "ThreadID: 1 APICallID: %u ProgramHandle: 3 KernelID: 4 KernelMangledName: '%s' "
        "KernelFunctionName: '%s' KernelDemangledName: '%s' WorkDimensions: 3 GlobalWorkOffset { "
        "X: 0 Y: 0 Z: 0 } GridSize { X: %u Y: 1 Z: 1 } BlockSize { X: %u Y: 1 Z: 1 } Source {} "
        "ContextID: 1 StreamID: 7 MetricResults { NameId: 0 MetricValue { DoubleValue: %f } "
        "Category: 0 } MetricResults { NameId: 1 MetricValue { DoubleValue: %f } Category: 0 } "
        "Sections { Identifier: 'LaunchStats' DisplayName: 'Launch Statistics' Header { Metrics { "
        "Name: 'gpu__time_duration.sum' Label: 'Duration' } } }",
        launch + 1, kernels[kernel].name, kernels[kernel].name, kernels[kernel].signature,
        kernels[kernel].grid, kernels[kernel].block, time, rank == 3 ? 1.41e9 : 1.755e9);
    build_entry(build, &rep__profile_result__descriptor, text);
    free(text);
}

static void add_rank(struct build *build, unsigned rank)
{
    unsigned count = 0;
    for (unsigned i = 0; i < KERNELS; i++)
        for (unsigned j = 0; j < kernels[i].launches; j++, count++)
            add_launch(build, rank, i, j);
    char *comments =
        rank ? mem_strdup("")
             : mem_strdup("SessionDetails { Comments: 'process 100: rank 0 on node1\\nprocess 101: "
                          "rank 1 on node1\\nprocess 102: rank 2 on node2\\nprocess 103: rank 3 on "
                          "node2' }");
    char *header = mem_printf(
        "NumResults: %u Process { ProcessID: %u Hostname: 'node%u' ProcessName: 'solver' } "
        "StringTable { Strings: 'gpu__time_duration.sum' Strings: "
        "'gpc__cycles_elapsed.avg.per_second' } %s",
        count, 100 + rank, 1 + rank / 2, comments);
    build_block(build, header);
    free(header);
    free(comments);
}

int main(int argc, char **argv)
{
    struct build build = {0};
    FILE *file = argc == 2 ? fopen(argv[1], "w") : NULL;
    if (!file) {
        fprintf(stderr, "ranks_report: cannot write %s\n", argc == 2 ? argv[1] : "without a name");
        return 1;
    }
    build_begin(&build, 7);
    for (unsigned rank = 0; rank < RANKS; rank++)
        add_rank(&build, rank);
    bool good = fwrite(build.file.data, 1, build.file.length, file) == build.file.length;
    good = fclose(file) == 0 && good;
    build_free(&build);
    return !good;
}
