#include "report/names/cxx_name.h"

#include <ctype.h>
#include <libiberty/demangle.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/strbuf.h"
#include "report/names/cxx_skip.h"

/* Subtrees of the tree are shared, so a short name could make an endless text. */
enum { DEEPEST = 200, MOST_STEPS = 20000, LONGEST = 1 << 20 };

typedef struct demangle_component component;

struct printer {
    const char *mangled;
    unsigned depth, steps;
    bool failed;
};

/* `declarator` is what stands in the place of a variable of the type: "*", "(*)(int)". */
static void print(struct printer *p, struct strbuf *out, component *c, const char *declarator);

static const component *left_of(const component *c)
{
    return c->u.s_binary.left;
}

static bool is_this_qualifier(const component *c)
{
    return c->type == DEMANGLE_COMPONENT_CONST_THIS ||
           c->type == DEMANGLE_COMPONENT_VOLATILE_THIS ||
           c->type == DEMANGLE_COMPONENT_RESTRICT_THIS ||
           c->type == DEMANGLE_COMPONENT_REFERENCE_THIS ||
           c->type == DEMANGLE_COMPONENT_RVALUE_REFERENCE_THIS;
}

static const char *qualifier_word(const component *c)
{
    switch (c->type) {
    case DEMANGLE_COMPONENT_CONST:
    case DEMANGLE_COMPONENT_CONST_THIS:
        return "const";
    case DEMANGLE_COMPONENT_VOLATILE:
    case DEMANGLE_COMPONENT_VOLATILE_THIS:
        return "volatile";
    case DEMANGLE_COMPONENT_RESTRICT:
    case DEMANGLE_COMPONENT_RESTRICT_THIS:
        return "__restrict__";
    case DEMANGLE_COMPONENT_REFERENCE_THIS:
        return "&";
    case DEMANGLE_COMPONENT_RVALUE_REFERENCE_THIS:
        return "&&";
    default:
        return NULL;
    }
}

static const component *without_qualifiers(const component *c)
{
    while (c && qualifier_word(c))
        c = left_of(c);
    return c;
}

/* Returns whether a const of this type stands behind it. */
static bool is_pointer(const component *c)
{
    c = without_qualifiers(c);
    return c && (c->type == DEMANGLE_COMPONENT_POINTER || c->type == DEMANGLE_COMPONENT_REFERENCE ||
                 c->type == DEMANGLE_COMPONENT_RVALUE_REFERENCE ||
                 c->type == DEMANGLE_COMPONENT_PTRMEM_TYPE);
}

static bool needs_parentheses(const component *c)
{
    c = without_qualifiers(c);
    return c && (c->type == DEMANGLE_COMPONENT_FUNCTION_TYPE ||
                 c->type == DEMANGLE_COMPONENT_ARRAY_TYPE);
}

static void add_declarator(struct strbuf *out, const char *declarator)
{
    if (*declarator)
        strbuf_addf(out, " %s", declarator);
}

/* Prints as libiberty does, for names of types and operators: libiberty has their tables. */
static void print_plain(struct printer *p, struct strbuf *out, component *c)
{
    size_t size;
    char *text = cplus_demangle_print(DMGL_PARAMS | DMGL_ANSI | DMGL_TYPES, c, 64, &size);
    if (text)
        strbuf_adds(out, text);
    else
        p->failed = true;
    free(text);
}

static void print_pointer(struct printer *p, struct strbuf *out, component *c, const char *sign,
                          const char *declarator)
{
    struct strbuf inner = {0};
    component *target = c->u.s_binary.left;
    bool wrap = target && needs_parentheses(target);
    strbuf_addf(&inner, "%s%s%s%s", wrap ? "(" : "", sign, declarator, wrap ? ")" : "");
    print(p, out, target, inner.data);
    strbuf_free(&inner);
}

static void print_member_pointer(struct printer *p, struct strbuf *out, component *c,
                                 const char *declarator)
{
    struct strbuf inner = {0};
    bool wrap = needs_parentheses(c->u.s_binary.right);
    strbuf_adds(&inner, wrap ? "(" : "");
    print(p, &inner, c->u.s_binary.left, "");
    strbuf_addf(&inner, "::*%s%s", declarator, wrap ? ")" : "");
    print(p, out, c->u.s_binary.right, inner.data);
    strbuf_free(&inner);
}

