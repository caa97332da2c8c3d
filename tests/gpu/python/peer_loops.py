"""Loops of two processes in PyTorch: python3 -m torch.distributed.run --standalone --nproc-per-node 2 peer_loops.py NAME [STEPS]

Each rank has a GPU of its own, but for gloo_same_gpu. Each prints one line at its end, "rank R NAME: NUMBERS", that depends on
every byte of what it computed: a number with many digits, and the checksum of all tensors. What a loop adds to a tensor
depends on what is there already, so that a write that is lost or done twice changes the line. Two ranks add two values,
whose order does not matter. No loop uses multicast.
"""

import os
import sys

os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
os.environ["NCCL_NVLS_ENABLE"] = "0"
os.environ["TORCH_SYMM_MEM_DISABLE_MULTICAST"] = "1"
os.environ["NVSHMEM_DISABLE_NVLS"] = "1"

import torch
import torch.distributed as dist
from torch import nn
from torch.nn import functional

RANK = int(os.environ.get("RANK", "0"))
OTHER = 1 - RANK
COUNT, WIDTH, HEADS, WORDS, BATCH = 1 << 16, 256, 4, 1000, 32
LOOPS = {}


class Skipped(Exception):
    """This machine cannot run the loop."""


def loop(steps):
    def add(function):
        LOOPS[function.__name__] = (function, steps)
        return function

    return add


def checksum(tensors):
    """A number that depends on each byte and its place. It is made by the processor, without further kernels."""
    total = 0
    for tensor in tensors:
        if hasattr(tensor, "to_local"):
            tensor = tensor.to_local()
        data = tensor.detach().cpu().contiguous().reshape(-1).view(torch.uint8).to(torch.int64)
        total = (total * 31 + int((data * (torch.arange(data.numel()) % 251 + 1)).sum())) % (1 << 61)
    return total


def tell(rank, name, value, tensors):
    print("rank %d %s: %.9g %d" % (rank, name, float(value), checksum(tensors)), flush=True)


def numbers(count=COUNT, scale=1.0):
    """Other ones on each rank, made by the processor."""
    return (torch.arange(count, dtype=torch.float32) % 97 * scale + RANK).cuda()


def everything(model, optimizer):
    """Parameters, buffers, and what the optimizer keeps of each parameter."""
    tensors = list(model.parameters()) + list(model.buffers())
    for parameter in model.parameters():
        tensors += [value for value in optimizer.state[parameter].values() if torch.is_tensor(value)]
    return tensors


def data_of_rank():
    """The ranks begin with equal parameters, and have other data."""
    generator = torch.Generator().manual_seed(100 + RANK)
    return torch.randn(BATCH, WIDTH, generator=generator).cuda()


def perceptron(layers):
    modules = []
    for _ in range(layers - 1):
        modules += [nn.Linear(WIDTH, WIDTH), nn.ReLU()]
    return nn.Sequential(*modules, nn.Linear(WIDTH, WIDTH)).cuda()


def train(model, steps, forward):
    """The usual loop; forward(step) gives the loss of a step."""
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    total = torch.zeros((), device="cuda")
    for step in range(steps):
        loss = forward(step)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        total += loss.detach()
    return total, everything(model, optimizer)


@loop(10)
def all_reduce(steps):
    own, kept = numbers(), torch.zeros(COUNT, device="cuda")
    for step in range(steps):
        own.mul_(0.25).add_(step + RANK)
        if step % 2:
            work = dist.all_reduce(own, async_op=True)
            kept.mul_(0.5).add_(step)
            work.wait()
        else:
            dist.all_reduce(own)
        own.sub_(0.5)
        kept.add_(own)
    return kept.mean(), [own, kept]


@loop(10)
def graph_reduce(steps):
    """A reduction among other work in a CUDA graph, as servers decode."""
    own, kept = numbers(), torch.zeros(COUNT, device="cuda")
    dist.all_reduce(own)
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, capture_error_mode="thread_local"):
        own.mul_(0.25).add_(1.5)
        dist.all_reduce(own)
        kept.mul_(0.5).add_(own)
    for step in range(steps):
        own.add_(step + RANK)
        graph.replay()
        kept.sub_(0.25)
    torch.cuda.synchronize()
    return kept.mean(), [own, kept]


