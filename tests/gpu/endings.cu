// Programs that end badly after one good launch: fail exits with status REPEAT (7 if none is
// given), signal is killed by signal number REPEAT (9 if none). left leaves all as it is at its
// end, after waiting for its launches.
#include "common.cuh"

#include <csignal>
#include <cstdlib>

#include <unistd.h>

__global__ void last_words(int *x)
{
    x[threadIdx.x]++;
}

static void launch_once()
{
    device_buffer<int> x(std::vector<int>(32, 1));
    last_words<<<1, 32>>>(x.data);
    LAUNCHED();
    expect_equal("x", x.read(), std::vector<int>(32, 2));
}

SAMPLE(fail)
{
    launch_once();
    std::exit(repeat > 0 ? repeat : 7);
}

SAMPLE(signal)
{
    launch_once();
    kill(getpid(), repeat > 0 ? repeat : SIGKILL);
    pause();
}

SAMPLE(left)
{
    auto *x = new device_buffer<int>(std::vector<int>(32, 1));
    (void)repeat;
    for (int i = 1; i <= 30; i++) {
        last_words<<<1, 32>>>(x->data);
        LAUNCHED();
        expect_equal("x", x->read(), std::vector<int>(32, 1 + i));
    }
}
