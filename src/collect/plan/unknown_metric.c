#include "collect/plan/unknown_metric.h"

#include <stdlib.h>
#include <string.h>

#include "collect/metrics/computed_names.h"
#include "report/base/mem.h"
#include "report/base/nearest_few.h"
#include "report/base/strbuf.h"
#include "report/metric/legacy_metric.h"
#include "report/metric/metric_group.h"
#include "report/metric/metric_name.h"
#include "report/metric/metric_spelling.h"

static void offer(void *few, const char *name)
{
    nearest_few_offer(few, name);
}

/* Adds text like "; nearest is "a", then "b", "c"". Each name has the suffix if the chip knows it
 * with this suffix. */
static void add_nearest(struct strbuf *text, struct cupti_chip *chip, const struct nearest_few *few,
                        const char *suffix)
{
    for (size_t i = 0; i < few->count; i++) {
        char *full = mem_printf("%s%s", few->names[i], suffix);
        bool known = chip && *suffix && cupti_chip_knows(chip, full);
        strbuf_addf(text, "%s\"%s\"",
                    i == 0   ? "; nearest is "
                    : i == 1 ? ", then "
                             : ", ",
                    known ? full : few->names[i]);
        free(full);
    }
}

struct suffixes {
    const char *base, *wanted;
    struct nearest_few *few;
    bool is_one;
};

static void offer_suffix(void *context, const char *suffix)
{
    struct suffixes *s = context;
    char *name = mem_printf("%s%s%s", s->base, *suffix == '.' ? "" : ".", suffix);
    nearest_few_offer(s->few, name);
    s->is_one = s->is_one || strcmp(name, s->wanted) == 0;
    free(name);
}

/* Explains a name without strange characters. */
static void explain(struct strbuf *text, struct cupti_chip *chip, const char *name)
{
    char *base = mem_strndup(name, metric_name_parse(name).base_length);
    const char *suffix = name + strlen(base);
    struct nearest_few few = {.wanted = base}, full = {.wanted = name};
    cupti_chip_each_metric(chip, offer, &few);
    computed_names_each(offer, &few);
    if (!*suffix)
        legacy_metrics_each(offer, &few);
    if (*suffix && few.count && strcmp(few.names[0], base) == 0) {
        struct suffixes suffixes = {base, name, &full, false};
        cupti_chip_each_suffix(chip, base, offer_suffix, &suffixes);
        if (suffixes.is_one) {
            strbuf_addf(text,
                        "chips of this kind have %s, but it cannot be collected on this GPU "
                        "(--query-metrics lists what can)",
                        name);
        } else {
            strbuf_addf(text, "%s exists, but not with the suffix \"%s\"", base, suffix);
            add_nearest(text, NULL, &full, "");
        }
    } else {
        strbuf_addf(text, "unknown metric \"%s\"", name);
        add_nearest(text, chip, &few, suffix);
    }
    nearest_few_free(&few);
    nearest_few_free(&full);
    free(base);
}

bool unknown_metric(struct cupti_chip *chip, const char *name, struct error *error)
{
    struct strbuf text = {0};
    char *shown = metric_spelling_shown(name), *cleaned = metric_spelling_cleaned(name);
    if (metric_spelling_is_good(name)) {
        explain(&text, chip, name);
    } else {
        strbuf_addf(&text, "\"%s\" has characters that no metric name has", shown);
        if (cupti_chip_knows(chip, cleaned) || computed_name_exists(cleaned) ||
            legacy_metric_find(cleaned) || metric_name_is_list(cleaned)) {
            strbuf_addf(&text, "; without them it is \"%s\"", cleaned);
        } else {
            strbuf_adds(&text, "; without them: ");
            explain(&text, chip, cleaned);
        }
    }
    error_set(error, "--metrics: %s", text.data);
    strbuf_free(&text);
    free(shown);
    free(cleaned);
    return false;
}

bool unknown_group(const char *name, struct error *error)
{
    struct nearest_few few = {.wanted = name};
    struct strbuf text = {0};
    char *shown = metric_spelling_shown(name);
    metric_groups_each(offer, &few);
    strbuf_addf(&text, "--metrics: unknown group \"%s\"", shown);
    add_nearest(&text, NULL, &few, "");
    error_set(error, "%s", text.data);
    nearest_few_free(&few);
    strbuf_free(&text);
    free(shown);
    return false;
}
