#include "report/base/regex_make.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_COPIES = 2000,
    MOST_GAPS = 128,
    MOST_SPUN = 16, /* gaps and spins together, if anything spins */
    MOST_EDGES = 8,
    DEEPEST = 64
};

/* What an expression, or a part of it, costs the library. */
struct cost {
    double copies; /* nodes */
    double gaps;   /* parts that may be left out */
    double spins; /* gaps inside of endless repetition of a part that may be empty; each doubles the
                     time */
    double edges; /* anchors: edges of lines and words */
};

struct part {
    struct cost cost;
    bool may_be_empty;
};

/* A group, or the whole expression: the cost of the closed part, whether the current branch and any
 * earlier branch may be empty, and the last part. */
struct level {
    struct cost cost;
    bool branch_may_be_empty, a_branch_may_be_empty;
    struct part last;
};

/* Returns the place behind a bracket expression. */
static const char *skip_bracket(const char *at)
{
    at++;
    at += *at == '^';
    at += *at == ']';
    while (*at && *at != ']') {
        if (*at == '[' && at[1] && strchr(":.=", at[1])) {
            const char kind = at[1];
            for (at += 2; *at && !(*at == kind && at[1] == ']'); at++)
                ;
            at += *at != '\0';
        }
        at += *at != '\0';
    }
    return at + (*at == ']');
}

static const struct part nothing = {.may_be_empty = true};
static const struct level empty_level = {.branch_may_be_empty = true, .last.may_be_empty = true};

static struct cost sum(struct cost a, struct cost b)
{
    return (struct cost){a.copies + b.copies, a.gaps + b.gaps, a.spins + b.spins,
                         a.edges + b.edges};
}

/* Returns whether the cost is too much for a text of that length. */
static bool is_too_much(struct cost cost, size_t length)
{
    return cost.copies - (double)length > MOST_COPIES || cost.edges > MOST_EDGES ||
           cost.gaps > MOST_GAPS || (cost.spins > 0 && cost.gaps + cost.spins > MOST_SPUN);
}

/* Adds the last part to the level, because another part follows. */
static void close_part(struct level *level)
{
    level->cost = sum(level->cost, level->last.cost);
    level->branch_may_be_empty &= level->last.may_be_empty;
    level->last = nothing;
}

static void close_branch(struct level *level)
{
    close_part(level);
    level->cost.gaps += level->branch_may_be_empty;
    level->a_branch_may_be_empty |= level->branch_may_be_empty;
    level->branch_may_be_empty = true;
}

static void add(struct level *level, struct part part)
{
    close_part(level);
    level->last = part;
}

static void add_character(struct level *level)
{
    add(level, (struct part){.cost.copies = 1});
}

static void add_edge(struct level *level)
{
    add(level, (struct part){.cost = {.copies = 1, .edges = 1}, .may_be_empty = true});
}

/* Repeats the part between `least` and `most` times, or without end. */
static void repeat(struct part *part, double least, double most, bool for_ever)
{
    double times = most > least ? most : least + for_ever;
    times = times > 1 ? times : 1;
    struct cost *cost = &part->cost;
    *cost = (struct cost){cost->copies * times, cost->gaps * times, cost->spins * times,
                          cost->edges * times};
    cost->gaps += for_ever ? 1 : times - least;
    if (for_ever && part->may_be_empty)
        cost->spins += cost->gaps + cost->edges;
    part->may_be_empty |= least < 1;
}

/* Applies {n}, {n,} or {n,m} to the part. Returns its last character. */
static const char *braces(struct part *part, const char *at)
{
    char *end;
    const double least = (double)strtoul(at + 1, &end, 10);
    const double most = *end == ',' ? (double)strtoul(end + 1, NULL, 10) : least;
    repeat(part, least, most, *end == ',' && end[1] == '}');
    at += strcspn(at, "}");
    return *at ? at : at - 1;
}

/* Takes the element that begins at `at`. Returns its last character, or NULL for too many
 * groups. */
static const char *take(struct level levels[DEEPEST], size_t *depth, const char *at)
{
    struct level *level = &levels[*depth];
    switch (*at) {
    case '(':
        if (++*depth == DEEPEST)
            return NULL;
        levels[*depth] = empty_level;
        break;
    case ')':
        if (*depth) {
            close_branch(level);
            --*depth;
            level->cost.copies++;
            add(&levels[*depth], (struct part){level->cost, level->a_branch_may_be_empty});
        }
        break;
    case '|':
        close_branch(level);
        level->cost.copies += 2; /* the library looks from each branch at all that follow */
        break;
    case '*':
        repeat(&level->last, 0, 1, true);
        break;
    case '+':
        repeat(&level->last, 1, 2, true);
        break;
    case '?':
        repeat(&level->last, 0, 1, false);
        break;
    case '{':
        return braces(&level->last, at);
    case '^':
    case '$':
        add_edge(level);
        break;
    case '[':
        add_character(level);
        return skip_bracket(at) - 1;
    case '\\':
        if (!at[1])
            break;
        if (strchr("bB<>`'", at[1]))
            add_edge(level);
        else
            add_character(level);
        return at + 1;
    default:
        add_character(level);
    }
    return at;
}

int regex_make(regex_t *regex, const char *text)
{
    struct level levels[DEEPEST] = {empty_level};
    size_t depth = 0, length = strlen(text);
    for (const char *at = text; *at; at++) {
        if (at[0] == '\\' && at[1] >= '1' && at[1] <= '9')
            return REG_ESUBREG;
        at = take(levels, &depth, at);
        if (!at || is_too_much(sum(levels[depth].cost, levels[depth].last.cost), length))
            return REG_ESPACE;
    }
    return regcomp(regex, text, REG_EXTENDED | REG_NOSUB);
}
