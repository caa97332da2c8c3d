#include "code_sample.h"

#include <stdlib.h>
#include <string.h>

#include "build_cubin.h"
#include "report/base/mem.h"
#include "report/base/text_hash.h"

static const char source[] = "// Adds what the neighbours have, as far as there are any.\n"
                             "#include \"h.h\"\n"
                             "__global__ void blur(const float *in, float *out, int n)\n"
                             "{\n"
                             "\tint i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                             "\tif (i >= n)\n"
                             "\t\treturn;\n"
                             "\tfloat sum = 0;\n"
                             "\tfor (int k = 0; k < 8; k++)\n"
                             "\t\tsum += weight(k) * in[i * 32 + k];\n"
                             "\tout[i] = sum;\n"
                             "}\n";

/* An older version, without bounds. */
static const char code_before[] = "// Adds what the neighbours have, as far as there are any.\n"
                                  "// No bounds yet.\n"
                                  "#include \"h.h\"\n"
                                  "__global__ void blur(const float *in, float *out, int n)\n"
                                  "{\n"
                                  "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                  "\tfloat sum = 0;\n"
                                  "\tout[0] = 0;\n"
                                  "\tfor (int k = 0; k < 8; k++)\n"
                                  "\t\tsum += weight(k) * in[i * 32 + k];\n"
                                  "\tout[i] = sum;\n"
                                  "}\n";

#define PTX(text) text "\0"
static const char ptx[] = PTX(".version 9.0") PTX(".target sm_90") PTX("")
    PTX(".visible .entry _Z4blurPKfPfi(") PTX("\t.param .u64 in") PTX(")") PTX("{")
        PTX("mov.u32 \t%r1, %ctaid.x;") PTX("mov.u32 \t%r2, %tid.x;") PTX("mad.lo.s32 \t%r3, %r1, "
                                                                          "%ntid.x, %r2;")
            PTX("setp.ge.s32 \t%p1, %r3, %r4;") PTX("@%p1 bra \t$L__BB0_2;")
                PTX("ld.global.f32 \t%f1, [%rd1];") PTX("fma.rn.f32 \t%f2, %f1, 0f3F000000, %f2;")
                    PTX("st.global.f32 \t[%rd2], %f2;") PTX("$L__BB0_2:") PTX("ret;") PTX("}");

static const char ptx_before[] = PTX(".version 8.0") PTX(".target sm_90") PTX("")
    PTX(".visible .entry _Z4blurPKfPfi(") PTX("\t.param .u64 in") PTX(")") PTX("{")
        PTX("mov.u32 \t%r1, %ctaid.x;") PTX("mov.u32 \t%r2, %tid.x;") PTX("mad.lo.s32 \t%r4, %r1, "
                                                                          "%ntid.x, %r2;")
            PTX("mov.f32 \t%f3, 0f00000000;") PTX("st.global.f32 \t[%rd4], %f3;")
                PTX("ld.global.f32 \t%f4, [%rd3];") PTX("fma.rn.f32 \t%f5, %f4, 0f3E800000, %f5;")
                    PTX("st.global.f32 \t[%rd5], %f5;") PTX("$L__BB0_4:") PTX("ret;") PTX("}");

/* Where each instruction comes from, what it is, and what was counted: nothing where `executed` is
 * 0. */
