#include "cli/profile/list_metrics.h"

#include <math.h>
#include <string.h>

#include "cli/open/load_rules.h"
#include "cli/open/load_sections.h"
#include "cli/prepare/settings.h"
#include "collect/cupti/chip_list.h"
#include "collect/plan/chip_page.h"
#include "collect/plan/estimate.h"
#include "collect/plan/planned_metrics.h"
#include "report/base/message.h"
#include "report/base/safe_text.h"
#include "report/metric/metric_format.h"
#include "report/metric/metric_unit.h"
#include "report/page_parts/json_document.h"

struct listing {
    const struct options *options;
    const struct plan *plan;
    struct cupti_library *library; /* NULL: the names are those of the sections */
    const struct chip_targets *targets;
    FILE *pages, *messages;
    struct json_writer json;
};

static void print_names(const struct listing *l, const char *chip,
                        const struct planned_metrics *planned)
{
    bool indented = l->targets->count > 1;
    if (indented && l->options->page.format == FORMAT_TEXT)
        fprintf(l->pages, "%s\n", chip);
    for (size_t i = 0; i < planned->count; i++) {
        struct strbuf line = {0};
        char unit[64];
        if (l->options->page.format == FORMAT_CSV) {
            format_csv_field(&line, chip, true);
            format_csv_field(&line, planned->names[i], false);
            format_csv_field(&line, metric_unit(planned->names[i], unit, sizeof unit), false);
        } else {
            strbuf_adds(&line, indented ? "  " : "");
            safe_text_add(&line, planned->names[i], strlen(planned->names[i]), false);
        }
        fprintf(l->pages, "%s\n", line.data);
        strbuf_free(&line);
    }
}

/* The estimate is not more exact than that. */
static double rounded(double ms)
{
    return floor(ms * 10 + 0.5) / 10;
}

static void print_json(struct listing *l, const struct chip_target *target,
                       const struct planned_metrics *planned, bool flush)
{
    json_open(&l->json, NULL, JSON_OBJECT);
    if (target) {
        chip_page_json(&l->json, l->targets, target);
        json_open(&l->json, "estimate", JSON_OBJECT);
        json_whole(&l->json, "passes", planned->passes);
        json_number(&l->json, "alone_ms", rounded(estimate_ms(planned->passes, 1, flush)));
        json_whole(&l->json, "window", ESTIMATE_WINDOW);
        json_number(
            &l->json, "in_window_ms",
            rounded(estimate_ms(planned->passes, ESTIMATE_WINDOW, flush) / ESTIMATE_WINDOW));
        json_string(&l->json, "basis", estimate_basis());
        json_close(&l->json);
    }
    json_open(&l->json, "metrics", JSON_ARRAY);
    for (size_t i = 0; i < planned->count; i++) {
        char unit[64];
        json_open_line(&l->json, NULL, JSON_OBJECT);
        json_string(&l->json, "name", planned->names[i]);
        json_string(&l->json, "unit", metric_unit(planned->names[i], unit, sizeof unit));
        json_close(&l->json);
    }
    json_close(&l->json);
    json_close(&l->json);
}

static void print_estimate(const struct listing *l, const char *title, unsigned passes, bool flush)
{
    struct error text;
    error_set(&text,
              "%s: %u pass%s; about %.0f ms for a launch alone, %.0f ms each for %d in a row",
              title, passes, passes == 1 ? "" : "es", estimate_ms(passes, 1, flush),
              estimate_ms(passes, ESTIMATE_WINDOW, flush) / ESTIMATE_WINDOW, ESTIMATE_WINDOW);
    message_tell(l->messages, -1, text.text);
}

