/* mutate: one change of a message that no honest writer makes: a field is dropped, doubled, moved,
 * emptied, or gets a value, a text or a length that is wrong in a way that programs often do not
 * expect. */
#ifndef ROOFTOP_HOSTILE_MUTATE_H
#define ROOFTOP_HOSTILE_MUTATE_H

#include "random.h"
#include "tree.h"

/* Changes one field somewhere in the tree, or all fields of one kind. other: where fields are taken
 * from, or NULL. */
void mutate_tree(struct random *random, struct tree *tree, struct tree *other);

/* Changes bytes as such: flips, cuts, puts in, repeats. */
void mutate_bytes(struct random *random, struct strbuf *bytes);

/* A number that programs often do not expect: 0, all ones, limits of types, a count that is too
 * large, one beside `near`. */
uint64_t mutate_number(struct random *random, uint64_t near);

#endif
