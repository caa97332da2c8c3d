#include "report/content/what_if_time.h"

#include <math.h>
#include <string.h>

#include "report/metric/metric_format.h"

#define STALL(reason) "smsp__average_warps_issue_stalled_" reason "_per_issue_active.ratio"

/* The states of a warp between two instructions; fixed: as long whatever the other warps do. */
static const struct {
    const char *metric, *name;
    bool fixed;
} states[] = {
    {STALL("selected"), "Selected", true},
    {STALL("wait"), "Wait", true},
    {STALL("branch_resolving"), "Branch Resolving", true},
    {STALL("long_scoreboard"), "Long Scoreboard", false},
    {STALL("short_scoreboard"), "Short Scoreboard", false},
    {STALL("lg_throttle"), "LG Throttle", false},
    {STALL("mio_throttle"), "MIO Throttle", false},
    {STALL("tex_throttle"), "Tex Throttle", false},
    {STALL("math_pipe_throttle"), "Math Pipe Throttle", false},
    {STALL("barrier"), "Barrier", false},
    {STALL("not_selected"), "Not Selected", false},
    {STALL("dispatch_stall"), "Dispatch Stall", false},
    {STALL("no_instruction"), "No Instruction", false},
    {STALL("imc_miss"), "IMC Miss", false},
    {STALL("drain"), "Drain", false},
    {STALL("membar"), "Membar", false},
    {STALL("gmma"), "GMMA", false},
};

/* Percent of the time of the launch for which a unit works at its peak. */
static const char *const units[] = {
    "sm__throughput.avg.pct_of_peak_sustained_elapsed",
    "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed",
    "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed",
};

static double number_of(const struct result *result, const char *metric)
{
    double number;
    return result_number(result, metric, &number) && isfinite(number) ? number : NAN;
}

/* Keeps the longest waits, the longest first. */
static void add_wait(struct what_if_wait *waits, const char *name, double cycles)
{
    int at = WHAT_IF_WAITS;
    while (at > 0 && (!waits[at - 1].name || waits[at - 1].cycles.now < cycles))
        at--;
    if (at == WHAT_IF_WAITS || !(cycles > 0))
        return;
    memmove(&waits[at + 1], &waits[at], (size_t)(WHAT_IF_WAITS - 1 - at) * sizeof *waits);
    waits[at] = (struct what_if_wait){name, {cycles, cycles, cycles}};
}

void what_if_measure(struct what_if_measured *measured, const struct result *result)
{
    *measured = (struct what_if_measured){
        .time = number_of(result, "gpu__time_duration.sum"),
        .warps = number_of(result, "smsp__warps_active.avg.per_cycle_active"),
        .issue = number_of(result, "smsp__issue_active.avg.per_cycle_active")};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        measured->busy = fmax(measured->busy, number_of(result, units[i]) / 100);
    measured->busy = fmin(measured->busy, 1);
    for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
        const double cycles = number_of(result, states[i].metric);
        if (isnan(cycles)) {
            measured->fixed = states[i].fixed ? NAN : measured->fixed;
            continue;
        }
        if (states[i].fixed)
            measured->fixed += cycles;
        else
            add_wait(measured->waits, states[i].name, cycles);
    }
}

/* Blocks that an SM really has: a small grid fills none. */
static double blocks_on_sm(const struct what_if_outcome *outcome, double sms)
{
    return fmin(outcome->limits.active_blocks, ceil((double)outcome->blocks / sms));
}

/* How much longer a grid takes because it runs in whole waves. */
static double rounding(const struct what_if_outcome *outcome, double sms, double blocks)
{
    const double waves = (double)outcome->blocks / (sms * blocks);
    return ceil(waves) / waves;
}

static bool asks_for_another_chip(const struct what_if *what)
{
    return what->now[WHAT_IF_CHIP] != what->launch[WHAT_IF_CHIP] ||
           what->now[WHAT_IF_SMS] != what->launch[WHAT_IF_SMS];
}

/* The time in relation to that of the launch. */
static void bound(const struct what_if_measured *measured, double ratio, double waves,
                  struct what_if_range *factor)
{
    double busy = measured->busy;
    factor->now = 1;
    factor->least = fmin(1, 1 / ratio) * fmin(1, waves);
    factor->most = fmax(1, 1 / ratio) * fmax(1, waves);
    /* The fixed waits alone keep so few warps from issuing more often. */
    if (!isnan(measured->fixed) && measured->warps > 0 && measured->issue > 0)
        busy = fmax(busy, measured->fixed * measured->issue / measured->warps / ratio);
    factor->least = fmin(fmax(factor->least, busy), factor->most);
}

static struct what_if_range times(double now, double least, double most)
{
    return (struct what_if_range){now, now * least, now * most};
}

