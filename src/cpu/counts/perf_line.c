#include "cpu/counts/perf_line.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cpu/counts/cpu_spelling.h"
#include "report/base/mem.h"
#include "report/base/text_hash.h"

enum { MOST_DIGITS = 64, SEPARATED = 3, MOST_SEEN = 16384 };

static double scale_of(const char *unit)
{
    static const struct {
        const char *unit;
        double ns;
    } units[] = {{"msec", 1e6}, {"usec", 1e3}, {"sec", 1e9}};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(units[i].unit, unit) == 0)
            return units[i].ns;
    return 1;
}

/* Whether the event has come before in the group; it is there from now on. */
static bool seen(struct perf_reader *reader, uint64_t hash)
{
    for (size_t i = 0; i < reader->seen_count; i++)
        if (reader->seen[i] == hash)
            return true;
    if (reader->seen_count == MOST_SEEN)
        return false;
    mem_grow(&reader->seen, reader->seen_count, &reader->seen_capacity, sizeof *reader->seen);
    reader->seen[reader->seen_count++] = hash;
    return false;
}

static int group_of(struct perf_reader *reader, const struct perf_count *count)
{
    const uint64_t place = (uint64_t)(count->socket + 1) << 20 | (uint64_t)(count->cpu + 1);
    const uint64_t hash = text_hash(count->event) ^ place * UINT64_C(0x9e3779b97f4a7c15);
    const bool same = isnan(count->at) ? isnan(reader->at) : count->at == reader->at;
    if (!same) {
        reader->at = count->at;
        reader->group = 1;
        reader->seen_count = 0;
    }
    if (seen(reader, hash)) {
        reader->group++;
        reader->seen_count = 0;
        seen(reader, hash);
    }
    return reader->group;
}

/* Of an event that comes for the first time. */
static void check_event(struct perf_reader *reader, const char *event)
{
    struct error error;
    if (strcmp(event, "duration_time") != 0 &&
        !cpu_spelling_is_known(reader->run->catalog, event, &error))
        cpu_gaps_add_unknown(&reader->run->gaps, reader->file, reader->line, event, error.text);
}

void perf_line_add(struct perf_reader *reader, const struct perf_count *count)
{
    const struct cpu_key key = {count->event, count->socket, group_of(reader, count)};
    const size_t before = reader->run->count;
    struct cpu_value value = {.state = count->state};
    if (count->state == CPU_COUNTED) {
        value.value = count->value * scale_of(count->unit);
        if (!isnan(count->percent) && count->percent > 0) {
            const double running =
                !isnan(count->runtime) && count->runtime > 0 ? count->runtime : count->percent;
            value.running = running;
            value.enabled = running * 100 / count->percent;
        }
    }
    if (isnan(count->at))
        cpu_run_add(reader->run, key, &value);
    else
        cpu_run_add_at(reader->run, count->at, key, &value);
    if (reader->run->count > before)
        check_event(reader, count->event);
}

bool perf_is_absent(const char *text, enum cpu_state *state)
{
    const bool counted = strcmp(text, "<not counted>") == 0;
    if (!counted && strcmp(text, "<not supported>") != 0)
        return false;
    *state = counted ? CPU_NOT_COUNTED : CPU_NOT_SUPPORTED;
    return true;
}

int perf_socket(const char *word)
{
    char *end;
    if (word[0] != 'S' || !isdigit((unsigned char)word[1]))
        return CPU_ANY_SOCKET;
    const unsigned long number = strtoul(word + 1, &end, 10);
    return (*end && *end != '-') || number > 1023 ? CPU_ANY_SOCKET : (int)number;
}

int perf_cpu(const char *word)
{
    char *end;
    if (strncmp(word, "CPU", 3) != 0 || !isdigit((unsigned char)word[3]))
        return -1;
    const unsigned long number = strtoul(word + 3, &end, 10);
    return *end || number > 65535 ? -1 : (int)number;
}

/* The bytes of a separator of thousands or decimals here: . , ' and blanks of any kind. */
static size_t separator(const char *text)
{
    static const char *const known[] = {".", ",", "'", "\xc2\xa0", "\xe2\x80\xaf", "\xe2\x80\x99"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strncmp(text, known[i], strlen(known[i])) == 0)
            return strlen(known[i]);
    return 0;
}

bool perf_number(const char *text, bool fraction, double *number)
{
    char digits[MOST_DIGITS];
    size_t length = 0, since = 0, groups = 0, last = 0;
    bool thousands = true;
    for (const char *at = text; *at;) {
        const size_t skip = separator(at);
        if (isdigit((unsigned char)*at) && length + 2 < sizeof digits) {
            digits[length++] = *at++;
            since++;
        } else if (skip && since) {
            thousands = thousands && (groups ? since == SEPARATED : since <= SEPARATED);
            groups++;
            last = length;
            since = 0;
            at += skip;
        } else {
            return false;
        }
    }
    if (!length || (groups && !since))
        return false;
    const bool decimals = groups && (fraction || (groups == 1 && since != SEPARATED));
    if (groups && !decimals && (!thousands || since != SEPARATED))
        return false;
    if (decimals) {
        memmove(digits + last + 1, digits + last, length - last);
        digits[last] = '.';
        length++;
    }
    digits[length] = '\0';
    *number = strtod(digits, NULL);
    return true;
}
