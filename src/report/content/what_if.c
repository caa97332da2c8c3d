#include "report/content/what_if.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/metric/metric_format.h"
#include "report/metric/metric_points.h"

enum {
    KIB = 1024,
    STATIC_MOST = 48 * KIB,
    REGISTER_STEP = 8,
    MOST_SMS = 4096,
    PORTABLE_CLUSTER = 8
};

const char *const what_if_limits[WHAT_IF_LIMITS] = {"warps", "registers", "shared memory", "blocks",
                                                    "barriers"};

static const struct {
    const char *word, *label, *metric;
} inputs[WHAT_IF_INPUTS] = {
#define WHAT_IF_ROW(input, word, label, metric) {word, label, metric},
    WHAT_IF_TABLE(WHAT_IF_ROW)
#undef WHAT_IF_ROW
};

const char *what_if_word(enum what_if_input input)
{
    return inputs[input].word;
}

const char *what_if_label(enum what_if_input input)
{
    return inputs[input].label;
}

const char *what_if_metric(enum what_if_input input)
{
    return inputs[input].metric;
}

bool what_if_input_named(const char *word, size_t length, enum what_if_input *input)
{
    for (int i = 0; i < WHAT_IF_INPUTS; i++)
        if (strlen(inputs[i].word) == length && strncmp(inputs[i].word, word, length) == 0) {
            *input = (enum what_if_input)i;
            return true;
        }
    return false;
}

static bool is_bytes(enum what_if_input input)
{
    return input == WHAT_IF_STATIC || input == WHAT_IF_DYNAMIC || input == WHAT_IF_CONFIG;
}

static bool has(const struct result *result, const char *name, unsigned *number)
{
    double value;
    if (!result_number(result, name, &value) || !(value >= 0) || value > 1u << 30)
        return false;
    *number = (unsigned)value;
    return true;
}

/* The smallest size of the chip that is large enough; else its largest. */
static unsigned config_for(const struct occupancy_device *device, unsigned wanted)
{
    size_t i = 0;
    while (i + 1 < device->config_count && device->configs[i] < wanted)
        i++;
    return device->configs[i];
}

/* The id of an instance is the size of a cluster. */
static void read_clusters(struct what_if *what, const struct result *result)
{
    struct metric_points sizes =
        metric_points_of(result_metric_instances(result, "launch__occupancy_per_cluster_size"), 1);
    for (size_t i = 0; i < sizes.count; i++)
        if (sizes.items[i].id < WHAT_IF_CLUSTERS && sizes.items[i].y > 0 &&
            sizes.items[i].y <= 1u << 30)
            what->clusters[sizes.items[i].id] = (unsigned)sizes.items[i].y;
    metric_points_free(&sizes);
}

bool what_if_begin(struct what_if *what, const struct result *result, struct error *error)
{
    uint64_t grid[3], block[3];
    unsigned *launch = what->launch;
    *what = (struct what_if){.achieved = NAN};
    if (result->kind != ENTRY_KERNEL)
        return error_set(error, "a %s is not a single launch: open the result of a kernel",
                         entry_kind_name(result->kind));
    if (!result_dimensions(result, grid, block) ||
        !has(result, inputs[WHAT_IF_BLOCK].metric, &launch[WHAT_IF_BLOCK]) ||
        !launch[WHAT_IF_BLOCK] ||
        !has(result, inputs[WHAT_IF_REGISTERS].metric, &launch[WHAT_IF_REGISTERS]))
        return error_set(error, "the result says too little about its launch: collect the sections "
                                "LaunchStats and Occupancy");
    if (!occupancy_device_of_result(result, &what->own))
        return error_set(error, "the report says too little about the device");
    what->grid = grid[0] * grid[1] * grid[2];
    launch[WHAT_IF_CONFIG] = what->own.shared_per_sm;
    for (int i = WHAT_IF_STATIC; i < WHAT_IF_SMS; i++)
        has(result, inputs[i].metric, &launch[i]);
    if (!has(result, "launch__sm_count", &launch[WHAT_IF_SMS]))
        has(result, inputs[WHAT_IF_SMS].metric, &launch[WHAT_IF_SMS]);
    launch[WHAT_IF_CHIP] = what->own.arch;
    result_number(result, "sm__warps_active.avg.pct_of_peak_sustained_active", &what->achieved);
    read_clusters(what, result);
    what_if_reset(what);
    return true;
}

bool what_if_has(const struct what_if *what, enum what_if_input input)
{
    switch (input) {
    case WHAT_IF_BARRIERS:
        return what->device.chip.barriers;
    case WHAT_IF_CLUSTER:
        return what->launch[WHAT_IF_CLUSTER] && what->device.arch >= 90;
    case WHAT_IF_CHIP:
        return what->own.arch;
    default:
        return true;
    }
}

