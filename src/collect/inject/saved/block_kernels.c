/* Each block of threads works on one block of memory: 128 threads, 16 bytes at a time, four loads
 * under way in each thread. What is left at the end of an item is read byte by byte. */
#include "collect/inject/saved/block_kernels.h"

#include "collect/inject/base/inject.h"

enum { THREADS = 128 };

/* One 16-byte word in %rd10 and %rd11: adds its product to the sums %rd30 and %rd31, and notes in
 * %rd32 whether it differs from the block's first word, %rd20 and %rd21. The numbers for the place
 * are %rd22 and %rd23; the next word of the thread is 128 places on. */
#define WORD(low, high)                                                                            \
    "    xor.b64 %rd40, " low ", %rd20;\n"                                                         \
    "    xor.b64 %rd41, " high ", %rd21;\n"                                                        \
    "    or.b64 %rd32, %rd32, %rd40;\n"                                                            \
    "    or.b64 %rd32, %rd32, %rd41;\n"                                                            \
    "    xor.b64 %rd40, " low ", %rd22;\n"                                                         \
    "    xor.b64 %rd41, " high ", %rd23;\n"                                                        \
    "    mul.lo.u64 %rd42, %rd40, %rd41;\n"                                                        \
    "    mul.hi.u64 %rd43, %rd40, %rd41;\n"                                                        \
    "    add.u64 %rd30, %rd30, %rd42;\n"                                                           \
    "    add.u64 %rd31, %rd31, %rd43;\n"                                                           \
    "    add.u64 %rd22, %rd22, %rd24;\n"                                                           \
    "    add.u64 %rd23, %rd23, %rd25;\n"

/* Adds to a sum of 64 bits what the thread `distance` lanes above has. */
#define FROM_LANE(sum, distance)                                                                   \
    "    mov.b64 {%r10, %r11}, " sum ";\n"                                                         \
    "    shfl.sync.down.b32 %r10, %r10, " distance ", 31, -1;\n"                                   \
    "    shfl.sync.down.b32 %r11, %r11, " distance ", 31, -1;\n"                                   \
    "    mov.b64 %rd40, {%r10, %r11};\n"                                                           \
    "    add.u64 " sum ", " sum ", %rd40;\n"

#define OVER_LANES(sum)                                                                            \
    FROM_LANE(sum, "16")                                                                           \
    FROM_LANE(sum, "8") FROM_LANE(sum, "4") FROM_LANE(sum, "2") FROM_LANE(sum, "1")