/* The waits share what the range leaves beside those of fixed length. */
static void set_waits(struct what_if_time *time, const struct what_if_measured *measured)
{
    const double fixed = isnan(measured->fixed) ? 0 : measured->fixed;
    const double rest = time->cycles.now - fixed;
    for (int i = 0; i < WHAT_IF_WAITS; i++) {
        struct what_if_wait *wait = &time->waits[i];
        *wait = measured->waits[i];
        if (wait->name && rest > 0)
            wait->cycles = times(wait->cycles.now, fmax(0, time->cycles.least - fixed) / rest,
                                 fmax(0, time->cycles.most - fixed) / rest);
    }
}

const char *what_if_time(const struct what_if *what, const struct what_if_measured *measured,
                         struct what_if_time *time)
{
    const struct what_if_outcome launch = what_if_outcome_launch(what), now = what_if_outcome(what);
    const double sms = what->launch[WHAT_IF_SMS];
    *time = (struct what_if_time){.ratio = NAN};
    if (asks_for_another_chip(what))
        return "what was measured on this chip says nothing about another one";
    if (isnan(measured->time) || !(measured->time > 0))
        return "the report lacks the duration of the launch";
    if (!launch.limits.active_blocks || !now.limits.active_blocks || !(sms > 0) || !launch.blocks)
        return "no block fits";
    const double before = blocks_on_sm(&launch, sms), after = blocks_on_sm(&now, sms);
    const double warp = what->device.chip.warp_size;
    struct what_if_range factor;
    time->ratio = after * ceil(what->now[WHAT_IF_BLOCK] / warp) /
                  (before * ceil(what->launch[WHAT_IF_BLOCK] / warp));
    bound(measured, time->ratio, rounding(&now, sms, after) / rounding(&launch, sms, before),
          &factor);
    time->time = times(measured->time, factor.least, factor.most);
    time->issue.now = time->cycles.now = NAN;
    if (measured->issue > 0 && measured->warps > 0) {
        time->issue = times(100 * measured->issue, 1 / factor.most, 1 / factor.least);
        time->issue.most = fmin(time->issue.most, 100);
        time->cycles = times(measured->warps / measured->issue, time->ratio * factor.least,
                             time->ratio * factor.most);
        set_waits(time, measured);
    }
    return NULL;
}

static bool is_one(const struct what_if_range *range)
{
    return range->most - range->least < 0.005 * range->most;
}

static void add_number(struct strbuf *out, double number)
{
    if (number >= 1000)
        format_thousands(out, (unsigned long long)(number + 0.5));
    else
        strbuf_addf(out, "%.3g", number);
}

static void add_range(struct strbuf *out, const struct what_if_range *range, double factor)
{
    if (!is_one(range)) {
        add_number(out, range->least / factor);
        strbuf_adds(out, " to ");
    }
    add_number(out, range->most / factor);
}

void what_if_time_add(struct strbuf *out, const struct what_if_range *range)
{
    const struct unit_scale scale = unit_scale_for("ns", range->most);
    add_range(out, range, scale.factor);
    strbuf_addf(out, " %s", scale.unit);
}

void what_if_time_tell(struct strbuf *out, const struct what_if_time *time)
{
    const struct unit_scale scale = unit_scale_for("ns", time->time.now);
    strbuf_adds(out, "Expected ");
    what_if_time_add(out, &time->time);
    if (time->ratio == 1 && is_one(&time->time)) {
        strbuf_adds(out, ", as now: no other number of warps.");
        return;
    }
    strbuf_addf(out, " (now %.3g %s)", time->time.now / scale.factor, scale.unit);
    if (isnan(time->cycles.now)) {
        strbuf_adds(out, ".");
        return;
    }
    strbuf_adds(out, "; issue slots busy ");
    add_range(out, &time->issue, 1);
    strbuf_addf(out, " %% (now %.3g). A warp issues every ", time->issue.now);
    add_range(out, &time->cycles, 1);
    strbuf_adds(out, " cycles (now ");
    add_number(out, time->cycles.now);
    strbuf_adds(out, ")");
    for (int i = 0; i < WHAT_IF_WAITS && time->waits[i].name; i++) {
        strbuf_addf(out, "%s %s ", i ? "," : ", of which", time->waits[i].name);
        add_range(out, &time->waits[i].cycles, 1);
    }
    strbuf_adds(out, ".");
}

void what_if_time_note(struct strbuf *out, const struct what_if_time *time, bool brief)
{
    strbuf_adds(out, brief ? "By Little's law: no spills, equal hits."
                           : "Bounds by Little's law and the busiest unit; assumed: no register "
                             "spills, and caches hit as often.");
    if (isnan(time->cycles.now) && !brief)
        strbuf_adds(out, " The set full measures waits, too.");
}
