#include "build_report.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "report/base/mem.h"
#include "report/base/textproto.h"

static ProtobufCMessage *parse(const ProtobufCMessageDescriptor *descriptor, const char *text)
{
    struct error error;
    ProtobufCMessage *message = textproto_parse(descriptor, "build", text, strlen(text), &error);
    if (!message) {
        fprintf(stderr, "%s\n", error.text);
        abort();
    }
    return message;
}

static void pack(struct strbuf *out, const ProtobufCMessage *message)
{
    size_t length = protobuf_c_message_get_packed_size(message);
    uint8_t *bytes = mem_alloc(length);
    protobuf_c_message_pack(message, bytes);
    strbuf_add(out, bytes, length);
    free(bytes);
}

void build_message(struct strbuf *out, const ProtobufCMessageDescriptor *descriptor,
                   const char *text)
{
    ProtobufCMessage *message = parse(descriptor, text);
    pack(out, message);
    protobuf_c_message_free_unpacked(message, NULL);
}

void build_u32(struct strbuf *out, uint32_t number)
{
    for (int i = 0; i < 4; i++)
        strbuf_addc(out, (char)(number >> 8 * i));
}

void build_begin(struct build *build, unsigned version)
{
    struct strbuf header = {0};
    char *text = mem_printf("Version: %u", version);
    build_message(&header, &rep__file_header__descriptor, text);
    strbuf_add(&build->file, "NVR\0", 4);
    build_u32(&build->file, (uint32_t)header.length);
    strbuf_add(&build->file, header.data, header.length);
    strbuf_free(&header);
    free(text);
}

void build_raw_entry(struct build *build, const void *bytes, size_t length)
{
    build_u32(&build->payload, (uint32_t)length);
    strbuf_add(&build->payload, bytes, length);
}

void build_entry(struct build *build, const ProtobufCMessageDescriptor *descriptor,
                 const char *text)
{
    struct strbuf message = {0};
    strbuf_adds(&message, "");
    build_message(&message, descriptor, text);
    build_raw_entry(build, message.data, message.length);
    strbuf_free(&message);
}

void build_block(struct build *build, const char *text)
{
    Rep__BlockHeader *header = (Rep__BlockHeader *)parse(&rep__block_header__descriptor, text);
    struct strbuf bytes = {0};
    if (!header->has_payloadsize) {
        header->has_payloadsize = 1;
        header->payloadsize = (uint32_t)build->payload.length;
    }
    strbuf_adds(&bytes, "");
    pack(&bytes, &header->base);
    build_u32(&build->file, (uint32_t)bytes.length);
    strbuf_add(&build->file, bytes.data, bytes.length);
    strbuf_add(&build->file, build->payload.data, build->payload.length);
    strbuf_free(&bytes);
    strbuf_clear(&build->payload);
    protobuf_c_message_free_unpacked(&header->base, NULL);
}

void build_free(struct build *build)
{
    strbuf_free(&build->file);
    strbuf_free(&build->payload);
}

Rep__ProfilerSection *build_section(const char *text)
{
    return (Rep__ProfilerSection *)parse(&rep__profiler_section__descriptor, text);
}

void build_lost_instances(struct build *build)
{
    struct strbuf result = {0};
    build_message(&result, &rep__profile_result__descriptor, KERNEL("f"));
    /* MetricResults { NameId: 0 MetricValueList: 2 bytes that end inside of a field } */
    strbuf_add(&result, "\x6a\x06\x08\x00\x1a\x02\x0a\x7f", 8);
    build_begin(build, 7);
    build_raw_entry(build, result.data, result.length);
    build_block(build, "NumResults: 1 StringTable { Strings: 'listed' }");
    strbuf_free(&result);
}

struct report *build_open(const struct build *build)
{
    struct error error = {""};
    struct report *report =
        report_open_bytes("built", (const uint8_t *)build->file.data, build->file.length, &error);
    if (!report)
        fail_msg("%s", error.text);
    return report;
}

static void add_names(struct strbuf *header, const char *names)
{
    strbuf_adds(header, " StringTable { ");
    for (const char *at = names; *at;) {
        size_t length = strcspn(at, " ");
        strbuf_addf(header, "Strings: '%.*s' ", (int)length, at);
        at += length + (at[length] == ' ');
    }
    strbuf_adds(header, "}");
}

struct report *build_one(struct build *build, const char *names, const char *more)
{
    struct strbuf header = {0};
    char *result = mem_printf("%s%s", KERNEL("f"), more);
    build_begin(build, 7);
    build_entry(build, &rep__profile_result__descriptor, result);
    strbuf_adds(&header, "NumResults: 1 Process { ProcessID: 42 Hostname: '127.0.0.1' "
                         "ProcessName: '/bin/app' }");
    add_names(&header, names);
    build_block(build, header.data);
    strbuf_free(&header);
    free(result);
    return build_open(build);
}

#define SAMPLE_NAMES                                                                               \
    "gpu__time_duration.sum sm__throughput.avg.pct_of_peak_sustained_elapsed "                     \
    "launch__grid_dim_x launch__grid_dim_y launch__grid_dim_z "                                    \
    "launch__block_dim_x launch__block_dim_y launch__block_dim_z "                                 \
    "device__attribute_compute_capability_major device__attribute_compute_capability_minor "       \
    "launch__func_cache_config dram__bytes.sum sm__warps_active.avg.per_cycle_active"