static bool list_chip(struct listing *l, const struct chip_target *target, struct error *error)
{
    const struct section_scope scope = {.arch = chip_arch(target->chip),
                                        .scope = REP__COLLECTION_SCOPE__CollectionScope_Launch};
    struct planned_metrics planned;
    struct cupti_chip *chip = cupti_chip_open(l->library, target->chip, target->availability,
                                              target->availability_size, error);
    bool flush = l->options->cache_control == CACHE_ALL;
    if (target->notice)
        message_tell(l->messages, -1, target->notice);
    if (!chip)
        return false;
    bool good = planned_metrics_make(&planned, l->plan, chip, &scope, error);
    cupti_chip_close(chip);
    if (!good)
        return error_prefix(error, "%s", target->chip);
    if (l->options->page.format == FORMAT_JSON) {
        print_json(l, target, &planned, flush);
    } else {
        print_names(l, target->chip, &planned);
        if (!l->options->quiet) {
            struct strbuf title = {0};
            chip_page_title(&title, l->targets, target);
            print_estimate(l, title.data, planned.passes, flush);
            strbuf_free(&title);
        }
    }
    planned_metrics_free(&planned);
    return true;
}

static void list_any(struct listing *l)
{
    struct planned_metrics planned;
    planned_metrics_any(&planned, l->plan);
    if (l->options->page.format == FORMAT_JSON)
        print_json(l, NULL, &planned, false);
    else
        print_names(l, "", &planned);
    planned_metrics_free(&planned);
    if (!l->options->quiet)
        message_tell(
            l->messages, -1,
            "no chip is known: these are the names that sections use for any chip; with --chips or "
            "a GPU, the names are those of the chip, with an estimate of their cost");
}

static int print_all(struct listing *l)
{
    struct error error, last = {""};
    if (l->options->page.format == FORMAT_JSON) {
        json_document_begin(&l->json, "rooftop-metric-list", l->pages);
        json_open(&l->json, "chips", JSON_ARRAY);
    } else if (l->options->page.format == FORMAT_CSV) {
        fputs("\"Chip\",\"Metric Name\",\"Metric Unit\"\n", l->pages);
    }
    bool any = false;
    for (size_t i = 0; i < l->targets->count; i++)
        if (list_chip(l, &l->targets->targets[i], &error)) {
            any = true;
        } else {
            message_print(l->messages, error.text);
            last = error;
        }
    if (!l->targets->count)
        list_any(l);
    else if (any && !l->options->quiet && l->options->page.format != FORMAT_JSON)
        message_tell(l->messages, -1, estimate_basis());
    if (l->options->page.format == FORMAT_JSON)
        json_document_end(&l->json, *last.text ? &last : NULL);
    return *last.text != '\0';
}

static void say_left_out(FILE *messages, const char *text)
{
    struct error warning;
    error_set(&warning, "warning: %s", text);
    message_print(messages, warning.text);
}

int list_metrics_print(const struct options *o, FILE *pages, FILE *messages)
{
    struct error error;
    struct section_library sections;
    struct rule_library rules = {0};
    struct rule_choice choice = {0};
    struct plan_request request = settings_request(o);
    struct plan plan = {0};
    struct chip_targets targets = {0};
    struct listing l = {
        .options = o, .plan = &plan, .targets = &targets, .pages = pages, .messages = messages};
    int status = 1;
    bool good = load_sections(&sections, o, messages, &error) &&
                load_rules(&rules, &choice, RULES_ALL, o, messages, &error);
    request.rules = choice.library;
    good = good && plan_make(&plan, &sections, &request, &error);
    if (good && plan.left_out)
        say_left_out(messages, plan.left_out);
    if (good) {
        l.library = cupti_library_open(&error);
        bool found =
            l.library && chip_targets_make(&targets, l.library, o->chips.words, o->chips.count,
                                           o->devices.words, o->devices.count, &error);
        /* Without a GPU the names can still be listed, unless a chip was asked for. */
        good = found || !(o->chips.count || o->devices.count);
    }
    if (good)
        status = print_all(&l);
    else
        message_print(messages, error.text);
    chip_targets_free(&targets);
    cupti_library_close(l.library);
    plan_free(&plan);
    rule_choice_free(&choice);
    rule_library_free(&rules);
    section_library_free(&sections);
    return status;
}
