/* session_info: what a report says about the session: when and where it was, with which versions
 * and devices. */
#ifndef ROOFTOP_COLLECT_RESULT_SESSION_INFO_H
#define ROOFTOP_COLLECT_RESULT_SESSION_INFO_H

#include "report/file/report.h"
#include "report/file/report_writer.h"
#include "wire.pb-c.h"

/* Add to the report and, unless writer is NULL, to the file. folder: the one that the program runs
 * in; NULL: ours. */
void session_info_add(struct report *report, struct report_writer *writer, const char *command_line,
                      const char *folder, const Wire__Hello *hello,
                      const Rep__ProcessInfo *process);
void session_info_add_device(struct report *report, struct report_writer *writer,
                             const Wire__Device *device, const Rep__ProcessInfo *process);

/* Adds the chip version and instruction set of a cubin that ran on this device (NULL: unknown). */
void session_info_describe_source(Rep__SourceData *source, const Wire__Device *device);

#endif
