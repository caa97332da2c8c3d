/* An index is a header, a record for each result, and the texts, each with its NUL, which records
 * name by their place. Equal texts stand once. It is written and read by the same machine, so
 * numbers are as they are in memory. disk_cache.h checks it against damage; what could lead outside
 * of it is checked here all the same. */
#include "report/file/report_index.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/disk_cache.h"
#include "report/base/mem.h"
#include "report/base/strbuf.h"
#include "report/base/text_hash.h"
#include "report/names/kernel_names.h"

#define INDEX_TOOL "list-2"
enum { EDGE_BYTES = 1 << 16, SPOTS = 64, SPOT_BYTES = 256 };

struct record {
    double duration, compute, memory, occupancy, l1, l2, dram;
    uint64_t grid[3], block[3];
    /* Places in the texts. 0: none */
    uint32_t kernel, stored, parameters, verdict;
    uint32_t series, kind;
};

struct header {
    uint64_t count, text_bytes;
};

struct report_index {
    struct disk_cache_key key;
    char *bytes; /* NULL: it is yet to be made */
    const struct record *records;
    const char *texts;
    size_t seen; /* number of summaries that were made */
};

/* ---- which file an index belongs to ---- */

static struct disk_cache_key key_of(const struct report *report, const struct report_input *input,
                                    const struct stat *file)
{
    const uint8_t *bytes = input->mapped->bytes;
    const size_t length = input->mapped->length;
    const size_t edge = length < EDGE_BYTES ? length : EDGE_BYTES;
    const int64_t facts[] = {(int64_t)file->st_size,         (int64_t)file->st_mtim.tv_sec,
                             (int64_t)file->st_mtim.tv_nsec, (int64_t)file->st_ctim.tv_sec,
                             (int64_t)file->st_ctim.tv_nsec, (int64_t)input->count};
    struct disk_cache_hash hash;
    disk_cache_begin(&hash);
    disk_cache_add(&hash, facts, sizeof facts);
    disk_cache_add(&hash, bytes, edge);
    disk_cache_add(&hash, bytes + length - edge, edge);
    for (size_t i = 0; i < SPOTS; i++) {
        const size_t at = length / SPOTS * i;
        disk_cache_add(&hash, bytes + at, length - at < SPOT_BYTES ? length - at : SPOT_BYTES);
    }
    uint64_t places = 0;
    for (size_t i = 0; i < input->count; i++) {
        const struct entry *entry = &report->rows[input->first + i].entry;
        places = (places ^ (uint64_t)(entry->data - bytes)) * 0x9e3779b97f4a7c15u;
        places = ((places ^ places >> 32) + entry->length) * 0x9e3779b97f4a7c15u;
    }
    disk_cache_add(&hash, &places, sizeof places);
    return disk_cache_key(&hash);
}

/* ---- reading ---- */

/* Whether all that a record names is there. */
static bool is_whole(const struct record *records, const struct header *header, const char *texts)
{
    if (!header->text_bytes || texts[0] || texts[header->text_bytes - 1])
        return false;
    for (size_t i = 0; i < header->count; i++) {
        const struct record *r = &records[i];
        if (r->kernel >= header->text_bytes || r->stored >= header->text_bytes ||
            r->parameters >= header->text_bytes || r->verdict >= header->text_bytes)
            return false;
    }
    return true;
}

static bool open_bytes(struct report_index *index, const struct report_input *input, size_t length)
{
    struct header header;
    if (length < sizeof header)
        return false;
    memcpy(&header, index->bytes, sizeof header);
    if (header.count != input->count ||
        header.count > (length - sizeof header) / sizeof *index->records ||
        header.text_bytes != length - sizeof header - header.count * sizeof *index->records)
        return false;
    index->records = (const struct record *)(const void *)(index->bytes + sizeof header);
    index->texts = (const char *)(index->records + header.count);
    return is_whole(index->records, &header, index->texts);
}

void report_index_take(struct report *report, struct report_input *input, const struct stat *file)
{
    if (!input->mapped || input->count < REPORT_INDEX_LEAST || *input->container.damage)
        return;
    size_t length = 0;
    char *folder = disk_cache_folder("lists");
    struct report_index *index = input->index = mem_alloc(sizeof *index);
    index->key = key_of(report, input, file);
    index->bytes = disk_cache_get(folder, &index->key, INDEX_TOOL, &length);
    if (index->bytes && !open_bytes(index, input, length)) {
        free(index->bytes);
        index->bytes = NULL;
    }
    free(folder);
}

void report_index_free(struct report_index *index)
{
    if (!index)
        return;
    free(index->bytes);
    free(index);
}

static const char *text_at(const struct report_index *index, uint32_t place)
{
    return place ? index->texts + place : NULL;
}

static char *copy_at(const struct report_index *index, uint32_t place)
{
    return place ? mem_strdup(index->texts + place) : NULL;
}

