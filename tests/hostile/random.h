/* random: numbers that follow from a seed alone, the same on each machine (xorshift). */
#ifndef ROOFTOP_HOSTILE_RANDOM_H
#define ROOFTOP_HOSTILE_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

struct random {
    uint64_t state;
};

static inline uint64_t random_bits(struct random *r)
{
    r->state ^= r->state << 13;
    r->state ^= r->state >> 7;
    r->state ^= r->state << 17;
    return r->state * 0x2545f4914f6cdd1dULL;
}

static inline struct random random_from(uint64_t seed)
{
    struct random r = {seed * 0x9e3779b97f4a7c15ULL + 0x1234567};
    for (int i = 0; i < 8; i++)
        random_bits(&r);
    return r;
}

/* A number below `below`, which is not 0. */
static inline unsigned random_below(struct random *r, unsigned below)
{
    return (unsigned)((random_bits(r) >> 11) % below);
}

static inline bool random_chance(struct random *r, unsigned percent)
{
    return random_below(r, 100) < percent;
}

#endif