const char block_kernels_source[] =
    ".version 6.0\n"
    ".target sm_60\n"
    ".address_size 64\n"
    ".visible .entry rooftop_digest(.param .u64 memory, .param .u64 size, .param .u64 rows,\n"
    "                               .param .u64 states, .param .u32 compares)\n"
    "{\n"
    "    .reg .pred %p<8>;\n"
    "    .reg .u32 %r<20>;\n"
    "    .reg .u64 %rd<50>;\n"
    "    .shared .align 16 .b8 sums[64];\n"
    "    ld.param.u64 %rd1, [memory];\n"
    "    ld.param.u64 %rd2, [size];\n"
    "    cvta.to.global.u64 %rd1, %rd1;\n"
    "    mov.u32 %r1, %ctaid.x;\n"
    "    mov.u32 %r2, %tid.x;\n"
    "    mul.wide.u32 %rd3, %r1, 65536;\n"
    "    add.u64 %rd1, %rd1, %rd3;\n" /* the block */
    "    sub.u64 %rd2, %rd2, %rd3;\n"
    "    min.u64 %rd2, %rd2, 65536;\n" /* its bytes */
    "    cvt.u32.u64 %r3, %rd2;\n"
    "    shr.u32 %r4, %r3, 4;\n"  /* its 16-byte words */
    "    and.b32 %r5, %r3, 15;\n" /* bytes behind them */
    "    mov.u64 %rd20, 0;\n"
    "    mov.u64 %rd21, 0;\n"
    "    setp.eq.u32 %p1, %r4, 0;\n"
    "    @%p1 bra started;\n"
    "    ld.global.cg.v2.u64 {%rd20, %rd21}, [%rd1];\n"
    "started:\n"
    "    mov.u64 %rd30, 0;\n"
    "    mov.u64 %rd31, 0;\n"
    "    mov.u64 %rd32, 0;\n"
    "    cvt.u64.u32 %rd4, %r2;\n"
    "    mul.lo.u64 %rd22, %rd4, 0x9e3779b97f4a7c15;\n"
    "    mul.lo.u64 %rd23, %rd4, 0xd1342543de82ef95;\n"
    "    add.u64 %rd22, %rd22, 0x2545f4914f6cdd1d;\n"
    "    add.u64 %rd23, %rd23, 0x5851f42d4c957f2d;\n"
    "    mov.u64 %rd24, 0x1bbcdcbfa53e0a80;\n" /* 128 times the first factor */
    "    mov.u64 %rd25, 0x9a12a1ef4177ca80;\n" /* and the second */
    "    shl.b64 %rd5, %rd4, 4;\n"
    "    add.u64 %rd5, %rd1, %rd5;\n"
    "    mov.u32 %r6, %r2;\n"
    "four:\n"
    "    add.u32 %r7, %r6, 384;\n"
    "    setp.ge.u32 %p2, %r7, %r4;\n"
    "    @%p2 bra one;\n"
    "    ld.global.cg.v2.u64 {%rd10, %rd11}, [%rd5];\n"
    "    ld.global.cg.v2.u64 {%rd12, %rd13}, [%rd5+2048];\n"
    "    ld.global.cg.v2.u64 {%rd14, %rd15}, [%rd5+4096];\n"
    "    ld.global.cg.v2.u64 {%rd16, %rd17}, [%rd5+6144];\n" WORD("%rd10", "%rd11")
        WORD("%rd12", "%rd13") WORD("%rd14", "%rd15")
            WORD("%rd16",
                 "%rd17") "    add.u64 %rd5, %rd5, 8192;\n"
                          "    add.u32 %r6, %r6, 512;\n"
                          "    bra four;\n"
                          "one:\n"
                          "    setp.ge.u32 %p2, %r6, %r4;\n"
                          "    @%p2 bra rest;\n"
                          "    ld.global.cg.v2.u64 {%rd10, %rd11}, [%rd5];\n" WORD(
                              "%rd10",
                              "%rd11") "    add.u64 %rd5, %rd5, 2048;\n"
                                       "    add.u32 %r6, %r6, 128;\n"
                                       "    bra one;\n"
                                       /* A byte counts as a word of its own, at a place behind all
                                        * words; it must equal the same byte of the block's first
                                        * word. */
                                       "rest:\n"
                                       "    setp.ge.u32 %p3, %r2, %r5;\n"
                                       "    @%p3 bra sum;\n"
                                       "    shl.b32 %r8, %r4, 4;\n"
                                       "    add.u32 %r8, %r8, %r2;\n"
                                       "    cvt.u64.u32 %rd6, %r8;\n"
                                       "    add.u64 %rd6, %rd1, %rd6;\n"
                                       "    ld.global.cg.u8 %rd10, [%rd6];\n"
                                       "    mul.lo.u64 %rd22, %rd4, 0x9e3779b97f4a7c15;\n"
                                       "    add.u64 %rd22, %rd22, 0x632be59bd9b4e019;\n"
                                       "    xor.b64 %rd40, %rd10, %rd22;\n"
                                       "    mul.lo.u64 %rd42, %rd40, 0xd1342543de82ef95;\n"
                                       "    mul.hi.u64 %rd43, %rd40, 0xd1342543de82ef95;\n"
                                       "    add.u64 %rd30, %rd30, %rd42;\n"
                                       "    add.u64 %rd31, %rd31, %rd43;\n"
                                       "    mov.u64 %rd7, %rd20;\n"
                                       "    setp.lt.u32 %p4, %r2, 8;\n"
                                       "    selp.b64 %rd7, %rd20, %rd21, %p4;\n"
                                       "    and.b32 %r9, %r2, 7;\n"
                                       "    shl.b32 %r9, %r9, 3;\n"
                                       "    shr.u64 %rd7, %rd7, %r9;\n"
                                       "    xor.b64 %rd7, %rd7, %rd10;\n"
                                       "    and.b64 %rd7, %rd7, 255;\n"
                                       "    or.b64 %rd32, %rd32, %rd7;\n"
                                       "sum:\n" OVER_LANES("%rd30") OVER_LANES(
                                           "%rd31") "    and.b32 %r12, %r2, 31;\n"
                                                    "    setp.ne.u32 %p5, %r12, 0;\n"
                                                    "    shr.u32 %r13, %r2, 1;\n" /* 16 bytes for
                                                                                     each warp */
                                                    "    mov.u32 %r14, sums;\n"
                                                    "    add.u32 %r14, %r14, %r13;\n"
                                                    "    @!%p5 st.shared.u64 [%r14], %rd30;\n"
                                                    "    @!%p5 st.shared.u64 [%r14+8], %rd31;\n"
                                                    "    setp.ne.u64 %p6, %rd32, 0;\n"
                                                    "    or.pred %p6, %p6, %p1;\n" /* less than a
                                                                                      word is not
                                                                                      uniform */
                                                    "    barrier.sync 0;\n"
                                                    "    barrier.red.or.pred %p6, 0, %p6;\n"
                                                    "    setp.ne.u32 %p7, %r2, 0;\n"
                                                    "    @%p7 bra end;\n"
                                                    "    mov.u32 %r14, sums;\n"
                                                    "    ld.shared.u64 %rd30, [%r14];\n"
                                                    "    ld.shared.u64 %rd31, [%r14+8];\n"
                                                    "    ld.shared.u64 %rd40, [%r14+16];\n"
                                                    "    ld.shared.u64 %rd41, [%r14+24];\n"
                                                    "    add.u64 %rd30, %rd30, %rd40;\n"
                                                    "    add.u64 %rd31, %rd31, %rd41;\n"
                                                    "    ld.shared.u64 %rd40, [%r14+32];\n"
                                                    "    ld.shared.u64 %rd41, [%r14+40];\n"
                                                    "    add.u64 %rd30, %rd30, %rd40;\n"
                                                    "    add.u64 %rd31, %rd31, %rd41;\n"
                                                    "    ld.shared.u64 %rd40, [%r14+48];\n"
                                                    "    ld.shared.u64 %rd41, [%r14+56];\n"
                                                    "    add.u64 %rd30, %rd30, %rd40;\n"
                                                    "    add.u64 %rd31, %rd31, %rd41;\n"
                                                    "    ld.param.u64 %rd8, [rows];\n"
                                                    "    ld.param.u64 %rd9, [states];\n"
                                                    "    ld.param.u32 %r15, [compares];\n"
                                                    "    cvta.to.global.u64 %rd8, %rd8;\n"
                                                    "    cvta.to.global.u64 %rd9, %rd9;\n"
                                                    "    mul.wide.u32 %rd3, %r1, 32;\n"
                                                    "    add.u64 %rd8, %rd8, %rd3;\n"
                                                    "    cvt.u64.u32 %rd3, %r1;\n"
                                                    "    add.u64 %rd9, %rd9, %rd3;\n"
                                                    "    setp.ne.u32 %p2, %r15, 0;\n"
                                                    "    @%p2 bra compare;\n"
                                                    "    st.global.v2.u64 [%rd8], {%rd30, %rd31};\n"
                                                    "    st.global.v2.u64 [%rd8+16], {%rd20, "
                                                    "%rd21};\n"
                                                    "    selp.u32 %r16, 0, 1, %p6;\n"
                                                    "    st.global.u8 [%rd9], %r16;\n"
                                                    "    bra end;\n"
                                                    "compare:\n"
                                                    "    ld.global.cg.v2.u64 {%rd40, %rd41}, "
                                                    "[%rd8];\n"
                                                    "    setp.ne.u64 %p3, %rd40, %rd30;\n"
                                                    "    setp.ne.u64 %p4, %rd41, %rd31;\n"
                                                    "    or.pred %p3, %p3, %p4;\n"
                                                    "    selp.u32 %r16, 1, 0, %p3;\n"
                                                    "    st.global.u8 [%rd9], %r16;\n"
                                                    "end:\n"
                                                    "    ret;\n"
                                                    "}\n"
                                                    ".visible .entry rooftop_put_back(.param .u64 "
                                                    "moves)\n"
                                                    "{\n"
                                                    "    .reg .pred %p<6>;\n"
                                                    "    .reg .u32 %r<8>;\n"
                                                    "    .reg .u64 %rd<30>;\n"
                                                    "    ld.param.u64 %rd1, [moves];\n"
                                                    "    cvta.to.global.u64 %rd1, %rd1;\n"
                                                    "    mov.u32 %r1, %ctaid.x;\n"
                                                    "    mov.u32 %r2, %tid.x;\n"
                                                    "    mul.wide.u32 %rd2, %r1, 32;\n"
                                                    "    add.u64 %rd1, %rd1, %rd2;\n"
                                                    "    ld.global.cg.v2.u64 {%rd3, %rd4}, "
                                                    "[%rd1];\n" /* to, from */
                                                    "    ld.global.cg.v2.u64 {%rd5, %rd6}, "
                                                    "[%rd1+16];\n" /* size, fill */
                                                    "    cvta.to.global.u64 %rd3, %rd3;\n"
                                                    "    cvta.to.global.u64 %rd4, %rd4;\n"
                                                    "    setp.ne.u64 %p1, %rd6, 0;\n"
                                                    "    mul.wide.u32 %rd7, %r2, 16;\n" /* place in
                                                                                           the block
                                                                                         */
                                                    "    and.b64 %rd8, %rd5, -16;\n" /* end of the
                                                                                        16-byte
                                                                                        words */
                                                    "    @!%p1 bra copy;\n"
                                                    "    ld.global.cg.v2.u64 {%rd10, %rd11}, "
                                                    "[%rd4];\n"
                                                    "fill:\n"
                                                    "    setp.ge.u64 %p2, %rd7, %rd8;\n"
                                                    "    @%p2 bra rest;\n"
                                                    "    add.u64 %rd9, %rd3, %rd7;\n"
                                                    "    st.global.v2.u64 [%rd9], {%rd10, %rd11};\n"
                                                    "    add.u64 %rd7, %rd7, 2048;\n"
                                                    "    bra fill;\n"
                                                    "copy:\n"
                                                    "    add.u64 %rd9, %rd7, 6144;\n"
                                                    "    setp.ge.u64 %p2, %rd9, %rd8;\n"
                                                    "    @%p2 bra one;\n"
                                                    "    add.u64 %rd9, %rd4, %rd7;\n"
                                                    "    ld.global.cg.v2.u64 {%rd10, %rd11}, "
                                                    "[%rd9];\n"
                                                    "    ld.global.cg.v2.u64 {%rd12, %rd13}, "
                                                    "[%rd9+2048];\n"
                                                    "    ld.global.cg.v2.u64 {%rd14, %rd15}, "
                                                    "[%rd9+4096];\n"
                                                    "    ld.global.cg.v2.u64 {%rd16, %rd17}, "
                                                    "[%rd9+6144];\n"
                                                    "    add.u64 %rd9, %rd3, %rd7;\n"
                                                    "    st.global.v2.u64 [%rd9], {%rd10, %rd11};\n"
                                                    "    st.global.v2.u64 [%rd9+2048], {%rd12, "
                                                    "%rd13};\n"
                                                    "    st.global.v2.u64 [%rd9+4096], {%rd14, "
                                                    "%rd15};\n"
                                                    "    st.global.v2.u64 [%rd9+6144], {%rd16, "
                                                    "%rd17};\n"
                                                    "    add.u64 %rd7, %rd7, 8192;\n"
                                                    "    bra copy;\n"
                                                    "one:\n"
                                                    "    setp.ge.u64 %p2, %rd7, %rd8;\n"
                                                    "    @%p2 bra rest;\n"
                                                    "    add.u64 %rd9, %rd4, %rd7;\n"
                                                    "    ld.global.cg.v2.u64 {%rd10, %rd11}, "
                                                    "[%rd9];\n"
                                                    "    add.u64 %rd9, %rd3, %rd7;\n"
                                                    "    st.global.v2.u64 [%rd9], {%rd10, %rd11};\n"
                                                    "    add.u64 %rd7, %rd7, 2048;\n"
                                                    "    bra one;\n"
                                                    "rest:\n"
                                                    "    cvt.u64.u32 %rd20, %r2;\n"
                                                    "    add.u64 %rd21, %rd8, %rd20;\n"
                                                    "    setp.ge.u64 %p3, %rd21, %rd5;\n"
                                                    "    @%p3 bra end;\n"
                                                    "    selp.b64 %rd22, %rd20, %rd21, %p1;\n"
                                                    "    add.u64 %rd22, %rd4, %rd22;\n"
                                                    "    ld.global.cg.u8 %r3, [%rd22];\n"
                                                    "    add.u64 %rd21, %rd3, %rd21;\n"
                                                    "    st.global.u8 [%rd21], %r3;\n"
                                                    "end:\n"
                                                    "    ret;\n"
                                                    "}\n";

