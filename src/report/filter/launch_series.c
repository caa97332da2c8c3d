#include "report/filter/launch_series.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/strbuf.h"

enum { MOST_VALUES = 256 };

struct word {
    const char *text;
    int32_t value;
};

/* The words of cache have the numbers of CUfunc_cache. */
static const struct parameter {
    const char *name, *takes;
    int32_t least, most; /* most < least: words only */
    bool shape;
    struct word words[4];
} parameters[SERIES_PARAMETERS] = {
    [SERIES_BLOCK] = {"block", "threads of a block (128, 32x4)", 1, 1024, true, {{0}}},
    [SERIES_GRID] = {"grid", "numbers of blocks (1024, 64x16)", 1, INT32_MAX, true, {{0}}},
    [SERIES_SMEM] = {"smem", "bytes of dynamic shared memory", 0, 1 << 20, false, {{0}}},
    [SERIES_CLUSTER] = {"cluster", "blocks of a cluster (2, 2x2)", 1, 16, true, {{0}}},
    [SERIES_CARVEOUT] = {"carveout",
                         "percents from 0 to 100, default, max-l1, max-shared",
                         0,
                         100,
                         false,
                         {{"default", -1}, {"max-l1", 0}, {"max-shared", 100}, {0}}},
    [SERIES_CACHE] = {"cache",
                      "none, shared, l1, equal",
                      1,
                      0,
                      false,
                      {{"none", 0}, {"shared", 1}, {"l1", 2}, {"equal", 3}}},
    [SERIES_CACHE_CONTROL] = {"cache-control", "all, none", 1, 0, false, {{"none", 0}, {"all", 1}}},
};

static bool refuse(const struct parameter *parameter, const char *text, size_t length,
                   struct error *error)
{
    return error_set(error,
                     "\"%.*s\" is not a value of %s: it takes %s, ranges FIRST:LAST:STEP of "
                     "numbers, and same",
                     (int)length, text, parameter->name, parameter->takes);
}

/* Takes a number in the parameter's limits. *end: what follows it. */
static bool take_number(const struct parameter *parameter, const char *text, const char **end,
                        int32_t *number)
{
    char *behind;
    errno = 0;
    long long read = strtoll(text, &behind, 10);
    *end = behind;
    *number = (int32_t)read;
    return *text >= '0' && *text <= '9' && !errno && read >= parameter->least &&
           read <= parameter->most;
}

static bool add(struct series_axis *axis, struct series_value value, struct error *error)
{
    if (axis->count == MOST_VALUES)
        return error_set(error, "a parameter takes at most %d values", MOST_VALUES);
    mem_grow(&axis->values, axis->count, &axis->capacity, sizeof *axis->values);
    axis->values[axis->count++] = value;
    return true;
}

static bool add_word(struct series_axis *axis, const struct parameter *parameter, const char *text,
                     size_t length, struct error *error)
{
    struct series_value value = {.same = length == 4 && strncmp(text, "same", 4) == 0};
    bool found = value.same;
    for (size_t i = 0; !found && i < sizeof parameter->words / sizeof *parameter->words; i++) {
        const char *word = parameter->words[i].text;
        found = word && strlen(word) == length && strncmp(word, text, length) == 0;
        value.x = parameter->words[i].value;
    }
    return found ? add(axis, value, error) : refuse(parameter, text, length, error);
}

static bool add_range(struct series_axis *axis, const struct parameter *parameter, const char *text,
                      size_t length, struct error *error)
{
    int32_t first, last, step;
    const char *at = text;
    if (!take_number(parameter, text, &at, &first) || *at != ':' ||
        !take_number(parameter, at + 1, &at, &last) || *at != ':' || last < first)
        return refuse(parameter, text, length, error);
    const bool times = at[1] == 'x';
    char *end;
    long long read = strtoll(at + 1 + times, &end, 10);
    step = (int32_t)read;
    if (end != text + length || read < 1 + times || read > INT32_MAX || (times && first < 1))
        return refuse(parameter, text, length, error);
    for (int64_t value = first; value <= last; value = times ? value * step : value + step)
        if (!add(axis, (struct series_value){.x = (int32_t)value}, error))
            return false;
    return true;
}

static bool add_number(struct series_axis *axis, const struct parameter *parameter,
                       const char *text, size_t length, struct error *error)
{
    struct series_value value = {0};
    const char *at = text;
    int32_t sizes[3] = {0, 1, 1};
    int count = 1;
    bool good = take_number(parameter, at, &at, &sizes[0]);
    for (; good && *at == 'x' && count < 3; count++)
        good = parameter->shape && take_number(parameter, at + 1, &at, &sizes[count]);
    if (!good || at != text + length)
        return refuse(parameter, text, length, error);
    value.x = sizes[0];
    if (count > 1) {
        value.y = (uint32_t)sizes[1];
        value.z = (uint32_t)sizes[2];
    }
    return add(axis, value, error);
}

static bool add_values(struct series_axis *axis, const struct parameter *parameter,
                       const char *text, struct error *error)
{
    for (bool more = true; more;) {
        const size_t length = strcspn(text, ",");
        const bool number = *text >= '0' && *text <= '9';
        bool good = !number                     ? add_word(axis, parameter, text, length, error)
                    : memchr(text, ':', length) ? add_range(axis, parameter, text, length, error)
                                                : add_number(axis, parameter, text, length, error);
        if (!good)
            return false;
        more = text[length] == ',';
        text += length + more;
    }
    return true;
}

bool launch_series_add(struct launch_series *series, const char *text, struct error *error)
{
    const size_t length = strcspn(text, "=");
    struct strbuf names = {0};
    for (size_t i = 0; i < SERIES_PARAMETERS; i++) {
        struct series_axis *axis = &series->axes[i];
        strbuf_addf(&names, "%s%s", i ? ", " : "", parameters[i].name);
        if (strlen(parameters[i].name) != length || strncmp(parameters[i].name, text, length) != 0)
            continue;
        strbuf_free(&names);
        if (axis->given)
            return error_set(error, "%s is given twice: name all its values at once",
                             parameters[i].name);
        axis->given = true;
        return !text[length] || add_values(axis, &parameters[i], text + length + 1, error);
    }
    error_set(error, "\"%.*s\" is not a parameter of a launch; the parameters are %s", (int)length,
              text, names.data);
    strbuf_free(&names);
    return false;
}

bool launch_series_given(const struct launch_series *series)
{
    bool given = false;
    for (size_t i = 0; i < SERIES_PARAMETERS; i++)
        given = given || series->axes[i].given;
    return given;
}

void launch_series_free(struct launch_series *series)
{
    for (size_t i = 0; i < SERIES_PARAMETERS; i++)
        free(series->axes[i].values);
    *series = (struct launch_series){0};
}
