/* The copy of an item is linear: a range of device or host memory. Linear items are copied by
 * address. Arrays have no address, so they are copied whole as one 3D copy, whose other side is the
 * linear copy. Copies are queued on a stream, and the caller waits for them. */
#include "collect/inject/saved/snapshot_copy.h"

#include "collect/inject/base/inject.h"

/* Left free on the device, for what the driver itself may need during the replay. */
static const size_t device_reserve = (size_t)256 << 20;

static size_t format_bytes(CUarray_format format)
{
    switch (format) {
    case CU_AD_FORMAT_UNSIGNED_INT8:
    case CU_AD_FORMAT_SIGNED_INT8:
        return 1;
    case CU_AD_FORMAT_UNSIGNED_INT16:
    case CU_AD_FORMAT_SIGNED_INT16:
    case CU_AD_FORMAT_HALF:
        return 2;
    case CU_AD_FORMAT_UNSIGNED_INT32:
    case CU_AD_FORMAT_SIGNED_INT32:
    case CU_AD_FORMAT_FLOAT:
        return 4;
    default:
        return 0;
    }
}

/* The whole array as one 3D copy; the linear side is filled in by the caller. */
static bool array_copy(struct inject *inject, CUarray array, CUDA_MEMCPY3D *copy)
{
    CUDA_ARRAY3D_DESCRIPTOR d;
    if (inject->driver.array_3d_get_descriptor(&d, array) != CUDA_SUCCESS)
        return false;
    *copy = (CUDA_MEMCPY3D){.WidthInBytes = d.Width * format_bytes(d.Format) * d.NumChannels,
                            .Height = d.Height ? d.Height : 1,
                            .Depth = d.Depth ? d.Depth : 1};
    return copy->WidthInBytes != 0;
}

size_t snapshot_array_bytes(struct inject *inject, CUarray array)
{
    CUDA_MEMCPY3D copy;
    return array_copy(inject, array, &copy) ? copy.WidthInBytes * copy.Height * copy.Depth : 0;
}

static CUresult copy_array(struct inject *inject, CUstream stream, CUarray array,
                           struct linear linear, bool save)
{
    CUDA_MEMCPY3D copy;
    if (!array_copy(inject, array, &copy))
        return CUDA_ERROR_INVALID_VALUE;
    CUmemorytype type = linear.device ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST;
    if (save) {
        copy.srcMemoryType = CU_MEMORYTYPE_ARRAY;
        copy.srcArray = array;
        copy.dstMemoryType = type;
        copy.dstDevice = linear.device;
        copy.dstHost = linear.host;
        copy.dstPitch = copy.WidthInBytes;
        copy.dstHeight = copy.Height;
    } else {
        copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
        copy.dstArray = array;
        copy.srcMemoryType = type;
        copy.srcDevice = linear.device;
        copy.srcHost = linear.host;
        copy.srcPitch = copy.WidthInBytes;
        copy.srcHeight = copy.Height;
    }
    return inject->driver.memcpy_3d_async(&copy, stream);
}

CUresult snapshot_copy(struct inject *inject, CUstream stream, const struct snapshot_item *item,
                       size_t offset, size_t size, struct linear copy, bool save)
{
    const struct foil_driver *driver = &inject->driver;
    CUdeviceptr memory = item->address + offset;
    if (item->array)
        return copy_array(inject, stream, item->array, copy, save);
    if (copy.device)
        return save ? driver->memcpy_dtod_async(copy.device, memory, size, stream)
                    : driver->memcpy_dtod_async(memory, copy.device, size, stream);
    return save ? driver->memcpy_dtoh_async(copy.host, memory, size, stream)
                : driver->memcpy_htod_async(memory, copy.host, size, stream);
}

size_t snapshot_room(struct inject *inject)
{
    size_t available = 0, total;
    inject->driver.mem_get_info(&available, &total);
    return available > device_reserve ? available - device_reserve : 0;
}
