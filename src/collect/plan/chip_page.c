#include "collect/plan/chip_page.h"

#include <string.h>

#include "report/base/safe_text.h"

void chip_page_title(struct strbuf *out, const struct chip_targets *targets,
                     const struct chip_target *target)
{
    strbuf_addf(out, "%s", target->chip);
    for (size_t i = 0; i < target->device_count; i++) {
        const char *name = targets->machine.devices[target->devices[i]].name;
        strbuf_addf(out, "%sdevice %u: ", i ? ", " : " (", target->devices[i]);
        safe_text_add(out, name, strlen(name), false);
    }
    strbuf_adds(out, target->device_count ? ")" : "");
}

void chip_page_json(struct json_writer *json, const struct chip_targets *targets,
                    const struct chip_target *target)
{
    json_string(json, "chip", target->chip);
    if (!target->device_count)
        return;
    json_open(json, "devices", JSON_ARRAY);
    for (size_t i = 0; i < target->device_count; i++) {
        json_open_line(json, NULL, JSON_OBJECT);
        json_whole(json, "id", target->devices[i]);
        json_string(json, "name", targets->machine.devices[target->devices[i]].name);
        json_close(json);
    }
    json_close(json);
}