bool what_if_is_launch(const struct what_if *what)
{
    return memcmp(what->launch, what->now, sizeof what->now) == 0;
}

void what_if_reset(struct what_if *what)
{
    what->device = what->own;
    memcpy(what->now, what->launch, sizeof what->now);
}

static bool set_chip(struct what_if *what, unsigned arch, struct error *error)
{
    struct occupancy_device device = what->own;
    if (arch != what->own.arch && !occupancy_device_of_arch(arch, &device)) {
        struct strbuf known = {0};
        for (size_t i = 0; occupancy_device_arch(i); i++) {
            strbuf_adds(&known, i ? ", " : "");
            what_if_write(WHAT_IF_CHIP, occupancy_device_arch(i), &known);
        }
        error_set(error, "the known compute capabilities are %s", known.data);
        strbuf_free(&known);
        return false;
    }
    what->device = device;
    what->now[WHAT_IF_CHIP] = arch;
    what->now[WHAT_IF_CONFIG] = arch == what->own.arch
                                    ? what->launch[WHAT_IF_CONFIG]
                                    : config_for(&device, what->now[WHAT_IF_CONFIG]);
    return true;
}

static bool is_config(const struct occupancy_device *device, unsigned value)
{
    size_t i = 0;
    while (i < device->config_count && device->configs[i] != value)
        i++;
    return i < device->config_count;
}

static bool refuse_config(const struct what_if *what, struct error *error)
{
    struct strbuf sizes = {0};
    for (size_t i = 0; i < what->device.config_count; i++)
        strbuf_addf(&sizes, "%s%u", i ? ", " : "", what->device.configs[i] / KIB);
    error_set(error, "the shared memory of an SM can be %s KiB", sizes.data);
    strbuf_free(&sizes);
    return false;
}

/* The greatest value of an input, and which limit it is. */
static unsigned most_of(const struct what_if *what, enum what_if_input input, const char **of)
{
    const struct occupancy_chip *chip = &what->device.chip;
    unsigned beside = what->now[input == WHAT_IF_STATIC ? WHAT_IF_DYNAMIC : WHAT_IF_STATIC];
    unsigned room = chip->max_shared_per_block > beside ? chip->max_shared_per_block - beside : 0;
    switch (input) {
    case WHAT_IF_BLOCK:
        *of = "threads of a block";
        return chip->max_threads_per_block;
    case WHAT_IF_REGISTERS:
        *of = "registers of a thread";
        return OCCUPANCY_REGISTERS;
    case WHAT_IF_STATIC:
        *of = "bytes of static shared memory of a block";
        return room < STATIC_MOST ? room : STATIC_MOST;
    case WHAT_IF_DYNAMIC:
        *of = beside ? "bytes of shared memory of a block besides the static ones"
                     : "bytes of shared memory of a block";
        return room;
    case WHAT_IF_BARRIERS:
        *of = "barriers of a block";
        return OCCUPANCY_BARRIERS;
    case WHAT_IF_CLUSTER:
        *of = "blocks of a cluster";
        return what->device.arch == what->own.arch && what->clusters[2 * PORTABLE_CLUSTER]
                   ? 2 * PORTABLE_CLUSTER
                   : PORTABLE_CLUSTER;
    default:
        *of = "SMs";
        return MOST_SMS;
    }
}

static unsigned least_of(enum what_if_input input)
{
    return input == WHAT_IF_BLOCK || input == WHAT_IF_CLUSTER || input == WHAT_IF_SMS ||
           input == WHAT_IF_REGISTERS;
}

static bool refuse(const struct what_if *what, enum what_if_input input, unsigned value,
                   unsigned most, const char *of, struct error *error)
{
    struct strbuf chip = {0};
    strbuf_adds(&chip, "");
    if (input != WHAT_IF_SMS) {
        strbuf_adds(&chip, " on ");
        what_if_write(WHAT_IF_CHIP, what->device.arch, &chip);
    }
    error_set(error, "at most %u %s%s, not %u", most, of, chip.data, value);
    strbuf_free(&chip);
    return false;
}

bool what_if_set(struct what_if *what, enum what_if_input input, unsigned value,
                 struct error *error)
{
    if (!what_if_has(what, input))
        return error_set(error, "%s: neither the chip nor the launch has any", what_if_word(input));
    if (input == WHAT_IF_CHIP)
        return set_chip(what, value, error);
    if (input == WHAT_IF_CONFIG) {
        if (!is_config(&what->device, value))
            return refuse_config(what, error);
    } else {
        const char *of;
        unsigned most = most_of(what, input, &of), least = least_of(input);
        if (value < least)
            return error_set(error, "at least %u %s, not %u", least, of, value);
        if (value > most)
            return refuse(what, input, value, most, of, error);
    }
    what->now[input] = value;
    return true;
}

