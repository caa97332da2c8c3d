#include "mutate.h"

#include <math.h>
#include <string.h>

#include "report/base/wire_walk.h"

uint64_t mutate_number(struct random *r, uint64_t near)
{
    static const uint64_t odd[] = {0,
                                   1,
                                   2,
                                   63,
                                   64,
                                   65,
                                   255,
                                   256,
                                   1000,
                                   65535,
                                   65536,
                                   1 << 20,
                                   INT32_MAX,
                                   (uint64_t)INT32_MAX + 1,
                                   UINT32_MAX,
                                   (uint64_t)UINT32_MAX + 1,
                                   (uint64_t)1 << 53,
                                   INT64_MAX,
                                   (uint64_t)INT64_MAX + 1,
                                   UINT64_MAX - 1,
                                   UINT64_MAX};
    switch (random_below(r, 8)) {
    case 0:
        return near + 1;
    case 1:
        return near - 1;
    case 2:
        return near ^ (uint64_t)1 << random_below(r, 64);
    case 3:
        return random_below(r, 32);
    case 4:
        return random_bits(r);
    default:
        return odd[random_below(r, sizeof odd / sizeof *odd)];
    }
}

static double odd_real(struct random *r)
{
    static const double odd[] = {NAN,
                                 -NAN,
                                 INFINITY,
                                 -INFINITY,
                                 0,
                                 -0.0,
                                 1e308,
                                 -1e308,
                                 5e-324,
                                 1e-300,
                                 1e19,
                                 -1,
                                 0.1,
                                 1e300,
                                 100,
                                 1e15,
                                 9007199254740993.0,
                                 -9223372036854775808.0};
    return odd[random_below(r, sizeof odd / sizeof *odd)];
}

/* Texts that terminals obey, that are no UTF-8, that formats would read as their own, or that are
 * names which rooftop looks for. */
static const char *const odd_texts[] = {"",
                                        "",
                                        " ",
                                        "\n",
                                        "%s%n%p",
                                        "\033[2J\033]0;x\007",
                                        "\xe2\x80\xae",
                                        "\xc2\x9b"
                                        "2J",
                                        "\xff\xfe",
                                        "\xf0\x9f\x98",
                                        "\xed\xa0\x80",
                                        "a,\"b\"\n\"c",
                                        "|x|`y`<b>",
                                        "e\xcc\x81\xcc\x81\xcc\x81",
                                        "\xe6\xbc\xa2\xe5\xad\x97",
                                        "../../../../etc/passwd",
                                        "/dev/zero",
                                        "0",
                                        "-1",
                                        "1e999",
                                        "nan",
                                        "regex:((((",
                                        "a:b:c",
                                        "::",
                                        "()",
                                        "<<<>>>",
                                        "_Z",
                                        "_ZN",
                                        "_Z1fIXadL_Z1gvEEEvv",
                                        "{}",
                                        "{0}",
                                        "[[]]",
                                        "gpu__time_duration.sum",
                                        "sm__throughput.avg.pct_of_peak_sustained_elapsed",
                                        "smsp__pcsamp_sample_buffer_full",
                                        "launch__grid_size",
                                        "inst_executed",
                                        "(a+b",
                                        "1/0",
                                        "SpeedOfLight",
                                        "SourceCounters",
                                        "x.y.z.w",
                                        ".",
                                        "..",
                                        "breakdown:",
                                        "group:",
                                        "device__attribute_",
                                        "%",
                                        "ns",
                                        "byte/second",
                                        "\t",
                                        "\r\n",
                                        "a/b",
                                        "@",
                                        "#"};

