#include "collect/program/series_setup.h"

#include <stdlib.h>

#include "report/base/mem.h"

/* The numbers of both enumerations are the same. */
_Static_assert((int)SERIES_BLOCK == WIRE__SERIES_PARAMETER__BLOCK, "block");
_Static_assert((int)SERIES_GRID == WIRE__SERIES_PARAMETER__GRID, "grid");
_Static_assert((int)SERIES_SMEM == WIRE__SERIES_PARAMETER__SMEM, "smem");
_Static_assert((int)SERIES_CLUSTER == WIRE__SERIES_PARAMETER__CLUSTER, "cluster");
_Static_assert((int)SERIES_CARVEOUT == WIRE__SERIES_PARAMETER__CARVEOUT, "carveout");
_Static_assert((int)SERIES_CACHE == WIRE__SERIES_PARAMETER__CACHE, "cache");
_Static_assert((int)SERIES_CACHE_CONTROL == WIRE__SERIES_PARAMETER__CACHE_CONTROL, "cache control");

static Wire__SeriesValue *value_of(const struct series_value *from)
{
    Wire__SeriesValue *value = mem_alloc(sizeof *value);
    wire__series_value__init(value);
    value->has_same = value->has_x = value->has_y = value->has_z = true;
    value->same = from->same;
    value->x = from->x;
    value->y = from->y;
    value->z = from->z;
    return value;
}

void series_setup_fill(Wire__Setup *setup, const struct launch_series *series)
{
    setup->series = mem_alloc(SERIES_PARAMETERS * sizeof(Wire__SeriesAxis *));
    for (size_t i = 0; i < SERIES_PARAMETERS; i++) {
        const struct series_axis *from = &series->axes[i];
        if (!from->given)
            continue;
        Wire__SeriesAxis *axis = mem_alloc(sizeof *axis);
        wire__series_axis__init(axis);
        axis->has_parameter = true;
        axis->parameter = (Wire__SeriesParameter)i;
        axis->values = mem_alloc((from->count + 1) * sizeof(Wire__SeriesValue *));
        for (size_t j = 0; j < from->count; j++)
            axis->values[axis->n_values++] = value_of(&from->values[j]);
        setup->series[setup->n_series++] = axis;
    }
}

void series_setup_drop(Wire__Setup *setup)
{
    for (size_t i = 0; i < setup->n_series; i++) {
        for (size_t j = 0; j < setup->series[i]->n_values; j++)
            free(setup->series[i]->values[j]);
        free(setup->series[i]->values);
        free(setup->series[i]);
    }
    free(setup->series);
}
