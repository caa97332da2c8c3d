/* How it works: names are bound to tags before (rule_bind.h), so a lookup is an index. Each `let`
 * has a memo, which marks a value that is being computed, as a guard against cycles. While a text
 * about some instructions is made, eval->at holds their addresses, and every value with instances
 * is narrowed to their sum. Memos always hold the whole value, so that all instructions can share
 * them. */
#include "report/rules/rule_eval.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"

struct rule_memo {
    enum { MEMO_UNKNOWN, MEMO_UNDER_WAY, MEMO_THERE, MEMO_ABSENT } state;
    struct expr_value value;
    const struct rule_row *row; /* that a largest or smallest took */
    char *words[RULE_SPOT_COLUMNS];
};

static struct rule_memo *new_memos(const struct rule_lets *lets)
{
    return mem_alloc((lets->count + 1) * sizeof(struct rule_memo));
}

static void free_memos(struct rule_memo *memos, const struct rule_lets *lets)
{
    for (size_t i = 0; memos && i < lets->count; i++) {
        expr_value_free(&memos[i].value);
        for (size_t j = 0; j < RULE_SPOT_COLUMNS; j++)
            free(memos[i].words[j]);
    }
    free(memos);
}

void rule_eval_open(struct rule_eval *eval, const struct rule *rule,
                    const struct rule_subject *subject, const struct rule_dictionary *received)
{
    *eval = (struct rule_eval){.rule = rule, .subject = subject, .received = received};
    eval->memos = new_memos(&rule->lets);
}

void rule_eval_close(struct rule_eval *eval)
{
    free_memos(eval->memos, &eval->rule->lets);
}

void rule_eval_enter(struct rule_eval *eval, const struct rule_lets *locals)
{
    eval->locals = locals;
    eval->local_memos = new_memos(locals);
}

void rule_eval_leave(struct rule_eval *eval)
{
    free_memos(eval->local_memos, eval->locals);
    eval->local_memos = NULL;
    eval->locals = NULL;
}

static void *copy_array(const void *array, size_t count, size_t element)
{
    void *copy = array ? mem_alloc(count * element + 1) : NULL;
    if (copy)
        memcpy(copy, array, count * element);
    return copy;
}

static void copy_value(struct expr_value *to, const struct expr_value *from)
{
    *to = *from;
    to->text = from->text ? mem_strdup(from->text) : NULL;
    to->ids = copy_array(from->ids, from->count, sizeof *from->ids);
    to->elements = copy_array(from->elements, from->count, sizeof *from->elements);
}

static void pick(struct rule_eval *eval, const struct rule_let *let, struct rule_memo *memo)
{
    bool largest = let->kind == RULE_LET_LARGEST;
    for (size_t i = 0; i < let->row_count; i++) {
        const struct rule_row *row = &let->rows[i];
        double number, best = memo->value.value;
        if (!rule_eval_is_true(eval, row->where) || !rule_eval_number(eval, row->value, &number) ||
            isnan(number))
            continue;
        if (!memo->row || (largest ? number > best : number < best)) {
            memo->row = row;
            memo->value.value = number;
        }
    }
    memo->state = memo->row ? MEMO_THERE : MEMO_ABSENT;
}

static void join(struct rule_eval *eval, const struct rule_let *let, struct rule_memo *memo)
{
    const struct rule_row **rows = mem_alloc((let->row_count + 1) * sizeof(void *));
    struct strbuf text = {0};
    size_t count = 0;
    for (size_t i = 0; i < let->row_count; i++)
        if (rule_eval_is_true(eval, let->rows[i].where))
            rows[count++] = &let->rows[i];
    strbuf_adds(&text, "");
    for (size_t i = 0; i < count; i++) {
        if (i)
            strbuf_adds(&text, i + 1 == count ? let->last : let->with);
        rule_template_run(rows[i]->text, rule_eval_lookup, eval, &text);
    }
    free(rows);
    memo->value.text = strbuf_detach(&text);
    memo->state = MEMO_THERE;
}

static const struct rule_memo *look_at(struct rule_eval *eval, const struct rule_let *let,
                                       struct rule_memo *memo)
{
    if (memo->state != MEMO_UNKNOWN)
        return memo;
    /* A memo holds the whole value, even if it is first used in a text about some instructions. */
    const uint64_t *at = eval->at;
    eval->at = NULL;
    memo->state = MEMO_UNDER_WAY;
    if (let->kind == RULE_LET_JOIN)
        join(eval, let, memo);
    else if (let->kind == RULE_LET_SPOT)
        memo->state =
            rule_spot_find(eval, let, &memo->value.value, memo->words) ? MEMO_THERE : MEMO_ABSENT;
    else if (let->kind != RULE_LET_EXPRESSION)
        pick(eval, let, memo);
    else
        memo->state = rule_eval_value(eval, let->value, &memo->value) ? MEMO_THERE : MEMO_ABSENT;
    eval->at = at;
    return memo;
}