static void set_text(struct random *r, struct node *node, struct arena *arena)
{
    const unsigned what = random_below(r, 12);
    if (what == 0) { /* long, and no line ends in it */
        size_t length = 1 + random_below(r, random_chance(r, 10) ? 1 << 17 : 3000);
        uint8_t *bytes = arena_alloc(arena, length);
        memset(bytes, random_chance(r, 50) ? 'x' : random_chance(r, 50) ? '(' : 0xe2, length);
        node->bytes = bytes;
        node->length = length;
    } else if (what < 3 && node->length) { /* a part of it */
        node->length = random_below(r, (unsigned)node->length + 1);
    } else if (what < 5 && node->length) { /* some bytes of it are others */
        uint8_t *bytes = arena_alloc(arena, node->length);
        memcpy(bytes, node->bytes, node->length);
        for (unsigned i = 1 + random_below(r, 4); i; i--)
            bytes[random_below(r, (unsigned)node->length)] = (uint8_t)random_bits(r);
        node->bytes = bytes;
    } else {
        const char *text = odd_texts[random_below(r, sizeof odd_texts / sizeof *odd_texts)];
        node->bytes = (const uint8_t *)text;
        node->length = strlen(text);
    }
}

static bool is_real(const struct node *node)
{
    return node->field && (node->field->type == PROTOBUF_C_TYPE_DOUBLE ||
                           node->field->type == PROTOBUF_C_TYPE_FLOAT);
}

static void set_number(struct random *r, struct node *node)
{
    if (!is_real(node)) {
        node->value = mutate_number(r, node->value);
    } else if (node->type == WIRE_FOUR_BYTES) {
        float real = (float)odd_real(r);
        uint32_t bits;
        memcpy(&bits, &real, sizeof bits);
        node->value = bits;
    } else {
        double real = odd_real(r);
        memcpy(&node->value, &real, sizeof real);
    }
}

static void empty(struct node *node, struct arena *arena)
{
    if (node->message)
        node->message = tree_new(arena, node->message->descriptor);
    node->value = 0;
    node->length = 0;
}

static void set(struct random *r, struct node *node, struct arena *arena)
{
    if (node->message || random_chance(r, 15))
        empty(node, arena);
    else if (node->type == WIRE_BYTES)
        set_text(r, node, arena);
    else
        set_number(r, node);
}

struct place {
    struct tree *tree;
    size_t at;
};

struct places {
    struct random *random;
    uint64_t seen;
    const ProtobufCFieldDescriptor *like; /* only of this field; NULL: of any */
    struct place chosen;
};

static void choose(void *context, struct tree *tree, struct node *node, unsigned depth)
{
    struct places *p = context;
    (void)depth;
    if (p->like && node->field != p->like)
        return;
    p->seen++;
    if (random_bits(p->random) % p->seen == 0)
        p->chosen = (struct place){tree, (size_t)(node - tree->nodes)};
}

/* Any field is as likely as any other. That are mostly those at the bottom, of which there are
 * most. */
static bool choose_any(struct random *r, struct tree *tree, const ProtobufCFieldDescriptor *like,
                       struct place *place)
{
    struct places all = {.random = r, .like = like};
    tree_each(tree, choose, &all);
    *place = all.chosen;
    return all.seen != 0;
}

/* From the top down: what is rare is as likely as what is frequent. */
static bool choose_down(struct random *r, struct tree *tree, struct place *place)
{
    bool found = false;
    while (tree->count) {
        size_t at = random_below(r, (unsigned)tree->count);
        /* Of a long list of the same field one element stands for all. */
        for (int tries = 0; tries < 3 && at && tree->nodes[at].number == tree->nodes[at - 1].number;
             tries++)
            at = random_below(r, (unsigned)tree->count);
        *place = (struct place){tree, at};
        found = true;
        struct tree *below = tree->nodes[at].message;
        if (!below || random_chance(r, 30))
            break;
        tree = below;
    }
    return found;
}

struct all_of {
    struct random *random;
    const ProtobufCFieldDescriptor *field;
    struct arena *arena;
    bool same, empties;
    struct node first;
    bool has_first;
};