static const struct instruction {
    const char *text;
    unsigned line, ptx;
    unsigned waits, barrier, selected; /* samples: long scoreboard, ... */
    unsigned executed, threads;        /* 1000s */
    unsigned sectors, excess;          /* 1000s */
    unsigned space, access;            /* codes */
} code[CODE_INSTRUCTIONS] = {
    {"LDC R1, c[0x0][0x28]", 3, 7, 0, 0, 2, 64, 2048, 0, 0, 0, 0},
    {"S2R R0, SR_CTAID.X", 5, 8, 0, 0, 4, 64, 2048, 0, 0, 0, 0},
    {"S2R R3, SR_TID.X", 5, 9, 12, 0, 4, 64, 2048, 0, 0, 0, 0},
    {"IMAD R0, R0, c[0x0][0x0], R3", 5, 10, 3, 0, 4, 64, 2048, 0, 0, 0, 0},
    {"ISETP.GE.AND P0, PT, R0, c[0x0][0x220], PT", 6, 11, 0, 0, 6, 64, 2048, 0, 0, 0, 0},
    {"@P0 EXIT", 7, 12, 0, 0, 1, 64, 2048, 0, 0, 0, 0},
    {"IMAD.WIDE R2, R0, 0x80, c[0x0][0x210]", 10, 13, 0, 5, 20, 480, 15360, 0, 0, 0, 0},
    {"LDG.E R4, desc[UR4][R2.64]", 10, 13, 60, 0, 20, 480, 15360, 15360, 13440, 4, 2},
    {"FFMA R5, R4, 0.5, R5", 10, 14, 700, 40, 60, 480, 7680, 0, 0, 0, 0},
    {"@P1 BRA `(.L_x_0)", 9, 0, 2, 0, 30, 480, 7680, 0, 0, 0, 0},
    {"STG.E desc[UR4][R6.64], R5", 11, 15, 20, 0, 5, 60, 1920, 240, 0, 4, 4},
    {"EXIT", 12, 17, 0, 0, 2, 60, 1920, 0, 0, 0, 0},
};

static const struct instruction before[CODE_INSTRUCTIONS] = {
    {"LDC R1, c[0x0][0x28]", 4, 7, 0, 0, 2, 64, 2048, 0, 0, 0, 0},
    {"S2R R0, SR_CTAID.X", 6, 8, 0, 0, 4, 64, 2048, 0, 0, 0, 0},
    {"S2R R5, SR_TID.X", 6, 9, 14, 0, 4, 64, 2048, 0, 0, 0, 0},
    {"IMAD R0, R0, c[0x0][0x0], R5", 6, 10, 3, 0, 4, 64, 2048, 0, 0, 0, 0},
    {"MOV R9, RZ", 8, 11, 1, 0, 2, 64, 2048, 0, 0, 0, 0},
    {"STG.E desc[UR4][R6.64], R9", 8, 12, 90, 0, 2, 64, 2048, 64, 0, 4, 4},
    {"IMAD.WIDE R2, R0, 0x80, c[0x0][0x210]", 10, 13, 0, 0, 22, 512, 16384, 0, 0, 0, 0},
    {"LDG.E R8, desc[UR4][R2.64]", 10, 13, 15, 0, 21, 512, 16384, 16384, 14336, 4, 2},
    {"FFMA R9, R8, 0.25, R9", 10, 14, 1900, 0, 64, 512, 16384, 0, 0, 0, 0},
    {"@P1 BRA `(.L_x_0)", 9, 0, 2, 0, 32, 512, 16384, 0, 0, 0, 0},
    {"STG.E desc[UR4][R6.64], R9", 11, 15, 4, 9, 5, 64, 2048, 256, 0, 4, 4},
    {"EXIT", 12, 17, 0, 0, 2, 64, 2048, 0, 0, 0, 0},
};

static const struct instruction more = {"FADD R5, R5, R4", 10, 14, 1, 0, 1, 480, 15360, 0, 0, 0, 0};

static const struct instruction *at(const struct code_sample *sample, size_t i)
{
    return i >= CODE_INSTRUCTIONS ? &more : sample->before ? &before[i] : &code[i];
}

void code_listing(struct strbuf *out, const struct code_sample *sample)
{
    strbuf_adds(out, "\t.section\t.text._Z4blurPKfPfi,\"ax\",@progbits\n_Z4blurPKfPfi:\n");
    for (size_t i = 0; i < sample->instructions; i++)
        strbuf_addf(out, "%s        /*%04zx*/                   %s ;\n", i == 6 ? ".L_x_0:\n" : "",
                    i * 16, at(sample, i)->text);
    strbuf_adds(out, "\t.section\t.text._Z6helperf,\"ax\",@progbits\n_Z6helperf:\n"
                     "        /*0000*/                   FMUL R4, R4, R4 ;\n"
                     "        /*0010*/                   RET.REL.NODEC R20 ;\n");
}

static unsigned waits(const struct instruction *i)
{
    return i->waits;
}
static unsigned barrier(const struct instruction *i)
{
    return i->barrier;
}
static unsigned selected(const struct instruction *i)
{
    return i->selected;
}
static unsigned executed(const struct instruction *i)
{
    return i->executed * 1000;
}
static unsigned threads(const struct instruction *i)
{
    return i->threads * 1000;
}
static unsigned sectors(const struct instruction *i)
{
    return i->sectors * 1000;
}
static unsigned excess(const struct instruction *i)
{
    return i->excess * 1000;
}
static unsigned space(const struct instruction *i)
{
    return i->space;
}
static unsigned access_kind(const struct instruction *i)
{
    return i->access;
}

