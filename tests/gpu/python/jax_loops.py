"""Loops in JAX as people write them: jax_loops.py NAME [STEPS]

Prints one line that depends on all that was computed.
"""

import sys

import jax
import jax.numpy as jnp

LOOPS = {}


def loop(steps):
    def add(function):
        LOOPS[function.__name__] = (function, steps)
        return function

    return add


@loop(6)
def jit(steps):
    multiply = jax.jit(lambda a, b: jnp.tanh(a @ b))
    a = jnp.ones((256, 256)) / 16
    for _ in range(steps):
        a = multiply(a, a)
    return a.sum()


@loop(4)
def vmap(steps):
    row = jax.jit(jax.vmap(lambda a, b: jnp.dot(a, b) + jnp.sin(a).sum(), in_axes=(0, None)))
    a = jnp.arange(64.0 * 32).reshape(64, 32) / 1000
    total = 0.0
    for step in range(steps):
        total += row(a, jnp.full((32,), step + 1.0)).sum()
    return total


@loop(3)
def scan(steps):
    def cell(state, x):
        state = jnp.tanh(state @ jnp.eye(64) * 0.5 + x)
        return state, state.mean()

    run = jax.jit(lambda xs: jax.lax.scan(cell, jnp.zeros((64,)), xs)[1].sum())
    return sum(run(jnp.full((16, 64), 0.1 * (step + 1))) for step in range(steps))


@loop(6)
def train(steps):
    """A training step with moments of the gradients, as optax writes it."""
    keys = jax.random.split(jax.random.PRNGKey(1), 2)
    parameters = [jax.random.normal(key, (128, 128)) / 11 for key in keys]
    zeros = [jnp.zeros_like(p) for p in parameters]
    moments = (zeros, zeros)
    data = jax.random.normal(jax.random.PRNGKey(2), (64, 128))

    def loss_of(parameters):
        hidden = jax.nn.relu(data @ parameters[0])
        return jnp.mean((hidden @ parameters[1] - data) ** 2)

    @jax.jit
    def step_of(parameters, moments):
        loss, gradients = jax.value_and_grad(loss_of)(parameters)
        first = [0.9 * m + 0.1 * g for m, g in zip(moments[0], gradients)]
        second = [0.999 * v + 0.001 * g * g for v, g in zip(moments[1], gradients)]
        parameters = [p - 1e-2 * m / (jnp.sqrt(v) + 1e-8) for p, m, v in zip(parameters, first, second)]
        return parameters, (first, second), loss

    total = 0.0
    for _ in range(steps):
        parameters, moments, loss = step_of(parameters, moments)
        total += float(loss)
    return total


def main():
    name = sys.argv[1]
    function, steps = LOOPS[name]
    steps = int(sys.argv[2]) if len(sys.argv) > 2 else steps
    print(name, steps, "%.7g" % float(function(steps)))


if __name__ == "__main__":
    main()
