// Sample calls: launches from functions that call each other, by which filters of call stacks choose
// them. Launch N has N blocks. The functions stay on the stack: none ends with a call.
#include "common.cuh"

namespace calls {

__global__ void add_blocks(int *x)
{
    if (threadIdx.x == 0)
        atomicAdd(x, 1);
}

#define STAYS __attribute__((noinline, noclone))
static volatile int after;

STAYS void launch(int *x, int n)
{
    add_blocks<<<n, 32>>>(x);
    LAUNCHED();
    after++;
}

STAYS void inner(int *x, int n)
{
    launch(x, n);
    after++;
}

template <class T> STAYS void middle(T *x, int n)
{
    inner(x, n);
    after++;
}

STAYS void outer(int *x, int n)
{
    middle<int>(x, n);
    after++;
}

STAYS void descend(int *x, int depth, int n)
{
    if (depth > 1)
        descend(x, depth - 1, n);
    else
        launch(x, n);
    after++;
}

} // namespace calls

SAMPLE(calls)
{
    (void)repeat;
    device_buffer<int> sum(std::vector<int>(1, 0));
    calls::outer(sum.data, 1);
    calls::middle<int>(sum.data, 2);
    calls::inner(sum.data, 3);
    calls::launch(sum.data, 4);
    calls::descend(sum.data, 1, 5);
    calls::descend(sum.data, 4, 6);
    for (int i = 0; i < 2; i++)
        calls::outer(sum.data, 7);
    expect_equal("sum", sum.read(), std::vector<int>(1, 1 + 2 + 3 + 4 + 5 + 6 + 7 + 7));
}
