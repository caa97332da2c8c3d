"""Loops in CuPy as people write them: cupy_loops.py NAME [STEPS]

Prints one line that depends on all that was computed.
"""

import sys

import cupy

LOOPS = {}


def loop(steps):
    def add(function):
        LOOPS[function.__name__] = (function, steps)
        return function

    return add


@loop(8)
def pool(steps):
    """Arrays that come and go in the pool, sorted and summed."""
    total = 0.0
    for step in range(steps):
        a = cupy.arange(1 << 16, dtype=cupy.float32) * (step + 1) % 977
        b = cupy.sort(a)[::-1]
        total += float((a * b).sum())
        del a, b
    return total


@loop(8)
def raw(steps):
    """A RawKernel, an ElementwiseKernel and pinned memory of CuPy's own pool."""
    add = cupy.RawKernel(
        'extern "C" __global__ void add(float *x, float a, int n)'
        "{ int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] = x[i] * 0.5f + a; }",
        "add",
    )
    square = cupy.ElementwiseKernel("float32 x", "float32 y", "y = x * x", "square")
    x = cupy.zeros(1 << 14, dtype=cupy.float32)
    total = 0.0
    for step in range(steps):
        add((64,), (256,), (x, cupy.float32(step), cupy.int32(x.size)))
        total += float(square(x).max())
    return total


@loop(6)
def fft(steps):
    x = cupy.linspace(0, 1, 1 << 14, dtype=cupy.float32)
    for _ in range(steps):
        x = cupy.fft.irfft(cupy.fft.rfft(x) * 0.5, n=x.size).astype(cupy.float32) + 0.25
    return float(x.sum())


def main():
    name = sys.argv[1]
    function, steps = LOOPS[name]
    steps = int(sys.argv[2]) if len(sys.argv) > 2 else steps
    print(name, steps, "%.7g" % function(steps))


if __name__ == "__main__":
    main()