@loop(10)
def broadcast(steps):
    own, kept = numbers(), torch.zeros(COUNT, device="cuda")
    for step in range(steps):
        own.mul_(0.5).add_(step + RANK)
        dist.broadcast(own, src=step % 2)
        own.add_(RANK + 0.25)
        kept.mul_(0.5).add_(own)
    return kept.mean(), [own, kept]


@loop(10)
def all_gather(steps):
    own, both = numbers(), torch.zeros(2 * COUNT, device="cuda")
    for step in range(steps):
        own.mul_(0.25).add_(step + RANK)
        dist.all_gather_into_tensor(both, own)
        both.add_(0.5)
        own.add_(both[:COUNT], alpha=0.5).sub_(both[COUNT:], alpha=0.25)
    return own.mean(), [own, both]


@loop(10)
def reduce_scatter(steps):
    both, part = numbers(2 * COUNT), torch.zeros(COUNT, device="cuda")
    for step in range(steps):
        both.mul_(0.25).add_(step + RANK)
        dist.reduce_scatter_tensor(part, both)
        part.add_(0.5)
        both[:COUNT].add_(part, alpha=0.5)
        both[COUNT:].sub_(part, alpha=0.25)
    return both.mean(), [both, part]


@loop(10)
def send_recv(steps):
    """One way and back, and every other time both ways at once."""
    own, got = numbers(), torch.zeros(COUNT, device="cuda")
    for step in range(steps):
        own.mul_(0.5).add_(step + RANK)
        if step % 2:
            pair = [dist.P2POp(dist.isend, own, OTHER), dist.P2POp(dist.irecv, got, OTHER)]
            for work in dist.batch_isend_irecv(pair):
                work.wait()
        elif RANK == step // 2 % 2:
            dist.send(own, OTHER)
            dist.recv(got, OTHER)
        else:
            dist.recv(got, OTHER)
            dist.send(own, OTHER)
        got.add_(0.5)
        own.add_(got, alpha=0.25)
    return own.mean(), [own, got]


def parallel(model, **options):
    return nn.parallel.DistributedDataParallel(model, device_ids=[torch.cuda.current_device()], **options)


@loop(8)
def ddp(steps):
    model, data = parallel(perceptron(2)), data_of_rank()
    return train(model, steps, lambda step: model(data).square().mean())


@loop(6)
def ddp_mlp(steps):
    """Several buckets of gradients, and two batches for each step of the optimizer."""
    model, data = parallel(perceptron(6), bucket_cap_mb=0.5), data_of_rank()

    def forward(step):
        with model.no_sync():
            model(data + step).square().mean().backward()
        return model(data * 0.5).square().mean()

    return train(model, steps, forward)


@loop(6)
def fsdp(steps):
    try:
        from torch.distributed.fsdp import fully_shard
    except ImportError as error:
        raise Skipped("no fully_shard: %s" % error) from error
    model, data = perceptron(4), data_of_rank()
    for layer in model:
        if isinstance(layer, nn.Linear):
            fully_shard(layer)
    fully_shard(model)
    return train(model, steps, lambda step: model(data).square().mean())


class SumOfGradients(torch.autograd.Function):
    """What enters a part that is split: the gradients of both parts are added."""

    @staticmethod
    def forward(context, x):
        return x.view_as(x)

    @staticmethod
    def backward(context, gradient):
        gradient = gradient.contiguous().clone()
        dist.all_reduce(gradient)
        return gradient


class SumOfParts(torch.autograd.Function):
    """What leaves a part that is split: the results of both parts are added."""

    @staticmethod
    def forward(context, x):
        x = x.contiguous().clone()
        dist.all_reduce(x)
        return x

    @staticmethod
    def backward(context, gradient):
        return gradient


class SplitBlock(nn.Module):
    """Two linear layers: each rank has half of the columns of the first and half of the rows of the second."""

    def __init__(self):
        super().__init__()
        whole = nn.Linear(WIDTH, 4 * WIDTH), nn.Linear(4 * WIDTH, WIDTH)
        self.columns = nn.Parameter(whole[0].weight.detach().chunk(2, 0)[RANK].clone())
        self.rows = nn.Parameter(whole[1].weight.detach().chunk(2, 1)[RANK].clone())

    def forward(self, x):
        inside = functional.gelu(functional.linear(SumOfGradients.apply(x), self.columns))
        return x + SumOfParts.apply(functional.linear(inside, self.rows))


