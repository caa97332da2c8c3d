/* exposed: memory that others than this process's own work can write: other processes, GPUs that
 * they drive, and engines such as network cards.
 *
 * Such memory is never saved and never put back, and a launch that can get at it never runs again:
 * what others wrote meanwhile would be lost, and a kernel that waits for them would wait in vain.
 * Two kinds of it are known by the calls that make them:
 *
 *   exported   allocated here and handed out: cuIpcGetMemHandle, cuMemExportToShareableHandle,
 *              cuMemPoolExportPointer, cuMemGetHandleForAddressRange, memory bound to a multicast
 *              object, and memory that network cards register (CU_POINTER_ATTRIBUTE_SYNC_MEMOPS)
 *   foreign    (REGION_FOREIGN) allocated elsewhere and opened here: cuIpcOpenMemHandle,
 *              cuMemImportFromShareableHandle, cuMemPoolImportPointer, external memory, mapped
 *              resources of graphics, multicast objects, registers of devices
 *              (CU_MEMHOSTREGISTER_IOMEMORY); surfaces on arrays of graphics and external memory
 *
 * A launch gets at it if a pointer into it is among its arguments, or a pointer to device memory
 * that leads there (saved/leads.h). Mapped memory that lies side by side counts as one, see
 * memory_pieces(). A tensor map is such an argument: its first word is the address
 * (driver 580.159.04, H200). */
#ifndef ROOFTOP_COLLECT_INJECT_PROGRAM_EXPOSED_H
#define ROOFTOP_COLLECT_INJECT_PROGRAM_EXPOSED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cuda.h>

struct launch;
struct memory_tracker;
struct region;

/* Why a launch that can get at exposed memory is not replayed; a static text. */
extern const char exposed_text[];

bool exposed_region(const struct region *region);

/* The allocation that holds the address is exported. */
void exposed_export(struct memory_tracker *tracker, uint64_t address);
/* All allocations that touch these bytes are. */
void exposed_export_range(struct memory_tracker *tracker, uint64_t address, size_t size);

/* Physical memory behind handles of cuMemCreate and its like, and where it is mapped. The driver
 * uses handles again: exposed_handle_new() forgets what was known of one. */
void exposed_handle_new(struct memory_tracker *tracker, uint64_t handle);
void exposed_handle_export(struct memory_tracker *tracker, uint64_t handle);
void exposed_handle_foreign(struct memory_tracker *tracker, uint64_t handle);
/* Another handle of the memory that is mapped at an address. */
void exposed_handle_also(struct memory_tracker *tracker, uint64_t address, uint64_t handle);
/* After memory_add() of the mapping at this address. */
void exposed_map(struct memory_tracker *tracker, uint64_t address, uint64_t handle);

/* Arrays of graphics or of external memory were opened: surfaces on arrays that the program did not
 * allocate are foreign from then on. A launch gets at one if it is among its arguments. */
void exposed_arrays(struct memory_tracker *tracker);
void exposed_surface(struct memory_tracker *tracker, CUsurfObject surface, CUarray array);
void exposed_no_surface(struct memory_tracker *tracker, CUsurfObject surface);

/* Whether a word of these bytes leads to exposed memory. Words begin at multiples of 4 bytes. A
 * pointer to the end of memory counts, unless other memory begins there. */
bool exposed_by_bytes(const struct memory_tracker *tracker, const void *bytes, size_t size);
/* Whether a launch can get at exposed memory, as far as its copied arguments tell. */
bool exposed_by_launch(const struct memory_tracker *tracker, const struct launch *launch);

/* Whether a copy brings pointers that lead to such memory to where there were none. */
bool exposed_spreads(const struct memory_tracker *tracker, uint64_t to, uint64_t from);

/* The same of memory that is shared with the program's own code, through device memory only: such
 * pointers among the arguments themselves do not count. */
bool exposed_leads_to_shared(const struct memory_tracker *tracker, const struct launch *launch);

/* Whether a launch can get at memory that is marked as doubtful. It may do so by way of memory that
 * the program's own code shares, where nothing is searched. */
bool exposed_leads_to_doubtful(const struct memory_tracker *tracker, const struct launch *launch);

/* Whether the address lies in such memory, or in none that is known. */
bool exposed_doubtful_at(const struct memory_tracker *tracker, uint64_t address);

/* Whether pages of this memory are shared with other processes. */
bool exposed_is_shared_mapping(const void *address);

#endif
