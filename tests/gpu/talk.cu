// Samples talk and talk_thread: REPEAT kernels (8) that wait, while they run, for an answer of the
// processor, which gives each one once. Run again they would wait in vain. Those of talk_thread and
// the first half of talk are answered by a thread, the others by the one that launches, behind its
// launch, which with most counters on returns too late for that. A kernel gives up after 5 s, and
// the sample has failed then: it neither hangs nor passes.
#include "common.cuh"

#include <atomic>
#include <thread>

namespace talk {

__global__ void ask(volatile int *question, volatile int *answer, int number, int *sum)
{
    long long since, now;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(since));
    *question = number;
    do {
        asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    } while (*answer != number && now - since < 5000000000ll);
    *sum += *answer == number ? number : 1000000;
}

struct host_word {
    int *data = nullptr;
    host_word()
    {
        CUDA(cudaHostAlloc(&data, sizeof *data, cudaHostAllocMapped));
        *data = 0;
    }
    host_word(const host_word &) = delete;
    host_word &operator=(const host_word &) = delete;
    ~host_word() { cudaFreeHost(data); }
    volatile int &value() { return *data; }
};

static void reply(host_word &question, host_word &answer, int number, const std::atomic<bool> &over)
{
    while (question.value() != number && !over)
        std::this_thread::yield();
    answer.value() = number;
}

// Another thread answers the first `by_thread` kernels.
static void ask_all(int count, int by_thread)
{
    host_word question, answer;
    device_buffer<int> sum(std::vector<int>(1, 0));
    for (int i = 1; i <= count; i++) {
        std::atomic<bool> over{false};
        std::thread other;
        if (i <= by_thread)
            other = std::thread([&] { reply(question, answer, i, over); });
        ask<<<1, 1>>>(question.data, answer.data, i, sum.data);
        const cudaError_t launched = cudaGetLastError();
        if (i > by_thread)
            reply(question, answer, i, over);
        const cudaError_t ended = cudaDeviceSynchronize();
        over = true;
        if (other.joinable())
            other.join();
        CUDA(launched);
        CUDA(ended);
    }
    expect_equal("sum", sum.read(), std::vector<int>(1, count * (count + 1) / 2));
}

} // namespace talk

SAMPLE(talk)
{
    const int count = repeat > 0 ? repeat : 8;
    talk::ask_all(count, count / 2);
}

SAMPLE(talk_thread)
{
    const int count = repeat > 0 ? repeat : 8;
    talk::ask_all(count, count);
}
