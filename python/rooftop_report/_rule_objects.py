"""The classes of NvRules that only rules use: they add metrics to an action and say what was found."""
from . import _objects
from ._objects import MsgType, _index, _make, _Made, _text
from ._stubs import FrontendNames


class RuleAbort(Exception):
    """What raise_exception() raises."""


_STRING, _FLOAT, _DOUBLE, _UINT32, _UINT64, _ANY = 2, 3, 4, 5, 6, 1


class IMetric(_objects.IMetric):
    __doc__ = _objects.IMetric.__doc__
    __slots__ = ()


class IMutableMetric(IMetric):
    """A metric that a rule added."""
    __slots__ = ("_name", "_own", "_rows", "_keys", "_is_ids")

    def name(self):
        return self._name

    def _cell(self, idx):
        return self._own if idx is None else self._rows.get(_index(idx, "instance"), (0, None))

    def value(self, idx=None):
        return self._cell(idx)[1]

    def kind(self, instance=None):
        return self._cell(instance)[0]

    def has_value(self, instance=None):
        return self._cell(instance)[1] is not None

    def num_instances(self):
        return max(self._rows) + 1 if self._rows else 0

    def has_correlation_ids(self):
        return self._keys is not None and bool(self._keys._rows)

    def correlation_ids(self):
        return self._keys if self.has_correlation_ids() else None

    def mutable_correlation_ids(self):
        """The ids of the instances, which can be set like values."""
        if self._keys is None:
            self._keys = new_metric(self._name)
        return self._keys

    def _set(self, arguments, kinds, usual, convert):
        if len(arguments) not in (2, 3):
            raise TypeError("expected [instance,] value_kind, value")
        kind, value = arguments[-2:]
        if kind not in (*kinds, _ANY):
            return False
        cell = (usual if kind == _ANY else kind, convert(value))
        if len(arguments) == 3:
            self._rows[_index(arguments[0], "instance")] = cell
        else:
            self._own = cell
        return True

    def set_double(self, *arguments):
        """set_double([instance,] value_kind, value): sets a number."""
        return self._set(arguments, (_FLOAT, _DOUBLE), _DOUBLE, float)

    def set_uint64(self, *arguments):
        """set_uint64([instance,] value_kind, value): sets a whole number."""
        return self._set(arguments, (_UINT32, _UINT64), _UINT64, lambda value: _index(value, "value"))

    def set_string(self, *arguments):
        """set_string([instance,] value_kind, value): sets a text."""
        return self._set(arguments, (_STRING,), _STRING, lambda value: _text(value, "value"))


def new_metric(name):
    return _make(IMutableMetric, _name=name, _own=(0, None), _rows={}, _keys=None, _page=None, _at=0)


class IAction(_objects.IAction):
    __doc__ = _objects.IAction.__doc__
    __slots__ = ("_added",)

    _metric = IMetric

    def metric_by_name(self, metric_name):
        """The metric of that name, or None."""
        return self._added.get(_text(metric_name, "the name of a metric")) or \
            _objects.IAction.metric_by_name(self, metric_name)

    def metric_names(self):
        """The names of all metrics, sorted."""
        names = _objects.IAction.metric_names(self)
        return tuple(sorted({*names, *self._added})) if self._added else names

    def __getitem__(self, key):
        found = self._added.get(key) if isinstance(key, str) else None
        return found if found is not None else _objects.IAction.__getitem__(self, key)

    def __contains__(self, key):
        return key in self._added or _objects.IAction.__contains__(self, key)

    def __len__(self):
        return len(self.metric_names())

    def add_metric(self, name):
        """Adds a metric, or returns the one that was added under this name."""
        name = _text(name, "the name of a metric")
        return self._added.setdefault(name, new_metric(name))

    def add_integer_metric(self, name, value_kind, value):
        """Adds a metric with a whole number."""
        metric = self.add_metric(name)
        metric.set_uint64(value_kind, value)
        return metric

    def add_double_metric(self, name, value_kind, value):
        """Adds a metric with a number."""
        metric = self.add_metric(name)
        metric.set_double(value_kind, value)
        return metric

    def add_string_metric(self, name, value_kind, value):
        """Adds a metric with a text."""
        metric = self.add_metric(name)
        metric.set_string(value_kind, value)
        return metric


