"""answers.py MODULE_FOLDER REPORT OUT [MOST]: asks every method of ncu_report about a report and pickles the answers.

The module is the one in MODULE_FOLDER: NVIDIA's or ours. OUT gets a dictionary: what was asked -> the answer as repr().
compare_answers.py compares two of them. MOST limits the actions that are asked about (40)."""
import pickle
import sys

sys.path.insert(0, sys.argv[1])
import ncu_report  # noqa: E402

answers = {}
MOST = int(sys.argv[4]) if len(sys.argv) > 4 else 40


def plain(value):
    """What can be compared: containers of plain values."""
    if isinstance(value, (list, tuple)):
        return type(value)(plain(one) for one in value)
    if isinstance(value, dict):
        return {key: plain(value[key]) for key in sorted(value, key=repr)}
    if type(value).__name__ == "map_string_string":
        return {key: value[key] for key in sorted(value.keys())}
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    return type(value).__name__


def ask(key, what):
    try:
        answers[key] = repr(plain(what()))
    except Exception as problem:
        answers[key] = "raises " + type(problem).__name__


def ask_all(key, object_, calls):
    for name, *arguments in calls:
        ask(f"{key}.{name}({', '.join(map(repr, arguments))})", lambda: getattr(object_, name)(*arguments))


def metric(key, m):
    for name in ("name", "value", "as_double", "as_uint64", "as_string", "kind", "has_value", "unit", "metric_type",
                 "metric_subtype", "rollup_operation", "num_instances", "has_correlation_ids", "correlation_ids"):
        ask(f"{key}.{name}()", getattr(m, name))
    answers[f"{key}.description() says something"] = repr(bool(m.description()))
    count = m.num_instances()
    for i in sorted({0, 1, count // 2, count - 1, count, 999} - {-1}):
        for name in ("value", "as_double", "as_uint64", "as_string", "kind", "has_value"):
            ask(f"{key}.{name}({i})", lambda: getattr(m, name)(i))
    ids = m.correlation_ids()
    if ids is not None:
        for name in ("name", "num_instances", "value", "kind", "has_value", "unit", "has_correlation_ids", "metric_type"):
            ask(f"{key}.correlation_ids().{name}()", getattr(ids, name))
        for i in sorted({0, count // 2, count - 1, count}):
            for name in ("value", "as_uint64", "as_double", "as_string", "kind", "has_value"):
                ask(f"{key}.correlation_ids().{name}({i})", lambda: getattr(ids, name)(i))


def action(key, a):
    ask_all(key, a, [("name",), ("name", 1), ("name", 2), ("name", 7), ("name", "x"), ("workload_type",), ("metric_names",),
                     ("source_info", 0), ("sass_by_pc", 0), ("ptx_by_pc", 0), ("source_files",), ("source_markers",),
                     ("rule_results_as_dicts",), ("metric_by_name", "nope"), ("metric_by_name", 3), ("add_metric", "x"),
                     ("add_integer_metric", "x", 6, 1), ("__len__",)])
    ask(f"{key}['nope']", lambda: a["nope"])
    ask(f"{key}[3]", lambda: a[3])
    ask(f"str({key})", lambda: str(a))
    ask(f"list({key})", lambda: list(a))
    names = a.metric_names()
    for name in names:
        metric(f"{key}[{name!r}]", a[name])
    if "inst_executed" in names and a["inst_executed"].correlation_ids() is not None:
        ids = a["inst_executed"].correlation_ids()
        for i in range(min(ids.num_instances(), 60)):
            pc = ids.as_uint64(i)
            for add in (0, 4):
                info = a.source_info(pc + add)
                answers[f"{key}.source_info({i}+{add})"] = repr(info and (info.file_name(), info.line()))
                ask(f"{key}.sass_by_pc({i}+{add})", lambda: a.sass_by_pc(pc + add))
                ask(f"{key}.ptx_by_pc({i}+{add})", lambda: a.ptx_by_pc(pc + add))
    for i, result in enumerate(a.rule_results()):
        for name in ("rule_identifier", "name", "section_identifier", "has_rule_message", "rule_message", "focus_metrics",
                     "has_speedup_estimation", "speedup_estimation", "result_tables"):
            ask(f"{key}.rule_results()[{i}].{name}()", getattr(result, name))
    nvtx(key + ".nvtx_state()", a.nvtx_state())


def nvtx(key, state):
    answers[key] = repr(state is not None)
    if state is None:
        return
    ask(f"{key}.domains()", state.domains)
    ask(f"{key}[x]", lambda: state["x"])
    ask(f"{key}[77777]", lambda: state[77777])
    for i in state.domains():
        domain = state.domain_by_id(i)
        for name in ("name", "push_pop_ranges", "start_end_ranges", "__str__"):
            ask(f"{key}[{i}].{name}()", getattr(domain, name))
        for kind in ("push_pop_range", "start_end_range"):
            for j in range(len(getattr(domain, kind + "s")()) + 1):
                one = getattr(domain, kind)(j)
                answers[f"{key}[{i}].{kind}({j})"] = repr(one is not None)
                for name in ("name", "has_attributes", "category", "color", "payload_type", "payload_as_uint64",
                             "payload_as_double", "payload_as_string", "message") if one is not None else ():
                    ask(f"{key}[{i}].{kind}({j}).{name}()", getattr(one, name))


def members():
    for name in sorted(vars(ncu_report)):
        if name.startswith("_"):
            continue
        value = getattr(ncu_report, name)
        answers[f"has {name}"] = repr(type(value).__name__ if not isinstance(value, type) else "class")
        if isinstance(value, int):
            answers[f"constant {name}"] = repr(int(value))
        if isinstance(value, type) and not issubclass(value, (list, set, dict)):
            for member in sorted(set(dir(value)) - set(dir(object))):
                if not member.startswith("_") and member not in ("this", "thisown"):
                    answers[f"has {name}.{member}"] = "True"
                    inner = getattr(value, member)
                    if isinstance(inner, int):
                        answers[f"constant {name}.{member}"] = repr(int(inner))
            ask(f"{name}()", value)


PATTERNS = ["setup", "setup/", "/iteration", "iteration/", "inner/", "iteration/inner", "inner]", "[iteration",
            "iteration/*", "iteration/*/inner", "iteration/+/inner", "*", "*/", "+/", "regex:iter.*/", "regex:.*",
            "<default domain>@iteration/", "default@tail", "A/*/B", "batch*/", "forward/", "regex:.*/", "a,b", "", "/"]


def main():
    members()
    c = ncu_report.load_report(sys.argv[2])
    ask_all("c", c, [("num_ranges",), ("__len__",), ("range_by_idx", 5), ("range_by_idx", -1), ("range_by_idx", "x"),
                     ("get_version",), ("frontend",), ("controller",)])
    ask("c[99]", lambda: c[99])
    ask("c['x']", lambda: c["x"])
    ask("c[0:1]", lambda: c[0:1])
    ask("missing", lambda: ncu_report.load_report("/nonexistent.ncu-rep"))
    ask("no report", lambda: ncu_report.load_report("/etc/passwd"))
    ask("empty", lambda: ncu_report.load_report("/dev/null"))
    for i in range(c.num_ranges()):
        r = c.range_by_idx(i)
        ask_all(f"r{i}", r, [("num_actions",), ("action_by_idx", 99999), ("action_by_idx", -1), ("__len__",)])
        for pattern in PATTERNS:
            ask_all(f"r{i}", r, [("actions_by_nvtx", [pattern], []), ("actions_by_nvtx", [], [pattern]),
                                 ("actions_by_nvtx", ["regex:.*/"], [pattern])])
        for j in range(min(r.num_actions(), MOST)):
            action(f"r{i}[{j}]", r.action_by_idx(j))
    with open(sys.argv[3], "wb") as out:
        pickle.dump(answers, out)
    print(len(answers), "answers")


main()
