#include "collect/machine/chip_targets.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "collect/cupti/chip_list.h"
#include "report/base/mem.h"

/* The target of a chip, which is added if it is not there. Takes over the name. */
static struct chip_target *target_of(struct chip_targets *targets, char *chip)
{
    for (size_t i = 0; i < targets->count; i++)
        if (strcmp(targets->targets[i].chip, chip) == 0) {
            free(chip);
            return &targets->targets[i];
        }
    targets->targets =
        mem_realloc(targets->targets, (targets->count + 1) * sizeof *targets->targets);
    targets->targets[targets->count] = (struct chip_target){.chip = chip};
    return &targets->targets[targets->count++];
}

static bool add_chip(struct chip_targets *targets, struct cupti_library *library, const char *word,
                     struct error *error)
{
    char *chip = chip_named(library, word, error);
    if (chip)
        target_of(targets, chip);
    return chip;
}

static void add_device(struct chip_targets *targets, unsigned device)
{
    struct chip_target *target =
        target_of(targets, mem_strdup(targets->machine.devices[device].chip));
    for (size_t i = 0; i < target->device_count; i++)
        if (target->devices[i] == device)
            return;
    target->devices =
        mem_realloc(target->devices, (target->device_count + 1) * sizeof *target->devices);
    target->devices[target->device_count++] = device;
}

static bool add_word(struct chip_targets *targets, const char *word, struct error *error)
{
    char *end;
    errno = 0;
    unsigned long device = strtoul(word, &end, 10);
    if (*end || errno || word[0] < '0' || word[0] > '9')
        return error_set(error, "--devices takes numbers of devices, not \"%s\"", word);
    if (device >= targets->machine.count)
        return error_set(error, "--devices: there is no device %lu; nearest is %zu", device,
                         targets->machine.count - 1);
    add_device(targets, (unsigned)device);
    return true;
}

static void ask_device(struct chip_target *target, struct cupti_library *library)
{
    struct error why;
    if (!machine_availability(library, target->devices[0], &target->availability,
                              &target->availability_size, &why))
        target->notice = mem_printf("device %u: %s: what its chip %s can have is listed",
                                    target->devices[0], why.text, target->chip);
}

static bool add_machine(struct chip_targets *targets, struct cupti_library *library,
                        char *const *devices, size_t count, struct error *error)
{
    struct error why;
    if (!machine_open(&targets->machine, library, &why)) {
        char *chips = chip_names(library);
        error_set(error, "%s%s; name chips with --chips (CUPTI has %s)",
                  count ? "--devices needs a GPU: " : "", why.text, chips);
        free(chips);
        return false;
    }
    for (size_t i = 0; i < count; i++)
        if (!add_word(targets, devices[i], error))
            return false;
    for (size_t i = 0; i < targets->machine.count && !count; i++)
        add_device(targets, (unsigned)i);
    for (size_t i = 0; i < targets->count; i++)
        ask_device(&targets->targets[i], library);
    return true;
}

bool chip_targets_make(struct chip_targets *targets, struct cupti_library *library,
                       char *const *chips, size_t chip_count, char *const *devices,
                       size_t device_count, struct error *error)
{
    bool good = true;
    *targets = (struct chip_targets){0};
    for (size_t i = 0; i < chip_count && good; i++)
        good = add_chip(targets, library, chips[i], error);
    if (!chip_count)
        good = add_machine(targets, library, devices, device_count, error);
    if (!good)
        chip_targets_free(targets);
    return good;
}

void chip_targets_free(struct chip_targets *targets)
{
    for (size_t i = 0; i < targets->count; i++) {
        free(targets->targets[i].chip);
        free(targets->targets[i].devices);
        free(targets->targets[i].availability);
        free(targets->targets[i].notice);
    }
    free(targets->targets);
    machine_close(&targets->machine);
    *targets = (struct chip_targets){0};
}