@loop(6)
def tensor_parallel(steps):
    model = nn.Sequential(SplitBlock(), nn.LayerNorm(WIDTH), SplitBlock()).cuda()
    data = torch.randn(BATCH, WIDTH).cuda()
    return train(model, steps, lambda step: model(data).square().mean())


@loop(6)
def pipeline(steps):
    """Rank 0 has the first half of the layers, rank 1 the second half and the loss. Four small batches are on their way in
    each step: first all activations, then all gradients, in the same order on both ranks."""
    model, batches = perceptron(3), torch.randn(4, BATCH, WIDTH).cuda()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    total = torch.zeros((), device="cuda")
    for step in range(steps):
        if RANK == 0:
            total += first_half(model, batches + 0.01 * step)
        else:
            total += second_half(model, batches.shape)
        optimizer.step()
        optimizer.zero_grad()
    return total, everything(model, optimizer)


def first_half(model, batches):
    results = [model(batch) for batch in batches]
    sent = [result.detach().clone() for result in results]
    works = [dist.isend(tensor, OTHER) for tensor in sent]
    gradients = torch.empty_like(batches)
    arriving = [dist.irecv(gradient, OTHER) for gradient in gradients]
    for result, gradient, work in zip(results, gradients, arriving):
        work.wait()
        result.backward(gradient)
    for work in works:
        work.wait()
    return gradients.abs().sum()


def second_half(model, shape):
    inputs = [torch.empty(shape[1:], device="cuda") for _ in range(shape[0])]
    arriving = [dist.irecv(tensor, OTHER) for tensor in inputs]
    losses = []
    for tensor, work in zip(inputs, arriving):
        work.wait()
        losses.append(model(tensor.requires_grad_()).square().mean())
    for loss in losses:
        loss.backward()
    for work in [dist.isend(tensor.grad, OTHER) for tensor in inputs]:
        work.wait()
    return torch.stack(losses).detach().sum()


