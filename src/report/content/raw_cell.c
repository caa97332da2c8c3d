#include "report/content/raw_cell.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "report/file/result.h"
#include "report/metric/instance_kind.h"
#include "report/metric/metric_value.h"

static void add_page_number(struct strbuf *out, double number, const struct raw_style *style)
{
    number = unit_scale_apply(&style->scale, number);
    if (style->real)
        format_real(out, number);
    else
        format_number(out, number);
}

static void add_page_value(struct strbuf *out, const Rep__ProfileMetricValue *value,
                           const struct raw_style *style)
{
    double number;
    if (value && value->stringvalue)
        strbuf_adds(out, value->stringvalue);
    else if (metric_value_number(value, &number))
        add_page_number(out, number, style);
}

static void add_column_value(struct strbuf *out, const Rep__ProfileMetricValue *value,
                             const struct raw_style *style)
{
    double number;
    if (!value || !metric_value_number(value, &number))
        return;
    if (!isfinite(number)) {
        format_number(out, number);
        return;
    }
    bool whole = value->has_uint64value || value->has_uint32value;
    bool scaled = style->scale.factor != 1;
    if (style->all_zero && !whole && !scaled)
        number = 0;
    strbuf_addf(out, "%.*f", !scaled && (whole || style->all_zero) ? 0 : 6,
                unit_scale_apply(&style->scale, number));
}

static bool whole_id(const Rep__ProfileMetricValue *id, uint64_t *number)
{
    double real;
    if (id && id->has_uint64value)
        *number = id->uint64value;
    else if (!id || id->stringvalue || !metric_value_number(id, &real) ||
             !(real >= 0 && real < 0x1p64))
        return false;
    else
        *number = (uint64_t)real;
    return true;
}

enum id_form { ID_PLAIN, ID_ADDRESS, ID_TIME };

/* Metrics whose ids are addresses, too, but which ncu writes as plain numbers. */
static bool is_plain(const char *name)
{
    return strncmp(name, "derived__", 9) == 0 || strcmp(name, "smsp__pcsamp_sample_count") == 0;
}

static enum id_form form_of(const char *name, const Rep__ProfileMetricResult *metric)
{
    const char *kind = name ? instance_kind(name, metric) : NULL;
    if (!kind)
        return ID_PLAIN;
    if (strcmp(kind, "address") == 0 && !is_plain(name))
        return ID_ADDRESS;
    return strcmp(kind, "time") == 0 ? ID_TIME : ID_PLAIN;
}

/* Appends an id. Addresses, times and other numbers that people search for have no separators.
 * Times have their distance to the first. */
static void add_id(struct strbuf *out, const Rep__ProfileMetricValue *id, enum id_form form,
                   uint64_t first)
{
    double real;
    uint64_t number;
    if (id->stringvalue) {
        strbuf_adds(out, id->stringvalue);
    } else if (whole_id(id, &number)) {
        strbuf_addf(out, form == ID_ADDRESS ? "0x%" PRIx64 : "%" PRIu64, number);
        if (form == ID_TIME)
            strbuf_addf(out, " (%+" PRId64 ")", (int64_t)(number - first));
    } else if (metric_value_number(id, &real)) {
        strbuf_addf(out, "%.0f", real);
    }
}

bool raw_cell_add_id(struct strbuf *out, const char *name, const Rep__ProfileMetricResult *metric,
                     size_t i)
{
    strbuf_adds(out, "");
    const Rep__ProfileMetricValue *id = metric->metricvaluelist[i]->correlationid;
    uint64_t first = 0;
    if (!id)
        return false;
    whole_id(metric->metricvaluelist[0]->correlationid, &first);
    add_id(out, id, form_of(name, metric), first);
    return true;
}

static void add_instances(struct strbuf *out, const Rep__ProfileMetricResult *metric,
                          const struct raw_style *style)
{
    bool ids = style->instances == INSTANCES_DETAILS;
    enum id_form form = ids ? form_of(style->name, metric) : ID_PLAIN;
    uint64_t first = 0;
    if (ids)
        whole_id(metric->metricvaluelist[0]->correlationid, &first);
    for (size_t i = 0; i < metric->n_metricvaluelist; i++) {
        const Rep__ProfileMetricListElement *element = metric->metricvaluelist[i];
        strbuf_adds(out, i ? "; " : "(");
        if (ids && element->correlationid) {
            add_id(out, element->correlationid, form, first);
            strbuf_adds(out, ": ");
        }
        add_page_value(out, element->elementvalue, style);
    }
    strbuf_addc(out, ')');
}

void raw_cell_add(struct strbuf *out, const Rep__ProfileMetricResult *metric,
                  const struct raw_style *style)
{
    strbuf_adds(out, "");
    if (!metric)
        return;
    const Rep__ProfileMetricValue *value = metric->metricvalue;
    bool lists = style->instances != INSTANCES_NONE && metric->n_metricvaluelist;
    size_t before = out->length;
    if (lists || style->base_units || !*style->scale.unit || (value && value->stringvalue))
        add_page_value(out, value, style);
    else
        add_column_value(out, value, style);
    if (lists) {
        if (out->length > before)
            strbuf_addc(out, ' ');
        add_instances(out, metric, style);
    } else if (out->length == before && !(value && value->stringvalue) &&
               !metric->n_metricvaluelist) {
        strbuf_adds(out, "no data");
    }
}
