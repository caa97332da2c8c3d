"""A kernel in Triton that is tuned as it runs, and one that is not: triton_loops.py NAME [STEPS]

Prints one line that depends on all that was computed, and not on which configuration won.
"""

import sys

import torch
import triton
import triton.language as tl


@triton.autotune(configs=[triton.Config({"BLOCK": block}, num_warps=4) for block in (256, 512, 1024)], key=["n"])
@triton.jit
def tuned_kernel(x, y, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    tl.store(y + at, tl.load(x + at, mask=inside) * 0.5 + 1, mask=inside)


@triton.jit
def plain_kernel(x, y, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    tl.store(y + at, tl.load(x + at, mask=inside) * 0.5 + 1, mask=inside)


def main():
    name = sys.argv[1]
    steps = int(sys.argv[2]) if len(sys.argv) > 2 else 8
    x, n = torch.arange(1 << 14, device="cuda", dtype=torch.float32) % 97, 1 << 14
    y = torch.empty_like(x)
    for _ in range(steps):
        if name == "tuned":
            tuned_kernel[lambda meta: (triton.cdiv(n, meta["BLOCK"]),)](x, y, n)
        else:
            plain_kernel[(triton.cdiv(n, 256),)](x, y, n, BLOCK=256)
        x, y = y, x
    print(name, steps, "%.9g" % x.double().sum().item())


main()
