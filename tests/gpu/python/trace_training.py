"""A training loop of steps of about 10 ms: trace_training.py plain|kineto|kineto-cpu|table [STEPS]

plain, kineto, kineto-cpu: prints the median time of a step in ms, by itself and under PyTorch's own profiler with CUDA
and with CPU activities. table: prints "kernel NAME COUNT NANOSECONDS" for each kernel that the profiler saw, from the first on.
"""

import collections
import statistics
import sys
import time

import torch


def make():
    torch.manual_seed(1)
    layer = torch.nn.TransformerEncoderLayer(512, 8, 2048, dropout=0.0, batch_first=True)
    model = torch.nn.TransformerEncoder(layer, 4, enable_nested_tensor=False).cuda()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
    data = torch.randn(32, 128, 512, device="cuda")

    def step():
        optimizer.zero_grad()
        loss = model(data).square().mean()
        loss.backward()
        optimizer.step()
        return loss

    return step


def measure(step, steps):
    times = []
    for _ in range(steps):
        torch.cuda.synchronize()
        begin = time.perf_counter()
        step()
        torch.cuda.synchronize()
        times.append((time.perf_counter() - begin) * 1000)
    return statistics.median(times)


def warm(step):
    for _ in range(5):
        step()
    torch.cuda.synchronize()
    return step


def main():
    mode, steps = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 200
    if mode == "table":
        with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]) as profiler:
            measure(warm(make()), steps)
        tell(profiler)
        return
    step = warm(make())
    if mode == "plain":
        print("step %.3f ms" % measure(step, steps))
        return
    kinds = [torch.profiler.ProfilerActivity.CUDA]
    if mode == "kineto-cpu":
        kinds.append(torch.profiler.ProfilerActivity.CPU)
    with torch.profiler.profile(activities=kinds) as profiler:
        median = measure(step, steps)
    print("step %.3f ms" % median)


def tell(profiler):
    sums = collections.defaultdict(lambda: [0, 0])
    for event in profiler.profiler.kineto_results.events():
        if "CUDA" in str(event.device_type()) and not event.name().startswith(("Mem", "ProfilerStep")):
            sums[event.name()][0] += 1
            sums[event.name()][1] += event.duration_ns()
    for name, (count, nanoseconds) in sums.items():
        print("kernel", name.replace(" ", "_"), count, nanoseconds)


main()
