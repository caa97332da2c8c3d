/* A run is written in this order: its session, the code of its modules, its results. Code belongs
 * to a process, so it is written with the process that loaded it. Results are not decoded: their
 * packed bytes are copied as they are. */
#include "report/filter/report_save_run.h"

#include "report/file/report_internal.h"

static const Rep__ProcessInfo *merged_as(const struct merge_processes *merge, size_t file,
                                         const Rep__ProcessInfo *process)
{
    return merge ? merge_processes_get(merge, file, process) : process;
}

static const Rep__ProcessInfo *process_of(const struct report_input *input, uint32_t id)
{
    for (size_t i = 0; i < input->process_count; i++)
        if (input->processes[i]->processid == id)
            return input->processes[i];
    return &input->no_process;
}

void report_save_run(struct report_writer *writer, const struct report *report, size_t file,
                     const bool *rows, const struct merge_processes *merge,
                     const Rep__ReportSessionDetails *session)
{
    const struct report_input *input = report->inputs[file];
    if (session)
        report_writer_session(writer, session,
                              input->process_count ? merged_as(merge, file, input->processes[0])
                                                   : &input->no_process);
    for (size_t i = 0; i < input->source_count; i++)
        if (input->sources[i].data)
            report_writer_source(
                writer, input->sources[i].data,
                merged_as(merge, file, process_of(input, input->sources[i].process)));
    for (size_t i = input->first; i < input->first + input->count; i++) {
        const struct report_row *row = &report->rows[i];
        if (rows[i])
            report_writer_result(writer, report, row->entry.kind, row->entry.data,
                                 row->entry.length, merged_as(merge, file, row->process));
    }
}
