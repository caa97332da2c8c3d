"""Loops in PyTorch as people write them: torch_loops.py NAME [STEPS]

Prints one line that depends on all that was computed, with as many digits as two runs without a profiler share.
"""

import os
import sys
import threading

os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")

import torch
from torch import nn
from torch.nn import functional

WIDTH, HEADS, WORDS, BATCH, LENGTH = 256, 4, 1000, 16, 64
LOOPS = {}


def loop(steps):
    def add(function):
        LOOPS[function.__name__] = (function, steps)
        return function

    return add


class Transformer(nn.Module):
    def __init__(self, layers=4, dropout=0.0):
        super().__init__()
        self.embed = nn.Embedding(WORDS, WIDTH)
        layer = nn.TransformerEncoderLayer(WIDTH, HEADS, 4 * WIDTH, dropout=dropout, batch_first=True)
        self.layers = nn.TransformerEncoder(layer, layers, enable_nested_tensor=False)
        self.out = nn.Linear(WIDTH, WORDS)

    def forward(self, words):
        return self.out(self.layers(self.embed(words)))


def words_of(batch=BATCH):
    return torch.randint(0, WORDS, (batch, LENGTH), device="cuda")


def loss_of(model, words):
    return functional.cross_entropy(model(words).flatten(0, 1), words.flatten())


def train(model, steps, forward, scaler=None):
    """The usual loop; forward(step) gives the loss of a step."""
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    total = torch.zeros((), device="cuda")
    for step in range(steps):
        loss = forward(step)
        if scaler:
            scaler.scale(loss).backward()
            scaler.step(optimizer)
            scaler.update()
        else:
            loss.backward()
            optimizer.step()
        optimizer.zero_grad()
        total += loss.detach().float()
    return total


@loop(6)
def float32(steps):
    model, words = Transformer().cuda(), words_of()
    return train(model, steps, lambda step: loss_of(model, words))


@loop(6)
def dropout(steps):
    model, words = Transformer(dropout=0.1).cuda(), words_of()
    return train(model, steps, lambda step: loss_of(model, words))


@loop(6)
def autocast(steps):
    model, words = Transformer().cuda(), words_of()

    def forward(step):
        with torch.autocast("cuda", dtype=torch.bfloat16):
            return loss_of(model, words)

    return train(model, steps, forward)


@loop(6)
def scaler(steps):
    model, words = Transformer().cuda(), words_of()

    def forward(step):
        with torch.autocast("cuda", dtype=torch.float16):
            return loss_of(model, words)

    return train(model, steps, forward, torch.amp.GradScaler("cuda"))


def small_convolutions():
    layers = []
    for inside, outside in ((3, 32), (32, 64), (64, 64)):
        layers += [nn.Conv2d(inside, outside, 3, padding=1), nn.BatchNorm2d(outside), nn.ReLU(), nn.MaxPool2d(2)]
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(64, 10)).cuda()


@loop(8)
def convolutions(steps):
    model = small_convolutions()
    images, labels = torch.randn(16, 3, 64, 64, device="cuda"), torch.randint(0, 10, (16,), device="cuda")
    return train(model, steps, lambda step: functional.cross_entropy(model(images), labels))


@loop(8)
def benchmark(steps):
    torch.use_deterministic_algorithms(False)
    torch.backends.cudnn.deterministic = False
    torch.backends.cudnn.benchmark = True
    return convolutions(steps)


@loop(4)
def lstm(steps):
    model = nn.LSTM(64, 128, 2, batch_first=True).cuda()
    data = torch.randn(16, 32, 64, device="cuda")
    return train(model, steps, lambda step: model(data)[0].square().mean())


class Rows(torch.utils.data.Dataset):
    def __len__(self):
        return 256

    def __getitem__(self, index):
        generator = torch.Generator().manual_seed(index)
        return torch.randn(64, generator=generator), torch.tensor(index % 10)


def load(steps, workers):
    model = nn.Sequential(nn.Linear(64, 256), nn.ReLU(), nn.Linear(256, 10)).cuda()
    loader = torch.utils.data.DataLoader(Rows(), batch_size=16, num_workers=workers, pin_memory=True)
    batches = iter(loader)

    def forward(step):
        rows, labels = next(batches)
        rows, labels = rows.cuda(non_blocking=True), labels.cuda(non_blocking=True)
        return functional.cross_entropy(model(rows), labels)

    return train(model, steps, forward)


@loop(12)
def loader(steps):
    return load(steps, 0)


@loop(12)
def workers(steps):
    return load(steps, 2)


@loop(12)
def pinned_ring(steps):
    """Two pinned buffers that the processor fills in turn, each as soon as its event says that the copy is over."""
    model = nn.Sequential(nn.Linear(256, 256), nn.ReLU(), nn.Linear(256, 1)).cuda()
    buffers = [torch.empty(64, 256, pin_memory=True) for _ in range(2)]
    events = [torch.cuda.Event() for _ in range(2)]
    results = [torch.empty(1, pin_memory=True) for _ in range(2)]
    total = torch.zeros(1)

    def forward(step):
        slot = step % 2
        if step >= 2:
            events[slot].synchronize()
            total.add_(results[slot])
        buffers[slot].fill_(step + 1).mul_(torch.arange(256) % 7)
        loss = model(buffers[slot].cuda(non_blocking=True)).square().mean()
        results[slot].copy_(loss.detach().reshape(1), non_blocking=True)
        events[slot].record()
        return loss

    return train(model, steps, forward).cpu() + total


