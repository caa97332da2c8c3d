/* The user's keys: whatever lines are right, each key of theirs is found and shown. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "tui/widgets/key_file.h"
#include "tui/widgets/keys.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct key_file keys = {0};
    struct error error;
    char *text = mem_strndup((const char *)bytes, length);
    if (key_file_parse(&keys, "fuzz", text, &error) != !keys.broken)
        abort();
    for (int key = 0; key < 0x200; key++)
        for (int view = 1; view <= VIEW_ANY; view *= 2) {
            const struct key_binding *found = key_file_find(&keys, key, view);
            if (found && found->row && !(found->row->views & view))
                abort();
        }
    for (size_t i = 0; i < keys.count && i < 16; i++) {
        struct strbuf shown = {0};
        const struct key_row *row = keys.bindings[i].row;
        if (row)
            key_file_keys_of(&shown, &keys, row, row->views);
        strbuf_free(&shown);
    }
    key_file_free(&keys);
    free(text);
    return 0;
}