#define STALL "smsp__pcsamp_warps_issue_stalled_"
#define GROUP "group:smsp__pcsamp_warp_stall_reasons"

static const struct {
    const char *name, *label;
    unsigned (*value)(const struct instruction *); /* NULL: the group */
} metrics[] = {
    {GROUP, "Warp Stall Sampling (All Samples)", NULL},
    {"inst_executed", "Instructions Executed", executed},
    {"thread_inst_executed", "Thread Instructions Executed", threads},
    {"memory_l2_theoretical_sectors_global", "L2 Theoretical Sectors Global", sectors},
    {"derived__memory_l2_theoretical_sectors_global_excessive",
     "L2 Theoretical Sectors Global Excessive", excess},
    {"memory_type", "Address Space", space},
    {"memory_access_type", "Access Operation", access_kind},
    {STALL "long_scoreboard", "stall_long_sb", waits},
    {STALL "barrier", "stall_barrier", barrier},
    {STALL "selected", "stall_selected", selected},
};

static void add_metrics(struct strbuf *out, const struct code_sample *sample)
{
    for (size_t m = 0; m < sizeof metrics / sizeof *metrics; m++) {
        strbuf_addf(out, "MetricResults { NameId: %zu ", m);
        if (!metrics[m].value)
            strbuf_adds(out, "MetricValue { StringValue: '" STALL "long_scoreboard," STALL
                             "barrier," STALL "selected' } ");
        else
            strbuf_adds(out, "MetricValue { Uint64Value: 1 } ");
        for (size_t i = 0; metrics[m].value && i < sample->instructions; i++)
            strbuf_addf(out,
                        "MetricValueList { CorrelationId { Uint64Value: %zu } ElementValue { "
                        "Uint64Value: %u } } ",
                        CODE_ADDRESS + i * 16, metrics[m].value(at(sample, i)));
        strbuf_adds(out, "} ");
    }
    strbuf_adds(out, "Sections { Identifier: 'SourceCounters' DisplayName: 'Source Counters' "
                     "Order: 1 SourceMetrics { ");
    for (size_t m = 0; m < sizeof metrics / sizeof *metrics; m++)
        strbuf_addf(out, "Metrics { Name: '%s' Label: '%s' } ", metrics[m].name, metrics[m].label);
    strbuf_adds(out, "} } ");
}

/* One finding of an instruction, one of a line. */
static const char findings[] =
    "RuleResults { Identifier: 'R' DisplayName: 'Stalls' SectionIdentifier: 'SourceCounters' "
    "SourceMarkers { Kind: SASS Address: 7340160 Tooltip: 'most warps wait here' Type: "
    "Optimization } SourceMarkers { Kind: Source LineNumber: 10 FileName: '/app/work.cu' Tooltip: "
    "'this line loads with a stride' Type: Warning } } ";

/* Bytes of which the first two are the opcode's, the last three the scheduling's. */
static uint8_t *code_of(const struct code_sample *sample)
{
    uint8_t *bytes = mem_alloc(sample->instructions * 16);
    for (size_t i = 0; i < sample->instructions; i++) {
        const char *text = at(sample, i)->text, *name = *text == '@' ? strchr(text, ' ') + 1 : text;
        uint32_t opcode = text_hash_part(name, strcspn(name, " ")), all = text_hash(text);
        memcpy(bytes + i * 16, &opcode, 2);
        memcpy(bytes + i * 16 + 2, &all, sizeof all);
        memset(bytes + i * 16 + 13, sample->before, 3);
    }
    return bytes;
}

