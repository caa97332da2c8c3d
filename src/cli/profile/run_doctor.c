#include "cli/profile/run_doctor.h"

#include <string.h>

#include "collect/doctor/doctor.h"
#include "report/base/safe_text.h"
#include "report/base/strbuf.h"
#include "report/page_parts/json_document.h"

static void print_text(const struct doctor *doctor, FILE *out)
{
    size_t counts[3] = {0};
    struct strbuf text = {0};
    for (size_t i = 0; i < doctor->count; i++) {
        const struct doctor_line *line = &doctor->lines[i];
        bool again = i && strcmp(line->check, line[-1].check) == 0;
        counts[line->state]++;
        strbuf_addf(&text, "%-4s  %-10s  ", doctor_state_names[line->state],
                    again ? "" : line->check);
        safe_text_add(&text, line->text, strlen(line->text), false);
        if (line->remedy)
            strbuf_addf(&text, "\n%18s", "-> ");
        if (line->remedy)
            safe_text_add(&text, line->remedy, strlen(line->remedy), false);
        strbuf_addc(&text, '\n');
    }
    fputs(text.data, out);
    fprintf(out, "%zu ok, %zu to be aware of, %zu in the way of profiling\n", counts[DOCTOR_OK],
            counts[DOCTOR_WARN], counts[DOCTOR_FAIL]);
    strbuf_free(&text);
}

static void print_json(const struct doctor *doctor, FILE *out)
{
    struct json_writer json;
    json_document_begin(&json, "rooftop-doctor", out);
    json_bool(&json, "works", !doctor_failed(doctor));
    json_open(&json, "checks", JSON_ARRAY);
    for (size_t i = 0; i < doctor->count; i++) {
        const struct doctor_line *line = &doctor->lines[i];
        json_open(&json, NULL, JSON_OBJECT);
        json_string(&json, "check", line->check);
        json_string(&json, "state", doctor_state_names[line->state]);
        json_string(&json, "text", line->text);
        json_string(&json, "remedy", line->remedy);
        json_close(&json);
    }
    json_close(&json);
    json_finish(&json);
}

int run_doctor(const struct options *options, FILE *pages)
{
    struct doctor doctor;
    doctor_open(&doctor);
    doctor_run(&doctor);
    if (options->page.format == FORMAT_JSON)
        print_json(&doctor, pages);
    else
        print_text(&doctor, pages);
    int status = doctor_failed(&doctor) ? 1 : 0;
    doctor_close(&doctor);
    return status;
}
