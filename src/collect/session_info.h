/* session_info: what a report says of the session: when, where, with which versions and devices. */
#ifndef ROOFTOP_SESSION_INFO_H
#define ROOFTOP_SESSION_INFO_H

#include "report.h"
#include "report_writer.h"
#include "wire.pb-c.h"

/* Adds to the report and, unless writer is NULL, to the file. folder: of the program, NULL: ours.
 */
void session_info_add(struct report *report, struct report_writer *writer, const char *command_line,
                      const char *folder, const Wire__Hello *hello,
                      const Rep__ProcessInfo *process);
void session_info_add_device(struct report *report, struct report_writer *writer,
                             const Wire__Device *device, const Rep__ProcessInfo *process);

/* Chip version and instruction set of a cubin that ran on this device (NULL: unknown). */
void session_info_describe_source(Rep__SourceData *source, const Wire__Device *device);

#endif