class IRange(_objects.IRange):
    __doc__ = _objects.IRange.__doc__
    __slots__ = ("_only",)

    _action = IAction

    def _part(self, i):
        return self._only


class IContext(_objects.IContext):
    """What a rule sees: one range with one action."""
    __slots__ = ("_session", "_only")

    _range = IRange

    def _part(self, i):
        return self._only

    def num_ranges(self):
        """The number of ranges: 1."""
        return 1

    def frontend(self):
        """The frontend, which takes what the rule finds."""
        return self._session.frontend

    def controller(self):
        """The controller, which takes proposals."""
        return self._session.controller

    def handle_exception(self, msg):
        """Ends the rule with an error."""
        raise RuleAbort(msg)


class IEvaluator(_objects.IBaseContext):
    """Takes in evaluate() what the rule needs."""
    __slots__ = ("_metrics", "_rules")

    def require_metric(self, metric):
        """The rule needs this metric."""
        self._metrics.append(_text(metric, "metric"))

    def require_rule(self, rule):
        """The rule needs this rule."""
        self._rules.append(_text(rule, "rule"))


class IMessageVault(_Made):
    """Keeps dictionaries by the rules that put them, for the rules after them."""
    __slots__ = ("_kept",)

    def Put(self, ruleId, message):
        """Adds to what is kept for a rule."""
        self._kept.setdefault(_text(ruleId, "ruleId"), {}).update(message)

    def Get(self, ruleId):
        """What is kept for a rule; {} for nothing."""
        return dict(self._kept.get(_text(ruleId, "ruleId"), {}))


class IController(_Made):
    """Takes proposals of rules."""
    __slots__ = ("_session",)

    def propose_rule(self, rule):
        """Proposes another rule to the user."""
        self._session.frontend._items.append({"proposal": _text(rule, "rule")})

    def get_message_vault(self):
        """The vault of the rules that run on this result."""
        return _make(IMessageVault, _kept=self._session.vault)


_KIND_OF_CELL = ((bool, 3), (int, 2), (float, 1))


def _column(name, cells, style):
    """A column of a table. All its cells are of the type of the first one."""
    first = type(cells[0]) if cells else str
    if any(type(cell) is not first for cell in cells):
        raise TypeError(f"the cells of column {name!r} are of different types")
    kind = next((kind for of, kind in _KIND_OF_CELL if first is of), 3)
    column = {"name": name, "type": kind, "cells": cells if kind != 3 else [str(cell) for cell in cells]}
    if style is not None:
        column["config"] = style
    return column


def _of_column(configs, i, name):
    return configs.get(name, configs.get(i))


def _table(header, data, config):
    config = config or {}
    header = [_text(name, "a header") for name in header]
    rows = [list(row) for row in data]
    if any(len(row) != len(header) for row in rows):
        raise ValueError(f"each row of the table must have {len(header)} cells, as the header has")
    configs = config.get("per_column_configs") or {}
    for key in configs:
        if key not in header and not (isinstance(key, int) and 0 <= key < len(header)):
            raise ValueError(f"the table has no column {key!r}")
    table = {"columns": [_column(name, [row[i] for row in rows], _of_column(configs, i, name))
                         for i, name in enumerate(header)]}
    for key in ("title", "description"):
        if key in config:
            table[key] = _text(config[key], key)
    sort = config.get("sort_by")
    if sort:
        column = sort.get("column", 0)
        if isinstance(column, str) and column not in header:
            raise ValueError(f"the table has no column {column!r} to sort by")
        table["sort"] = (header.index(column) if isinstance(column, str) else _index(column, "column"),
                         sort.get("order", "ascending") == "ascending")
    if config.get("style"):
        table["style"] = config["style"]
    return table