static bool next_config(const struct occupancy_device *device, int step, unsigned *value)
{
    for (size_t i = 0; i < device->config_count; i++) {
        size_t at = step > 0 ? i : device->config_count - 1 - i;
        unsigned size = device->configs[at];
        if (step > 0 ? size > *value : size < *value) {
            *value = size;
            return true;
        }
    }
    return false;
}

static bool next_chip(int step, unsigned own, unsigned *value)
{
    unsigned best = 0;
    for (size_t i = 0;; i++) {
        unsigned arch = occupancy_device_arch(i), other = arch ? arch : own;
        bool beyond = step > 0 ? other > *value : other < *value;
        if (beyond && (!best || (step > 0 ? other < best : other > best)))
            best = other;
        if (!arch)
            break;
    }
    if (best)
        *value = best;
    return best;
}

static unsigned unit_of(const struct what_if *what, enum what_if_input input)
{
    switch (input) {
    case WHAT_IF_BLOCK:
        return what->device.chip.warp_size;
    case WHAT_IF_REGISTERS:
        return REGISTER_STEP;
    case WHAT_IF_STATIC:
    case WHAT_IF_DYNAMIC:
        return what->device.chip.shared_unit;
    default:
        return 1;
    }
}

/* What is given out for an input; a step must change it. */
static unsigned beside(const struct what_if *what, enum what_if_input input)
{
    if (input != WHAT_IF_STATIC && input != WHAT_IF_DYNAMIC)
        return 0;
    return what->device.chip.driver_shared_per_block +
           what->now[input == WHAT_IF_STATIC ? WHAT_IF_DYNAMIC : WHAT_IF_STATIC];
}

bool what_if_next(const struct what_if *what, enum what_if_input input, int step, unsigned *value)
{
    if (input == WHAT_IF_CONFIG)
        return next_config(&what->device, step, value);
    if (input == WHAT_IF_CHIP)
        return next_chip(step, what->own.arch, value);
    const char *of;
    unsigned unit = unit_of(what, input), rest = beside(what, input);
    unsigned least = least_of(input), most = most_of(what, input, &of), whole = *value + rest;
    unsigned to = step > 0 ? (whole / unit + 1) * unit : whole ? (whole - 1) / unit * unit : 0;
    unsigned next = to > rest ? to - rest : 0;
    next = next > most ? most : next < least ? least : next;
    /* Brings a value back into the limits, which another chip can have narrowed. */
    if (next == *value || (step > 0) != (next > *value))
        return false;
    *value = next;
    return true;
}

static struct occupancy_launch launch_of(const unsigned values[WHAT_IF_INPUTS],
                                         const struct occupancy_chip *chip)
{
    return (struct occupancy_launch){.block_size = values[WHAT_IF_BLOCK],
                                     .registers = values[WHAT_IF_REGISTERS],
                                     .shared = values[WHAT_IF_STATIC] + values[WHAT_IF_DYNAMIC] +
                                               chip->driver_shared_per_block,
                                     .shared_config = values[WHAT_IF_CONFIG],
                                     .barriers = values[WHAT_IF_BARRIERS]};
}

static double percent_of(const struct occupancy_chip *chip, const unsigned values[WHAT_IF_INPUTS])
{
    const struct occupancy_launch launch = launch_of(values, chip);
    return 100.0 * occupancy_limits(chip, &launch).active_warps / chip->max_warps;
}

/* The number of blocks, in whole clusters, for the threads of the launch. */
static uint64_t blocks_of(const struct what_if *what, const unsigned values[WHAT_IF_INPUTS])
{
    uint64_t blocks = what->grid, own = what->launch[WHAT_IF_BLOCK];
    if (values[WHAT_IF_BLOCK] != own)
        blocks = (blocks * own + values[WHAT_IF_BLOCK] - 1) / values[WHAT_IF_BLOCK];
    uint64_t cluster = values[WHAT_IF_CLUSTER];
    return cluster > 1 ? (blocks + cluster - 1) / cluster * cluster : blocks;
}

