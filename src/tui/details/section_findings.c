#include "tui/details/section_findings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/base/strbuf.h"
#include "report/rules/finding_text.h"
#include "report/rules/rule_details.h"
#include "tui/details/finding_table.h"

static bool concerns(const Rep__RuleResult *rule, const Rep__ProfilerSection *section)
{
    return rule->body &&
           strcmp(rule->sectionidentifier ? rule->sectionidentifier : "", section->identifier) == 0;
}

static bool is_shown(const Rep__RuleResultBodyItem *item)
{
    return item->message && finding_marker(item->message->type);
}

/* What a result's findings of the section have for the item of another rule or result; or NULL. */
static const Rep__RuleResultBodyItem *find_finding(const struct result *result,
                                                   const Rep__ProfilerSection *section,
                                                   const Rep__RuleResult *wanted, bool is_foreign,
                                                   const Rep__RuleResultBodyItem *item)
{
    const char *title = item->message->name ? item->message->name : "";
    for (size_t i = 0; i < result->rule_count; i++) {
        const Rep__RuleResult *rule = result->rules[i];
        if (!concerns(rule, section) || strcmp(rule->identifier, wanted->identifier) != 0 ||
            result_rule_is_foreign(result, i) != is_foreign)
            continue;
        for (size_t j = 0; j < rule->body->n_items; j++) {
            const Rep__RuleResultBodyItem *other = rule->body->items[j];
            if (is_shown(other) &&
                strcmp(other->message->name ? other->message->name : "", title) == 0)
                return other;
        }
    }
    return NULL;
}

/* Whether item of rule i, which the report holds from another profiler, is one that ours found,
 * too. */
static bool is_said_twice(const struct result *result, const Rep__ProfilerSection *section,
                          size_t i, const Rep__RuleResultBodyItem *item)
{
    const Rep__RuleResultBodyItem *own =
        result_rule_is_foreign(result, i)
            ? find_finding(result, section, result->rules[i], false, item)
            : NULL;
    return own && own->message->type == item->message->type;
}

size_t section_findings_count(const struct result *result, const Rep__ProfilerSection *section)
{
    size_t count = 0;
    for (size_t i = 0; i < result->rule_count; i++)
        if (concerns(result->rules[i], section))
            for (size_t j = 0; j < result->rules[i]->body->n_items; j++)
                count += is_shown(result->rules[i]->body->items[j]) &&
                         !is_said_twice(result, section, i, result->rules[i]->body->items[j]);
    return count;
}

/* What rules find is known of results that any have looked at. */
static bool is_judged(const struct result *result)
{
    return result && (result->found || result->rule_count);
}

static const char *type_word(Rep__RuleResultMessageType type)
{
    return type == REP__RULE_RESULT_MESSAGE_TYPE__Optimization ? "Optimization"
           : type == REP__RULE_RESULT_MESSAGE_TYPE__Warning    ? "Warning"
           : type == REP__RULE_RESULT_MESSAGE_TYPE__Error      ? "Error"
                                                               : "Information";
}

/* What a finding is called, never empty if its rule has a name. */
static const char *title_of(const Rep__RuleResult *rule, const Rep__RuleResultBodyItem *item)
{
    const char *title = item->message->name;
    return title && *title ? title : rule->displayname ? rule->displayname : "";
}

static void add_speedup(struct strbuf *out, const Rep__RuleResultSpeedup *speedup,
                        const struct glyphs *g)
{
    if (!speedup || !(speedup->value > 0))
        return;
    bool local = speedup->speeduptype == REP__RULE_RESULT_SPEEDUP_TYPE__Local;
    strbuf_addf(out, " %s est. %sspeedup %.4g %%", g->dot, local ? "local " : "", speedup->value);
}

static void draw_metrics(const Rep__RuleResultBodyItem *item, int indent, struct painter *p)
{
    for (size_t i = 0; i < item->n_focusmetrics; i++) {
        const Rep__RuleResultFocusMetric *metric = item->focusmetrics[i];
        const char *dot = painter_glyphs(p)->dot;
        struct strbuf text = {0};
        char *name = safe_text(metric->metricname ? metric->metricname : "");
        char *info = safe_text(metric->info ? metric->info : "");
        strbuf_addf(&text, "%s %.6g", name, metric->metricvalue);
        if (*info)
            strbuf_addf(&text, " %s %s", dot, info);
        painter_text(p, indent, 1, ROLE_DIM, dot);
        painter_wrapped_number(p, indent + 2, ROLE_DIM, text.data,
                               &(struct number){.source = metric->metricname,
                                                .label = "what the finding is based on",
                                                .value = metric->metricvalue,
                                                .note = info});
        strbuf_free(&text);
        free(name);
        free(info);
    }
}

static void add_count(struct strbuf *out, size_t count, const char *word)
{
    if (count)
        strbuf_addf(out, "%s%zu %s%s", out->length ? ", " : "", count, word, count > 1 ? "s" : "");
}

/* "2 metrics, 1 table, 1 rule (e)", or "". */
static void add_hint(struct strbuf *out, const Rep__RuleResultBody *body, size_t at)
{
    size_t metrics = 0, tables = 0, rules = 0;
    for (size_t i = at; i < rule_details_end(body, at); i++) {
        metrics += body->items[i]->n_focusmetrics;
        tables += body->items[i]->n_ruletables;
        rules += body->items[i]->proposal != NULL;
    }
    strbuf_adds(out, "");
    add_count(out, metrics, "metric");
    add_count(out, tables, "table");
    add_count(out, rules, "rule");
    if (out->length)
        strbuf_adds(out, " (e)");
}

