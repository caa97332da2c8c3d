/* section_messages: visits all messages of a section, the section itself first. Metrics and labels
 * stand in many kinds of items, so the walk goes by the descriptors. */
#ifndef ROOFTOP_REPORT_SECTION_SECTION_MESSAGES_H
#define ROOFTOP_REPORT_SECTION_SECTION_MESSAGES_H

#include <stdbool.h>

#include "report.pb-c.h"

/* Returns whether the walk ends here. */
typedef bool section_visit(void *context, const ProtobufCMessage *message);

/* Returns whether visit() ended the walk. */
bool section_messages_each(const ProtobufCMessage *message, section_visit *visit, void *context);

/* Returns the text in the message's field of that name; NULL: it has no such field, or nothing is
 * in it. */
const char *section_message_text(const ProtobufCMessage *message, const char *field);

#endif
