#include "report/names/kernel_names.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/arena.h"
#include "report/base/mem.h"
#include "report/base/strbuf.h"
#include "report/base/text_hash.h"
#include "report/names/demangle.h"

struct name {
    const char *full, *brief; /* brief: NULL until it is asked for */
    size_t generation;        /* number of names when `brief` was made */
};

struct scope {
    const char *text;
    size_t length;
    size_t names; /* names that it stands in */
    size_t last;  /* the last of these names, counted from 1 */
};

/* A hash table. A slot holds an index + 1; 0 is free. */
struct table {
    uint32_t *slots;
    size_t count, capacity;
};

struct kernel_names {
    struct arena arena;
    struct name *names;
    struct scope *scopes;
    size_t name_capacity, scope_capacity;
    struct table by_name, by_scope;
};

enum { DEEPEST = 32 }; /* namespaces of a chain that are considered */

static void grow(struct table *table, uint32_t (*hash_of)(const void *context, size_t i),
                 const void *context)
{
    if (table->count * 2 < table->capacity)
        return;
    table->capacity = table->capacity ? table->capacity * 2 : 64;
    free(table->slots);
    table->slots = mem_alloc(table->capacity * sizeof *table->slots);
    for (size_t i = 0; i < table->count; i++) {
        size_t slot = hash_of(context, i) & (table->capacity - 1);
        while (table->slots[slot])
            slot = (slot + 1) & (table->capacity - 1);
        table->slots[slot] = (uint32_t)i + 1;
    }
}

static uint32_t hash_of_name(const void *context, size_t i)
{
    const struct kernel_names *names = context;
    return text_hash(names->names[i].full);
}

static uint32_t hash_of_scope(const void *context, size_t i)
{
    const struct kernel_names *names = context;
    return text_hash_part(names->scopes[i].text, names->scopes[i].length);
}

/* Returns the slot of a name. The slot is free if the name is unknown. */
static uint32_t *name_slot(const struct kernel_names *names, const char *full)
{
    const struct table *table = &names->by_name;
    size_t slot = text_hash(full) & (table->capacity - 1);
    while (table->slots[slot] && strcmp(names->names[table->slots[slot] - 1].full, full) != 0)
        slot = (slot + 1) & (table->capacity - 1);
    return &table->slots[slot];
}

static uint32_t *scope_slot(const struct kernel_names *names, const char *text, size_t length)
{
    const struct table *table = &names->by_scope;
    size_t slot = text_hash_part(text, length) & (table->capacity - 1);
    for (; table->slots[slot]; slot = (slot + 1) & (table->capacity - 1)) {
        const struct scope *scope = &names->scopes[table->slots[slot] - 1];
        if (scope->length == length && memcmp(scope->text, text, length) == 0)
            break;
    }
    return &table->slots[slot];
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* Returns the length of a cast such as "(int)" or "(unsigned long)" before a number, or 0. */
static size_t cast(const char *text, char before)
{
    if (text[0] != '(' || (before != '<' && before != ' ' && before != ','))
        return 0;
    size_t length = 1;
    while (is_word(text[length]) || text[length] == ' ' || text[length] == ':')
        length++;
    if (text[length] != ')' || length == 1)
        return 0;
    length++;
    return isdigit((unsigned char)text[length]) || text[length] == '-' ? length : 0;
}

static void count_scope(struct kernel_names *names, const char *text, size_t length)
{
    size_t name = names->by_name.count;
    grow(&names->by_scope, hash_of_scope, names);
    uint32_t *slot = scope_slot(names, text, length);
    if (!*slot) {
        mem_grow(&names->scopes, names->by_scope.count, &names->scope_capacity,
                 sizeof *names->scopes);
        names->scopes[names->by_scope.count++] = (struct scope){.text = text, .length = length};
        *slot = (uint32_t)names->by_scope.count;
    }
    struct scope *scope = &names->scopes[*slot - 1];
    scope->names += scope->last != name;
    scope->last = name;
}

static struct name *add(struct kernel_names *names, const char *full)
{
    grow(&names->by_name, hash_of_name, names);
    uint32_t *slot = name_slot(names, full);
    if (*slot)
        return &names->names[*slot - 1];
    mem_grow(&names->names, names->by_name.count, &names->name_capacity, sizeof *names->names);
    struct name *name = &names->names[names->by_name.count++];
    *slot = (uint32_t)names->by_name.count;
    *name = (struct name){.full = arena_strdup(&names->arena, full)};
    char before = ' ';
    for (const char *at = name->full; *at;) {
        size_t length = is_word(before) ? 0 : demangle_scope(at);
        if (length)
            count_scope(names, at, length - 2);
        at += length ? length : 1;
        before = at[-1];
    }
    return name;
}

/* Appends the namespace that stays of the chain at `text`. Returns the length of the chain. */
static size_t put_chain(struct strbuf *out, const struct kernel_names *names, const char *text)
{
    const struct scope *kept = NULL;
    size_t all = 0;
    for (size_t length, i = 0; i < DEEPEST && (length = demangle_scope(text + all)) > 0; i++) {
        const struct scope *scope = &names->scopes[*scope_slot(names, text + all, length - 2) - 1];
        if (scope->names < names->by_name.count && (!kept || scope->names < kept->names))
            kept = scope;
        all += length;
    }
    if (kept) {
        strbuf_add(out, kept->text, kept->length);
        strbuf_adds(out, "::");
    }
    return all;
}

const char *kernel_names_short(struct kernel_names *names, const char *full)
{
    struct name *name = add(names, full);
    if (name->brief && name->generation == names->by_name.count)
        return name->brief;
    struct strbuf out = {0};
    strbuf_adds(&out, "");
    char before = ' ';
    for (const char *at = name->full; *at;) {
        size_t skip = is_word(before) ? 0 : put_chain(&out, names, at);
        if (!skip)
            skip = cast(at, before);
        if (!skip)
            strbuf_addc(&out, *at);
        at += skip ? skip : 1;
        before = at[-1];
    }
    if (!name->brief || strcmp(name->brief, out.data) != 0)
        name->brief = arena_strdup(&names->arena, out.data);
    name->generation = names->by_name.count;
    strbuf_free(&out);
    return name->brief;
}

void kernel_names_add(struct kernel_names *names, const char *full)
{
    add(names, full);
}

const char *kernel_names_full(struct kernel_names *names, const char *full)
{
    return add(names, full)->full;
}

size_t kernel_names_count(const struct kernel_names *names)
{
    return names->by_name.count;
}

struct kernel_names *kernel_names_new(void)
{
    return mem_alloc(sizeof(struct kernel_names));
}

void kernel_names_free(struct kernel_names *names)
{
    if (!names)
        return;
    arena_free(&names->arena);
    free(names->names);
    free(names->scopes);
    free(names->by_name.slots);
    free(names->by_scope.slots);
    free(names);
}
