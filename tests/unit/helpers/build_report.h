/* build_report: reports in memory, for tests.
 *
 * Messages are written as text (textproto) and packed:
 *
 *   struct build build = {0};
 *   build_begin(&build, 7);
 *   build_entry(&build, &rep__profile_result__descriptor, KERNEL("f") METRIC("0", "Uint64Value:
 * 5")); build_block(&build, "NumResults: 1 StringTable { Strings: 'name' }");
 *   ... build.file.data, build.file.length ...
 *   build_free(&build);
 *
 * build_block() sets PayloadSize unless the text does. A text that does not parse ends the process
 * with its error. */
#ifndef BUILD_REPORT_H
#define BUILD_REPORT_H

#include <protobuf-c/protobuf-c.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/base/strbuf.h"
#include "report/file/report.h"
#include "report/pages/page.h"

/* cmocka wants these before its own header. */
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

struct build {
    struct strbuf file, payload;
};

void build_begin(struct build *build, unsigned version);
void build_u32(struct strbuf *out, uint32_t number);
void build_entry(struct build *build, const ProtobufCMessageDescriptor *descriptor,
                 const char *text);
void build_raw_entry(struct build *build, const void *bytes, size_t length);
void build_block(struct build *build, const char *header);
void build_free(struct build *build);

/* The packed bytes of one message. */
void build_message(struct strbuf *out, const ProtobufCMessageDescriptor *descriptor,
                   const char *text);

/* A decoded section; release it with protobuf_c_message_free_unpacked(). */
Rep__ProfilerSection *build_section(const char *text);

/* The required fields of a kernel result with this name, a grid of (8, 2, 1) and a block of (128,
 * 1, 1). */
#define KERNEL(name)                                                                               \
    "ThreadID: 1 APICallID: 2 ProgramHandle: 3 KernelID: 4 KernelMangledName: '_Z1" name "' "      \
    "KernelFunctionName: '" name "' KernelDemangledName: 'ns::" name "<(int)8>(ns::T *)' "         \
    "WorkDimensions: 3 GlobalWorkOffset { X: 0 Y: 0 Z: 0 } GridSize { X: 8 Y: 2 Z: 1 } "           \
    "BlockSize { X: 128 Y: 1 Z: 1 } Source {} "
#define METRIC(id, value) "MetricResults { NameId: " id " MetricValue { " value " } Category: 0 } "

/* A report of one kernel result whose metric "listed" has instances that cannot be decoded. */
void build_lost_instances(struct build *build);

/* Opens what was built; a failure fails the test. */
struct report *build_open(const struct build *build);

/* A report of one kernel result with these metrics and sections (text) and these names, separated
 * by blanks. */
struct report *build_one(struct build *build, const char *names, const char *more);

/* Two processes, a kernel each and one more, a range and a graph, sections, findings and a session.
 */
void build_sample(struct build *build);

/* What a page prints; free() it. */
char *print_page(struct report *report, const struct page_options *options);

/* Sets LC_ALL; fails the test if there is no such locale. */
void use_locale(const char *name);

/* Runs the function in a child process; false: it was killed by a signal (or a sanitizer). */
bool survives(void (*run)(void));

#define COUNT(array) (sizeof(array) / sizeof *(array))

#endif