#define SAMPLE_CHIP METRIC("8", "Uint64Value: 9") METRIC("9", "Uint64Value: 0")

#define SAMPLE_SECTION                                                                             \
    "Sections { Identifier: 'Second' DisplayName: 'Second Section' Order: 20 "                     \
    "  Header { Metrics { Name: 'dram__bytes.sum' Label: 'Bytes' } "                               \
    "    Metrics { Name: '' } "                                                                    \
    "    Metrics { Name: 'launch__func_cache_config' Label: 'Cache' } "                            \
    "    Metrics { Name: 'never__collected.sum' Label: 'Absent' } } } "                            \
    "Sections { Identifier: 'First' DisplayName: 'First Section' Order: 10 "                       \
    "  Header { Metrics { Name: 'gpu__time_duration.sum' Label: 'Duration' } } } "

#define SAMPLE_FINDINGS                                                                            \
    "RuleResults { Identifier: 'R' DisplayName: 'Rule' SectionIdentifier: 'First' Body { "         \
    "  Items { Message { Message: 'Slow \"loads\", see @url:the guide:https://a.b/c:d@.' "         \
    "    Type: Optimization } Speedup { SpeedupType: Local Value: 12.5 } } "                       \
    "  Items { Message { Message: 'fine' Type: Ok } } } } "

static void sample_session(struct build *build)
{
    build_block(build, "NumSources: 0 NumResults: 0 SessionDetails { CreationTime: 0 "
                       "HostSystemInfo { OSName: 'Linux' Build: '6.1' Architecture: 'x86_64' "
                       "ComputerName: 'node' } } Process { ProcessID: 20 }");
    build_block(build, "SessionDetails { VersionInfo { Provider: 'CUDA Version' Version: '13.0' } "
                       "ProfilerCmdline: 'rooftop app ' } Process { ProcessID: 20 }");
    build_block(build, "SessionDetails { VersionInfo { Provider: 'PerfWorks' Version: '1' } "
                       "DeviceAttributes { ID: 0 Name: 'H200' Attributes { "
                       "Name: 'device__attribute_multiprocessor_count' "
                       "Value { Uint64Value: 132 } } } }");
}

void build_sample(struct build *build)
{
    build_begin(build, 7);
    sample_session(build);
    build_entry(build, &rep__source_data__descriptor,
                "Reference: 98784247809 Binary: 'cubin' CudaSmVersion: 589824");
    build_entry(build, &rep__profile_result__descriptor,
                KERNEL("second") "ContextID: 1 StreamID: 7 KmdVersion: 580.159 " METRIC(
                    "0", "DoubleValue: 2500") METRIC("10", "StringValue: 'None'")
                    SAMPLE_CHIP SAMPLE_SECTION);
    /* The names stand in a later block: references may point forward. */
    build_block(build, "NumSources: 1 NumResults: 1 Process { ProcessID: 20 Hostname: '127.0.0.1' "
                       "ProcessName: '/opt/bin/parent' }");
    build_entry(build, &rep__profile_result__descriptor,
                KERNEL("first") "ContextID: 1 StreamID: 7 ClockStatus { RequestedLock: 0 "
                                "ExecutedLocked: 0 } " METRIC("0", "DoubleValue: 1500")
                                    METRIC("1", "DoubleValue: 12.5")
                                        METRIC("11", "Uint64Value: 4096")
                                            SAMPLE_CHIP SAMPLE_SECTION SAMPLE_FINDINGS);
    build_block(build, "NumResults: 1 Process { ProcessID: 10 Hostname: '127.0.0.1' "
                       "ProcessName: 'child' }");
    build_entry(build, &rep__range_result__descriptor,
                "ThreadID: 1 APICallID: 2 ContextID: 1 " METRIC("0", "DoubleValue: 3500")
                    SAMPLE_CHIP SAMPLE_SECTION);
    build_block(build, "NumRangeResults: 1 Process { ProcessID: 20 }");
    build_entry(build, &rep__graph_result__descriptor,
                "ThreadID: 1 APICallID: 2 ContextID: 1 StreamID: 13 " METRIC(
                    "2", "Uint64Value: 4096") METRIC("3", "Uint64Value: 1")
                    METRIC("4", "Uint64Value: 1") METRIC("5", "Uint64Value: 256")
                        METRIC("6", "Uint64Value: 1") METRIC("7", "Uint64Value: 1") SAMPLE_CHIP);
    struct strbuf header = {0};
    strbuf_adds(&header, "NumGraphResults: 1 Process { ProcessID: 20 }");
    add_names(&header, SAMPLE_NAMES);
    build_block(build, header.data);
    strbuf_free(&header);
}

char *print_page(struct report *report, const struct page_options *options)
{
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    struct error error = {""};
    if (!page_print(report, options, out, &error))
        fprintf(out, "error: %s\n", error.text);
    fclose(out);
    return text;
}

void use_locale(const char *name)
{
    if (!setlocale(LC_ALL, name))
        fail_msg("no locale \"%s\"", name);
}

bool survives(void (*run)(void))
{
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        run();
        _exit(0);
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        ;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}
