#include "collect/inject/program/known_config.h"

/* FNV-1a, 64 bits, of one number. */
static void add(uint64_t *hash, uint64_t number)
{
    for (int i = 0; i < 8; i++) {
        *hash ^= number >> (8 * i) & 0xff;
        *hash *= 0x100000001b3u;
    }
}

static uint64_t key_of(const Wire__Facts *facts, const struct launch *launch)
{
    uint64_t hash = 0xcbf29ce484222325u;
    const CUlaunchConfig *c = &launch->config;
    add(&hash, c->blockDimX);
    add(&hash, c->blockDimY);
    add(&hash, c->blockDimZ);
    add(&hash, c->sharedMemBytes);
    add(&hash, facts->cache_config);
    add(&hash, facts->cooperative);
    for (size_t i = 0; i < facts->n_attributes; i++) {
        add(&hash, facts->attributes[i]->id);
        add(&hash, (uint64_t)facts->attributes[i]->value);
    }
    if (facts->cluster) {
        add(&hash, facts->cluster->x);
        add(&hash, facts->cluster->y);
        add(&hash, facts->cluster->z);
    }
    for (unsigned i = 0; i < c->numAttrs; i++)
        if (launch->attributes[i].id == CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT)
            add(&hash, launch->attributes[i].value.sharedMemCarveout);
    return hash;
}

void known_config_keep(struct function *function, const Wire__Facts *facts,
                       const struct launch *launch)
{
    const struct known_config config = {key_of(facts, launch), facts->shared_config,
                                        facts->registers};
    size_t i = 0;
    if (!facts->has_shared_config || !facts->has_registers)
        return;
    while (i < function->config_count && i < MOST_CONFIGS && function->configs[i].key != config.key)
        i++;
    if (i == MOST_CONFIGS || i == function->config_count)
        i = function->config_count++ % MOST_CONFIGS;
    function->configs[i] = config;
}

bool known_config_find(const struct function *function, Wire__Facts *facts,
                       const struct launch *launch)
{
    const uint64_t key = key_of(facts, launch);
    for (size_t i = 0; i < function->config_count && i < MOST_CONFIGS; i++) {
        if (function->configs[i].key != key)
            continue;
        facts->has_shared_config = facts->has_registers = true;
        facts->shared_config = function->configs[i].shared_config;
        facts->registers = function->configs[i].registers;
        return true;
    }
    return false;
}
