#include "report/content/label_meaning.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/metric/glossary.h"
#include "report/rules/rule_template.h"
#include "report/section/section_messages.h"

struct walk {
    struct label_list *list;
    const Rep__ProfilerSection *section;
};

static void add(struct label_list *list, struct label_meaning meaning)
{
    mem_grow(&list->items, list->count, &list->capacity, sizeof *list->items);
    list->items[list->count++] = meaning;
}

static const char *or_empty(const char *text)
{
    return text ? text : "";
}

static bool is_of_metric(const ProtobufCMessage *message)
{
    return message->descriptor == &rep__profiler_section_metric__descriptor ||
           message->descriptor == &rep__profiler_section_metric_option__descriptor;
}

/* A name that stands for one metric, not "group:..." or an expression. */
static bool is_one_metric(const char *name)
{
    static const char sampled[] = "pmsampling:";
    if (name && strncmp(name, sampled, strlen(sampled)) == 0)
        name += strlen(sampled);
    return name && strstr(name, "__") && !strpbrk(name, ":*()? ");
}

static bool add_message(void *context, const ProtobufCMessage *message)
{
    const struct walk *walk = context;
    if (message == &walk->section->base)
        return false;
    const char *label = section_message_text(message, "Label");
    const char *metric = is_of_metric(message) ? section_message_text(message, "Name") : NULL;
    const char *text = section_message_text(message, "Description");
    label = label ? label : section_message_text(message, "DisplayName");
    if (label)
        add(walk->list,
            (struct label_meaning){.kind = is_one_metric(metric) ? LABEL_METRIC : LABEL_FIGURE,
                                   .label = label,
                                   .metric = metric,
                                   .in = walk->section->displayname,
                                   .id = walk->section->identifier,
                                   .text = text ? text : or_empty(walk->section->description)});
    return false;
}

static void add_section(struct label_list *list, const Rep__ProfilerSection *section)
{
    struct walk walk = {list, section};
    const char *names[] = {section->displayname, section->identifier};
    for (int i = 0; i < 2; i++)
        add(list, (struct label_meaning){.kind = LABEL_SECTION,
                                         .label = names[i],
                                         .in = section->displayname,
                                         .id = section->identifier,
                                         .text = or_empty(section->description)});
    section_messages_each(&section->base, add_message, &walk);
}

static void add_words(struct label_list *list, enum label_kind kind, const struct rule *rule,
                      const char *words)
{
    if (words)
        add(list, (struct label_meaning){.kind = kind,
                                         .label = words,
                                         .in = rule->name,
                                         .id = rule->identifier,
                                         .text = rule->description});
}

static bool any_text(void *context, const struct expr_name *name, struct expr_value *value)
{
    (void)context;
    (void)name;
    value->text = mem_strdup("*");
    return true;
}

static void add_title(struct label_list *list, const struct rule *rule,
                      const struct rule_template *title)
{
    struct strbuf text = {0};
    if (!title)
        return;
    strbuf_adds(&text, "");
    rule_template_run(title, any_text, NULL, &text);
    add_words(list, LABEL_FINDING, rule, arena_strdup(&list->arena, text.data));
    strbuf_free(&text);
}

static void add_rule(struct label_list *list, const struct rule *rule)
{
    add_words(list, LABEL_RULE, rule, rule->name);
    add_words(list, LABEL_RULE, rule, rule->identifier);
    for (size_t i = 0; i < rule->group_count; i++)
        for (size_t j = 0; j < rule->groups[i].count; j++)
            for (size_t k = 0; k < rule->groups[i].findings[j].case_count; k++)
                add_title(list, rule, rule->groups[i].findings[j].cases[k].title);
    for (size_t i = 0; i < rule->explains_count; i++)
        add_words(list, LABEL_FINDING, rule, rule->explains[i].called);
}

void label_list_init(struct label_list *list, const struct section_library *sections,
                     const struct rule_library *rules)
{
    *list = (struct label_list){0};
    for (size_t i = 0; i < sections->count; i++)
        if (sections->sections[i].message)
            add_section(list, sections->sections[i].message);
    for (size_t i = 0; i < rules->count; i++)
        if (rules->entries[i].rule)
            add_rule(list, rules->entries[i].rule);
}

void label_list_free(struct label_list *list)
{
    free(list->items);
    arena_free(&list->arena);
    *list = (struct label_list){0};
}

/* What makes two meanings of a label the same. */
static const char *told_of(const struct label_meaning *meaning)
{
    return meaning->kind == LABEL_METRIC ? meaning->metric : meaning->in;
}

struct search {
    const struct label_meaning **found;
    size_t count, capacity;
};

static void take(struct search *search, const struct label_meaning *meaning)
{
    for (size_t i = 0; i < search->count; i++)
        if (search->found[i]->kind == meaning->kind &&
            strcmp(told_of(search->found[i]), told_of(meaning)) == 0)
            return;
    mem_grow(&search->found, search->count, &search->capacity, sizeof(*search->found));
    search->found[search->count++] = meaning;
}

bool label_find(const struct label_list *list, const char *label, label_use *use, void *context)
{
    struct search search = {0};
    bool metric = false;
    for (size_t i = 0; i < list->count; i++)
        if (glossary_same(list->items[i].label, label)) {
            metric = metric || list->items[i].kind == LABEL_METRIC;
            take(&search, &list->items[i]);
        }
    for (size_t i = 0; i < search.count; i++)
        if (!metric || search.found[i]->kind != LABEL_FIGURE)
            use(context, search.found[i]);
    free(search.found);
    return search.count > 0;
}

void built_in_labels_init(struct built_in_labels *labels)
{
    section_library_init(&labels->sections);
    rule_library_init(&labels->rules);
    label_list_init(&labels->list, &labels->sections, &labels->rules);
}

void built_in_labels_free(struct built_in_labels *labels)
{
    label_list_free(&labels->list);
    rule_library_free(&labels->rules);
    section_library_free(&labels->sections);
}