class IFrontend(FrontendNames, _Made):
    """Takes what a rule finds."""

    # The tables of a message: row-major data, one type for each column.
    def message(self, *arguments):
        """message([type,] text[, name]): says something. Returns the id of the message."""
        kind, words = MsgType.NONE, list(arguments)
        if words and not isinstance(words[0], str):
            kind = MsgType(_index(words.pop(0), "type"))
        if not 1 <= len(words) <= 2:
            raise TypeError("message() takes [type,] text[, name]")
        item = {"type": int(kind), "text": _text(words[0], "the message"), "focus": [], "tables": []}
        if len(words) == 2:
            item["title"] = _text(words[1], "name")
        self._items.append(item)
        self._messages.append(item)
        return len(self._messages) - 1

    def _message(self, message_id):
        return self._messages[message_id] if isinstance(message_id, int) and 0 <= message_id < len(self._messages) else None

    def speedup(self, message_id, type, estimated_speedup):
        """Estimates for a message how much time could be saved, in percent."""
        item = self._message(message_id)
        if item is None or type not in (self.SpeedupType_LOCAL, self.SpeedupType_GLOBAL):
            return False
        item["speedup"] = (type + 1, float(estimated_speedup))
        return True

    def focus_metric(self, message_id, metric_name, metric_value, severity, info):
        """Names a metric that a message rests on."""
        item = self._message(message_id)
        if item is None:
            return False
        item["focus"].append((message_id, _text(metric_name, "metric_name"), float(metric_value), int(severity), str(info)))
        return True

    def source_marker(self, text, address_or_line, kind, *more):
        """source_marker(text, address_or_line, kind[, file_name][, type]): marks an instruction or a source line."""
        file_name, message_type = "", int(MsgType.NONE)
        for value in more:
            if isinstance(value, str):
                file_name = value
            else:
                message_type = int(MsgType(_index(value, "type")))
        self._markers.append({"text": _text(text, "the marker"), "at": _index(address_or_line, "address_or_line"),
                              "kind": int(kind), "file": file_name, "type": message_type})

    def generate_table(self, message_id, header, data, config=None):
        """Adds a table to a message. Its data are rows."""
        item = self._message(message_id)
        table = _table(header, data, config)
        if item is not None:
            item["tables"].append(table)

    def load_chart_from_file(self, filename):
        """Adds the chart of a file, which is written as in a section."""
        self._items.append({"chart": self._find(_text(filename, "filename"))})

    def send_dict_to_children(self, dict):
        """Sends numbers to the rules that name this one as a parent. Further calls add to them."""
        for key, value in dict.items():
            self._sent[_text(key, "a key")] = float(value)

    def receive_dict_from_parent(self, parent_id):
        """What a parent sent: {} if it did not run, or is no parent of this rule."""
        return dict(self._received.get(parent_id, {}))




_sessions = {}


def session_of(handle):
    """The session behind a handle."""
    session = _sessions.get(handle)
    if session is None:
        raise RuntimeError(f"{handle!r} is no handle of a rule that runs")
    return session


class Session:
    """One call of a rule: what its handle stands for."""
    _next = 1

    def __init__(self):
        self.handle = Session._next
        Session._next += 1
        self.context = self.evaluator = self.frontend = self.controller = None
        self.vault = {}

    def __enter__(self):
        _sessions[self.handle] = self
        return self

    def __exit__(self, *_):
        del _sessions[self.handle]


def evaluation():
    """A session for evaluate()."""
    session = Session()
    session.evaluator = _make(IEvaluator, _metrics=[], _rules=[])
    session.context = session.evaluator
    return session


def application(action, vault, received, find):
    """A session for apply() on an action. `find` finds the file of a chart."""
    session = Session()
    session.vault = vault
    session.frontend = _make(IFrontend, _items=[], _messages=[], _markers=[], _sent={}, _received=received, _find=find)
    session.controller = _make(IController, _session=session)
    only = _make(IRange, _reader=action._reader, _numbers=[action._number], _only=action)
    session.context = _make(IContext, _reader=action._reader, _session=session, _only=only)
    return session


__all__ = ["IAction", "IContext", "IController", "IEvaluator", "IFrontend", "IMessageVault", "IMetric", "IMutableMetric",
           "IRange", "RuleAbort", "session_of", "evaluation", "application"]