static bool find(const struct block_kernels *k, struct inject *inject, CUfunction *function,
                 const char *name)
{
    return inject->driver.module_get_function(function, k->module, name) == CUDA_SUCCESS;
}

static bool load(struct block_kernels *k, struct inject *inject)
{
    if (!k->tried) {
        k->tried = true;
        if (inject->driver.module_load_data(&k->module, block_kernels_source) != CUDA_SUCCESS)
            k->module = NULL;
        else if (!find(k, inject, &k->digest, "rooftop_digest") ||
                 !find(k, inject, &k->put_back, "rooftop_put_back"))
            k->digest = k->put_back = NULL;
    }
    return k->digest && k->put_back;
}

static bool launch(struct inject *inject, CUfunction function, size_t blocks, CUstream stream,
                   void **parameters)
{
    return !blocks || inject->driver.launch_kernel(function, (unsigned)blocks, 1, 1, THREADS, 1, 1,
                                                   0, stream, parameters, NULL) == CUDA_SUCCESS;
}

static bool digest(struct block_kernels *k, struct inject *inject, CUstream stream,
                   CUdeviceptr memory, size_t size, CUdeviceptr rows, CUdeviceptr states,
                   unsigned compares)
{
    unsigned long long bytes = size;
    void *parameters[] = {&memory, &bytes, &rows, &states, &compares};
    return load(k, inject) &&
           launch(inject, k->digest, (size + BLOCK_BYTES - 1) / BLOCK_BYTES, stream, parameters);
}

bool block_kernels_note(struct block_kernels *k, struct inject *inject, CUstream stream,
                        CUdeviceptr memory, size_t size, CUdeviceptr rows, CUdeviceptr uniform)
{
    return digest(k, inject, stream, memory, size, rows, uniform, 0);
}

bool block_kernels_compare(struct block_kernels *k, struct inject *inject, CUstream stream,
                           CUdeviceptr memory, size_t size, CUdeviceptr rows, CUdeviceptr differs)
{
    return digest(k, inject, stream, memory, size, rows, differs, 1);
}

bool block_kernels_put_back(struct block_kernels *k, struct inject *inject, CUstream stream,
                            CUdeviceptr moves, size_t count)
{
    void *parameters[] = {&moves};
    return load(k, inject) && launch(inject, k->put_back, count, stream, parameters);
}

void block_kernels_free(struct block_kernels *k, struct inject *inject)
{
    if (k->module)
        inject->driver.module_unload(k->module);
    *k = (struct block_kernels){0};
}
