"""A transformer in PyTorch, as people profile it: transformer.py infer|train [STEPS]

Prints one line that depends on all that was computed, so that a run under a profiler can be held against one
without.
"""

import sys

import torch

WIDTH, HEADS, LAYERS, WORDS, BATCH, LENGTH = 512, 8, 6, 1000, 8, 128


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = torch.nn.Embedding(WORDS, WIDTH)
        layer = torch.nn.TransformerEncoderLayer(WIDTH, HEADS, 4 * WIDTH, dropout=0.0, batch_first=True)
        self.layers = torch.nn.TransformerEncoder(layer, LAYERS, enable_nested_tensor=False)
        self.out = torch.nn.Linear(WIDTH, WORDS)

    def forward(self, words):
        return self.out(self.layers(self.embed(words)))


def main():
    mode, steps = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 2
    torch.manual_seed(1)
    torch.use_deterministic_algorithms(True)
    model = Model().cuda()
    words = torch.randint(0, WORDS, (BATCH, LENGTH), device="cuda")
    result = torch.zeros((), device="cuda")
    if mode == "infer":
        model.eval()
        with torch.inference_mode():
            for _ in range(steps):
                result += model(words).float().abs().mean()
    else:
        optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
        for _ in range(steps):
            with torch.autocast("cuda", dtype=torch.bfloat16):
                loss = torch.nn.functional.cross_entropy(model(words).flatten(0, 1), words.flatten())
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()
            result += loss.detach()
    print(mode, steps, "%.9g" % result.item())


main()
