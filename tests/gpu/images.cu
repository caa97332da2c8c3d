// Memory that is no plain address range: texture reads a cudaArray, surface changes one in place.
#include "common.cuh"

#include <algorithm>

static const int WIDTH = 1024, HEIGHT = 512;

// A cudaArray of floats that starts as a copy of a host image.
struct image {
    cudaArray_t array = nullptr;

    image(const std::vector<float> &host, unsigned flags)
    {
        cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
        CUDA(cudaMallocArray(&array, &format, WIDTH, HEIGHT, flags));
        CUDA(cudaMemcpy2DToArray(array, 0, 0, host.data(), WIDTH * sizeof(float),
                                 WIDTH * sizeof(float), HEIGHT, cudaMemcpyHostToDevice));
    }
    image(const image &) = delete;
    image &operator=(const image &) = delete;
    ~image() { cudaFreeArray(array); }

    cudaResourceDesc resource() const
    {
        cudaResourceDesc description = {};
        description.resType = cudaResourceTypeArray;
        description.res.array.array = array;
        return description;
    }
    std::vector<float> read() const
    {
        std::vector<float> host(WIDTH * HEIGHT);
        CUDA(cudaDeviceSynchronize());
        CUDA(cudaMemcpy2DFromArray(host.data(), WIDTH * sizeof(float), array, 0, 0,
                                   WIDTH * sizeof(float), HEIGHT, cudaMemcpyDeviceToHost));
        return host;
    }
};

__global__ void texture_fetch(cudaTextureObject_t in, float *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        out[y * width + x] += 2.0f * tex2D<float>(in, x + 0.5f, y + 0.5f) +
                              tex2D<float>(in, x + 1.5f, y + 3.5f);
}

SAMPLE(texture)
{
    (void)repeat;
    std::vector<float> in = random_values<float>(WIDTH * HEIGHT, -1000, 1000, 19);
    std::vector<float> out = random_values<float>(WIDTH * HEIGHT, -1000, 1000, 20);
    image source(in, cudaArrayDefault);
    device_buffer<float> dout(out);
    cudaResourceDesc resource = source.resource();
    cudaTextureDesc description = {};
    description.addressMode[0] = description.addressMode[1] = cudaAddressModeClamp;
    description.filterMode = cudaFilterModePoint;
    description.readMode = cudaReadModeElementType;
    cudaTextureObject_t object;
    CUDA(cudaCreateTextureObject(&object, &resource, &description, nullptr));
    texture_fetch<<<dim3(WIDTH / 32, HEIGHT / 8), dim3(32, 8)>>>(object, dout.data, WIDTH, HEIGHT);
    LAUNCHED();
    std::vector<float> result = dout.read();
    CUDA(cudaDestroyTextureObject(object));
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            int right = std::min(x + 1, WIDTH - 1), below = std::min(y + 3, HEIGHT - 1);
            out[y * WIDTH + x] += 2.0f * in[y * WIDTH + x] + in[below * WIDTH + right];
        }
    expect_equal("out", result, out);
}

__global__ void surface_update(cudaSurfaceObject_t image, int width, int height, float a, float b)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float value = surf2Dread<float>(image, x * static_cast<int>(sizeof(float)), y);
    surf2Dwrite(value * a + b, image, x * static_cast<int>(sizeof(float)), y);
}

SAMPLE(surface)
{
    (void)repeat;
    std::vector<float> values = random_values<float>(WIDTH * HEIGHT, -1000, 1000, 21);
    image target(values, cudaArraySurfaceLoadStore);
    cudaResourceDesc resource = target.resource();
    cudaSurfaceObject_t object;
    CUDA(cudaCreateSurfaceObject(&object, &resource));
    for (float step : {1.0f, 2.0f}) {
        surface_update<<<dim3(WIDTH / 32, HEIGHT / 8), dim3(32, 8)>>>(object, WIDTH, HEIGHT, 2.0f,
                                                                       step);
        LAUNCHED();
        for (float &value : values)
            value = value * 2.0f + step;
    }
    std::vector<float> result = target.read();
    CUDA(cudaDestroySurfaceObject(object));
    expect_equal("image", result, values);
}