bool report_index_summary(struct report_input *input, size_t i, struct result_summary *summary,
                          struct report_row *row)
{
    const struct report_index *index = input->index;
    if (!index || !index->bytes)
        return false;
    const struct record *r = &index->records[i];
    if (r->kind != (uint32_t)row->entry.kind)
        return false;
    summary->duration = r->duration;
    summary->compute = r->compute;
    summary->memory = r->memory;
    summary->occupancy = r->occupancy;
    summary->l1 = r->l1;
    summary->l2 = r->l2;
    summary->dram = r->dram;
    memcpy(summary->grid, r->grid, sizeof r->grid);
    memcpy(summary->block, r->block, sizeof r->block);
    summary->series = r->series;
    summary->name = entry_kind_name(row->entry.kind);
    summary->limit = summary->verdict = r->verdict ? text_at(index, r->verdict) : "";
    row->kernel = copy_at(index, r->kernel);
    row->stored = copy_at(index, r->stored);
    summary->parameters = row->parameters = copy_at(index, r->parameters);
    return true;
}

bool report_index_kernels(const struct report_input *input, struct kernel_names *kernels)
{
    const struct report_index *index = input->index;
    uint32_t before = 0;
    if (!index || !index->bytes)
        return false;
    for (size_t i = 0; i < input->count; i++) {
        const uint32_t place = index->records[i].kernel;
        if (place && place != before)
            kernel_names_add(kernels, index->texts + place);
        before = place;
    }
    return true;
}

/* ---- making ---- */

/* Texts and a table of their places, twice as large as needed at least. */
struct texts {
    struct strbuf bytes;
    uint32_t *slots;
    size_t slot_count, count;
};

static size_t slot_of(const struct texts *texts, const char *text)
{
    size_t slot = text_hash(text) & (texts->slot_count - 1);
    while (texts->slots[slot] && strcmp(texts->bytes.data + texts->slots[slot], text) != 0)
        slot = (slot + 1) & (texts->slot_count - 1);
    return slot;
}

static void make_room(struct texts *texts)
{
    if (texts->slot_count > 2 * texts->count)
        return;
    const uint32_t *before = texts->slots;
    const size_t count = texts->slot_count;
    texts->slot_count = count ? 2 * count : 1024;
    texts->slots = mem_alloc(texts->slot_count * sizeof *texts->slots);
    for (size_t i = 0; i < count; i++)
        if (before[i])
            texts->slots[slot_of(texts, texts->bytes.data + before[i])] = before[i];
    free((void *)(uintptr_t)before);
}

/* 0 for NULL and for an empty text */
static uint32_t place_text(struct texts *texts, const char *text)
{
    if (!text || !*text)
        return 0;
    make_room(texts);
    const size_t slot = slot_of(texts, text);
    if (!texts->slots[slot]) {
        texts->slots[slot] = (uint32_t)texts->bytes.length;
        strbuf_add(&texts->bytes, text, strlen(text) + 1);
        texts->count++;
    }
    return texts->slots[slot];
}

static struct record record_of(struct texts *texts, const struct report_row *row)
{
    const struct result_summary *s = row->summary;
    struct record r = {.duration = s->duration,
                       .compute = s->compute,
                       .memory = s->memory,
                       .occupancy = s->occupancy,
                       .l1 = s->l1,
                       .l2 = s->l2,
                       .dram = s->dram,
                       .series = s->series,
                       .kind = (uint32_t)row->entry.kind,
                       .kernel = place_text(texts, row->kernel),
                       .stored = place_text(texts, row->stored),
                       .parameters = place_text(texts, row->parameters),
                       .verdict = place_text(texts, s->verdict)};
    memcpy(r.grid, s->grid, sizeof r.grid);
    memcpy(r.block, s->block, sizeof r.block);
    return r;
}

static void keep(const struct report *report, const struct report_input *input)
{
    struct strbuf bytes = {0};
    struct texts texts = {0};
    struct header header = {.count = input->count};
    strbuf_addc(&texts.bytes, '\0');
    strbuf_add(&bytes, &header, sizeof header);
    for (size_t i = 0; i < input->count && texts.bytes.length < UINT32_MAX / 2; i++) {
        const struct record r = record_of(&texts, &report->rows[input->first + i]);
        strbuf_add(&bytes, &r, sizeof r);
    }
    if (texts.bytes.length < UINT32_MAX / 2) {
        header.text_bytes = texts.bytes.length;
        memcpy(bytes.data, &header, sizeof header);
        strbuf_add(&bytes, texts.bytes.data, texts.bytes.length);
        char *folder = disk_cache_folder("lists");
        disk_cache_put(folder, &input->index->key, INDEX_TOOL, bytes.data, bytes.length);
        free(folder);
    }
    strbuf_free(&bytes);
    strbuf_free(&texts.bytes);
    free(texts.slots);
}

void report_index_seen(const struct report *report, struct report_input *input)
{
    struct report_index *index = input->index;
    if (index && !index->bytes && ++index->seen == input->count && !input->mapped->shortened)
        keep(report, input);
}
