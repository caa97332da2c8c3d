#include "raw_cell.h"

#include <inttypes.h>
#include <math.h>

#include "result.h"

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
    else if (value_number(value, &number))
        add_page_number(out, number, style);
}

static void add_column_value(struct strbuf *out, const Rep__ProfileMetricValue *value,
                             const struct raw_style *style)
{
    double number;
    if (!value || !value_number(value, &number))
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

/* Addresses, times and other numbers by which things are found keep their plain digits. */
static void add_id(struct strbuf *out, const Rep__ProfileMetricValue *id)
{
    double number;
    if (id && id->stringvalue)
        strbuf_adds(out, id->stringvalue);
    else if (id && id->has_uint64value)
        strbuf_addf(out, "%" PRIu64, id->uint64value);
    else if (value_number(id, &number))
        strbuf_addf(out, "%.0f", number);
}

static void add_instances(struct strbuf *out, const Rep__ProfileMetricResult *metric,
                          const struct raw_style *style)
{
    for (size_t i = 0; i < metric->n_metricvaluelist; i++) {
        const Rep__ProfileMetricListElement *element = metric->metricvaluelist[i];
        strbuf_adds(out, i ? "; " : "(");
        if (style->instances == INSTANCES_DETAILS && element->correlationid) {
            add_id(out, element->correlationid);
            strbuf_adds(out, ": ");
        }
        add_page_value(out, element->elementvalue, style);
    }
    strbuf_addc(out, ')');
}

void raw_cell_add(struct strbuf *out, const Rep__ProfileMetricResult *metric,
                  const struct raw_style *style)
{
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
