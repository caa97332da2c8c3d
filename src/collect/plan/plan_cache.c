#include "collect/plan/plan_cache.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "kept_plan.pb-c.h"
#include "report/base/disk_cache.h"
#include "report/base/mem.h"

enum { TOOL_BYTES = 80 };

static bool add_file(char *tool, const char *path)
{
    struct stat status;
    size_t used = strlen(tool);
    if (stat(path, &status) != 0)
        return false;
    snprintf(tool + used, TOOL_BYTES - used, "%llx-%llx-%lx.", (unsigned long long)status.st_size,
             (unsigned long long)status.st_mtim.tv_sec, (unsigned long)status.st_mtim.tv_nsec);
    return true;
}

/* Adds all of a section, since what it asks for may follow from any of its parts. */
static void add_section(struct disk_cache_hash *hash, const Rep__ProfilerSection *section)
{
    const size_t length = rep__profiler_section__get_packed_size(section);
    uint8_t *bytes = mem_alloc(length + 1);
    rep__profiler_section__pack(section, bytes);
    disk_cache_add(hash, bytes, length);
    free(bytes);
}

static void add_name(void *hash, const char *name)
{
    disk_cache_add_text(hash, name);
}

static struct disk_cache_key key_of(const struct plan_cache *cache, const struct plan *request,
                                    const struct section_scope *scope)
{
    struct disk_cache_hash hash;
    disk_cache_begin(&hash);
    disk_cache_add_text(&hash, cache->library);
    disk_cache_add_text(&hash, cache->chip);
    disk_cache_add(&hash, cache->availability, cache->availability_size);
    const int where[] = {(int)scope->arch, (int)scope->scope, (int)(scope->driver * 1000),
                         scope->is_virtual, cache->links};
    disk_cache_add(&hash, where, sizeof where);
    for (size_t i = 0; i < request->section_count; i++)
        if (request->sections[i] != request->own)
            add_section(&hash, request->sections[i]);
    /* Names of sections and of --metrics are treated differently. */
    disk_cache_add_text(&hash, request->request->extra_suffixes ? "--metrics" : "-metrics");
    for (size_t i = 0; i < request->request->metric_count; i++)
        disk_cache_add_text(&hash, request->request->metrics[i]);
    disk_cache_add_text(&hash, "rules");
    plan_rules_each(request, add_name, &hash);
    return disk_cache_key(&hash);
}

static char **copy_names(char *const *names, size_t count)
{
    char **copy = mem_alloc((count + 1) * sizeof *copy);
    for (size_t i = 0; i < count; i++)
        copy[i] = mem_strdup(names[i]);
    return copy;
}

static struct plan_text *copy_texts(Kept__Text *const *texts, size_t count)
{
    struct plan_text *copy = mem_alloc((count + 1) * sizeof *copy);
    for (size_t i = 0; i < count; i++)
        copy[i] = (struct plan_text){mem_strdup(texts[i]->name ? texts[i]->name : ""),
                                     mem_strdup(texts[i]->value ? texts[i]->value : "")};
    return copy;
}

static void unpack_group(struct plan_group *group, const Kept__Group *kept)
{
    *group = (struct plan_group){.metrics = copy_names(kept->metrics, kept->n_metrics),
                                 .count = kept->n_metrics,
                                 .capacity = kept->n_metrics,
                                 .image = mem_alloc(kept->image.len + 1),
                                 .image_size = kept->image.len,
                                 .passes = kept->passes};
    if (kept->image.len)
        memcpy(group->image, kept->image.data, kept->image.len);
}

static bool unpack(struct chip_plan *plan, const void *bytes, size_t length)
{
    Kept__Plan *kept = kept__plan__unpack(NULL, length, bytes);
    if (!kept || !kept->n_groups) {
        if (kept)
            kept__plan__free_unpacked(kept, NULL);
        return false;
    }
    *plan = (struct chip_plan){.groups = mem_alloc(kept->n_groups * sizeof *plan->groups),
                               .texts = copy_texts(kept->texts, kept->n_texts),
                               .text_count = kept->n_texts,
                               .text_capacity = kept->n_texts,
                               .definitions = copy_texts(kept->definitions, kept->n_definitions),
                               .definition_count = kept->n_definitions,
                               .definition_capacity = kept->n_definitions,
                               .notes = copy_names(kept->notes, kept->n_notes),
                               .note_count = kept->n_notes,
                               .note_capacity = kept->n_notes,
                               .refused = copy_names(kept->refused, kept->n_refused),
                               .refused_count = kept->n_refused,
                               .refused_capacity = kept->n_refused,
                               .unknown = copy_names(kept->unknown, kept->n_unknown),
                               .unknown_count = kept->n_unknown,
                               .unknown_capacity = kept->n_unknown,
                               .requested = copy_names(kept->requested, kept->n_requested),
                               .requested_count = kept->n_requested,
                               .requested_capacity = kept->n_requested,
                               .inside = copy_names(kept->inside, kept->n_inside),
                               .inside_count = kept->n_inside,
                               .inside_capacity = kept->n_inside,
                               .sampled = mem_alloc((kept->n_sampled + 1) * sizeof *plan->sampled),
                               .sampled_capacity = kept->n_sampled,
                               .gaps = kept->gaps ? mem_strdup(kept->gaps) : NULL};
    for (; plan->group_count < kept->n_groups; plan->group_count++)
        unpack_group(&plan->groups[plan->group_count], kept->groups[plan->group_count]);
    for (; plan->sampled_count < kept->n_sampled; plan->sampled_count++)
        unpack_group(&plan->sampled[plan->sampled_count], kept->sampled[plan->sampled_count]);
    kept__plan__free_unpacked(kept, NULL);
    return true;
}