static bool of_memo(const struct rule_memo *memo, struct expr_value *value)
{
    if (memo->state != MEMO_THERE)
        return false;
    copy_value(value, &memo->value);
    return true;
}

static bool of_column(const struct rule_memo *memo, size_t column, struct expr_value *value)
{
    if (memo->state != MEMO_THERE)
        return false;
    value->text = mem_strdup(memo->row ? memo->row->words[column] : memo->words[column]);
    return true;
}

static bool of_received(const struct rule_eval *eval, const char *name, struct expr_value *value)
{
    for (size_t i = 0; eval->received && i < eval->received->count; i++)
        if (strcmp(eval->received->list[i].name, name) == 0) {
            value->value = eval->received->list[i].value;
            return true;
        }
    return false;
}

static bool of_name(struct rule_eval *eval, const struct expr_name *name, struct expr_value *value)
{
    if (name->tag < 0)
        return eval->subject->metric(eval->subject->context, name, value);
    const struct rule_name *bound = &eval->rule->names[name->tag];
    const struct rule_lets *lets = &eval->rule->lets;
    switch (bound->kind) {
    case RULE_NAME_LET:
        return of_memo(look_at(eval, &lets->list[bound->let], &eval->memos[bound->let]), value);
    case RULE_NAME_COLUMN:
        return of_column(look_at(eval, &lets->list[bound->let], &eval->memos[bound->let]),
                         bound->column, value);
    case RULE_NAME_LOCAL:
        return of_memo(
            look_at(eval, &eval->locals->list[bound->let], &eval->local_memos[bound->let]), value);
    case RULE_NAME_LOCAL_COLUMN:
        return of_column(
            look_at(eval, &eval->locals->list[bound->let], &eval->local_memos[bound->let]),
            bound->column, value);
    case RULE_NAME_RECEIVED:
        return of_received(eval, bound->received, value);
    case RULE_NAME_CAPABILITY:
        value->value = eval->subject->capability;
        return eval->subject->capability > 0;
    case RULE_NAME_IS_RANGE:
        value->value = eval->subject->is_range;
        return true;
    }
    return false;
}

/* Replaces a value by the sum over the instructions that a text is about. */
static void narrow(const struct rule_eval *eval, struct expr_value *value)
{
    double sum = 0;
    for (size_t i = 0; i < value->count; i++)
        for (size_t j = 0; j < eval->at_count; j++)
            if (value->ids[i] == eval->at[j] && !isnan(value->elements[i]))
                sum += value->elements[i];
    expr_value_drop_instances(value);
    value->value = sum;
}

static bool is_stopped(struct rule_eval *eval)
{
    const struct rule_subject *subject = eval->subject;
    eval->stopped = eval->stopped || (subject->stop && subject->stop(subject->stop_context));
    return eval->stopped;
}

bool rule_eval_lookup(void *context, const struct expr_name *name, struct expr_value *value)
{
    struct rule_eval *eval = context;
    if (is_stopped(eval) || !of_name(eval, name, value))
        return false;
    if (eval->at && value->count && value->ids)
        narrow(eval, value);
    return true;
}

bool rule_eval_value(struct rule_eval *eval, const struct expr *expr, struct expr_value *value)
{
    return expr_run(expr, rule_eval_lookup, eval, value, NULL);
}

bool rule_eval_number(struct rule_eval *eval, const struct expr *expr, double *number)
{
    struct expr_value value;
    if (!rule_eval_value(eval, expr, &value))
        return false;
    bool is_number = !value.text;
    *number = value.value;
    expr_value_free(&value);
    return is_number;
}

bool rule_eval_is_true(struct rule_eval *eval, const struct expr *expr)
{
    struct expr_value value;
    if (!expr)
        return true;
    if (!rule_eval_value(eval, expr, &value))
        return false;
    bool is_true = expr_value_is_true(&value);
    expr_value_free(&value);
    return is_true;
}

char *rule_eval_text(struct rule_eval *eval, const struct rule_template *text, struct arena *arena)
{
    struct strbuf words = {0};
    strbuf_adds(&words, "");
    rule_template_run(text, rule_eval_lookup, eval, &words);
    char *kept = arena_strdup(arena, words.data);
    strbuf_free(&words);
    return kept;
}

bool rule_eval_can(struct rule_eval *eval)
{
    for (size_t i = 0; i < eval->rule->needed_count; i++) {
        struct expr_value value;
        if (!rule_eval_value(eval, eval->rule->needed[i], &value))
            return false;
        expr_value_free(&value);
    }
    return true;
}