static void set_same(void *context, struct tree *tree, struct node *node, unsigned depth)
{
    struct all_of *all = context;
    (void)tree, (void)depth;
    if (node->field != all->field)
        return;
    if (all->empties) {
        empty(node, all->arena);
    } else if (!all->same || !all->has_first || node->message) {
        set(all->random, node, all->arena);
        all->first = *node;
        all->has_first = true;
    } else {
        node->value = all->first.value;
        node->bytes = all->first.bytes;
        node->length = all->first.length;
    }
}

static void drop_all(struct tree *tree, const ProtobufCFieldDescriptor *field)
{
    for (size_t i = 0; i < tree->count;) {
        if (tree->nodes[i].field == field)
            tree_remove(tree, i);
        else if (tree->nodes[i++].message)
            drop_all(tree->nodes[i - 1].message, field);
    }
}

static void shuffle(struct random *r, struct tree *tree)
{
    for (size_t i = tree->count; i > 1; i--) {
        size_t other = random_below(r, (unsigned)i);
        struct node kept = tree->nodes[i - 1];
        tree->nodes[i - 1] = tree->nodes[other];
        tree->nodes[other] = kept;
    }
}

static uint32_t wire_type_of(ProtobufCType type)
{
    switch (type) {
    case PROTOBUF_C_TYPE_DOUBLE:
    case PROTOBUF_C_TYPE_FIXED64:
    case PROTOBUF_C_TYPE_SFIXED64:
        return WIRE_EIGHT_BYTES;
    case PROTOBUF_C_TYPE_FLOAT:
    case PROTOBUF_C_TYPE_FIXED32:
    case PROTOBUF_C_TYPE_SFIXED32:
        return WIRE_FOUR_BYTES;
    case PROTOBUF_C_TYPE_STRING:
    case PROTOBUF_C_TYPE_BYTES:
    case PROTOBUF_C_TYPE_MESSAGE:
        return WIRE_BYTES;
    default:
        return WIRE_VARINT;
    }
}

/* Puts in one of the fields that the message may have. */
static void add_field(struct random *r, struct tree *tree, size_t at, unsigned depth)
{
    const ProtobufCMessageDescriptor *d = tree->descriptor;
    if (!d->n_fields)
        return;
    const ProtobufCFieldDescriptor *field = &d->fields[random_below(r, d->n_fields)];
    struct node node = {.number = field->id, .type = wire_type_of(field->type), .field = field};
    if (field->type == PROTOBUF_C_TYPE_MESSAGE) {
        node.message = tree_new(tree->arena, field->descriptor);
        for (unsigned i = depth < 3 ? random_below(r, 5) : 0; i; i--)
            add_field(r, node.message, 0, depth + 1);
    } else {
        set(r, &node, tree->arena);
    }
    tree_insert(tree, at, node);
}

/* A message within itself, many times. */
static void nest(struct random *r, struct tree *tree, size_t at)
{
    const struct node *node = &tree->nodes[at];
    if (!node->message)
        return;
    struct node inner = tree_copy(tree->arena, node);
    for (unsigned depth = 1 + random_below(r, random_chance(r, 20) ? 2000 : 40); depth; depth--) {
        struct node outer = {.number = node->number, .type = WIRE_BYTES, .field = node->field};
        outer.message = tree_new(tree->arena, node->message->descriptor);
        tree_insert(outer.message, 0, inner);
        inner = outer;
    }
    tree->nodes[at] = inner;
}

static void take_from(struct random *r, struct node *node, struct tree *other, struct arena *arena)
{
    struct place from;
    if (!node->field || !choose_any(r, other, node->field, &from))
        return;
    *node = tree_copy(arena, &from.tree->nodes[from.at]);
}

static void repeat(struct random *r, struct place place)
{
    const struct node node = place.tree->nodes[place.at];
    unsigned times = random_chance(r, 90) ? 1 : 1 + random_below(r, 300);
    for (; times; times--) {
        struct node copy = tree_copy(place.tree->arena, &node);
        tree_insert(place.tree, random_chance(r, 70) ? place.at : place.tree->count, copy);
    }
}

