// Programs that write to memory of another GPU, process or thread while kernels run there: peers
// NAME. Each process prints one line for each GPU that it has, "NAME rank R: NUMBERS", the
// checksums of all that lies there, and compares all of it with what the processor computes. The
// status is 1 if something is wrong. What kernels add depends on what is there already, and what is
// copied is copied once, so that nothing makes up for a write that is lost or done twice.
//
//   ipc             two processes write to each other's memory and raise flags there, on which
//   kernels wait fabric_handles  the same with memory that is mapped, whose handles go through a
//   socket pieces          the same with memory that is mapped in pieces side by side: kernels get
//   a pointer to the first piece alone early_writer    a process writes to memory of another one,
//   whose kernels do not use it before the end peer_kernels    one process, two GPUs whose kernels
//   add to each other's memory peer_async      copies between two GPUs that do not reach each
//   other's memory, while other kernels run wait_value      streams wait for flags that the program
//   writes after it has launched more kernels writer_thread   a thread uploads to other memory
//   while kernels run same_gpu        two processes on one GPU
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include <cuda.h>
#include <cuda_runtime.h>

#include "must.h"

typedef std::vector<unsigned> numbers;

// A shared block has the numbers that the other process writes, and after them two flags. Its size
// is what drivers map.
enum { COUNT = 1 << 16, THREADS = 256, BLOCKS = COUNT / THREADS, SHARED_BYTES = 2 << 20 };
enum { ARRIVED = COUNT, TAKEN };

static const unsigned long long most_ns = 10000000000; // that a kernel waits

static const char *name;
static bool wrong;

// What a kernel works on: a pointer to it, or, in the program pieces, one to the first of the
// pieces and the way from there.
struct place {
    unsigned *pointer;
    ptrdiff_t away;
};

static unsigned *first_piece;
static size_t all_pieces; // bytes

static place place_of(const unsigned *x)
{
    if ((uintptr_t)x - (uintptr_t)first_piece < all_pieces)
        return {first_piece, x - first_piece};
    return {(unsigned *)x, 0};
}

__device__ unsigned *at(place p)
{
    return p.pointer + p.away;
}

__global__ void step_kernel(place x_place, unsigned a)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned *x = at(x_place);
    x[i] = x[i] * 3 + a + i;
}

__global__ void send_kernel(place to, place from)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    at(to)[i] = at(to)[i] * 5 + at(from)[i];
}

__global__ void take_kernel(place x, place from)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    at(x)[i] += at(from)[i] * 7;
}

__global__ void raise_kernel(place place, unsigned value)
{
    volatile unsigned *flag = at(place);
    __threadfence_system();
    *flag = value;
    __threadfence_system();
}

__device__ unsigned long long now()
{
    unsigned long long ns;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
    return ns;
}

// Waits for a flag of another process, but not for ever: then it counts as lost.
__global__ void wait_kernel(place place, unsigned value, unsigned *lost, unsigned long long ns)
{
    const volatile unsigned *flag = at(place);
    const unsigned long long end = now() + ns;
    while (*flag < value) {
        if (now() > end) {
            ++*lost;
            break;
        }
        __nanosleep(500);
    }
    __threadfence_system();
}

// The same on the processor.
static void step_numbers(numbers &x, unsigned a)
{
    for (unsigned i = 0; i < COUNT; i++)
        x[i] = x[i] * 3 + a + i;
}

static void send_numbers(numbers &to, const numbers &from)
{
    for (unsigned i = 0; i < COUNT; i++)
        to[i] = to[i] * 5 + from[i];
}

static void take_numbers(numbers &x, const numbers &from)
{
    for (unsigned i = 0; i < COUNT; i++)
        x[i] += from[i] * 7;
}

static unsigned *new_numbers(unsigned count = COUNT)
{
    unsigned *x;
    MUST(cudaMalloc(&x, count * sizeof *x));
    MUST(cudaMemset(x, 0, count * sizeof *x));
    MUST(cudaDeviceSynchronize());
    return x;
}

static void step(unsigned *x, unsigned a, cudaStream_t stream = 0)
{
    step_kernel<<<BLOCKS, THREADS, 0, stream>>>(place_of(x), a);
    MUST(cudaGetLastError());
}

static void hand_over(unsigned *to, const unsigned *from, cudaStream_t stream = 0)
{
    send_kernel<<<BLOCKS, THREADS, 0, stream>>>(place_of(to), place_of(from));
    MUST(cudaGetLastError());
}