static void add_lines(struct build_cubin *module, const struct code_sample *sample)
{
    size_t instructions = sample->instructions;
    struct build_line_row *lines = mem_alloc((instructions + 1) * sizeof *lines);
    struct build_line_row *ptx_lines = mem_alloc((instructions + 1) * sizeof *lines);
    size_t count = 0, ptx_count = 0;
    for (size_t i = 0; i < instructions; i++) {
        lines[count++] = (struct build_line_row){i * 16, 1, at(sample, i)->line};
        /* What h.h has of weight() was put in line. */
        if (i == 8)
            lines[count++] = (struct build_line_row){i * 16, 2, 3};
        if (at(sample, i)->ptx)
            ptx_lines[ptx_count++] = (struct build_line_row){i * 16, 0, at(sample, i)->ptx};
    }
    module->places[0] = build_line_rows(&module->lines, lines, count, instructions * 16, true);
    module->place_count = 1;
    module->ptx_place =
        build_line_rows(&module->ptx_lines, ptx_lines, ptx_count, instructions * 16, false);
    free(lines);
    free(ptx_lines);
}

static void add_module(struct build *build, const struct build_cubin *module,
                       const struct build_source *from)
{
    struct strbuf packed = {0};
    build_source(&packed, module, from);
    build_raw_entry(build, packed.data, packed.length);
    build_block(build, "NumSources: 1 Process { ProcessID: 5 }");
    strbuf_free(&packed);
}

static void add_modules(struct build *build, const struct code_sample *sample)
{
    uint8_t *bytes = code_of(sample);
    struct build_cubin blur = {
        .name = "_Z4blurPKfPfi", .instructions = sample->instructions, .code = bytes};
    const struct build_cubin helper = {.name = "_Z6helperf", .instructions = 2};
    if (!sample->no_lines) {
        blur.ptx = sample->before ? ptx_before : ptx;
        blur.ptx_length = (sample->before ? sizeof ptx_before : sizeof ptx) - 1;
        add_lines(&blur, sample);
    }
    add_module(build, &blur,
               &(struct build_source){7, CODE_ADDRESS, 9,
                                      sample->no_file  ? NULL
                                      : sample->before ? code_before
                                                       : source});
    add_module(build, &helper, &(struct build_source){8, 0x600000, 9, NULL});
    strbuf_free(&blur.lines);
    strbuf_free(&blur.ptx_lines);
    free(bytes);
}

void build_code(struct build *build, const struct code_sample *sample)
{
    struct strbuf kernel = {0}, range = {0}, names = {0};
    build_begin(build, 7);
    add_modules(build, sample);
    strbuf_adds(
        &kernel,
        "ThreadID: 1 APICallID: 2 ProgramHandle: 3 KernelID: 4 KernelMangledName: "
        "'_Z4blurPKfPfi' KernelFunctionName: 'blur' KernelDemangledName: 'blur(const float *, "
        "float *, int)' WorkDimensions: 3 GlobalWorkOffset { X: 0 Y: 0 Z: 0 } GridSize { X: 64 Y: "
        "1 Z: 1 } BlockSize { X: 128 Y: 1 Z: 1 } Source { Reference: 7 } ");
    if (!sample->no_metrics)
        add_metrics(&kernel, sample);
    if (sample->timed)
        strbuf_addf(&kernel, "MetricResults { NameId: %zu MetricValue { DoubleValue: 40000 } } ",
                    sizeof metrics / sizeof *metrics + 1);
    strbuf_adds(&kernel, findings);
    build_entry(build, &rep__profile_result__descriptor, kernel.data);
    strbuf_adds(&names, "NumResults: 1 Process { ProcessID: 5 } StringTable { ");
    for (size_t m = 0; m < sizeof metrics / sizeof *metrics; m++)
        strbuf_addf(&names, "Strings: '%s' ", metrics[m].name);
    strbuf_adds(&names, "Strings: 'launch__function_pcs' Strings: 'gpu__time_duration.sum' }");
    build_block(build, names.data);
    strbuf_addf(&range,
                "ThreadID: 1 APICallID: 3 References: 7 References: 8 MetricResults { NameId: %zu "
                "MetricValue { Uint64Value: 2 } MetricValueList { ElementValue { Uint64Value: %d } "
                "} MetricValueList { ElementValue { Uint64Value: %d } } } ",
                sizeof metrics / sizeof *metrics, CODE_ADDRESS, 0x600000);
    build_entry(build, &rep__range_result__descriptor, range.data);
    build_block(build, "NumRangeResults: 1 Process { ProcessID: 5 }");
    strbuf_free(&kernel);
    strbuf_free(&range);
    strbuf_free(&names);
}