@loop(6)
def items(steps):
    model, words = Transformer().cuda(), words_of()
    total = 0.0

    def forward(step):
        nonlocal total
        loss = loss_of(model, words)
        total += loss.item()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        return loss

    return train(model, steps, forward) + total


@loop(6)
def compiled(steps):
    """What torch.compile makes of the gradient of an embedding adds in an order that changes from run to run."""
    torch.use_deterministic_algorithms(True, warn_only=True)
    model, words = Transformer().cuda(), words_of()
    forward = torch.compile(model)
    return train(model, steps, lambda step: functional.cross_entropy(forward(words).flatten(0, 1), words.flatten()))


@loop(6)
def reduced(steps):
    """torch.compile with CUDA graphs and their private pools."""
    model = nn.Sequential(nn.Linear(256, 512), nn.GELU(), nn.Linear(512, 256), nn.LayerNorm(256)).cuda().eval()
    forward = torch.compile(model, mode="reduce-overhead")
    data = torch.randn(64, 256, device="cuda")
    total = torch.zeros((), device="cuda")
    with torch.inference_mode():
        for step in range(steps):
            total += forward(data * (step + 1)).abs().mean()
    return total


@loop(8)
def graphs(steps):
    model = nn.Sequential(nn.Linear(256, 512), nn.ReLU(), nn.Linear(512, 256)).cuda()
    data, out = torch.zeros(64, 256, device="cuda"), None
    stream = torch.cuda.Stream()
    with torch.no_grad():
        with torch.cuda.stream(stream):
            for _ in range(3):
                model(data)
        torch.cuda.current_stream().wait_stream(stream)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            out = model(data)
        total = torch.zeros((), device="cuda")
        for step in range(steps):
            data.fill_(step + 1)
            graph.replay()
            total += out.abs().mean()
    return total


@loop(6)
def attention(steps):
    q = torch.randn(4, 8, 256, 64, device="cuda", dtype=torch.float16)
    total = torch.zeros((), device="cuda")
    for step in range(steps):
        q = functional.scaled_dot_product_attention(q, q * 0.5, q + 1, is_causal=bool(step % 2))
        total += q.float().abs().mean()
    return total


@loop(8)
def bags(steps):
    model = nn.EmbeddingBag(1000, 64, mode="mean").cuda()
    words, offsets = torch.randint(0, 1000, (512,), device="cuda"), torch.arange(0, 512, 8, device="cuda")
    torch.use_deterministic_algorithms(False)
    return train(model, steps, lambda step: model(words, offsets).square().mean())


@loop(4)
def checkpoint(steps):
    from torch.utils.checkpoint import checkpoint_sequential

    model = nn.Sequential(*(nn.Sequential(nn.Linear(256, 256), nn.ReLU()) for _ in range(6))).cuda()
    data = torch.randn(64, 256, device="cuda", requires_grad=True)
    return train(
        model, steps, lambda step: checkpoint_sequential(model, 3, data, use_reentrant=False).square().mean()
    )


@loop(24)
def generate(steps):
    """Generation with a cache of keys and values that grows."""
    embed, out = nn.Embedding(WORDS, WIDTH).cuda(), nn.Linear(WIDTH, WORDS).cuda()
    project = nn.Linear(WIDTH, 3 * WIDTH).cuda()
    word, keys, values = torch.ones(1, 1, dtype=torch.long, device="cuda"), None, None
    said = 0
    with torch.inference_mode():
        for _ in range(steps):
            q, k, v = project(embed(word)).view(1, 1, 3, HEADS, -1).permute(2, 0, 3, 1, 4)
            keys = k if keys is None else torch.cat((keys, k), 2)
            values = v if values is None else torch.cat((values, v), 2)
            hidden = functional.scaled_dot_product_attention(q, keys, values)
            word = out(hidden.transpose(1, 2).reshape(1, 1, WIDTH)).argmax(-1)
            said = (said * 31 + word.item()) % 1000003
    return torch.tensor(float(said))


@loop(8)
def streams(steps):
    """Two streams that wait for each other's events."""
    one, two = torch.cuda.Stream(), torch.cuda.Stream()
    a = torch.randn(256, 256, device="cuda") / 16
    b = a.clone()
    torch.cuda.synchronize()
    for _ in range(steps):
        with torch.cuda.stream(one):
            a = (a @ a).tanh()
        two.wait_stream(one)
        with torch.cuda.stream(two):
            b = (b @ a).tanh() + b
        one.wait_stream(two)
    torch.cuda.synchronize()
    return b.abs().sum() + a.abs().sum()


@loop(4)
def threads(steps):
    """Threads that serve requests, each on a stream of its own."""
    model = nn.Sequential(nn.Linear(128, 256), nn.ReLU(), nn.Linear(256, 8)).cuda().eval()
    sums = [0.0] * 3

    def serve(number):
        with torch.inference_mode(), torch.cuda.stream(torch.cuda.Stream()):
            for step in range(steps):
                request = torch.full((16, 128), float(number + step)).pin_memory()
                sums[number] += model(request.cuda(non_blocking=True)).cpu().abs().sum().item()

    running = [threading.Thread(target=serve, args=(number,)) for number in range(3)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    return torch.tensor(sum(sums))


def main():
    name = sys.argv[1]
    function, steps = LOOPS[name]
    steps = int(sys.argv[2]) if len(sys.argv) > 2 else steps
    torch.manual_seed(1)
    if name not in ("compiled", "reduced"):
        torch.use_deterministic_algorithms(True, warn_only=True)
    torch.backends.cudnn.deterministic = True
    digits = 3 if name in ("benchmark", "bags", "attention") else 9
    print(name, steps, "%.*g" % (digits, function(steps).item()))


if __name__ == "__main__":
    main()
