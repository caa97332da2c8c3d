/* register_cache: what the registers of the performance monitors hold, so that they need not be
 * written again.
 *
 * To start the counters for a pass CUPTI writes up to 12,000 registers, 124 in a call of the kernel
 * driver, and each call takes half a millisecond: of the 23 ms that a start and a stop take in the
 * mean nearly all. Three of four writes give a register what it holds already, since the passes of
 * a schedule differ in few of them (tests/gpu/RESULTS.md has the figures). The counter gate leaves
 * these writes out, and makes full calls of the others.
 *
 * A register is known by what was last written to it through one object of the kernel driver, whose
 * context the registers belong to. Registers that are named to be left alone are never known: those
 * by which counting is switched on and off. */
#ifndef ROOFTOP_COLLECT_INJECT_BASE_REGISTER_CACHE_H
#define ROOFTOP_COLLECT_INJECT_BASE_REGISTER_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct register_operation;

struct register_cache {
    struct known_register {
        uint64_t key;         /* 0: none */
        uint64_t value, mask; /* of the bits that are known */
        bool alone;           /* is never known */
    } * entries;              /* a hash table; NULL: nothing is known */
    size_t count;
};

/* Whether the operation would leave the register as it is known to be. */
bool register_cache_has(const struct register_cache *cache, const struct register_operation *write);

/* It was written, or is about to be. Where there is no room it is not known from now on. */
void register_cache_note(struct register_cache *cache, const struct register_operation *write);

/* The register is written each time. */
void register_cache_leave_alone(struct register_cache *cache,
                                const struct register_operation *write);
bool register_cache_leaves_alone(const struct register_cache *cache,
                                 const struct register_operation *write);

/* Nothing is known any more, but which registers are left alone. */
void register_cache_forget(struct register_cache *cache);

void register_cache_free(struct register_cache *cache);

#endif
