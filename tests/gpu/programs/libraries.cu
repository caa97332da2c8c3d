// Libraries of CUDA: libraries cublas|cublaslt|cufft|cusparse|cusolver [STEPS]. Prints one line
// that depends on all that was computed.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <cublasLt.h>
#include <cublas_v2.h>
#include <cufft.h>
#include <cusolverDn.h>
#include <cusparse.h>

#include "must.h"

enum { N = 256 };

template <class T> static T *upload(const std::vector<T> &values)
{
    T *to;
    MUST(cudaMalloc(&to, values.size() * sizeof(T)));
    MUST(cudaMemcpy(to, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
    return to;
}

static std::vector<float> matrix(int rows, int columns, float diagonal)
{
    std::vector<float> values((size_t)rows * columns);
    for (int i = 0; i < rows * columns; i++)
        values[i] = (float)(i * 7 % 13) / 130 + (i / rows == i % rows ? diagonal : 0);
    return values;
}

static double sum(const float *from, size_t count)
{
    std::vector<float> values(count);
    MUST(cudaMemcpy(values.data(), from, count * sizeof(float), cudaMemcpyDeviceToHost));
    double total = 0;
    for (float value : values)
        total += value;
    return total;
}

static double run_cublas(int steps)
{
    cublasHandle_t handle;
    const float one = 1, half = 0.5f;
    float *a = upload(matrix(N, N, 1)), *b = upload(matrix(N, N, 0)), dot = 0, total = 0;
    MUST(cublasCreate(&handle));
    for (int i = 0; i < steps; i++) {
        MUST(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, N, N, N, &one, a, N, a, N, &half, b, N));
        MUST(cublasSscal(handle, N * N, &half, b, 1));
        MUST(cublasSdot(handle, N, a, 1, b, 1, &dot)); // to the host
        total += dot;
    }
    return total + sum(b, N * N);
}

static double run_cublaslt(int steps)
{
    cublasLtHandle_t handle;
    cublasLtMatmulDesc_t product;
    cublasLtMatrixLayout_t layout;
    const float one = 1, zero = 0;
    float *a = upload(matrix(N, N, 1)), *b = upload(matrix(N, N, 0)), *c = upload(matrix(N, N, 0));
    MUST(cublasLtCreate(&handle));
    MUST(cublasLtMatmulDescCreate(&product, CUBLAS_COMPUTE_32F, CUDA_R_32F));
    MUST(cublasLtMatrixLayoutCreate(&layout, CUDA_R_32F, N, N, N));
    double total = 0;
    for (int i = 0; i < steps; i++) {
        MUST(cublasLtMatmul(handle, product, &one, a, layout, b, layout, &zero, c, layout, c,
                            layout, nullptr, nullptr, 0, 0));
        total += sum(c, N);
        std::swap(b, c);
    }
    return total;
}

static double run_cufft(int steps)
{
    cufftHandle forward, back;
    float *x = upload(matrix(N, N, 0));
    cufftComplex *y;
    MUST(cudaMalloc(&y, sizeof *y * N * (N / 2 + 1)));
    MUST(cufftPlan2d(&forward, N, N, CUFFT_R2C));
    MUST(cufftPlan2d(&back, N, N, CUFFT_C2R));
    for (int i = 0; i < steps; i++) {
        MUST(cufftExecR2C(forward, x, y));
        MUST(cufftExecC2R(back, y, x));
        MUST(cudaMemset(x, 0, sizeof *x * N));
    }
    return sum(x, N * N) / 1e6;
}

static double run_cusparse(int steps)
{
    std::vector<int> rows(N + 1), columns;
    std::vector<float> values;
    for (int i = 0; i < N; i++) {
        for (int j = i % 3; j < N; j += 5) {
            columns.push_back(j);
            values.push_back((float)(i + j) / N);
        }
        rows[i + 1] = (int)columns.size();
    }
    cusparseHandle_t handle;
    cusparseSpMatDescr_t a;
    cusparseDnVecDescr_t from, to;
    const float one = 1, half = 0.5f;
    float *x = upload(matrix(N, 1, 0)), *y = upload(matrix(N, 1, 0));
    void *buffer;
    size_t size = 0;
    MUST(cusparseCreate(&handle));
    MUST(cusparseCreateCsr(&a, N, N, (int64_t)values.size(), upload(rows), upload(columns),
                           upload(values), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                           CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
    MUST(cusparseCreateDnVec(&from, N, x, CUDA_R_32F));
    MUST(cusparseCreateDnVec(&to, N, y, CUDA_R_32F));
    MUST(cusparseSpMV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, from, &half, to,
                                 CUDA_R_32F, CUSPARSE_SPMV_CSR_ALG2, &size));
    MUST(cudaMalloc(&buffer, size + 1));
    for (int i = 0; i < steps; i++)
        MUST(cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, from, &half, to,
                          CUDA_R_32F, CUSPARSE_SPMV_CSR_ALG2, buffer));
    return sum(y, N);
}

static double run_cusolver(int steps)
{
    cusolverDnHandle_t handle;
    int size = 0, *info, found = 0;
    double total = 0;
    float *work, *a = upload(matrix(N, N, 10)), *b = upload(matrix(N, 1, 0)),
                 *from = upload(matrix(N, N, 10));
    MUST(cusolverDnCreate(&handle));
    MUST(cusolverDnSpotrf_bufferSize(handle, CUBLAS_FILL_MODE_LOWER, N, a, N, &size));
    MUST(cudaMalloc(&work, size * sizeof *work));
    MUST(cudaMalloc(&info, sizeof *info));
    for (int i = 0; i < steps; i++) {
        MUST(cudaMemcpy(a, from, sizeof *a * N * N, cudaMemcpyDeviceToDevice));
        MUST(cusolverDnSpotrf(handle, CUBLAS_FILL_MODE_LOWER, N, a, N, work, size, info));
        MUST(cudaMemcpy(&found, info, sizeof found, cudaMemcpyDeviceToHost));
        MUST(cusolverDnSpotrs(handle, CUBLAS_FILL_MODE_LOWER, N, 1, a, N, b, N, info));
        total += found + sum(b, N);
    }
    return total;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        double (*run)(int);
    } all[] = {{"cublas", run_cublas},
               {"cublaslt", run_cublaslt},
               {"cufft", run_cufft},
               {"cusparse", run_cusparse},
               {"cusolver", run_cusolver}};
    const int steps = argc > 2 ? atoi(argv[2]) : 6;
    for (const auto &one : all)
        if (argc > 1 && strcmp(argv[1], one.name) == 0) {
            printf("%s %d %.9g\n", one.name, steps, one.run(steps));
            return 0;
        }
    fprintf(stderr, "usage: libraries cublas|cublaslt|cufft|cusparse|cusolver [STEPS]\n");
    return 2;
}