/* Prints "const volatile" in this order, before a type and behind a pointer. */
static void print_qualified(struct printer *p, struct strbuf *out, component *c,
                            const char *declarator)
{
    static const int order[] = {DEMANGLE_COMPONENT_CONST, DEMANGLE_COMPONENT_VOLATILE,
                                DEMANGLE_COMPONENT_RESTRICT};
    component *type = c;
    struct strbuf words = {0};
    while (type && qualifier_word(type) && !is_this_qualifier(type))
        type = type->u.s_binary.left;
    strbuf_adds(&words, "");
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        for (component *q = c; q != type; q = q->u.s_binary.left)
            if ((int)q->type == order[i])
                strbuf_addf(&words, "%s%s", words.length ? " " : "", qualifier_word(q));
    if (!type || !is_pointer(type)) {
        strbuf_addf(out, "%s ", words.data);
        print(p, out, type, declarator);
    } else {
        strbuf_addf(&words, "%s%s", *declarator ? " " : "", declarator);
        print(p, out, type, words.data);
    }
    strbuf_free(&words);
}

/* Prints a chain of arguments. One of them may be an argument pack, which is such a chain itself
 * and may be empty. */
static void print_arguments(struct printer *p, struct strbuf *out, component *chain)
{
    size_t start = out->length;
    for (component *c = chain; c && !p->failed; c = c->u.s_binary.right) {
        component *argument = c->u.s_binary.left;
        if (!argument)
            continue;
        size_t before = out->length;
        if (before > start)
            strbuf_adds(out, ", ");
        size_t filled = out->length;
        if (argument->type == DEMANGLE_COMPONENT_TEMPLATE_ARGLIST)
            print_arguments(p, out, argument);
        else
            print(p, out, argument, "");
        if (out->length == filled)
            out->length = before;
    }
    strbuf_adds(out, "");
    out->data[out->length] = '\0';
}

/* Prints a function type. A member function type has its qualifiers around it in the tree. */
static void print_function_type(struct printer *p, struct strbuf *out, component *c,
                                const char *declarator)
{
    const component *qualified = c;
    struct strbuf inner = {0};
    while (is_this_qualifier(c))
        c = c->u.s_binary.left;
    strbuf_addf(&inner, "%s(", declarator);
    print_arguments(p, &inner, c->u.s_binary.right);
    strbuf_adds(&inner, ")");
    for (; qualified != c; qualified = left_of(qualified))
        strbuf_addf(&inner, " %s", qualifier_word(qualified));
    if (c->u.s_binary.left)
        print(p, out, c->u.s_binary.left, inner.data);
    else
        strbuf_adds(out, inner.data);
    strbuf_free(&inner);
}

static void print_array(struct printer *p, struct strbuf *out, component *c, const char *declarator)
{
    struct strbuf inner = {0};
    strbuf_addf(&inner, "%s[", declarator);
    if (c->u.s_binary.left)
        print(p, &inner, c->u.s_binary.left, "");
    strbuf_adds(&inner, "]");
    print(p, out, c->u.s_binary.right, inner.data);
    strbuf_free(&inner);
}

/* Finds the return type that libiberty drops from a function around a local name. It stands behind
 * the template arguments of the function's name, whose place in the mangled name the tree gives.
 * Only a type of one letter can be read there without further context. */
static const char *lost_return_type(const struct printer *p, const component *name)
{
    while (name && is_this_qualifier(name))
        name = left_of(name);
    if (!name)
        return NULL;
    if (name->type == DEMANGLE_COMPONENT_QUAL_NAME)
        return lost_return_type(p, name->u.s_binary.right);
    if (name->type != DEMANGLE_COMPONENT_TEMPLATE)
        return NULL;
    const component *own = left_of(name);
    while (own && own->type == DEMANGLE_COMPONENT_QUAL_NAME)
        own = own->u.s_binary.right;
    if (!own || own->type != DEMANGLE_COMPONENT_NAME)
        return NULL;
    const char *end = own->u.s_name.s;
    /* Names that libiberty made itself do not point into the mangled name. */
    if (end < p->mangled || end > p->mangled + strlen(p->mangled))
        return NULL;
    end = cxx_skip_template_args(end + own->u.s_name.len);
    if (end && *end == 'E')
        end++;
    return end;
}

