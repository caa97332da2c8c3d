/* Spots: finds where in the code there is most of something. Instructions of the same kind on one
 * source line are taken together, because loops are unrolled. Without line tables each instruction
 * is alone. */
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/rules/rule_eval.h"

struct spot {
    uint64_t address;
    double value;
    struct rule_place place;
};

static int compare_texts(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) : (a != NULL) - (b != NULL);
}

/* Returns 0 if both belong to the same spot. */
static int compare_lines(const struct spot *a, const struct spot *b)
{
    int files = compare_texts(a->place.file, b->place.file);
    if (files)
        return files;
    if (a->place.line != b->place.line)
        return a->place.line < b->place.line ? -1 : 1;
    if (!a->place.file)
        return (a->address > b->address) - (a->address < b->address);
    return compare_texts(a->place.access, b->place.access);
}

static int compare_spots(const void *a, const void *b)
{
    const struct spot *x = a, *y = b;
    int lines = compare_lines(x, y);
    return lines ? lines : (x->address > y->address) - (x->address < y->address);
}

static bool is_wanted(const struct rule_let *let, const struct rule_place *place)
{
    bool wanted = !let->only;
    for (size_t i = 0; i < let->only_count; i++)
        wanted = wanted || compare_texts(place->access, let->only[i]) == 0;
    return wanted;
}

/* Collects the instructions that count, in the order of lines. Returns their number. */
static size_t gather(const struct rule_eval *eval, const struct rule_let *let,
                     const struct expr_value *value, struct spot *spots)
{
    const struct rule_subject *subject = eval->subject;
    enum sass_wait wait = let->awaits == RULE_AWAITS_LONG ? SASS_WAIT_LONG : SASS_WAIT_SHORT;
    size_t count = 0;
    for (size_t i = 0; value->ids && i < value->count; i++) {
        struct spot *spot = &spots[count];
        *spot = (struct spot){.address = value->ids[i], .value = value->elements[i]};
        if (spot->value > 0 &&
            (let->awaits == RULE_AWAITS_OWN ||
             rule_source_awaited(subject->source, subject->result, value->ids[i], wait,
                                 &spot->address)) &&
            rule_source_find(subject->source, subject->result, spot->address, &spot->place))
            count += is_wanted(let, &spot->place);
    }
    if (count)
        qsort(spots, count, sizeof *spots, compare_spots);
    return count;
}

static char *place_words(const struct rule_place *place)
{
    if (!place->file)
        return mem_printf("offset 0x%x of the code", place->offset);
    char *line = rule_code_link(place->file, place->line);
    if (!place->near_file)
        return line;
    char *near = rule_code_link(place->near_file, place->near_line);
    char *both = mem_printf("%s (near %s)", line, near);
    free(line);
    free(near);
    return both;
}

/* Computes what the finding asks about the instructions. Each address counts once. */
static bool value_there(struct rule_eval *eval, const struct rule_let *let,
                        const struct spot *spots, size_t count, double *value)
{
    uint64_t *addresses = mem_alloc((count + 1) * sizeof *addresses);
    eval->at = addresses;
    eval->at_count = 0;
    for (size_t i = 0; i < count; i++)
        if (i == 0 || spots[i].address != spots[i - 1].address)
            addresses[eval->at_count++] = spots[i].address;
    bool there = rule_eval_number(eval, let->there, value);
    eval->at = NULL;
    free(addresses);
    return there;
}

bool rule_spot_find(struct rule_eval *eval, const struct rule_let *let, double *number,
                    char *words[RULE_SPOT_COLUMNS])
{
    struct expr_value value;
    if (!eval->subject->source || !rule_eval_value(eval, let->value, &value))
        return false;
    struct spot *spots = mem_alloc((value.count + 1) * sizeof *spots);
    size_t count = gather(eval, let, &value, spots), best = 0, best_count = 0, end;
    for (size_t start = 0; start < count; start = end) {
        double sum = 0;
        for (end = start; end < count && compare_lines(&spots[start], &spots[end]) == 0; end++)
            sum += spots[end].value;
        if (best_count && sum <= *number)
            continue;
        *number = sum;
        best = start;
        best_count = end - start;
    }
    bool found =
        best_count && (!let->there || value_there(eval, let, &spots[best], best_count, number));
    if (found) {
        const char *access = spots[best].place.access;
        words[RULE_SPOT_PLACE] = place_words(&spots[best].place);
        words[RULE_SPOT_ACCESS] = mem_strdup(access ? access : "instruction");
    }
    free(spots);
    expr_value_free(&value);
    return found;
}
