// The source of device_graphs.cubin: nvcc -arch=sm_90 -rdc=true -cubin device_graphs.cu
__device__ __noinline__ void start(cudaGraphExec_t graph, int *failures)
{
    *failures += cudaGraphLaunch(graph, cudaStreamGraphTailLaunch) != cudaSuccess;
}

extern "C" {
__global__ void launches_a_graph(cudaGraphExec_t graph, int *failures) { start(graph, failures); }
__global__ void plain(int *n) { *n = 1; }
}
