/* The kept index of a large report, with a good sum: the input makes its header, its records, which
 * repeat until there is one for each result, and its texts. What is read of it must be there,
 * whether it is used or not.
 *
 * Bytes of the input: what to add to the number of results and to the length of the texts, the
 * number of records that repeat (0: 1), bit 0: the texts get their NULs; records; texts. */
#include <dirent.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/base/disk_cache.h"
#include "report/base/mem.h"
#include "report/file/report_index.h"
#include "report/file/report_series.h"
#include "report/file/report_writer.h"

enum { RESULTS = REPORT_INDEX_LEAST, RECORD = 128, HEADER = 16, HEAD = 4, SOME_SERIES = 97 };

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static char folder[] = "/tmp/rooftop-fuzz-XXXXXX", *above, *lists, *path;
static struct disk_cache_key key;

static void clear(void)
{
    char *index = mem_printf("%s/%s", lists, key.text);
    unlink(index);
    unlink(path);
    rmdir(lists);
    rmdir(above);
    rmdir(folder);
    free(index);
    free(above);
    free(lists);
    free(path);
}

/* Kernels, and ranges between them. */
static void write_report(void)
{
    static const uint8_t kernel[] = {7 << 3 | 2, 4, 'k', '(', ')', ' '};
    struct report *report = report_new("");
    struct report_writer *writer = report_writer_open(path, true, NULL);
    Rep__ProcessInfo process = REP__PROCESS_INFO__INIT;
    for (size_t i = 0; writer && i < RESULTS; i++)
        report_writer_result(writer, report, i % 5 == 4 ? ENTRY_RANGE : ENTRY_KERNEL, kernel,
                             i % 5 == 4 ? 0 : sizeof kernel, &process);
    if (!writer || !report_writer_finish(writer, NULL))
        abort();
    report_close(report);
}

static void read_texts(struct report *report, size_t i)
{
    const struct result_summary *s = report_summary(report, i);
    struct report_series series;
    if (s->id != i || s->kind != report_entry(report, i)->kind)
        abort();
    if (strlen(s->name) + strlen(s->limit) + strlen(s->verdict) > 1u << 30)
        abort();
    if (s->parameters && i % SOME_SERIES == 0 && report_series_of(report, i, &series)) {
        if (series.first > i || series.count > RESULTS - series.first || series.best < series.first)
            abort();
        free(report_series_outcome(report, &series));
    }
}

/* Returns the sum of the durations that are known. */
static double read_report(void)
{
    struct report *report = report_open(path, NULL);
    double sum = 0;
    if (!report || report_count(report) != RESULTS)
        abort();
    for (size_t i = 0; i < RESULTS; i++) {
        read_texts(report, i);
        const double duration = report_summary(report, i)->duration;
        sum += isfinite(duration) ? duration : 0;
    }
    report_close(report);
    return sum;
}

static void put(const void *bytes, size_t length)
{
    disk_cache_put(lists, &key, "list-2", bytes, length);
}

/* Finds the name of the index that was made, and sees that a changed one is used. */
static void find_index(void)
{
    DIR *entries = opendir(lists);
    for (struct dirent *e; entries && (e = readdir(entries));)
        if (e->d_name[0] != '.')
            snprintf(key.text, sizeof key.text, "%.32s", e->d_name);
    if (entries)
        closedir(entries);
    size_t length;
    char *bytes = disk_cache_get(lists, &key, NULL, &length);
    const double duration = 5;
    if (!bytes || length < HEADER + RESULTS * RECORD)
        abort();
    memcpy(bytes + HEADER, &duration, sizeof duration);
    put(bytes, length);
    free(bytes);
    if (read_report() != duration)
        abort();
}

static void begin(void)
{
    if (!mkdtemp(folder))
        abort();
    setenv("XDG_CACHE_HOME", folder, 1);
    above = mem_printf("%s/rooftop", folder);
    lists = disk_cache_folder("lists");
    path = mem_printf("%s/large.ncu-rep", folder);
    atexit(clear);
    write_report();
    read_report();
    find_index();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    if (!path)
        begin();
    const size_t most = length < HEAD ? 0 : (length - HEAD) / RECORD;
    if (!most)
        return 0;
    const uint8_t *records = bytes + HEAD, *end = bytes + length;
    size_t repeated = bytes[2] ? bytes[2] : 1;
    if (repeated > most)
        repeated = most;
    const uint8_t *texts = records + repeated * RECORD;
    struct strbuf index = {0};
    const size_t nuls = bytes[3] & 1;
    const uint64_t header[] = {(uint64_t)(RESULTS + (int8_t)bytes[0]),
                               (uint64_t)(end - texts) + 2 * nuls + (uint64_t)(int8_t)bytes[1]};
    strbuf_add(&index, header, sizeof header);
    for (size_t i = 0; i < RESULTS; i++)
        strbuf_add(&index, records + i % repeated * RECORD, RECORD);
    strbuf_pad(&index, '\0', nuls);
    strbuf_add(&index, texts, (size_t)(end - texts));
    strbuf_pad(&index, '\0', nuls);
    put(index.data, index.length);
    strbuf_free(&index);
    read_report();
    return 0;
}
