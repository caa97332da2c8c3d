#include "collect/metrics/instruction_metrics.h"

#include <string.h>

#define SASS(name) "smsp__sass_" name
#define MEMDESC(name)                                                                              \
    {                                                                                              \
        SASS("inst_executed_memdesc_explicit_" name), INSTRUCTION_COUNT,                           \
        {                                                                                          \
            {                                                                                      \
                SASS("inst_executed_memdesc_explicit_" name), 0                                    \
            }                                                                                      \
        }                                                                                          \
    }

/* Codes as ncu 2025.3 stores them (source_metrics.c has the words). */
static const struct instruction_metric metrics[] = {
    {"inst_executed", INSTRUCTION_COUNT, {{SASS("inst_executed"), 0}}},
    {"thread_inst_executed", INSTRUCTION_COUNT, {{SASS("thread_inst_executed"), 0}}},
    {"thread_inst_executed_true", INSTRUCTION_COUNT, {{SASS("thread_inst_executed_pred_on"), 0}}},
    {"memory_l1_tag_requests_global", INSTRUCTION_COUNT, {{SASS("l1tex_tags_mem_global"), 0}}},
    {"memory_l1_wavefronts_shared",
     INSTRUCTION_COUNT,
     {{SASS("l1tex_pipe_lsu_wavefronts_mem_shared"), 0}}},
    {"memory_l1_wavefronts_shared_ideal",
     INSTRUCTION_COUNT,
     {{SASS("l1tex_pipe_lsu_wavefronts_mem_shared_ideal"), 0}}},
    {"memory_l2_theoretical_sectors_global", INSTRUCTION_COUNT, {{SASS("sectors_mem_global"), 0}}},
    {"memory_l2_theoretical_sectors_global_ideal",
     INSTRUCTION_COUNT,
     {{SASS("sectors_mem_global_ideal"), 0}}},
    {"memory_l2_theoretical_sectors_local", INSTRUCTION_COUNT, {{SASS("sectors_mem_local"), 0}}},
    {"smsp__branch_targets_threads_divergent",
     INSTRUCTION_COUNT,
     {{SASS("branch_targets_threads_divergent"), 0}}},
    {"smsp__branch_targets_threads_uniform",
     INSTRUCTION_COUNT,
     {{SASS("branch_targets_threads_uniform"), 0}}},
    MEMDESC("hitprop_evict_first"),
    MEMDESC("hitprop_evict_last"),
    MEMDESC("hitprop_evict_normal"),
    MEMDESC("hitprop_evict_normal_demote"),
    MEMDESC("missprop_evict_first"),
    MEMDESC("missprop_evict_normal"),
    {SASS("inst_executed_memdesc_explicit_evict_type"),
     INSTRUCTION_CODE,
     {{SASS("inst_executed_memdesc_explicit_hitprop_evict_first"), 1},
      {SASS("inst_executed_memdesc_explicit_hitprop_evict_last"), 2},
      {SASS("inst_executed_memdesc_explicit_hitprop_evict_normal"), 4},
      {SASS("inst_executed_memdesc_explicit_hitprop_evict_normal_demote"), 8},
      {SASS("inst_executed_memdesc_explicit_missprop_evict_first"), 16},
      {SASS("inst_executed_memdesc_explicit_missprop_evict_normal"), 32}}},
    {"memory_type",
     INSTRUCTION_CODE,
     {{SASS("inst_executed_op_global"), 4},
      {SASS("inst_executed_op_local"), 8},
      {SASS("inst_executed_op_shared"), 16}}},
    {"memory_access_type",
     INSTRUCTION_CODE,
     {{SASS("inst_executed_op_ld"), 2},
      {SASS("inst_executed_op_st"), 4},
      {SASS("inst_executed_op_atom"), 8}}},
    {"memory_access_size_type",
     INSTRUCTION_CODE,
     {{SASS("inst_executed_op_memory_8b"), 2},
      {SASS("inst_executed_op_memory_16b"), 8},
      {SASS("inst_executed_op_memory_32b"), 32},
      {SASS("inst_executed_op_memory_64b"), 64},
      {SASS("inst_executed_op_memory_128b"), 128}}},
    {"sass__inst_executed_global_loads",
     INSTRUCTION_TOTAL,
     {{SASS("inst_executed_op_global_ld"), 0}}},
    {"sass__inst_executed_global_stores",
     INSTRUCTION_TOTAL,
     {{SASS("inst_executed_op_global_st"), 0}}},
    {"sass__inst_executed_local_loads",
     INSTRUCTION_TOTAL,
     {{SASS("inst_executed_op_local_ld"), 0}}},
    {"sass__inst_executed_local_stores",
     INSTRUCTION_TOTAL,
     {{SASS("inst_executed_op_local_st"), 0}}},
    {"sass__inst_executed_shared_loads",
     INSTRUCTION_TOTAL,
     {{SASS("inst_executed_op_shared_ld"), 0}}},
    {"sass__inst_executed_shared_stores",
     INSTRUCTION_TOTAL,
     {{SASS("inst_executed_op_shared_st"), 0}}},
};

const struct opcode_metric opcode_metrics[] = {
    {"sass__inst_executed_per_opcode", "inst_executed", false},
    {"sass__inst_executed_per_opcode_category", "inst_executed", true},
    {"sass__thread_inst_executed_per_opcode_category", "thread_inst_executed", true},
    {"sass__thread_inst_executed_true_per_opcode", "thread_inst_executed_true", false},
};

const size_t opcode_metric_count = sizeof opcode_metrics / sizeof *opcode_metrics;

#define SPILLING(rest) "sass__inst_executed_register_spilling" rest

const struct spill_metric spill_metrics[] = {
    {SPILLING(""), "", ""},
    {SPILLING("_op_read"), "LD", ""},
    {SPILLING("_op_write"), "ST", ""},
    {SPILLING("_mem_local"), "", "L"},
    {SPILLING("_mem_local_op_read"), "LD", "L"},
    {SPILLING("_mem_local_op_write"), "ST", "L"},
    {SPILLING("_mem_shared"), "", "S"},
    {SPILLING("_mem_shared_op_read"), "LD", "S"},
    {SPILLING("_mem_shared_op_write"), "ST", "S"},
};

const size_t spill_metric_count = sizeof spill_metrics / sizeof *spill_metrics;

const struct spill_metric *spill_metric_find(const char *name)
{
    for (size_t i = 0; i < spill_metric_count; i++)
        if (strcmp(spill_metrics[i].name, name) == 0)
            return &spill_metrics[i];
    return NULL;
}

const struct opcode_metric *opcode_metric_find(const char *name)
{
    for (size_t i = 0; i < opcode_metric_count; i++)
        if (strcmp(opcode_metrics[i].name, name) == 0)
            return &opcode_metrics[i];
    return NULL;
}

const struct instruction_metric *instruction_metric_find(const char *name)
{
    for (size_t i = 0; i < sizeof metrics / sizeof *metrics; i++)
        if (strcmp(metrics[i].name, name) == 0)
            return &metrics[i];
    return NULL;
}
