"""Several GPUs of one process in JAX: peer_jax.py pmap [STEPS]

Prints a line for each GPU, "rank GPU pmap: NUMBERS", that depends on all that was computed there.
"""

import sys

import jax
import jax.numpy as jnp


def main():
    steps = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    devices = jax.devices()[:2]
    if len(devices) < 2:
        print("skipped: there is no second GPU")
        return
    keys = jax.random.split(jax.random.PRNGKey(1), 2)
    data = jax.random.normal(jax.random.PRNGKey(2), (2, 64, 128))
    weights = jnp.stack([jax.random.normal(keys[0], (128, 128)) / 11] * 2)

    def step(w, x):
        loss, gradient = jax.value_and_grad(lambda w: jnp.mean((jnp.tanh(x @ w) - x) ** 2))(w)
        gradient = jax.lax.pmean(gradient, "gpu")
        return w - 0.1 * gradient, loss

    step = jax.pmap(step, axis_name="gpu", devices=devices)
    total = jnp.zeros(2)
    for _ in range(steps):
        weights, loss = step(weights, data)
        total = total + loss
    for gpu in range(2):
        print("rank %d pmap: %s %s" % (gpu, float(total[gpu]).hex(), float(weights[gpu].sum()).hex()))


main()
