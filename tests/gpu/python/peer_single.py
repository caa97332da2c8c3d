"""Loops of one process with two GPUs in PyTorch: peer_single.py NAME [STEPS]

Prints a line for each GPU, "rank GPU NAME: NUMBERS", that depends on every byte of what lies there.
"""

import sys
import threading

from peer_loops import BATCH, COUNT, WIDTH, tell

import torch
from torch import nn

LOOPS = {}


def loop(steps):
    def add(function):
        LOOPS[function.__name__] = (function, steps)
        return function

    return add


def on_both(count=COUNT):
    return [(torch.arange(count, dtype=torch.float32) % 97 + gpu).to("cuda:%d" % gpu) for gpu in range(2)]


@loop(12)
def peer_copy(steps):
    """Copies both ways between kernels, each on a stream of its own that waits for the event of the kernels."""
    own, got = on_both(), [torch.zeros(COUNT, device="cuda:%d" % gpu) for gpu in range(2)]
    copies = [torch.cuda.Stream(device=gpu) for gpu in range(2)]
    for gpu in range(2):
        torch.cuda.synchronize(gpu)
    for step in range(steps):
        written = [torch.cuda.Event() for _ in range(2)]
        copied = [torch.cuda.Event() for _ in range(2)]
        for gpu in range(2):
            with torch.cuda.device(gpu):
                own[gpu].mul_(0.5).add_(step + gpu)
                got[gpu].mul_(0.5)
                written[gpu].record()
        for gpu in range(2):
            with torch.cuda.device(gpu), torch.cuda.stream(copies[gpu]):
                copies[gpu].wait_event(written[0])
                copies[gpu].wait_event(written[1])
                got[gpu].copy_(own[1 - gpu], non_blocking=True)
                copied[gpu].record()
        for gpu in range(2):
            with torch.cuda.device(gpu):
                torch.cuda.current_stream().wait_event(copied[0])
                torch.cuda.current_stream().wait_event(copied[1])
                own[gpu].add_(got[gpu], alpha=0.25)
    return [(own[gpu].mean(), [own[gpu], got[gpu]]) for gpu in range(2)]


@loop(8)
def data_parallel(steps):
    """Two threads with a GPU each. The first adds the gradients of both on its GPU, and copies the sum to the other."""
    models = [nn.Sequential(nn.Linear(WIDTH, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH)).to("cuda:%d" % gpu) for gpu in range(2)]
    with torch.no_grad():
        for one, two in zip(models[0].parameters(), models[1].parameters()):
            two.copy_(one)
    data = [torch.randn(BATCH, WIDTH).to("cuda:%d" % gpu) for gpu in range(2)]
    optimizers = [torch.optim.AdamW(model.parameters(), lr=1e-3) for model in models]
    totals = [torch.zeros((), device="cuda:%d" % gpu) for gpu in range(2)]
    meet = threading.Barrier(2)

    def serve(gpu):
        torch.cuda.set_device(gpu)
        for _ in range(steps):
            loss = models[gpu](data[gpu]).square().mean()
            loss.backward()
            totals[gpu] += loss.detach()
            torch.cuda.synchronize(gpu)
            meet.wait()
            if gpu == 0:
                for one, two in zip(models[0].parameters(), models[1].parameters()):
                    one.grad.add_(two.grad.to("cuda:0", non_blocking=True)).div_(2)
                    two.grad.copy_(one.grad, non_blocking=True)
                torch.cuda.synchronize(0)
                torch.cuda.synchronize(1)
            meet.wait()
            optimizers[gpu].step()
            optimizers[gpu].zero_grad()

    def serve_or_give_up(gpu):
        try:
            serve(gpu)
        except BaseException:
            meet.abort()
            raise

    threads = [threading.Thread(target=serve_or_give_up, args=(gpu,)) for gpu in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if meet.broken:
        sys.exit("a thread failed")
    return [(totals[gpu], list(models[gpu].parameters())) for gpu in range(2)]


@loop(10)
def nccl_single(steps):
    """NCCL in one process: a kernel of it on each GPU, which wait for each other."""
    from torch.cuda import nccl

    own = on_both()
    for step in range(steps):
        for gpu in range(2):
            own[gpu].mul_(0.25).add_(step + gpu)
        if step % 3 == 0:
            nccl.all_reduce(own)
        elif step % 3 == 1:
            nccl.reduce(own, root=0)
        else:
            nccl.broadcast(own, root=1)
        for gpu in range(2):
            own[gpu].sub_(0.5)
    return [(own[gpu].mean(), [own[gpu]]) for gpu in range(2)]


@loop(4)
def split_training(steps):
    """Layers on two GPUs by turns, as large models are split: activations and their gradients go back and forth."""
    layers = [nn.Linear(WIDTH, WIDTH).to("cuda:%d" % (i % 2)) for i in range(4)]
    optimizer = torch.optim.AdamW([p for layer in layers for p in layer.parameters()], lr=1e-3)
    data = torch.randn(BATCH, WIDTH).to("cuda:0")
    total = torch.zeros((), device="cuda:1")
    for _ in range(steps):
        x = data
        for i, layer in enumerate(layers):
            x = torch.tanh(layer(x.to("cuda:%d" % (i % 2), non_blocking=True)))
        loss = x.square().mean()
        loss.backward()
        total += loss.detach()
        optimizer.step()
        optimizer.zero_grad()
    sides = [[p for layer in layers[gpu::2] for p in layer.parameters()] for gpu in range(2)]
    return [(total.to("cuda:%d" % gpu), sides[gpu]) for gpu in range(2)]


@loop(12)
def split_generate(steps):
    """A loop that generates, with half of its layers and of a growing cache on each GPU."""
    layers = [nn.Linear(WIDTH, WIDTH, bias=False).to("cuda:%d" % gpu) for gpu in range(2)]
    caches = [torch.empty(1, 0, WIDTH, device="cuda:%d" % gpu) for gpu in range(2)]
    x = torch.randn(1, 1, WIDTH).to("cuda:0")
    with torch.no_grad():
        for _ in range(steps):
            for gpu in range(2):
                x = layers[gpu](x.to("cuda:%d" % gpu))
                caches[gpu] = torch.cat([caches[gpu], x], dim=1)
                x = nn.functional.scaled_dot_product_attention(x, caches[gpu], caches[gpu])
            x = torch.nn.functional.normalize(x.to("cuda:0"), dim=-1)
    return [(caches[gpu].mean(), [caches[gpu]]) for gpu in range(2)]


def main():
    name = sys.argv[1]
    function, steps = LOOPS[name]
    steps = int(sys.argv[2]) if len(sys.argv) > 2 else steps
    if torch.cuda.device_count() < 2:
        print("skipped: there is no second GPU")
        return
    torch.manual_seed(1)
    torch.use_deterministic_algorithms(True, warn_only=True)
    for gpu, (value, tensors) in enumerate(function(steps)):
        tell(gpu, name, value, tensors)


if __name__ == "__main__":
    main()