static struct what_if_outcome outcome_of(const struct what_if *what,
                                         const struct occupancy_device *device,
                                         const unsigned values[WHAT_IF_INPUTS])
{
    const struct occupancy_chip *chip = &device->chip;
    const struct occupancy_launch launch = launch_of(values, chip);
    struct occupancy_limits l = occupancy_limits(chip, &launch);
    struct what_if_outcome out = {
        .limits = l,
        .by = {l.warps, l.registers, l.shared, l.blocks, l.barriers},
        .percent = 100.0 * l.active_warps / chip->max_warps,
        .registers =
            (unsigned)lround(occupancy_registers_allocated(chip, &launch) * launch.block_size),
        .shared = occupancy_shared_allocated(chip, launch.shared),
        .blocks = blocks_of(what, values),
        .waves = NAN};
    for (int i = 0; i < WHAT_IF_LIMITS; i++)
        if (out.by[i] == l.active_blocks)
            out.least |= 1u << i;
    double slots = (double)values[WHAT_IF_SMS] * l.active_blocks;
    if (slots > 0)
        out.waves = (double)out.blocks / slots;
    return out;
}

struct what_if_outcome what_if_outcome(const struct what_if *what)
{
    return outcome_of(what, &what->device, what->now);
}

struct what_if_outcome what_if_outcome_launch(const struct what_if *what)
{
    return outcome_of(what, &what->own, what->launch);
}

void what_if_obstacle(const struct what_if *what, struct strbuf *out)
{
    const struct occupancy_device *device = &what->device;
    const struct occupancy_launch launch = launch_of(what->now, &device->chip);
    struct occupancy_launch one_warp = launch;
    struct what_if_outcome outcome = what_if_outcome(what);
    unsigned warps = (launch.block_size + device->chip.warp_size - 1) / device->chip.warp_size;
    one_warp.block_size = device->chip.warp_size;
    strbuf_adds(out, "");
    if (outcome.limits.active_blocks)
        return;
    if (launch.block_size > device->chip.max_threads_per_block)
        strbuf_addf(out, "a block has at most %u threads", device->chip.max_threads_per_block);
    else if (!outcome.limits.registers)
        strbuf_addf(out, "the registers of an SM suffice for %u warps, but a block has %u",
                    occupancy_limits(&device->chip, &one_warp).registers, warps);
    else if (!outcome.limits.shared)
        strbuf_addf(out, "a block would need %u bytes of shared memory, but it can have only %u",
                    launch.shared - device->chip.driver_shared_per_block,
                    device->chip.max_shared_per_block);
    else if (!outcome.limits.warps)
        strbuf_addf(out, "a block has more than the %u warps of an SM", device->chip.max_warps);
    else
        strbuf_addf(out, "a block would need more than the %u barriers of an SM",
                    device->chip.barriers);
}

/* What else limits blocks is not the compiler's business. */
static unsigned blocks_with(const struct what_if *what, unsigned registers)
{
    struct what_if other = *what;
    other.now[WHAT_IF_REGISTERS] = registers;
    const struct occupancy_limits limits = what_if_outcome(&other).limits;
    const unsigned most = limits.warps < limits.blocks ? limits.warps : limits.blocks;
    return limits.registers < most ? limits.registers : most;
}

unsigned what_if_bounds_blocks(const struct what_if *what)
{
    const unsigned blocks = blocks_with(what, what->now[WHAT_IF_REGISTERS]);
    return what->now[WHAT_IF_REGISTERS] < what->launch[WHAT_IF_REGISTERS] &&
                   blocks > blocks_with(what, what->launch[WHAT_IF_REGISTERS])
               ? blocks
               : 0;
}

void what_if_bounds(const struct what_if *what, struct strbuf *out)
{
    const unsigned blocks = what_if_bounds_blocks(what);
    strbuf_adds(out, "");
    if (blocks)
        strbuf_addf(out, "__launch_bounds__(%u, %u)", what->now[WHAT_IF_BLOCK], blocks);
}

double what_if_percent(const struct what_if *what, enum what_if_input input, unsigned value)
{
    unsigned values[WHAT_IF_INPUTS];
    memcpy(values, what->now, sizeof values);
    values[input] = value;
    return percent_of(&what->device.chip, values);
}

double what_if_percent_shared(const struct what_if *what, unsigned shared)
{
    unsigned values[WHAT_IF_INPUTS];
    memcpy(values, what->now, sizeof values);
    values[WHAT_IF_STATIC] = 0;
    values[WHAT_IF_DYNAMIC] = shared;
    return percent_of(&what->device.chip, values);
}

/* Dynamic shared memory is what a launch chooses. A kernel that has only static memory changes
 * that. */
static bool can_change(const struct what_if *what, enum what_if_input input)
{
    if (input > WHAT_IF_BARRIERS || !what_if_has(what, input))
        return false;
    if (input == WHAT_IF_STATIC)
        return what->now[WHAT_IF_STATIC] && !what->now[WHAT_IF_DYNAMIC];
    return input != WHAT_IF_DYNAMIC || what->now[WHAT_IF_DYNAMIC];
}

