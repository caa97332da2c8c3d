/* Each context of a process announces its device. The first announcement adds what only the host
 * can read (PCI links, the machine's boards), finds or makes the plan of the chip, and waits for
 * the GPU. Later ones find the device known and get the same schedule at once. A device that makes
 * no sense is refused here, because everything after this point trusts its ordinal and its chip. */
#include "collect/run/peer_device.h"

#include <string.h>

#include "collect/machine/boards.h"
#include "collect/machine/pci_facts.h"
#include "collect/run/chips.h"
#include "collect/run/gpu_wait.h"
#include "collect/run/peer_schedule.h"

/* Adds what the program cannot know of the device, or may not see. */
static void add_machine_facts(struct profile *p, Wire__Device *device)
{
    const uint64_t at = device_address(device);
    struct pci_facts facts = pci_facts_read("/sys/bus/pci/devices", (unsigned)(at >> 16),
                                            (unsigned)(at >> 8 & 0xff), (unsigned)(at & 0xff));
    device->has_pci_revision = facts.revision >= 0;
    device->pci_revision = (uint32_t)facts.revision;
    device->has_pci_rate = facts.rate != 0;
    device->pci_rate = facts.rate;
    device->has_pci_width = facts.width != 0;
    device->pci_width = facts.width;
    device->has_pci_port_rate = facts.port_rate >= 0;
    device->pci_port_rate = (uint32_t)facts.port_rate;
    device->has_pci_port_width = facts.port_width >= 0;
    device->pci_port_width = (uint32_t)facts.port_width;
    if (device->n_visible > MOST_DEVICES)
        device->n_visible = MOST_DEVICES;
    if (device->machine) /* only the host knows it */
        wire__machine__free_unpacked(device->machine, NULL);
    device->machine = p->machine.facts ? boards_copy(p->machine.facts) : NULL;
}

void peer_device_announce(struct peer *peer, Wire__Device *device)
{
    struct profile *p = peer->profile;
    struct error error = {"the program uses more kinds of GPUs than rooftop has room for"};
    bool valid = p->metrics.chip_count < MOST_DEVICES;
    struct chip_state *chip = valid ? peer->devices[device->ordinal].chip : NULL;
    /* Each context announces its device, also a second context on the same one. */
    if (chip) {
        wire__device__free_unpacked(device, NULL);
        peer_schedule_send(peer, chip);
        return;
    }
    if (valid)
        add_machine_facts(p, device);
    chip = valid ? chips_find(p, device, &error) : NULL;
    if (!chip) {
        if (valid)
            strncat(error.text, chips_mig_note(device), sizeof error.text - strlen(error.text) - 1);
        peer_schedule_refuse(peer, error.text);
        wire__device__free_unpacked(device, NULL);
        return;
    }
    peer->phase = PEER_MEASURES;
    peer->devices[device->ordinal].device = device;
    peer->devices[device->ordinal].chip = chip;
    gpu_wait_begin(peer, device->ordinal);
}
