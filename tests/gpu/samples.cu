// samples: small kernels of many kinds, each of which checks its own result against the CPU.
//
//     samples NAME [REPEAT]    run one; prints "NAME ok", or "NAME FAILED: what" with status 1
//     samples all              run all of them in one process
//     samples list             print their names, and how many launches each makes
//     samples hold             take as many MiB of device memory as each line of standard input says,
//                              instead of what it held before, and print "held N": what others take
//                              meanwhile lies elsewhere
//
// REPEAT is the number of launches for tiny and talk, the exit status for fail, and the signal's number for
// signal; the others run that many times.
#include "common.cuh"

#include <cstdio>
#include <cstdlib>
#include <cstring>

// Name, and number of launches.
#define SAMPLES(X)                                                                                 \
    X(vector_add, 1) X(inplace, 3) X(transpose_conflict, 1)                                        \
    X(sgemm_naive, 1) X(sgemm_tiled, 1) X(tensor, 1)                                               \
    X(atomics, 3) X(divergence, 1) X(fp64, 1) X(spills, 1)                                         \
    X(texture, 1) X(surface, 2)                                                                    \
    X(tiny20, 20) X(tiny, 200) X(streams, 16) X(graph_capture, 6) X(threads, 8)                    \
    X(graph_built, 11)                                                                             \
    X(global_var, 3) X(managed, 3) X(pinned, 3) X(async_pool, 3)                                   \
    X(coop, 1) X(cluster, 1) X(cluster_shapes, 10) X(dynsmem, 1) X(big_args, 2) X(marked, 4)       \
    X(ranges, 19) X(heap, 11) X(printf, 3) X(series, 1) X(calls, 8)

// These end the process or profiling on purpose, cannot follow others in one process, have launches
// that are not profiled, or are for a stage of their own: not listed, and no part of `all`.
#define ENDINGS(X)                                                                                 \
    X(fail, 1) X(signal, 1) X(heap_limit, 2) X(profiled, 8) X(graph_host, 1)                       \
    X(groups, 459) X(left, 30) X(peer, 4) X(talk, 8) X(talk_thread, 8) X(fills, 24) X(cached, 20)  \
    X(spans, 3) X(spans_overlap, 2) X(spans_graph, 1) X(spans_freed, 2)

#define DECLARE(name, launches) SAMPLE(name);
SAMPLES(DECLARE)
ENDINGS(DECLARE)

struct sample {
    const char *name;
    void (*run)(int repeat);
    int launches;
    bool listed;
};

#define LISTED(name, launches) {#name, sample_##name, launches, true},
#define UNLISTED(name, launches) {#name, sample_##name, launches, false},
static const sample samples[] = {SAMPLES(LISTED) ENDINGS(UNLISTED)};

void check_cuda(cudaError_t status, const char *call, const char *file, int line)
{
    if (status == cudaSuccess)
        return;
    const char *slash = std::strrchr(file, '/');
    throw std::runtime_error(std::string(slash ? slash + 1 : file) + ":" + std::to_string(line) +
                             ": " + call + ": " + cudaGetErrorString(status));
}

std::vector<int> random_ints(std::size_t count, int low, int high, unsigned seed)
{
    unsigned long long state = 88172645463325252ull + seed * 2654435761ull;
    unsigned span = static_cast<unsigned>(high - low) + 1;
    std::vector<int> values(count);
    for (int &value : values) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        value = low + static_cast<int>((state >> 33) % span);
    }
    return values;
}

// Runs one sample and says how it went; true unless it failed.
static bool run(const sample &s, int repeat)
{
    bool loops = s.listed && std::strcmp(s.name, "tiny") != 0;
    int rounds = loops && repeat > 0 ? repeat : 1;
    try {
        for (int i = 0; i < rounds; i++)
            s.run(repeat);
        std::printf("%s ok\n", s.name);
    } catch (const skipped &reason) {
        std::printf("%s ok (skipped: %s)\n", s.name, reason.what());
    } catch (const std::exception &failure) {
        std::printf("%s FAILED: %s\n", s.name, failure.what());
        std::fflush(stdout);
        return false;
    }
    std::fflush(stdout);
    return true;
}

static int run_all(void)
{
    int failures = 0;
    for (const sample &s : samples)
        if (s.listed && !run(s, 0))
            failures++;
    return failures ? 1 : 0;
}

static int list(void)
{
    for (const sample &s : samples)
        if (s.listed)
            std::printf("%s %d\n", s.name, s.launches);
    return 0;
}

static int hold(void)
{
    char line[32];
    void *held = nullptr;
    if (cudaFree(nullptr) != cudaSuccess)
        return 1;
    while (std::fgets(line, sizeof line, stdin)) {
        size_t mebibytes = std::strtoull(line, nullptr, 10);
        cudaFree(held);
        held = nullptr;
        if (mebibytes && cudaMalloc(&held, mebibytes << 20) != cudaSuccess) {
            std::fprintf(stderr, "samples: hold: no %zu MiB of device memory\n", mebibytes);
            return 1;
        }
        std::printf("held %zu\n", mebibytes);
        std::fflush(stdout);
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc < 2 || argc > 3) {
        std::fprintf(stderr, "usage: samples NAME [REPEAT] | all | list | hold\n");
        return 2;
    }
    if (!std::strcmp(argv[1], "list"))
        return list();
    if (!std::strcmp(argv[1], "hold"))
        return hold();
    if (!std::strcmp(argv[1], "all"))
        return run_all();
    for (const sample &s : samples)
        if (!std::strcmp(argv[1], s.name))
            return run(s, argc == 3 ? std::atoi(argv[2]) : 0) ? 0 : 1;
    std::fprintf(stderr, "samples: no sample is named '%s'; see 'samples list'\n", argv[1]);
    return 2;
}