static void draw_proposal(const Rep__RuleResultProposal *proposal, int indent, struct painter *p)
{
    char *name = safe_text(proposal->identifier), *text = mem_printf("see also the rule %s", name);
    painter_text(p, indent, 1, ROLE_DIM, painter_glyphs(p)->dot);
    painter_wrapped(p, indent + 2, ROLE_DIM, text);
    free(text);
    free(name);
}

static void draw_grounds(const Rep__RuleResultBody *body, size_t at, int indent, struct painter *p)
{
    for (size_t i = at; i < rule_details_end(body, at); i++) {
        const Rep__RuleResultBodyItem *item = body->items[i];
        for (size_t j = 0; j < item->n_ruletables; j++)
            finding_table_draw(item->ruletables[j], indent, p);
        draw_metrics(item, indent, p);
        if (item->proposal)
            draw_proposal(item->proposal, indent, p);
    }
}

/* What was found in the baseline, and is not any more. */
static void draw_gone(const struct result *result, const struct result *baseline,
                      const Rep__ProfilerSection *section, int indent, struct painter *p)
{
    for (size_t i = 0; i < baseline->rule_count; i++) {
        const Rep__RuleResult *rule = baseline->rules[i];
        for (size_t j = 0; concerns(rule, section) && j < rule->body->n_items; j++) {
            const Rep__RuleResultBodyItem *item = rule->body->items[j];
            struct strbuf text = {0};
            if (!is_shown(item) ||
                find_finding(result, section, rule, result_rule_is_foreign(baseline, i), item))
                continue;
            const char *title = title_of(rule, item);
            strbuf_addf(&text, "only in the baseline: %s%s%s", finding_mark(baseline, i),
                        type_word(item->message->type), *title ? ": " : "");
            finding_text_add(&text, title);
            painter_text(p, indent, 1, ROLE_BASELINE, painter_glyphs(p)->stored);
            painter_text(p, indent + 2, p->width - indent - 2, ROLE_BASELINE, text.data);
            painter_next(p);
            strbuf_free(&text);
        }
    }
}

/* "◆ Optimization: Small Grid · est. speedup 75 %", of the report "◇ [report] ..." */
static void draw_heading(const Rep__RuleResult *rule, const Rep__RuleResultBodyItem *item,
                         const char *mark, const char *hint, bool is_new, int indent,
                         struct painter *p)
{
    const struct glyphs *g = painter_glyphs(p);
    struct strbuf text = {0};
    const char *title = title_of(rule, item);
    strbuf_adds(&text, type_word(item->message->type));
    if (*title) {
        strbuf_adds(&text, ": ");
        finding_text_add(&text, title);
    }
    add_speedup(&text, item->speedup, g);
    int at = indent + 2;
    painter_text(p, indent, 1, *mark ? ROLE_DIM : ROLE_FINDING, *mark ? g->stored : g->finding);
    if (*mark)
        at += painter_text(p, at, p->width - at, ROLE_DIM, mark);
    at += painter_text(p, at, p->width - at, ROLE_HEADING, text.data) + 2;
    if (is_new)
        at += painter_text(p, at, p->width - at, ROLE_BASELINE, "not in the baseline") + 2;
    painter_text(p, at, p->width - at, ROLE_DIM, hint);
    painter_next(p);
    strbuf_free(&text);
}

/* "◇ [report] the same in other words: 2 findings (e)" */
static void draw_twice(const struct result *result, size_t count, int indent, struct painter *p)
{
    struct strbuf text = {0};
    const char *mark = finding_mark(result, result->rule_count - 1);
    strbuf_addf(&text, "%sthe same in other words: %zu finding%s (e)", mark, count,
                count == 1 ? "" : "s");
    painter_text(p, indent, 1, ROLE_DIM, painter_glyphs(p)->stored);
    painter_text(p, indent + 2, p->width - indent - 2, ROLE_DIM, text.data);
    painter_next(p);
    strbuf_free(&text);
}

void section_findings_draw(const struct result *result, const struct result *baseline,
                           const Rep__ProfilerSection *section, bool whole, int indent,
                           struct painter *p)
{
    bool compares = is_judged(result) && is_judged(baseline);
    size_t twice = 0;
    for (size_t i = 0; i < result->rule_count; i++) {
        const Rep__RuleResult *rule = result->rules[i];
        for (size_t j = 0; concerns(rule, section) && j < rule->body->n_items; j++) {
            const Rep__RuleResultBodyItem *item = rule->body->items[j];
            if (!is_shown(item))
                continue;
            if (!whole && is_said_twice(result, section, i, item)) {
                twice++;
                continue;
            }
            struct strbuf text = {0}, hint = {0};
            bool is_new = compares && !find_finding(baseline, section, rule,
                                                    result_rule_is_foreign(result, i), item);
            strbuf_adds(&text, "");
            finding_text_add(&text, item->message->message);
            add_hint(&hint, rule->body, j);
            draw_heading(rule, item, finding_mark(result, i), whole ? "" : hint.data, is_new,
                         indent, p);
            painter_wrapped(p, indent + 2, ROLE_NORMAL, text.data);
            if (whole)
                draw_grounds(rule->body, j, indent + 2, p);
            strbuf_free(&text);
            strbuf_free(&hint);
        }
    }
    if (twice)
        draw_twice(result, twice, indent, p);
    if (compares)
        draw_gone(result, baseline, section, indent, p);
}