/* Looks in both directions at once: the first value that raises the occupancy is the nearest. */
static bool find_one(const struct what_if *what, enum what_if_input input,
                     struct what_if_change *change)
{
    double now = what_if_percent(what, input, what->now[input]);
    unsigned at[2] = {what->now[input], what->now[input]};
    bool goes[2] = {true, true}, found = false;
    while (!found && (goes[0] || goes[1]))
        for (int i = 0; i < 2; i++) {
            goes[i] = goes[i] && what_if_next(what, input, i ? 1 : -1, &at[i]);
            double percent = goes[i] ? what_if_percent(what, input, at[i]) : 0;
            if (percent > now && (!found || percent > change->percent)) {
                *change = (struct what_if_change){{input}, {at[i]}, 1, percent};
                found = true;
            }
        }
    return found;
}

/* Looks for the fewest steps of two inputs together. */
static void find_pair(const struct what_if *what, enum what_if_input a, enum what_if_input b,
                      unsigned *steps, struct what_if_change *change)
{
    double now = percent_of(&what->device.chip, what->now);
    for (int way = -1; way <= 1; way += 2) {
        struct what_if other = *what;
        for (unsigned i = 1; i + 1 < *steps && what_if_next(what, a, way, &other.now[a]); i++)
            for (int second = -1; second <= 1; second += 2) {
                unsigned value = what->now[b];
                for (unsigned j = 1; i + j < *steps && what_if_next(what, b, second, &value); j++) {
                    double percent = what_if_percent(&other, b, value);
                    if (percent <= now)
                        continue;
                    *steps = i + j;
                    *change = (struct what_if_change){{a, b}, {other.now[a], value}, 2, percent};
                }
            }
    }
}

size_t what_if_changes(const struct what_if *what, struct what_if_change list[WHAT_IF_INPUTS])
{
    size_t count = 0;
    for (int i = 0; i < WHAT_IF_INPUTS; i++)
        if (can_change(what, (enum what_if_input)i))
            count += find_one(what, (enum what_if_input)i, &list[count]);
    unsigned steps = 4096;
    for (int i = 0; i < WHAT_IF_INPUTS && !count; i++)
        for (int j = i + 1; j < WHAT_IF_INPUTS; j++)
            if (can_change(what, (enum what_if_input)i) && can_change(what, (enum what_if_input)j))
                find_pair(what, (enum what_if_input)i, (enum what_if_input)j, &steps, &list[0]);
    return count ? count : steps < 4096;
}

/* "9.0" or "90" */
static bool read_chip(const char *text, unsigned *value)
{
    char *end;
    unsigned long major = strtoul(text, &end, 10), minor = 0;
    if (end == text || major > 1000)
        return false;
    if (*end == '.') {
        const char *from = end + 1;
        minor = strtoul(from, &end, 10);
        if (end != from + 1)
            return false;
        major = major * 10 + minor;
    } else if (major < 60) {
        major *= 10;
    }
    *value = (unsigned)major;
    return !*end;
}

bool what_if_read(enum what_if_input input, const char *text, unsigned *value, struct error *error)
{
    char *end;
    if (input == WHAT_IF_CHIP) {
        if (!read_chip(text, value))
            return error_set(error, "\"%s\" is not a compute capability such as 8.9", text);
        return true;
    }
    unsigned long number = *text >= '0' && *text <= '9' ? strtoul(text, &end, 10) : 0;
    bool good = *text >= '0' && *text <= '9' && number <= 1u << 24;
    if (good && (*end == 'k' || *end == 'K') && is_bytes(input)) {
        number *= KIB;
        end++;
    } else if (good && input == WHAT_IF_CONFIG && number < KIB) {
        /* No SM has so few bytes. */
        number *= KIB;
    }
    if (!good || *end || number > 1u << 30)
        return error_set(error, "\"%s\" is not a number%s", text,
                         is_bytes(input) ? " of bytes; a K after it means times 1024" : "");
    *value = (unsigned)number;
    return true;
}

void what_if_write(enum what_if_input input, unsigned value, struct strbuf *out)
{
    if (input == WHAT_IF_CHIP) {
        strbuf_addf(out, "%u.%u", value / 10, value % 10);
    } else if (input == WHAT_IF_CONFIG) {
        strbuf_addf(out, "%u KiB", value / KIB);
    } else {
        format_thousands(out, value);
        strbuf_adds(out, is_bytes(input) ? " B" : "");
    }
}
