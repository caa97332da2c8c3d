/* A rule result: any bytes as a message, and the bytes as the packed rule. */
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "report/rules/finding_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static void print(FILE *out, const Rep__RuleResult *rule)
{
    finding_text_print(out, rule, "[report] ", true, true);
    finding_text_csv(out, "\"0\",\"Section\"", rule, "report");
}

static void print_message(FILE *out, char *text)
{
    Rep__RuleResultMessage message = REP__RULE_RESULT_MESSAGE__INIT;
    Rep__RuleResultBodyItem item = REP__RULE_RESULT_BODY_ITEM__INIT, *items = &item;
    Rep__RuleResultBody body = REP__RULE_RESULT_BODY__INIT;
    Rep__RuleResult rule = REP__RULE_RESULT__INIT;
    message.message = text;
    message.type = REP__RULE_RESULT_MESSAGE_TYPE__Optimization;
    item.message = &message;
    body.n_items = 1;
    body.items = &items;
    rule.identifier = rule.displayname = "R";
    rule.body = &body;
    print(out, &rule);
}

/* No byte that a terminal obeys may be left. */
static void check_safe(const char *text)
{
    struct strbuf safe = {0};
    finding_text_add(&safe, text);
    for (size_t i = 0; i < safe.length; i++)
        if ((unsigned char)safe.data[i] < 0x20 || safe.data[i] == 0x7f)
            abort();
    strbuf_free(&safe);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static FILE *out;
    if (!out) {
        out = fopen("/dev/null", "w");
        setlocale(LC_ALL, "C.UTF-8");
    }
    char *text = malloc(length + 1);
    memcpy(text, bytes, length);
    text[length] = '\0';
    check_safe(text);
    print_message(out, text);
    free(text);
    Rep__RuleResult *rule = rep__rule_result__unpack(NULL, length, bytes);
    if (rule) {
        print(out, rule);
        rep__rule_result__free_unpacked(rule, NULL);
    }
    return 0;
}