class Decoder(nn.Module):
    """A layer of a decoder, of which each rank has half of the heads and half of the inner columns."""

    def __init__(self):
        super().__init__()
        whole = nn.Linear(WIDTH, 3 * WIDTH, bias=False), nn.Linear(WIDTH, WIDTH, bias=False)
        self.project = nn.Parameter(whole[0].weight.detach().chunk(2, 0)[RANK].clone())
        self.join = nn.Parameter(whole[1].weight.detach().chunk(2, 1)[RANK].clone())
        self.norm = nn.LayerNorm(WIDTH)
        self.inner = SplitBlock()
        self.keys = self.values = None

    def forward(self, x):
        q, k, v = functional.linear(self.norm(x), self.project).view(1, 1, 3, HEADS // 2, -1).permute(2, 0, 3, 1, 4)
        self.keys = k if self.keys is None else torch.cat((self.keys, k), 2)
        self.values = v if self.values is None else torch.cat((self.values, v), 2)
        seen = functional.scaled_dot_product_attention(q, self.keys, self.values)
        part = functional.linear(seen.transpose(1, 2).reshape(1, 1, WIDTH // 2), self.join)
        dist.all_reduce(part)
        return self.inner(x + part)


@loop(10)
def generate(steps):
    """Generation with a cache of keys and values that grows. Each word is read back before the next one begins."""
    embed, layers = nn.Embedding(WORDS, WIDTH).cuda(), nn.ModuleList(Decoder() for _ in range(2)).cuda()
    out = nn.Linear(WIDTH, WORDS).cuda()
    word, said, logits = torch.ones(1, 1, dtype=torch.long, device="cuda"), 0, None
    with torch.inference_mode():
        for _ in range(steps):
            hidden = embed(word)
            for layer in layers:
                hidden = layer(hidden)
            logits = out(hidden)
            word = logits.argmax(-1)
            said = (said * 31 + word.item()) % 1000003
    caches = [tensor for layer in layers for tensor in (layer.keys, layer.values)]
    return said, [logits, *caches, *embed.parameters(), *layers.parameters(), *out.parameters()]


@loop(9)
def symmetric(steps):
    """Memory that both ranks see: a reduction in one kernel, a copy from the other rank, and a copy to it, in turn. The
    first half of the shared tensor is the rank's own, the second half gets what the other rank puts there."""
    try:
        import torch.distributed._symmetric_memory as symmetric_memory

        shared = symmetric_memory.empty(2 * COUNT, dtype=torch.float32, device=torch.device("cuda", RANK))
        shared.zero_()
        torch.cuda.synchronize()
        handle = symmetric_memory.rendezvous(shared, dist.group.WORLD)
        theirs = handle.get_buffer(OTHER, (2 * COUNT,), torch.float32)
        reduce = torch.ops.symm_mem.one_shot_all_reduce
    except (ImportError, AttributeError, RuntimeError, TypeError) as error:
        raise Skipped("no symmetric memory: %s" % str(error).split("\n")[0]) from error
    own, inbox, private = shared[:COUNT], shared[COUNT:], numbers()
    for step in range(steps):
        own.mul_(0.25).add_(private)
        handle.barrier(channel=0)
        if step % 3 == 0:
            private.mul_(0.25).add_(reduce(own, "sum", dist.group.WORLD.group_name), alpha=0.5)
        elif step % 3 == 1:
            private.mul_(0.25).add_(theirs[:COUNT].clone(), alpha=0.5)
        else:
            theirs[COUNT:].copy_(private)
        handle.barrier(channel=1)
        private.add_(inbox, alpha=0.125).add_(step + RANK)
    torch.cuda.synchronize()
    handle.barrier(channel=0)
    return private.mean(), [shared, private]


@loop(12)
def tensors(steps):
    """Tensors that the ranks give each other, as processes of torch.multiprocessing do. What is given lies between tensors
    that stay private, in one segment of the allocator. A copy puts numbers into the other rank's tensor, a kernel turns
    them round on their way, and every other time a kernel on the other rank's GPU adds them to a sum there. The ranks
    meet before they use what came."""
    from torch.multiprocessing.reductions import reduce_tensor

    before, inbox, sums, behind = numbers(), torch.zeros(COUNT, device="cuda"), torch.zeros(COUNT, device="cuda"), numbers()
    given = [None, None]
    torch.cuda.synchronize()
    dist.all_gather_object(given, [reduce_tensor(inbox), reduce_tensor(sums)])
    # A handle names the GPU by its number, which is the same in both processes.
    theirs, their_sums = [rebuild(*what) for rebuild, what in given[OTHER]]
    for step in range(steps):
        before.mul_(0.25).add_(step + RANK)
        if step % 2 == RANK:
            theirs.copy_(before)
            torch.cuda.synchronize()
            with torch.cuda.device(OTHER):
                their_sums.mul_(0.5).add_(theirs)
                torch.cuda.synchronize()
        else:
            theirs.view(256, -1).t().copy_(before.view(-1, 256))
        behind.mul_(0.5).add_(before, alpha=0.125)
        meet()
        before.add_(inbox, alpha=0.5)
        behind.add_(sums, alpha=0.25)
        meet()
    return behind.mean(), [before, inbox, sums, behind]


def meet():
    torch.cuda.synchronize()
    dist.barrier()
    torch.cuda.synchronize()


@loop(8)
def gloo_same_gpu(steps):
    """Both ranks on one GPU. The processor adds their gradients."""
    model, data = perceptron(3), data_of_rank()

    def forward(step):
        loss = model(data).square().mean()
        loss.backward()
        for parameter in model.parameters():
            gradient = parameter.grad.cpu()
            dist.all_reduce(gradient)
            parameter.grad.copy_(gradient / 2)
        return loss.detach()

    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    total = torch.zeros((), device="cuda")
    for step in range(steps):
        total += forward(step)
        optimizer.step()
        optimizer.zero_grad()
    return total, everything(model, optimizer)


def main():
    name = sys.argv[1]
    function, steps = LOOPS[name]
    steps = int(sys.argv[2]) if len(sys.argv) > 2 else steps
    device = torch.device("cuda", 0 if name == "gloo_same_gpu" else RANK)
    torch.cuda.set_device(device)
    if name == "gloo_same_gpu":
        dist.init_process_group("gloo")
    else:
        dist.init_process_group("nccl", device_id=device)
    torch.manual_seed(1)
    torch.use_deterministic_algorithms(True, warn_only=True)
    try:
        value, tensors = function(steps)
        tell(RANK, name, value, tensors)
    except Skipped as reason:
        print("skipped: %s" % reason, flush=True)
    torch.cuda.synchronize()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
