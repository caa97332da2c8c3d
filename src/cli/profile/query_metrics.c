#include "cli/profile/query_metrics.h"

#include "collect/plan/chip_page.h"
#include "collect/plan/query_page.h"
#include "report/base/message.h"
#include "report/page_parts/json_document.h"

struct printing {
    const struct options *options;
    const char *collection;
    const struct chip_targets *targets;
    FILE *pages;
    struct json_writer json;
    size_t columns;
    bool any;
};

static void begin(struct printing *p)
{
    if (p->options->page.format == FORMAT_CSV)
        query_page_csv_head(p->pages);
    if (p->options->page.format != FORMAT_JSON)
        return;
    json_document_begin(&p->json, "rooftop-metrics", p->pages);
    json_string(&p->json, "mode", query_mode_names[p->options->query_mode]);
    json_string(&p->json, "collection", p->collection);
    json_open(&p->json, "chips", JSON_ARRAY);
}

static void print_chip(struct printing *p, const struct chip_target *target,
                       const struct query_rows *rows)
{
    if (p->options->page.format == FORMAT_CSV) {
        query_page_csv(target->chip, p->collection, rows, p->pages);
    } else if (p->options->page.format == FORMAT_JSON) {
        json_open(&p->json, NULL, JSON_OBJECT);
        chip_page_json(&p->json, p->targets, target);
        query_page_json(&p->json, rows);
        json_close(&p->json);
    } else {
        struct strbuf title = {0};
        chip_page_title(&title, p->targets, target);
        fprintf(p->pages, "%s%s, %s: %zu metric%s\n", p->any ? "\n" : "", title.data, p->collection,
                rows->count, rows->count == 1 ? "" : "s");
        query_page_text(rows, p->columns, p->pages);
        strbuf_free(&title);
    }
    p->any = true;
}

static int print_targets(struct printing *p, struct cupti_library *library, FILE *messages)
{
    const struct options *o = p->options;
    struct error error, last = {""};
    begin(p);
    for (size_t i = 0; i < p->targets->count; i++) {
        const struct chip_target *target = &p->targets->targets[i];
        const struct query query = {
            o->query_collection, o->query_mode,        (const char *const *)o->metrics.words,
            o->metrics.count,    target->availability, target->availability_size};
        struct query_rows rows;
        if (target->notice)
            message_tell(messages, -1, target->notice);
        if (query_make(&rows, library, target->chip, &query, &error)) {
            print_chip(p, target, &rows);
            query_free(&rows);
        } else {
            message_print(messages, error.text);
            last = error;
        }
    }
    if (o->page.format == FORMAT_JSON)
        json_document_end(&p->json, *last.text ? &last : NULL);
    return *last.text != '\0';
}

int query_metrics_print(const struct options *o, FILE *pages, size_t columns, FILE *messages)
{
    struct error error;
    struct chip_targets targets;
    struct cupti_library *library = cupti_library_open(&error);
    bool good = library && chip_targets_make(&targets, library, o->chips.words, o->chips.count,
                                             o->devices.words, o->devices.count, &error);
    int status = 1;
    if (good) {
        struct printing p = {.options = o,
                             .collection = query_collection_names[o->query_collection],
                             .targets = &targets,
                             .pages = pages,
                             .columns = columns};
        status = print_targets(&p, library, messages);
        chip_targets_free(&targets);
    } else {
        message_print(messages, error.text);
    }
    cupti_library_close(library);
    return status;
}

static void print_name(void *pages, const char *name)
{
    fprintf(pages, "%s\n", name);
}

int query_chips_print(FILE *pages, FILE *messages)
{
    struct error error;
    struct cupti_library *library = cupti_library_open(&error);
    if (library)
        cupti_library_each_chip(library, print_name, pages);
    else
        message_print(messages, error.text);
    cupti_library_close(library);
    return library ? 0 : 1;
}