static void take(unsigned *x, const unsigned *from, cudaStream_t stream = 0)
{
    take_kernel<<<BLOCKS, THREADS, 0, stream>>>(place_of(x), place_of(from));
    MUST(cudaGetLastError());
}

static void raise_flag(unsigned *flag, unsigned value)
{
    raise_kernel<<<1, 1>>>(place_of(flag), value);
    MUST(cudaGetLastError());
}

static void wait_flag(const unsigned *flag, unsigned value, unsigned *lost)
{
    wait_kernel<<<1, 1>>>(place_of(flag), value, lost, most_ns);
    MUST(cudaGetLastError());
}

// The checksum of what lies at x, which should be as expected.
static unsigned long long compared(int rank, const char *what, const unsigned *x,
                                   const numbers &expected)
{
    numbers values(expected.size());
    unsigned long long sum = 0;
    size_t off = 0;
    MUST(cudaMemcpy(values.data(), x, values.size() * sizeof values[0], cudaMemcpyDefault));
    for (size_t i = 0; i < values.size(); i++) {
        off += values[i] != expected[i];
        sum += values[i] * (i % 251 + 1);
    }
    if (off) {
        fprintf(stderr, "%s of rank %d of %s: %zu of %zu numbers are wrong\n", what, rank, name,
                off, values.size());
        wrong = true;
    }
    return sum;
}

static void tell(int rank, const unsigned *x, const numbers &expected_x, const unsigned *y,
                 const numbers &expected_y)
{
    const unsigned long long own = compared(rank, "memory", x, expected_x);
    const unsigned long long got = compared(rank, "received memory", y, expected_y);
    printf("%s rank %d: %llu %llu\n", name, rank, own, got);
}

// What one process has to tell the other one. It ends if the other one is gone.
static void put(int socket, const void *data, size_t size)
{
    MUST(write(socket, data, size) != (ssize_t)size);
}

static void get(int socket, void *data, size_t size)
{
    for (size_t have = 0; have < size;) {
        const ssize_t more = read(socket, (char *)data + have, size - have);
        MUST(more <= 0);
        have += more;
    }
}

static void meet(int socket)
{
    char byte = 'm';
    put(socket, &byte, 1);
    get(socket, &byte, 1);
}

static void put_file(int socket, int file)
{
    char byte = 'f', space[CMSG_SPACE(sizeof file)] = {};
    iovec data = {&byte, 1};
    msghdr message = {};
    message.msg_iov = &data;
    message.msg_iovlen = 1;
    message.msg_control = space;
    message.msg_controllen = sizeof space;
    cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof file);
    memcpy(CMSG_DATA(header), &file, sizeof file);
    MUST(sendmsg(socket, &message, 0) != 1);
}

static int get_file(int socket)
{
    int file = -1;
    char byte, space[CMSG_SPACE(sizeof file)] = {};
    iovec data = {&byte, 1};
    msghdr message = {};
    message.msg_iov = &data;
    message.msg_iovlen = 1;
    message.msg_control = space;
    message.msg_controllen = sizeof space;
    MUST(recvmsg(socket, &message, 0) != 1);
    const cmsghdr *header = CMSG_FIRSTHDR(&message);
    MUST(!header || header->cmsg_type != SCM_RIGHTS);
    memcpy(&file, CMSG_DATA(header), sizeof file);
    return file;
}

// Runs the function in two processes, before CUDA is used. Both have an end of the socket.
static void in_two_processes(void (*run)(int rank, int socket))
{
    int sockets[2], status = 0;
    MUST(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets));
    const pid_t child = fork();
    MUST(child < 0);
    close(sockets[child == 0 ? 0 : 1]);
    run(child == 0, sockets[child == 0]);
    fflush(stdout);
    if (child == 0)
        exit(wrong);
    MUST(waitpid(child, &status, 0) != child);
    wrong = wrong || status != 0;
}

static unsigned *shared_by_ipc(int socket, unsigned **theirs)
{
    cudaIpcMemHandle_t handle;
    unsigned *own = new_numbers(SHARED_BYTES / sizeof *own);
    MUST(cudaIpcGetMemHandle(&handle, own));
    put(socket, &handle, sizeof handle);
    get(socket, &handle, sizeof handle);
    MUST(cudaIpcOpenMemHandle((void **)theirs, handle, cudaIpcMemLazyEnablePeerAccess));
    meet(socket);
    return own;
}

