/* section_check: what the text format allows and a section must not have. It looks at each block of
 * a section file while the file is read, so that errors name the place.
 *
 * An identifier is not empty and has no blanks, since the command line and rules name sections by
 * it. An element of Items is one item. An expression "regex:" must be one, and may only stand in
 * tables and charts: a header has a fixed number of cells. A metric of which that is not true is
 * dropped, and costs its section nothing else. */
#ifndef ROOFTOP_REPORT_SECTION_SECTION_CHECK_H
#define ROOFTOP_REPORT_SECTION_SECTION_CHECK_H

#include "report/base/textproto.h"

/* A textproto_check. context: a struct error that names what does not make the file useless: the
 * metrics that are dropped, and definitions whose Expression is wrong. */
bool section_check(void *context, ProtobufCMessage *message, const struct textproto_block *block);

#endif
