// What every sample needs: checked CUDA calls, inputs that repeat, buffers, and exact comparison.
//
// A sample is a function that throws std::runtime_error when something is wrong. All inputs are
// small whole numbers, so that results are exact in any order of summation and a sample can demand
// equality: a launch that was replayed without restoring memory first cannot pass.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include <cuda_runtime.h>

// The functions behind the table in samples.cu. `repeat` is what the user asked for, 0 if nothing.
#define SAMPLE(name) void sample_##name(int repeat)

// Throws, with the call's text, file and line, unless `call` succeeded.
#define CUDA(call) check_cuda((call), #call, __FILE__, __LINE__)

// To be written after each <<<>>>: throws if the launch was refused.
#define LAUNCHED() check_cuda(cudaGetLastError(), "launch", __FILE__, __LINE__)

void check_cuda(cudaError_t status, const char *call, const char *file, int line);

// Thrown where the device cannot run a sample; says why. Counts as passed.
struct skipped : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// `count` whole numbers between `low` and `high`, the same in every run; `seed` tells inputs apart.
std::vector<int> random_ints(std::size_t count, int low, int high, unsigned seed);

template <class T>
std::vector<T> random_values(std::size_t count, int low, int high, unsigned seed)
{
    std::vector<int> ints = random_ints(count, low, high, seed);
    std::vector<T> values(count);
    for (std::size_t i = 0; i < count; i++)
        values[i] = static_cast<T>(ints[i]);
    return values;
}

// Throws, naming `what` and the first index that differs, unless both are equal.
template <class T>
void expect_equal(const std::string &what, const std::vector<T> &actual,
                  const std::vector<T> &expected)
{
    if (actual.size() != expected.size())
        throw std::runtime_error(what + ": wrong size");
    for (std::size_t i = 0; i < actual.size(); i++)
        if (actual[i] != expected[i])
            throw std::runtime_error(what + "[" + std::to_string(i) + "] is " +
                                     std::to_string(actual[i]) + ", not " +
                                     std::to_string(expected[i]));
}

// Device memory that starts as a copy of a host vector and is freed with the object. The copy has
// arrived when the constructor returns, for streams that do not wait for the default stream.
template <class T>
struct device_buffer {
    T *data = nullptr;
    std::size_t count;

    explicit device_buffer(const std::vector<T> &host) : count(host.size())
    {
        CUDA(cudaMalloc(&data, count * sizeof(T)));
        CUDA(cudaMemcpy(data, host.data(), count * sizeof(T), cudaMemcpyHostToDevice));
        CUDA(cudaStreamSynchronize(cudaStreamLegacy));
    }
    device_buffer(const device_buffer &) = delete;
    device_buffer &operator=(const device_buffer &) = delete;
    ~device_buffer() { cudaFree(data); }

    // Waits for the device.
    std::vector<T> read() const
    {
        std::vector<T> host(count);
        CUDA(cudaDeviceSynchronize());
        CUDA(cudaMemcpy(host.data(), data, count * sizeof(T), cudaMemcpyDeviceToHost));
        return host;
    }
};

// A stream that does not wait for the default stream.
struct stream {
    cudaStream_t handle = nullptr;

    stream() { CUDA(cudaStreamCreateWithFlags(&handle, cudaStreamNonBlocking)); }
    stream(const stream &) = delete;
    stream &operator=(const stream &) = delete;
    ~stream() { cudaStreamDestroy(handle); }

    void wait() const { CUDA(cudaStreamSynchronize(handle)); }
};
