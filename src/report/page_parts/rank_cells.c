#include "report/page_parts/rank_cells.h"

#include <inttypes.h>
#include <math.h>

#include "report/base/mem.h"
#include "report/metric/metric_format.h"

const char *const rank_columns[RANK_COLUMNS] = {"Rank", "Results", "Time", "SM clock",
                                                "To the usual"};
const bool rank_is_number[RANK_COLUMNS] = {false, true, true, true, true};

const char *const rank_kernel_columns[RANK_KERNEL_COLUMNS] = {
    "Kernel", "Grid", "Block", "Ranks", "Launches", "Usual", "Slowest", "On", "Longer", "Loss"};
const bool rank_kernel_is_number[RANK_KERNEL_COLUMNS] = {false, true, true,  true, true,
                                                         true,  true, false, true, true};

const char rank_kernels_title[] = "Kernels, by what the slowest rank takes longer";

char *rank_size_text(const uint64_t size[3])
{
    return mem_printf("(%" PRIu64 ", %" PRIu64 ", %" PRIu64 ")", size[0], size[1], size[2]);
}

static char *ratio_text(double ratio)
{
    return isnan(ratio) ? mem_strdup("") : mem_printf("%+.1f %%", 100 * (ratio - 1));
}

void rank_cells(const struct rank_part *part, bool base_units, char *cells[RANK_COLUMNS])
{
    cells[RANK_LABEL] = mem_strdup(part->label);
    cells[RANK_RESULTS] = mem_printf("%zu", part->results);
    cells[RANK_TIME] = format_time(part->time, base_units);
    cells[RANK_CLOCK] =
        isnan(part->clock) ? mem_strdup("") : mem_printf("%.2f GHz", part->clock / 1e9);
    cells[RANK_RATIO] = ratio_text(part->ratio);
}

void rank_kernel_cells(const struct rank_spread *spread, const struct rank_kernel *kernel,
                       bool base_units, char *cells[RANK_KERNEL_COLUMNS])
{
    const double worst = kernel->means[kernel->worst];
    cells[RANK_KERNEL_NAME] = mem_strdup(kernel->name);
    cells[RANK_KERNEL_GRID] = rank_size_text(kernel->grid);
    cells[RANK_KERNEL_BLOCK] = rank_size_text(kernel->block);
    cells[RANK_KERNEL_RANKS] = mem_printf("%zu", kernel->parts);
    cells[RANK_KERNEL_LAUNCHES] = kernel->least == kernel->most
                                      ? mem_printf("%zu", kernel->most)
                                      : mem_printf("%zu to %zu", kernel->least, kernel->most);
    cells[RANK_KERNEL_USUAL] = format_time(kernel->median, base_units);
    cells[RANK_KERNEL_SLOWEST] = format_time(worst, base_units);
    cells[RANK_KERNEL_ON] = mem_strdup(spread->parts[kernel->worst].label);
    cells[RANK_KERNEL_LONGER] = ratio_text(worst / kernel->median);
    cells[RANK_KERNEL_LOSS] = format_time(kernel->loss, base_units);
}
