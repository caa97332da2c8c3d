/* label_meaning: what the labels in sections and the names of rules stand for: a label of a metric
 * for the metric, a title for the section or the rule that has it. They are those of the files, so
 * each word that a section or a rule puts on the screen is known. */
#ifndef ROOFTOP_REPORT_CONTENT_LABEL_MEANING_H
#define ROOFTOP_REPORT_CONTENT_LABEL_MEANING_H

#include "report/base/arena.h"
#include "report/rules/rule_library.h"
#include "report/section/section.h"

enum label_kind {
    LABEL_METRIC,  /* of a metric */
    LABEL_FIGURE,  /* of a chart, an axis, a table, a group, a body */
    LABEL_SECTION, /* the name or the identifier of a section */
    LABEL_RULE,    /* the name or the identifier of a rule */
    LABEL_FINDING  /* the title of a finding or the name of a cause */
};

struct label_meaning {
    enum label_kind kind;
    const char *label;   /* in a finding's title "*" stands for what is computed */
    const char *metric;  /* of LABEL_METRIC: its name, or what chooses several */
    const char *in, *id; /* name and identifier of the section or of the rule that has the label */
    const char *text;    /* what is said of it, else of the section or rule; "" for nothing */
};

/* All labels of some sections and rules, which have to live as long. */
struct label_list {
    struct label_meaning *items;
    size_t count, capacity;
    struct arena arena; /* has the titles that are made of templates */
};

void label_list_init(struct label_list *list, const struct section_library *sections,
                     const struct rule_library *rules);
void label_list_free(struct label_list *list);

typedef void label_use(void *context, const struct label_meaning *meaning);

/* Visits what is called so, each meaning once, as glossary_same() compares. Figures are left out
 * where a metric has the label, too. Returns whether anything is called so. */
bool label_find(const struct label_list *list, const char *label, label_use *use, void *context);

/* The labels of what is built in, with the sections and rules themselves. */
struct built_in_labels {
    struct section_library sections;
    struct rule_library rules;
    struct label_list list;
};
void built_in_labels_init(struct built_in_labels *labels);
void built_in_labels_free(struct built_in_labels *labels);

#endif