static void change_all(struct random *r, struct tree *root, const struct node *node)
{
    struct all_of all = {.random = r,
                         .field = node->field,
                         .arena = root->arena,
                         .same = random_chance(r, 50),
                         .empties = random_chance(r, 30)};
    if (!all.field)
        return;
    if (random_chance(r, 25))
        drop_all(root, all.field);
    else
        tree_each(root, set_same, &all);
}

struct all_texts {
    struct random *random;
    struct arena *arena;
    unsigned percent; /* of the texts that become empty; the others become odd, or stay */
};

static void set_text_below(void *context, struct tree *tree, struct node *node, unsigned depth)
{
    struct all_texts *all = context;
    (void)tree, (void)depth;
    if (!node->field || node->field->type != PROTOBUF_C_TYPE_STRING)
        return;
    if (random_chance(all->random, all->percent))
        node->length = 0;
    else if (random_chance(all->random, 30))
        set_text(all->random, node, all->arena);
}

/* Texts that are shown together are often empty together. */
static void change_texts(struct random *r, struct tree *tree)
{
    struct all_texts all = {r, tree->arena, (unsigned[]){100, 50, 10}[random_below(r, 3)]};
    tree_each(tree, set_text_below, &all);
}

void mutate_tree(struct random *r, struct tree *root, struct tree *other)
{
    struct place place;
    if (!(random_chance(r, 35) ? choose_any(r, root, NULL, &place)
                               : choose_down(r, root, &place))) {
        add_field(r, root, 0, 0);
        return;
    }
    struct tree *tree = place.tree;
    struct node *node = &tree->nodes[place.at];
    const unsigned what = random_below(r, 100);
    if (what < 15)
        tree_remove(tree, place.at);
    else if (what < 25)
        repeat(r, place);
    else if (what < 30)
        shuffle(r, tree);
    else if (what < 55)
        set(r, node, tree->arena);
    else if (what < 58)
        change_texts(r, node->message ? node->message : tree);
    else if (what < 67)
        change_all(r, root, node);
    else if (what < 72 && node->type == WIRE_BYTES)
        node->lie = (int64_t)mutate_number(r, random_below(r, 3)) % (1 << 20);
    else if (what < 80)
        add_field(r, tree, place.at, 0);
    else if (what < 88)
        take_from(r, node, random_chance(r, 50) && other ? other : root, tree->arena);
    else if (what < 91)
        nest(r, tree, place.at);
    else if (what < 94)
        node->number = 1 + random_below(r, 40);
    else if (what < 96)
        node->type = (uint32_t[]){
            WIRE_VARINT, WIRE_EIGHT_BYTES, WIRE_BYTES, WIRE_FOUR_BYTES, 3, 7}[random_below(r, 6)];
    else
        empty(node, tree->arena);
}

void mutate_bytes(struct random *r, struct strbuf *bytes)
{
    if (!bytes->length) {
        strbuf_addc(bytes, (char)random_bits(r));
        return;
    }
    size_t at = random_bits(r) % bytes->length, count = 1 + random_below(r, 64);
    switch (random_below(r, 4)) {
    case 0:
        for (unsigned i = 1 + random_below(r, 8); i; i--)
            bytes->data[random_bits(r) % bytes->length] = (char)random_bits(r);
        break;
    case 1:
        bytes->data[at] = (char)(bytes->data[at] ^ 1 << random_below(r, 8));
        break;
    case 2: /* cut off */
        bytes->length = at;
        break;
    default: /* taken out */
        count = count > bytes->length - at ? bytes->length - at : count;
        memmove(bytes->data + at, bytes->data + at + count, bytes->length - at - count);
        bytes->length -= count;
    }
}
