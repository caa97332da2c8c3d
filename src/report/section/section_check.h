/* section_check: what the text format allows and a section must not have. It looks at each block of
 * a section file while the file is read, so that errors name the place.
 *
 * An identifier is not empty and has no blanks, since the command line and rules name sections by
 * it. An element of Items is one item. An expression "regex:" must be one, and may only stand in
 * tables and charts: a header has a fixed number of cells. */
#ifndef ROOFTOP_REPORT_SECTION_SECTION_CHECK_H
#define ROOFTOP_REPORT_SECTION_SECTION_CHECK_H

#include "report/base/textproto.h"

/* A textproto_check. context: a struct error that gets the first wrong Expression of a definition,
 * which does not make the file useless. */
bool section_check(void *context, const ProtobufCMessage *message,
                   const struct textproto_block *block);

#endif