/* Makes the messages, which are *all, and returns pointers to them; free() both. */
static Kept__Text **pack_texts(const struct plan_text *texts, size_t count, Kept__Text **all)
{
    Kept__Text **pointers = mem_alloc((count + 1) * sizeof *pointers);
    *all = mem_alloc((count + 1) * sizeof **all);
    for (size_t i = 0; i < count; i++) {
        pointers[i] = &(*all)[i];
        kept__text__init(pointers[i]);
        pointers[i]->name = texts[i].name;
        pointers[i]->value = texts[i].value;
    }
    return pointers;
}

static Kept__Group **pack_groups(const struct plan_group *groups, size_t count, Kept__Group **all)
{
    Kept__Group **pointers = mem_alloc((count + 1) * sizeof *pointers);
    *all = mem_alloc((count + 1) * sizeof **all);
    for (size_t i = 0; i < count; i++) {
        Kept__Group *group = pointers[i] = &(*all)[i];
        kept__group__init(group);
        group->metrics = groups[i].metrics;
        group->n_metrics = groups[i].count;
        group->has_image = group->has_passes = true;
        group->image = (ProtobufCBinaryData){groups[i].image_size, groups[i].image};
        group->passes = groups[i].passes;
    }
    return pointers;
}

static void put(const struct plan_cache *cache, const struct disk_cache_key *key, const char *tool,
                const struct chip_plan *plan)
{
    Kept__Plan message = KEPT__PLAN__INIT;
    Kept__Group *groups, *sampled;
    Kept__Text *texts, *definitions;
    message.groups = pack_groups(plan->groups, plan->group_count, &groups);
    message.n_groups = plan->group_count;
    message.sampled = pack_groups(plan->sampled, plan->sampled_count, &sampled);
    message.n_sampled = plan->sampled_count;
    message.texts = pack_texts(plan->texts, plan->text_count, &texts);
    message.n_texts = plan->text_count;
    message.definitions = pack_texts(plan->definitions, plan->definition_count, &definitions);
    message.n_definitions = plan->definition_count;
    message.notes = plan->notes;
    message.n_notes = plan->note_count;
    message.refused = plan->refused;
    message.n_refused = plan->refused_count;
    message.unknown = plan->unknown;
    message.n_unknown = plan->unknown_count;
    message.requested = plan->requested;
    message.n_requested = plan->requested_count;
    message.gaps = plan->gaps;
    message.inside = plan->inside;
    message.n_inside = plan->inside_count;
    size_t length = kept__plan__get_packed_size(&message);
    uint8_t *bytes = mem_alloc(length + 1);
    kept__plan__pack(&message, bytes);
    disk_cache_put(cache->folder, key, tool, bytes, length);
    free(bytes);
    free(groups);
    free(sampled);
    free(message.sampled);
    free(texts);
    free(definitions);
    free(message.groups);
    free(message.texts);
    free(message.definitions);
}

/* Tells which program and library make the plan. false: they cannot be told apart from others, so
 * nothing is kept. */
static bool tool_of(const struct plan_cache *cache, char *tool)
{
    *tool = '\0';
    return cache->folder && add_file(tool, "/proc/self/exe") && add_file(tool, cache->library);
}

bool plan_cache_get(struct chip_plan *plan, const struct plan_cache *cache,
                    const struct plan *request, const struct section_scope *scope)
{
    char tool[TOOL_BYTES];
    size_t length;
    if (!tool_of(cache, tool))
        return false;
    const struct disk_cache_key key = key_of(cache, request, scope);
    char *bytes = disk_cache_get(cache->folder, &key, tool, &length);
    bool got = bytes && unpack(plan, bytes, length);
    free(bytes);
    return got;
}

void plan_cache_put(const struct chip_plan *plan, const struct plan_cache *cache,
                    const struct plan *request, const struct section_scope *scope)
{
    char tool[TOOL_BYTES];
    if (!tool_of(cache, tool))
        return;
    const struct disk_cache_key key = key_of(cache, request, scope);
    put(cache, &key, tool, plan);
}
