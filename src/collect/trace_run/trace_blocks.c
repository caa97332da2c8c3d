#include "collect/trace_run/trace_blocks.h"

#include <stdlib.h>

#include "report/base/mem.h"
#include "report/trace/trace_block.h"

/* Rows in a row differ, so each takes a byte and more. Blocks with far more rows would need a
 * thousand times their size in memory when they are read. */
enum { ROWS_IN_BYTE = 4 };

/* Losses are told while they happen; strings and facts are no records. */
static void count(struct trace_run *run, const struct trace_block *block)
{
    uint64_t *values;
    if ((block->kind >= TRACE_KERNEL && block->kind < TRACE_LOSS) || block->kind >= TRACE_JIT)
        run->records += block->rows;
    if (block->kind != TRACE_LOSS)
        return;
    values = mem_alloc((block->rows + 1) * sizeof *values);
    if (trace_block_column(block, LOSS_COUNT, values))
        for (size_t i = 0; i < block->rows; i++)
            run->lost = values[i] > UINT64_MAX - run->lost ? UINT64_MAX : run->lost + values[i];
    free(values);
}

static bool is_whole(const struct trace_block *block)
{
    uint64_t *values = mem_alloc((block->rows + 1) * sizeof *values);
    const bool whole = trace_block_check(block, values);
    free(values);
    return whole;
}

static void tell_once(struct trace_run *run, bool *told, const char *text)
{
    if (!*told)
        trace_run_say(run, TRACE_MESSAGE_ERROR, "%s", text);
    *told = true;
}

/* from: who sent it; NULL: nobody. */
static bool is_good(const struct traced *from, const struct trace_block *block, size_t length)
{
    if (from && (block->process != from->number || block->rows > ROWS_IN_BYTE * length ||
                 block->kind == TRACE_FACT || block->kind == TRACE_CPU))
        return false;
    return is_whole(block);
}

static void take(struct trace_run *run, const struct traced *from, const uint8_t *bytes,
                 size_t length)
{
    struct trace_block block;
    if (!trace_block_open(&block, bytes, length) || !is_good(from, &block, length)) {
        tell_once(run, &run->told_damage, "records of the program are damaged and left out");
        return;
    }
    if (!trace_limits_take(&run->limits, &block)) {
        tell_once(
            run, &run->told_full,
            "there are more records or processes than a trace can hold: the rest is left out");
        return;
    }
    if (run->settings.keep)
        trace_add_block(run->trace, 0, bytes, length);
    count(run, &block);
    if (run->writer)
        trace_writer_add(run->writer, bytes, length);
}

void trace_blocks_add(struct trace_run *run, const uint8_t *bytes, size_t length)
{
    take(run, NULL, bytes, length);
}

void trace_blocks_take(struct traced *from, const uint8_t *bytes, size_t length)
{
    take(from->run, from, bytes, length);
}