static void add_lost_return_type(struct printer *p, struct strbuf *out, const component *name)
{
    const char *place = lost_return_type(p, name);
    if (!place || !islower((unsigned char)*place))
        return;
    char *type = cplus_demangle((const char[]){*place, '\0'}, DMGL_TYPES | DMGL_GNU_V3);
    if (type)
        strbuf_addf(out, "%s ", type);
    free(type);
}

/* Prints a function. The tree attaches the qualifiers of a member function to its name; the text
 * has them behind the parameters. */
static void print_function(struct printer *p, struct strbuf *out, component *c)
{
    component *name = c->u.s_binary.left, *type = c->u.s_binary.right;
    struct strbuf declarator = {0}, text = {0};
    strbuf_adds(&text, "");
    print(p, &text, name, "");
    if (!type || type->type != DEMANGLE_COMPONENT_FUNCTION_TYPE) {
        strbuf_add(out, text.data, text.length);
        strbuf_free(&text);
        return;
    }
    strbuf_addf(&declarator, "%s(", text.data);
    print_arguments(p, &declarator, type->u.s_binary.right);
    strbuf_adds(&declarator, ")");
    for (const component *n = name; n;) {
        if (is_this_qualifier(n)) {
            strbuf_addf(&declarator, " %s", qualifier_word(n));
            n = left_of(n);
        } else {
            n = n->type == DEMANGLE_COMPONENT_LOCAL_NAME ? n->u.s_binary.right : NULL;
        }
    }
    if (type->u.s_binary.left) {
        print(p, out, type->u.s_binary.left, declarator.data);
    } else {
        add_lost_return_type(p, out, name);
        strbuf_add(out, declarator.data, declarator.length);
    }
    strbuf_free(&text);
    strbuf_free(&declarator);
}

static void print_operator(struct printer *p, struct strbuf *out, component *c)
{
    static const char word[] = "operator";
    enum { LENGTH = sizeof word - 1 };
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    print_plain(p, &text, c);
    if (strncmp(text.data, word, LENGTH) == 0 && text.data[LENGTH] != ' ')
        strbuf_addf(out, "%s %s", word, text.data + LENGTH);
    else
        strbuf_adds(out, text.data);
    strbuf_free(&text);
}

static void print_name(struct strbuf *out, const component *c)
{
    static const char unnamed[] = "(anonymous namespace)";
    size_t length = (size_t)c->u.s_name.len;
    if (length == sizeof unnamed - 1 && memcmp(c->u.s_name.s, unnamed, length) == 0)
        strbuf_adds(out, "<unnamed>");
    else
        strbuf_add(out, c->u.s_name.s, length);
}

static void print_pair(struct printer *p, struct strbuf *out, component *c, const char *before,
                       const char *between, const char *after)
{
    strbuf_adds(out, before);
    print(p, out, c->u.s_binary.left, "");
    strbuf_adds(out, between);
    print(p, out, c->u.s_binary.right, "");
    strbuf_adds(out, after);
}

static void print_template(struct printer *p, struct strbuf *out, component *c)
{
    print(p, out, c->u.s_binary.left, "");
    strbuf_adds(out, out->length && out->data[out->length - 1] == '<' ? " <" : "<");
    print_arguments(p, out, c->u.s_binary.right);
    strbuf_adds(out, ">");
}

