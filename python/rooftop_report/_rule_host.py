"""_rule_host.py FD: runs rules in Python for rooftop, which asks over the socket FD.

A request is a JSON text behind its length, an answer a message of python.proto behind its length; lengths have 4 bytes, the
least first. It ends when rooftop closes the socket. Rules may do here what they like: crash, print, hang or leave; rooftop
ends this process then and starts another one.
"""
import importlib.util
import json
import os
import socket
import sys
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:] = [os.path.dirname(HERE)] + [path for path in sys.path if os.path.abspath(path or ".") != HERE]

import NvRules  # noqa: E402,F401: this one, whatever lies beside a rule
from rooftop_report import _objects, _rule_objects, _wire  # noqa: E402
from rooftop_report._reader import Reader  # noqa: E402

_HELPERS = ("RequestedMetrics", "TableBuilder")
_rules = {}      # path -> (rule, module)
_folders = set()
_readers = {}
_current = (None, None, None, None)  # path and number of the result, its action, its vault


def _enter(folder):
    """Lets the rule import the modules that lie beside it, and not those of the same name in another folder."""
    for other in _folders - {folder}:
        for name, module in list(sys.modules.items()):
            if os.path.dirname(getattr(module, "__file__", None) or "") == other:
                del sys.modules[name]
        if other in sys.path:
            sys.path.remove(other)
    # Modules that rules bring along go before ours of the same name.
    for name in _HELPERS:
        if name in sys.modules and os.path.exists(os.path.join(folder, name + ".py")):
            del sys.modules[name]
    _folders.add(folder)
    if folder not in sys.path:
        sys.path.insert(0, folder)


def _call(module, name, default):
    function = getattr(module, name, None)
    return default if function is None else function()


def _describe(problem, path):
    """FILE, line N: what happened; then who called whom, without the frames of this package."""
    frames = [frame for frame in traceback.extract_tb(problem.__traceback__)
              if os.path.dirname(frame.filename) != HERE and not frame.filename.startswith("<")]
    inside = [frame for frame in frames if os.path.abspath(frame.filename) == os.path.abspath(path)]
    line = inside[-1].lineno if inside else getattr(problem, "lineno", None)
    kind = "" if isinstance(problem, _rule_objects.RuleAbort) else type(problem).__name__ + ": "
    said = f"{path}{f', line {line}' if line else ''}: {kind}{problem}"
    calls = [f"{frame.name} ({os.path.basename(frame.filename)}:{frame.lineno})" for frame in frames[-20:]]
    return f"{said}. Traceback: {', '.join(calls)}" if calls else said


def _load(path):
    folder = os.path.dirname(os.path.abspath(path))
    _enter(folder)
    name = os.path.splitext(os.path.basename(path))[0]
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    if not hasattr(module, "get_identifier") or not hasattr(module, "apply"):
        return None
    identifier = str(module.get_identifier())
    rule = {"identifier": identifier, "name": str(_call(module, "get_name", identifier)),
            "description": str(_call(module, "get_description", "")),
            "section": str(_call(module, "get_section_identifier", "")),
            "parents": [str(parent) for parent in _call(module, "get_parent_rules_identifiers", ())],
            "metrics": [], "rules": []}
    if hasattr(module, "evaluate"):
        with _rule_objects.evaluation() as session:
            module.evaluate(session.handle)
            rule["metrics"], rule["rules"] = session.evaluator._metrics, session.evaluator._rules
    _rules[path] = (rule, module)
    return rule


def _answer_load(request):
    try:
        rule = _load(request["file"])
    except BaseException as problem:  # a rule may also leave by sys.exit()
        return _wire.text(8, _describe(problem, request["file"]))
    if rule is None:
        return _wire.whole(9, 1)
    parts = [_wire.text(1, rule["identifier"]), _wire.text(2, rule["name"]), _wire.text(3, rule["description"]),
             _wire.text(4, rule["section"])]
    for field, key in (5, "parents"), (6, "metrics"), (7, "rules"):
        parts += [_wire.text(field, one) for one in rule[key]]
    return b"".join(parts)


def _action(path, number):
    """The action of a result. It keeps what rules added to it while they run on the same result."""
    global _current
    if _current[:2] != (path, number):
        reader = _readers.get(path)
        if reader is None:
            _readers.clear()
            reader = _readers[path] = Reader(path)
        action = _objects._make(_rule_objects.IAction, _reader=reader, _number=number, _added={})
        _current = (path, number, action, {})
    return _current[2], _current[3]


def _chart_finder(path):
    def find(name):
        for folder in (os.path.dirname(os.path.abspath(path)), "."):
            file = os.path.join(folder, name)
            if os.path.exists(file):
                with open(file, encoding="utf-8", errors="surrogateescape") as chart:
                    return file, chart.read(1 << 20)
        raise FileNotFoundError(2, "there is no such chart", name)
    return find


def _answer_run(request):
    path = request["file"]
    if path not in _rules:
        _load(path)
    rule, module = _rules[path]
    _enter(os.path.dirname(os.path.abspath(path)))
    action, vault = _action(request["report"], request["result"])
    for name, value in request.get("added", {}).items():
        action.add_double_metric(name, 4, float(value))
    before = dict(action._added)
    received = request["received"]
    parents = {parent: {key: float(value) for key, value in received[parent].items()}
               for parent in rule["parents"] if parent in received}
    failed = False
    with _rule_objects.application(action, vault, parents, _chart_finder(path)) as session:
        frontend = session.frontend
        try:
            module.apply(session.handle)
        except BaseException as problem:
            failed = True
            said = any(item.get("type") == 4 for item in frontend._items)
            if not (said and isinstance(problem, _rule_objects.RuleAbort)):
                frontend._items.append({"type": 4, "text": _describe(problem, path), "title": "The rule failed",
                                        "focus": [], "tables": []})
    parts = [_wire.message(1, _wire.rule_result(rule, frontend._items, frontend._markers))]
    parts += [_wire.message(2, _wire.text(1, name), _wire.double(2, value)) for name, value in frontend._sent.items()]
    parts += [_wire.message(3, _wire.text(1, name), _wire.message(2, _wire.metric(metric)))
              for name, metric in action._added.items() if before.get(name) is not metric]
    for i, item in enumerate(frontend._items):
        if "chart" in item:
            parts.append(_wire.message(4, _wire.whole(1, i), _wire.text(2, item["chart"][0]), _wire.text(3, item["chart"][1])))
    return b"".join(parts + [_wire.whole(5, failed)])


def _receive(connection, length):
    data = b""
    while len(data) < length:
        part = connection.recv(length - len(data))
        if not part:
            os._exit(0)
        data += part
    return data


def main():
    connection, process = socket.socket(fileno=int(sys.argv[1])), os.getpid()
    while True:
        request = json.loads(_receive(connection, int.from_bytes(_receive(connection, 4), "little")))
        try:
            answer = (_answer_load if request["do"] == "load" else _answer_run)(request)
        except BaseException as problem:
            answer = _wire.text(8 if request["do"] == "load" else 6, _describe(problem, request["file"]))
        if os.getpid() != process:  # the rule forked; only one may answer
            os._exit(0)
        connection.sendall(len(answer).to_bytes(4, "little") + answer)


if __name__ == "__main__":
    main()
