/* page_json_result: which result an object of a JSON page is about. */
#ifndef ROOFTOP_REPORT_PAGE_PARTS_PAGE_JSON_RESULT_H
#define ROOFTOP_REPORT_PAGE_PARTS_PAGE_JSON_RESULT_H

#include "report/base/json_writer.h"
#include "report/file/result.h"

/* Opens the object of a result and writes the members with which it begins on every page: ids,
 * names, sizes, process, device, comments, NVTX ranges and call stacks. */
void page_json_result_open(struct json_writer *json, const struct result *result);

/* Write some of these members into the open object, for groups whose results agree in them. */
void page_json_process(struct json_writer *json, const struct result *result);
void page_json_kernel(struct json_writer *json, const struct result *result);
void page_json_device(struct json_writer *json, const struct result *result);

#endif
