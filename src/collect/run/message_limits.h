/* message_limits: the limits of what a profiled program may send: numbers, counts of lists, bytes
 * of texts, and what a message cannot do without.
 *
 * The host does not trust the program. Everything behind these limits may rely on them: an ordinal
 * is one of MOST_DEVICES, no loop runs over billions of what a message claims to have. What an
 * honest program sends stays far below. One table holds the limits; a field without a row has those
 * of `defaults`. */
#ifndef ROOFTOP_COLLECT_RUN_MESSAGE_LIMITS_H
#define ROOFTOP_COLLECT_RUN_MESSAGE_LIMITS_H

#include <protobuf-c/protobuf-c.h>
#include <stdbool.h>
#include <stddef.h>

#include "report/base/error.h"

/* Notices of one process that are shown. */
enum { MOST_NOTICES = 1000 };

/* Whether the message and all messages in it keep the limits. false: *error says what does not, for
 * example "Window.results: 70000, at most 65536". */
bool message_limits_keep(const ProtobufCMessage *message, struct error *error);

/* The rows of the table, for tests: each must name a field that there is. NULL: no more. */
const char *message_limits_row(size_t row, const char **field);

#endif