/* Prints a name or a value. Returns false if the component is neither. */
static bool print_entity(struct printer *p, struct strbuf *out, component *c)
{
    switch (c->type) {
    case DEMANGLE_COMPONENT_NAME:
        print_name(out, c);
        return true;
    case DEMANGLE_COMPONENT_QUAL_NAME:
    case DEMANGLE_COMPONENT_LOCAL_NAME:
        print_pair(p, out, c, "", "::", "");
        return true;
    case DEMANGLE_COMPONENT_TEMPLATE:
        print_template(p, out, c);
        return true;
    case DEMANGLE_COMPONENT_TEMPLATE_PARAM:
        strbuf_addf(out, "T%ld", c->u.s_number.number + 1);
        return true;
    case DEMANGLE_COMPONENT_SUB_STD:
        strbuf_add(out, c->u.s_string.string, (size_t)c->u.s_string.len);
        return true;
    case DEMANGLE_COMPONENT_CTOR:
        print(p, out, c->u.s_ctor.name, "");
        return true;
    case DEMANGLE_COMPONENT_DTOR:
        strbuf_adds(out, "~");
        print(p, out, c->u.s_dtor.name, "");
        return true;
    case DEMANGLE_COMPONENT_OPERATOR:
        print_operator(p, out, c);
        return true;
    case DEMANGLE_COMPONENT_CONVERSION:
        strbuf_adds(out, "operator ");
        print(p, out, c->u.s_binary.left, "");
        return true;
    case DEMANGLE_COMPONENT_LITERAL:
        print_pair(p, out, c, "(", ")", "");
        return true;
    case DEMANGLE_COMPONENT_LITERAL_NEG:
        print_pair(p, out, c, "(", ")-", "");
        return true;
    case DEMANGLE_COMPONENT_LAMBDA:
        strbuf_adds(out, "[lambda(");
        print_arguments(p, out, c->u.s_unary_num.sub);
        strbuf_addf(out, ") (instance %d)]", c->u.s_unary_num.num + 1);
        return true;
    case DEMANGLE_COMPONENT_UNNAMED_TYPE:
        strbuf_addf(out, "[unnamed type (instance %ld)]", c->u.s_number.number + 1);
        return true;
    case DEMANGLE_COMPONENT_PACK_EXPANSION:
        print(p, out, c->u.s_binary.left, "");
        strbuf_adds(out, "...");
        return true;
    default:
        return false;
    }
}

static void print_one(struct printer *p, struct strbuf *out, component *c, const char *declarator)
{
    switch (c->type) {
    case DEMANGLE_COMPONENT_TYPED_NAME:
        print_function(p, out, c);
        return;
    case DEMANGLE_COMPONENT_POINTER:
        print_pointer(p, out, c, "*", declarator);
        return;
    case DEMANGLE_COMPONENT_REFERENCE:
        print_pointer(p, out, c, "&", declarator);
        return;
    case DEMANGLE_COMPONENT_RVALUE_REFERENCE:
        print_pointer(p, out, c, "&&", declarator);
        return;
    case DEMANGLE_COMPONENT_PTRMEM_TYPE:
        print_member_pointer(p, out, c, declarator);
        return;
    case DEMANGLE_COMPONENT_CONST:
    case DEMANGLE_COMPONENT_VOLATILE:
    case DEMANGLE_COMPONENT_RESTRICT:
        print_qualified(p, out, c, declarator);
        return;
    case DEMANGLE_COMPONENT_FUNCTION_TYPE:
        print_function_type(p, out, c, declarator);
        return;
    case DEMANGLE_COMPONENT_ARRAY_TYPE:
        print_array(p, out, c, declarator);
        return;
    default:
        break;
    }
    const component *bare = without_qualifiers(c);
    if (is_this_qualifier(c) && bare && bare->type == DEMANGLE_COMPONENT_FUNCTION_TYPE)
        print_function_type(p, out, c, declarator);
    else if (is_this_qualifier(c)) /* print_function() has put the qualifier where it belongs */
        print(p, out, c->u.s_binary.left, declarator);
    else if (print_entity(p, out, c))
        add_declarator(out, declarator);
    else {
        print_plain(p, out, c);
        add_declarator(out, declarator);
    }
}

static void print(struct printer *p, struct strbuf *out, component *c, const char *declarator)
{
    if (!c || p->depth == DEEPEST || ++p->steps > MOST_STEPS || out->length > LONGEST)
        p->failed = true;
    if (p->failed)
        return;
    p->depth++;
    print_one(p, out, c, declarator);
    p->depth--;
}

char *cxx_name(const char *mangled)
{
    void *memory = NULL;
    if (strncmp(mangled, "_Z", 2) != 0)
        return NULL;
    component *tree =
        cplus_demangle_v3_components(mangled, DMGL_PARAMS | DMGL_ANSI | DMGL_TYPES, &memory);
    if (!tree)
        return NULL;
    struct printer printer = {.mangled = mangled};
    struct strbuf out = {0};
    strbuf_adds(&out, "");
    print(&printer, &out, tree, "");
    free(memory);
    if (!printer.failed)
        return strbuf_detach(&out);
    strbuf_free(&out);
    return NULL;
}
