// Thrust and CUB as people use them: thrust [STEPS]. Prints one line that depends on all that was computed.
#include <cstdio>
#include <cstdlib>

#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>

struct scramble {
    __host__ __device__ unsigned operator()(unsigned x) const
    {
        return x * 2654435761u >> 8;
    }
};

int main(int argc, char **argv)
{
    const int steps = argc > 1 ? atoi(argv[1]) : 6, n = 1 << 16;
    unsigned long long total = 0;
    for (int step = 0; step < steps; step++) {
        thrust::device_vector<unsigned> a(n), b(n);
        thrust::sequence(a.begin(), a.end(), (unsigned)step);
        thrust::transform(a.begin(), a.end(), b.begin(), scramble());
        thrust::sort(b.begin(), b.end());
        thrust::inclusive_scan(b.begin(), b.end(), a.begin());
        total += thrust::reduce(a.begin(), a.end(), 0u) + b[step] + a[n - 1];
    }
    printf("thrust %d %llu\n", steps, total);
    return 0;
}
