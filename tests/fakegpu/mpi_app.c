/* mpi_app [N]: ranks of MPI, each with kernels on the GPU, that check what they compute: the floats
 * of a rank go around the ring N times (3), every rank steps them once. Each prints "rank R ok". A
 * rank that is odd launches one kernel more; with MPI_APP_IDLE=R rank R launches none. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "app.h"

static void step(const struct app *app, float *values)
{
    CUdeviceptr x = 0;
    CU(cuMemAlloc(&x, APP_COUNT * sizeof *values));
    CU(cuMemcpyHtoD(x, values, APP_COUNT * sizeof *values));
    app_inplace(app, x, 1);
    CU(cuMemcpyDtoH(values, x, APP_COUNT * sizeof *values));
    CU(cuMemFree(x));
}

int main(int argc, char **argv)
{
    static float values[APP_COUNT];
    int rank, size, rounds = argc > 1 ? atoi(argv[1]) : 3, working;
    const char *idle = getenv("MPI_APP_IDLE");
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int mine = !idle || atoi(idle) != rank;
    MPI_Allreduce(&mine, &working, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    struct app app;
    if (mine)
        app_begin(&app, true);
    app_fill(values);
    for (int i = 0; i < rounds * size; i++) {
        if (mine)
            step(&app, values);
        MPI_Sendrecv_replace(values, APP_COUNT, MPI_FLOAT, (rank + 1) % size, 0,
                             (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    for (size_t i = 0; i < APP_COUNT; i++)
        if (!EXPECT(values[i] == app_stepped(i, rounds * working)))
            break;
    if (mine && rank % 2) {
        CUdeviceptr x = app_floats();
        app_inplace(&app, x, 1);
        app_check_steps(x, 1);
        CU(cuMemFree(x));
    }
    if (mine)
        app_end(&app, true);
    printf("rank %d %s\n", rank, app_failed() ? "FAILED" : "ok");
    fflush(stdout);
    MPI_Finalize();
    return app_failed();
}
