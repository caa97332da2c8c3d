#include "notes_sample.h"

#define LAUNCH(name)                                                                               \
    "ThreadID: 7 APICallID: 9 ProgramHandle: 3 KernelID: 4 KernelMangledName: '" name "' "         \
    "KernelFunctionName: '" name "' KernelDemangledName: '" name "(int *)' WorkDimensions: 3 "     \
    "GlobalWorkOffset { X: 0 Y: 0 Z: 0 } GridSize { X: 8 Y: 1 Z: 1 } BlockSize { X: 64 Y: 1 "      \
    "Z: 1 } Source {} ContextID: 1 StreamID: 7 " METRIC("0", "DoubleValue: 1500")                  \
        METRIC("1", "Uint64Value: 9") METRIC(                                                      \
            "2",                                                                                   \
            "Uint64Value: 0") "Sections { Identifier: 'LaunchStats' DisplayName: 'Launch "         \
                              "Statistics' Header { "                                              \
                              "Metrics { Name: 'gpu__time_duration.sum' Label: 'Duration' } } } "

#define ATTRIBUTES(color, payload, category, message)                                              \
    "Attributes { Version: 3 Category: " category " Color { " color " } Payload { " payload        \
    " } Message { MessageType: NvtxMessageTypeAscii message: '" message "' } } "

#define NVTX                                                                                       \
    "Nvtx { "                                                                                      \
    "Domains { Id: 0 Name: '<default domain>' NameTables { Family: NvtxNameFamilyOsThread "        \
    "Mappings { Id: 7 Value: 'main' } } } "                                                        \
    "Domains { Id: 1 Name: 'solver' Strings { Id: 77 Value: 'registered' } NameTables { Family: "  \
    "NvtxNameFamilyCategory Mappings { Id: 3 Value: 'io' } } } "                                   \
    "Threads { TID: 7 PushPopDomains { Id: 0 Stack { Name: 'epoch 1' } Stack { Name: "             \
    "'forward' " ATTRIBUTES("ColorType: NvtxColorTypeArgb Color: 0xff00ff80",                      \
                            "PayloadType: NvtxPayloadTypeInt32 IValue: -5", "3",                   \
                            "forward") "} } PushPopDomains { Id: 1 Stack { Name: "                 \
                                       "'assemble' " ATTRIBUTES("ColorType: NvtxColorTypeUnknown", \
                                                                "PayloadType: "                    \
                                                                "NvtxPayloadTypeDouble "           \
                                                                "DoubleValue: 0.25",               \
                                                                "3",                               \
                                                                "matrix\\033[2J") "} } } "         \
                                                                                  "Threads { "     \
                                                                                  "TID: 8 "        \
                                                                                  "PushPopDomains" \
                                                                                  " { Id: 0 "      \
                                                                                  "Stack { Name: " \
                                                                                  "'loader' } } "  \
                                                                                  "} "             \
                                                                                  "Threads { "     \
                                                                                  "TID: 9 "        \
                                                                                  "PushPopDomains" \
                                                                                  " { Id: 0 } } "  \
                                                                                  "StartEndDomain" \
                                                                                  "s { Id: 1 "     \
                                                                                  "Ranges { Id: "  \
                                                                                  "4 Name: '' "    \
                                                                                  "Attributes { "  \
                                                                                  "Version: 3 "    \
                                                                                  "Category: 0 "   \
                                                                                  "Color { "       \
                                                                                  "ColorType: "    \
                                                                                  "NvtxColorTypeU" \
                                                                                  "nknown } "      \
                                                                                  "Payload { "     \
                                                                                  "PayloadType: "  \
                                                                                  "NvtxPayloadTyp" \
                                                                                  "eUnknown } "    \
                                                                                  "Message { "     \
                                                                                  "MessageType: "  \
                                                                                  "NvtxMessageTyp" \
                                                                                  "eRegistered "   \
                                                                                  "handle: 77 } "  \
                                                                                  "} StartTID: 8 " \
                                                                                  "} Ranges { "    \
                                                                                  "Id: 5 Name: "   \
                                                                                  "'copy' } } "    \
                                                                                  "DefaultDomain:" \
                                                                                  " 0 "            \
                                                                                  "PushPopRangeSc" \
                                                                                  "ope: Thread } "

#define FRAME(module, pc, function)                                                                \
    "Frames { ModuleName: '" module "' PC: " pc " FileName: '' FuncName: '" function "' Line: 0 "  \
    "} "
#define STACKS                                                                                     \
    "CpuStack { Type: CpuStacktraceTypeNative " FRAME("/opt/lib/libcudart.so.13",                  \
                                                      "0x7f0000001000", "cudaLaunchKernel")        \
        FRAME("/home/me/app", "0x55f000002000", "step(float\\033]0;x\\007*)")                      \
            FRAME("/home/me/app", "0x55f000003000", "")                                            \
                FRAME("/home/me/app", "0x55f000004000",                                            \
                      "_start") "} "                                                               \
                                "PythonStack { Type: CpuStacktraceTypePython "                     \
                                "Frames { ModuleName: '' PC: 0 FileName: 'model.py' FuncName: "    \
                                "'forward' Line: 12 } "                                            \
                                "Frames { ModuleName: '' PC: 0 FileName: 'train.py' FuncName: "    \
                                "'<module>' Line: 40 } } "

#define COMMENTS                                                                                   \
    "Comments: 'slower than last week\\r\\nlook at the stores' SectionComments { ID { SectionID: " \
    "'LaunchStats' } DisplayName: 'Launch Statistics' Text: 'too few blocks' } SectionComments { " \
    "ID { SectionID: 'Absent' } DisplayName: 'me' Text: 'gone' } "

#define FINDING                                                                                    \
    "RuleResults { Identifier: 'Stored' DisplayName: 'x' SectionIdentifier: 'LaunchStats' Body { " \
    "Items { Message { Message: 'as it was stored' Type: Ok } } } } "

void build_notes(struct build *build)
{
    build_begin(build, 7);
    build_entry(build, &rep__profile_result__descriptor, LAUNCH("noted") COMMENTS NVTX STACKS);
    build_entry(build, &rep__profile_result__descriptor, LAUNCH("plain") FINDING);
    build_block(build, "NumResults: 2 Process { ProcessID: 20 Hostname: 'h' ProcessName: "
                       "'/home/me/app' } SessionDetails { Comments: 'the report of Monday' } "
                       "StringTable { Strings: 'gpu__time_duration.sum' Strings: "
                       "'device__attribute_compute_capability_major' Strings: "
                       "'device__attribute_compute_capability_minor' }");
}