static CUmemAllocationProp property_of(int rank)
{
    CUmemAllocationProp property = {};
    property.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    property.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    property.location.id = rank;
    property.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    return property;
}

static size_t piece_bytes(int rank)
{
    const CUmemAllocationProp property = property_of(rank);
    size_t grain = 0;
    MUST(cudaFree(0));
    MUST(cuMemGetAllocationGranularity(&grain, &property, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    return (SHARED_BYTES + grain - 1) / grain * grain;
}

static unsigned *reserved(size_t size)
{
    CUdeviceptr at;
    MUST(cuMemAddressReserve(&at, size, 0, 0, 0));
    return (unsigned *)at;
}

static void map(int rank, CUmemGenericAllocationHandle handle, unsigned *to, size_t size)
{
    CUmemAccessDesc access = {};
    access.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    access.location.id = rank;
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    MUST(cuMemMap((CUdeviceptr)to, size, 0, handle, 0));
    MUST(cuMemSetAccess((CUdeviceptr)to, size, &access, 1));
}

static CUmemGenericAllocationHandle new_piece(int rank, unsigned *to, size_t size)
{
    const CUmemAllocationProp property = property_of(rank);
    CUmemGenericAllocationHandle handle;
    MUST(cuMemCreate(&handle, size, &property, 0));
    map(rank, handle, to, size);
    MUST(cudaMemset(to, 0, size));
    MUST(cudaDeviceSynchronize());
    return handle;
}

// Maps a piece that the other process gets, too, and the one that comes from there.
static void share_by_file(int rank, int socket, unsigned *own, unsigned *theirs, size_t size)
{
    CUmemGenericAllocationHandle handle = new_piece(rank, own, size);
    int file;
    MUST(cuMemExportToShareableHandle(&file, handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    put_file(socket, file);
    close(file);
    file = get_file(socket);
    MUST(cuMemImportFromShareableHandle(&handle, (void *)(size_t)file,
                                        CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
    close(file);
    map(rank, handle, theirs, size);
    meet(socket);
}

// In each round, both processes change memory of their own, send it to the other one, wait for what
// comes from there, and take it. The flags lie where the kernel that waits for them runs.
static void exchange(int rank, int socket, unsigned *x, unsigned *own, unsigned *theirs)
{
    enum { ROUNDS = 12 };
    unsigned *lost = new_numbers(1);
    numbers private_of[2] = {numbers(COUNT), numbers(COUNT)},
            inbox_of[2] = {numbers(COUNT), numbers(COUNT)};
    meet(socket);
    for (unsigned round = 1; round <= ROUNDS; round++) {
        step(x, round + rank);
        step(x, 1);
        wait_flag(own + TAKEN, round - 1, lost);
        hand_over(theirs, x);
        raise_flag(theirs + ARRIVED, round);
        wait_flag(own + ARRIVED, round, lost);
        take(x, own);
        raise_flag(theirs + TAKEN, round);
        if (round % 4 == 0)
            MUST(cudaDeviceSynchronize());
        for (int r = 0; r < 2; r++) {
            step_numbers(private_of[r], round + r);
            step_numbers(private_of[r], 1);
        }
        for (int r = 0; r < 2; r++)
            send_numbers(inbox_of[1 - r], private_of[r]);
        for (int r = 0; r < 2; r++)
            take_numbers(private_of[r], inbox_of[r]);
    }
    MUST(cudaDeviceSynchronize());
    meet(socket);
    tell(rank, x, private_of[rank], own, inbox_of[rank]);
    compared(rank, "flags", own + ARRIVED, numbers(2, ROUNDS));
    compared(rank, "flags that were lost", lost, numbers(1, 0));
    meet(socket);
}

static void ipc_process(int rank, int socket)
{
    unsigned *theirs;
    MUST(cudaSetDevice(rank));
    unsigned *own = shared_by_ipc(socket, &theirs);
    exchange(rank, socket, new_numbers(), own, theirs);
    MUST(cudaIpcCloseMemHandle(theirs));
    meet(socket);
}

static void fabric_process(int rank, int socket)
{
    MUST(cudaSetDevice(rank));
    const size_t size = piece_bytes(rank);
    unsigned *own = reserved(size), *theirs = reserved(size);
    share_by_file(rank, socket, own, theirs, size);
    exchange(rank, socket, new_numbers(), own, theirs);
}

// A private piece, one that the other process writes, and one of the other process, side by side.
static void pieces_process(int rank, int socket)
{
    MUST(cudaSetDevice(rank));
    const size_t size = piece_bytes(rank), count = size / sizeof(unsigned);
    first_piece = reserved(3 * size);
    all_pieces = 3 * size;
    new_piece(rank, first_piece, size);
    share_by_file(rank, socket, first_piece + count, first_piece + 2 * count, size);
    exchange(rank, socket, first_piece, first_piece + count, first_piece + 2 * count);
}

// Rank 1 writes to the memory of rank 0: its kernels change all of the first half again and again,
// and each piece of the second half is copied there once. Rank 0 uses none of it until rank 1 says
// that it is done.
static void early_process(int rank, int socket)
{
    enum { PHASES = 64, PIECE = COUNT / PHASES, LAUNCHES = 150 };
    unsigned *theirs;
    MUST(cudaSetDevice(rank));
    unsigned *own = shared_by_ipc(socket, &theirs), *x = new_numbers();
    numbers writer(COUNT), first(COUNT), second(COUNT), reader(COUNT);
    for (unsigned phase = 0; phase < PHASES; phase++) {
        step_numbers(writer, phase);
        send_numbers(first, writer);
        for (int i = 0; i < PIECE; i++)
            second[phase * PIECE + i] = writer[phase * PIECE + i];
    }
    for (unsigned i = 0; i < LAUNCHES; i++)
        step_numbers(reader, i);
    meet(socket);
    if (rank == 1) {
        for (unsigned phase = 0; phase < PHASES; phase++) {
            const size_t piece = phase * PIECE;
            step(x, phase);
            hand_over(theirs, x);
            MUST(cudaMemcpyAsync(theirs + COUNT + piece, x + piece, PIECE * sizeof *x,
                                 cudaMemcpyDefault, 0));
            MUST(cudaDeviceSynchronize());
            usleep(5000);
        }
        meet(socket);
        printf("%s rank %d: %llu\n", name, rank, compared(rank, "memory", x, writer));
    } else {
        for (unsigned i = 0; i < LAUNCHES; i++) {
            step(x, i);
            if (i % 10 == 9)
                MUST(cudaDeviceSynchronize());
            usleep(2000);
        }
        MUST(cudaDeviceSynchronize());
        meet(socket);
        const unsigned long long pieces = compared(rank, "second half", own + COUNT, second);
        take(x, own);
        take(x, own + COUNT);
        MUST(cudaDeviceSynchronize());
        take_numbers(reader, first);
        take_numbers(reader, second);
        tell(rank, x, reader, own, first);
        printf("%s rank %d: %llu\n", name, rank, pieces);
    }
    meet(socket);
    MUST(cudaIpcCloseMemHandle(theirs));
    meet(socket);
}

static void same_gpu_process(int rank, int socket)
{
    enum { LAUNCHES = 120 };
    unsigned *x = new_numbers(), *y = new_numbers();
    numbers expected_x(COUNT), expected_y(COUNT);
    meet(socket);
    for (unsigned i = 0; i < LAUNCHES; i++) {
        if (i % 3 < 2) {
            step(x, i + rank);
            step_numbers(expected_x, i + rank);
        } else {
            hand_over(y, x);
            send_numbers(expected_y, expected_x);
        }
        if (i % 20 == 19)
            MUST(cudaDeviceSynchronize());
    }
    MUST(cudaDeviceSynchronize());
    tell(rank, x, expected_x, y, expected_y);
    meet(socket);
}

static void run_ipc()
{
    in_two_processes(ipc_process);
}

static void run_fabric_handles()
{
    in_two_processes(fabric_process);
}

static void run_pieces()
{
    in_two_processes(pieces_process);
}

static void run_early_writer()
{
    in_two_processes(early_process);
}

static void run_same_gpu()
{
    in_two_processes(same_gpu_process);
}

// Memory and a stream on each of two GPUs.
struct pair {
    unsigned *x[2], *inbox[2];
    cudaStream_t stream[2];
    cudaEvent_t event[2];
    numbers expected_x[2], expected_inbox[2];
};

static void make_pair(pair *p)
{
    for (int gpu = 0; gpu < 2; gpu++) {
        MUST(cudaSetDevice(gpu));
        p->x[gpu] = new_numbers();
        p->inbox[gpu] = new_numbers();
        p->expected_x[gpu] = p->expected_inbox[gpu] = numbers(COUNT);
        MUST(cudaStreamCreateWithFlags(&p->stream[gpu], cudaStreamNonBlocking));
        MUST(cudaEventCreateWithFlags(&p->event[gpu], cudaEventDisableTiming));
    }
}

static void tell_pair(const pair *p)
{
    for (int gpu = 0; gpu < 2; gpu++) {
        MUST(cudaSetDevice(gpu));
        MUST(cudaDeviceSynchronize());
    }
    for (int gpu = 0; gpu < 2; gpu++) {
        MUST(cudaSetDevice(gpu));
        tell(gpu, p->x[gpu], p->expected_x[gpu], p->inbox[gpu], p->expected_inbox[gpu]);
    }
}

// The GPUs take turns, each waits for the event of the other one.
static void run_peer_kernels()
{
    pair p;
    make_pair(&p);
    for (int gpu = 0; gpu < 2; gpu++) {
        MUST(cudaSetDevice(gpu));
        MUST(cudaDeviceEnablePeerAccess(1 - gpu, 0));
    }
    for (unsigned turn = 0; turn < 32; turn++) {
        const int gpu = turn % 2, other = 1 - gpu;
        MUST(cudaSetDevice(gpu));
        if (turn)
            MUST(cudaStreamWaitEvent(p.stream[gpu], p.event[other], 0));
        step(p.x[gpu], turn, p.stream[gpu]);
        take(p.x[gpu], p.inbox[gpu], p.stream[gpu]);
        hand_over(p.inbox[other], p.x[gpu], p.stream[gpu]);
        take(p.x[other], p.x[gpu], p.stream[gpu]);
        MUST(cudaEventRecord(p.event[gpu], p.stream[gpu]));
        step_numbers(p.expected_x[gpu], turn);
        take_numbers(p.expected_x[gpu], p.expected_inbox[gpu]);
        send_numbers(p.expected_inbox[other], p.expected_x[gpu]);
        take_numbers(p.expected_x[other], p.expected_x[gpu]);
    }
    tell_pair(&p);
}

// GPU 0 computes, and each piece of it is copied once to GPU 1: in turn by a stream of GPU 0 and by
// one of GPU 1, whose own kernels run on another stream and do not use it before the end.
static void run_peer_async()
{
    enum { PIECES = 32, PIECE = COUNT / PIECES };
    pair p;
    cudaStream_t copies;
    cudaEvent_t copied;
    make_pair(&p);
    MUST(cudaSetDevice(1));
    MUST(cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking));
    MUST(cudaEventCreateWithFlags(&copied, cudaEventDisableTiming));
    for (unsigned piece = 0; piece < PIECES; piece++) {
        const size_t at = piece * PIECE;
        MUST(cudaSetDevice(0));
        step(p.x[0], piece, p.stream[0]);
        step_numbers(p.expected_x[0], piece);
        if (piece % 2) {
            MUST(cudaMemcpyPeerAsync(p.inbox[1] + at, 1, p.x[0] + at, 0, PIECE * sizeof(unsigned),
                                     p.stream[0]));
        } else {
            MUST(cudaEventRecord(p.event[0], p.stream[0]));
            MUST(cudaSetDevice(1));
            MUST(cudaStreamWaitEvent(copies, p.event[0], 0));
            MUST(cudaMemcpyPeerAsync(p.inbox[1] + at, 1, p.x[0] + at, 0, PIECE * sizeof(unsigned),
                                     copies));
            MUST(cudaEventRecord(copied, copies));
            MUST(cudaSetDevice(0));
            MUST(cudaStreamWaitEvent(p.stream[0], copied, 0));
        }
        memcpy(&p.expected_inbox[1][at], &p.expected_x[0][at], PIECE * sizeof(unsigned));
        MUST(cudaSetDevice(1));
        for (unsigned i = 0; i < 3; i++) {
            step(p.x[1], piece + i, p.stream[1]);
            step_numbers(p.expected_x[1], piece + i);
        }
        usleep(1000);
    }
    for (int gpu = 0; gpu < 2; gpu++) {
        MUST(cudaSetDevice(gpu));
        MUST(cudaDeviceSynchronize());
    }
    take(p.x[1], p.inbox[1], p.stream[1]);
    take_numbers(p.expected_x[1], p.expected_inbox[1]);
    tell_pair(&p);
}

// A stream waits for a flag in pinned memory, and for one in memory of the GPU that another stream
// writes. The program writes each of them after it has launched what follows in the stream that
// waits.
static void run_wait_value()
{
    enum { ROUNDS = 16 };
    unsigned *x = new_numbers(), *y = new_numbers(), *flag = new_numbers(1), *pinned, *values;
    void *pinned_flag;
    cudaStream_t stream, writer;
    numbers expected_x(COUNT), expected_y(COUNT);
    MUST(cudaHostAlloc(&pinned, sizeof *pinned, cudaHostAllocMapped));
    MUST(cudaHostAlloc(&values, (ROUNDS + 1) * sizeof *values, cudaHostAllocDefault));
    MUST(cudaHostGetDevicePointer(&pinned_flag, pinned, 0));
    MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    MUST(cudaStreamCreateWithFlags(&writer, cudaStreamNonBlocking));
    *pinned = 0;
    for (unsigned round = 1; round <= ROUNDS; round++) {
        values[round] = round;
        step(x, round, stream);
        const CUdeviceptr waits_for = (CUdeviceptr)(round % 2 ? pinned_flag : flag);
        MUST(cuStreamWaitValue32(stream, waits_for, round, CU_STREAM_WAIT_VALUE_GEQ));
        hand_over(y, x, stream);
        step(x, 1, stream);
        step(y, 2, stream);
        usleep(1000);
        if (round % 2)
            *(volatile unsigned *)pinned = round;
        else
            MUST(cudaMemcpyAsync(flag, &values[round], sizeof *flag, cudaMemcpyHostToDevice,
                                 writer));
        step_numbers(expected_x, round);
        send_numbers(expected_y, expected_x);
        step_numbers(expected_x, 1);
        step_numbers(expected_y, 2);
    }
    MUST(cudaDeviceSynchronize());
    tell(0, x, expected_x, y, expected_y);
}

// A thread that uploads each piece once, from pinned memory that it uses again as soon as the copy
// is over.
enum { UPLOADS = 64, UPLOAD = COUNT / UPLOADS };

static void *upload(void *to)
{
    unsigned *source;
    cudaStream_t stream;
    MUST(cudaSetDevice(0));
    MUST(cudaHostAlloc(&source, UPLOAD * sizeof *source, cudaHostAllocDefault));
    MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    for (unsigned piece = 0; piece < UPLOADS; piece++) {
        for (unsigned i = 0; i < UPLOAD; i++)
            source[i] = piece * 1000003 + i;
        MUST(cudaMemcpyAsync((unsigned *)to + piece * UPLOAD, source, UPLOAD * sizeof *source,
                             cudaMemcpyHostToDevice, stream));
        MUST(cudaStreamSynchronize(stream));
        memset(source, 0x7f, UPLOAD * sizeof *source);
        usleep(2000);
    }
    return nullptr;
}

static void run_writer_thread()
{
    enum { LAUNCHES = 150 };
    unsigned *x = new_numbers(), *y = new_numbers();
    cudaStream_t stream;
    pthread_t thread;
    numbers expected_x(COUNT), expected_y(COUNT);
    MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    MUST(pthread_create(&thread, nullptr, upload, y));
    for (unsigned i = 0; i < LAUNCHES; i++) {
        step(x, i, stream);
        step_numbers(expected_x, i);
        if (i % 10 == 9)
            MUST(cudaStreamSynchronize(stream));
        usleep(1000);
    }
    MUST(pthread_join(thread, nullptr));
    for (unsigned i = 0; i < COUNT; i++)
        expected_y[i] = i / UPLOAD * 1000003 + i % UPLOAD;
    take(x, y, stream);
    take_numbers(expected_x, expected_y);
    MUST(cudaStreamSynchronize(stream));
    tell(0, x, expected_x, y, expected_y);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)();
    } all[] = {{"ipc", run_ipc},
               {"fabric_handles", run_fabric_handles},
               {"pieces", run_pieces},
               {"early_writer", run_early_writer},
               {"peer_kernels", run_peer_kernels},
               {"peer_async", run_peer_async},
               {"wait_value", run_wait_value},
               {"writer_thread", run_writer_thread},
               {"same_gpu", run_same_gpu}};
    for (const auto &one : all)
        if (argc > 1 && strcmp(argv[1], one.name) == 0) {
            name = one.name;
            one.run();
            return wrong;
        }
    fprintf(stderr, "usage: peers NAME, one of:");
    for (const auto &one : all)
        fprintf(stderr, " %s", one.name);
    fprintf(stderr, "\n");
    return 2;
}
