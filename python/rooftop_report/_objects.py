"""The classes that ncu_report, NvRules and rooftop_report share: a context of ranges of actions with metrics."""
import enum
from weakref import ref

from ._reader import DOUBLE, FLOAT, NOTHING, TEXT, UINT32, UINT64, Reader, metric_description, metric_name

# The version of the interface of Nsight Compute that these classes follow.
VERSION = "2025.3.1"


class MsgType(enum.IntEnum):
    """How urgent a message is."""
    NONE = 0
    OK = 1
    OPTIMIZATION = 2
    WARNING = 3
    ERROR = 4


class MarkerKind(enum.IntEnum):
    """What a source marker marks: an instruction, a source line or nothing."""
    SASS = 0
    SOURCE = 1
    NONE = 2


class FocusSeverity(enum.IntEnum):
    """How much a focus metric matters."""
    DEFAULT = 0
    LOW = 1
    HIGH = 2


class SpeedupType(enum.IntEnum):
    """Whether a speedup is that of a part (local) or of the whole (global)."""
    UNKNOWN = 0
    LOCAL = 1
    GLOBAL = 2


# IMetric.ValueKind by what the reader calls a kind.
_KINDS = {NOTHING: 0, TEXT: 2, FLOAT: 3, DOUBLE: 4, UINT32: 5, UINT64: 6}
_KIND = bytes(_KINDS.get(kind, 0) for kind in range(6))
_MOST = (1 << 64) - 1
_new = object.__new__


def _index(value, what="index"):
    """Checks an argument that counts from 0, as C does."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{what} must be an integer, not {type(value).__name__}")
    value = value.__index__()
    if value < 0 or value > _MOST:
        raise OverflowError(f"{what} {value} is out of range")
    return value


def _text(value, what):
    if not isinstance(value, str):
        raise TypeError(f"{what} must be a str, not {type(value).__name__}")
    return value


def _words(values, what):
    if isinstance(values, str):
        raise TypeError(f"{what} must be a list of str, not a str")
    return [_text(value, what) for value in values]


def _to_double(value):
    return float(value) if isinstance(value, (int, float)) else 0.0


def _to_uint64(value):
    if isinstance(value, int):
        return value & _MOST
    if not isinstance(value, float):
        return 0
    # As processors convert: what does not fit becomes the smallest whole number.
    if value != value or value < -2.0 ** 63:
        return 1 << 63
    return int(value) & _MOST if value < 2.0 ** 64 else 0


class _Made:
    """Base of classes that only this module makes."""
    __slots__ = ()

    def __init__(self, *_args, **_named):
        raise AttributeError("No constructor defined - class is abstract")


def _make(kind, **members):
    made = kind.__new__(kind)
    for name, value in members.items():
        setattr(made, name, value)
    return made


class ISourceInfo(_Made):
    """The source line of an instruction."""
    __slots__ = ("_file", "_line")

    def file_name(self):
        """The path of the file, as the line table has it."""
        return self._file

    def line(self):
        """The number of the line, from 1."""
        return self._line


class INvtxRange(_Made):
    """An NVTX range that was open at the launch of an action."""
    __slots__ = ("_facts",)

    PayloadType_PAYLOAD_UNKNOWN = 0
    PayloadType_PAYLOAD_UINT64 = 1
    PayloadType_PAYLOAD_INT64 = 2
    PayloadType_PAYLOAD_DOUBLE = 3
    PayloadType_PAYLOAD_UINT32 = 4
    PayloadType_PAYLOAD_INT32 = 5
    PayloadType_PAYLOAD_FLOAT = 6
    PayloadType_PAYLOAD_JSON = 7

    def _attribute(self, name, default):
        return (self._facts.get("attributes") or {}).get(name, default)

    def name(self):
        """The name of the range."""
        return self._facts["name"]

    def has_attributes(self):
        """Whether the program gave attributes with the range."""
        return "attributes" in self._facts

    def category(self):
        """The category, 0 without attributes."""
        return int(self._attribute("category", 0))

    def color(self):
        """The colour, 0 without attributes."""
        return int(self._attribute("color", 0))

    def message(self):
        """The message, "" without attributes."""
        return self._attribute("message", "")

    def payload_type(self):
        """What kind of payload there is: PayloadType_..."""
        return self._attribute("payload", {}).get("type", 0)

    def _number(self):
        payload = self._attribute("payload", {})
        if "whole" in payload:
            return int(payload["whole"])
        return float(payload["number"]) if "number" in payload else None

    def payload_as_uint64(self):
        """The payload as a whole number, 0 if it is none."""
        return _to_uint64(self._number())

    def payload_as_double(self):
        """The payload as a float, 0.0 if it is no number."""
        return _to_double(self._number())

    def payload_as_string(self):
        """The payload as a text, "" if it is none."""
        return self._attribute("payload", {}).get("text", "")


class INvtxDomainInfo(_Made):
    """The open NVTX ranges of one domain."""
    __slots__ = ("_facts",)

    def name(self):
        """The name of the domain."""
        return self._facts["name"]

    def __str__(self):
        return self.name()

    def push_pop_ranges(self):
        """The names of the open push/pop ranges, outermost first."""
        return tuple(one["name"] for one in self._facts["push_pop"])

    def start_end_ranges(self):
        """The names of the open start/end ranges."""
        return tuple(one["name"] for one in self._facts["start_end"])

    def _range(self, kind, idx):
        idx, ranges = _index(idx), self._facts[kind]
        return _make(INvtxRange, _facts=ranges[idx]) if idx < len(ranges) else None

    def push_pop_range(self, idx):
        """The push/pop range at this place of the stack, or None."""
        return self._range("push_pop", idx)

    def start_end_range(self, idx):
        """The start/end range at this place, or None."""
        return self._range("start_end", idx)


class INvtxState(_Made):
    """The NVTX ranges that were open at the launch of an action, by domain."""
    __slots__ = ("_domains",)

    def domains(self):
        """The ids of the domains."""
        return tuple(self._domains)

    def domain_by_id(self, id):
        """The domain with this id, or None."""
        facts = self._domains.get(_index(id, "id"))
        return _make(INvtxDomainInfo, _facts=facts) if facts is not None else None

    def __len__(self):
        return len(self._domains)

    def __getitem__(self, key):
        if not isinstance(key, int):
            raise TypeError(f"the id of a domain must be an int, not {type(key).__name__}")
        if key not in self._domains:
            raise KeyError(key)
        return _make(INvtxDomainInfo, _facts=self._domains[key])

    def __iter__(self):
        return iter(tuple(self._domains))


class IMetric(_Made):
    """A metric of an action: a value, perhaps instances, each with a correlation id."""
    __slots__ = ("_page", "_at")

    MetricType_OTHER = 0
    MetricType_COUNTER = 1
    MetricType_RATIO = 2
    MetricType_THROUGHPUT = 3

    MetricSubtype_NONE = 0
    MetricSubtype_PEAK_SUSTAINED = 1
    MetricSubtype_PEAK_SUSTAINED_ACTIVE = 2
    MetricSubtype_PEAK_SUSTAINED_ACTIVE_PER_SECOND = 3
    MetricSubtype_PEAK_SUSTAINED_ELAPSED = 4
    MetricSubtype_PEAK_SUSTAINED_ELAPSED_PER_SECOND = 5
    MetricSubtype_PEAK_SUSTAINED_FRAME = 6
    MetricSubtype_PEAK_SUSTAINED_FRAME_PER_SECOND = 7
    MetricSubtype_PEAK_SUSTAINED_REGION = 8
    MetricSubtype_PEAK_SUSTAINED_REGION_PER_SECOND = 9
    MetricSubtype_PER_CYCLE_ACTIVE = 10
    MetricSubtype_PER_CYCLE_ELAPSED = 11
    MetricSubtype_PER_CYCLE_IN_FRAME = 12
    MetricSubtype_PER_CYCLE_IN_REGION = 13
    MetricSubtype_PER_SECOND = 14
    MetricSubtype_PCT_OF_PEAK_SUSTAINED_ACTIVE = 15
    MetricSubtype_PCT_OF_PEAK_SUSTAINED_ELAPSED = 16
    MetricSubtype_PCT_OF_PEAK_SUSTAINED_FRAME = 17
    MetricSubtype_PCT_OF_PEAK_SUSTAINED_REGION = 18
    MetricSubtype_MAX_RATE = 19
    MetricSubtype_PCT = 20
    MetricSubtype_RATIO = 21

    RollupOperation_NONE = 0
    RollupOperation_AVG = 1
    RollupOperation_MAX = 2
    RollupOperation_MIN = 3
    RollupOperation_SUM = 4

    ValueKind_UNKNOWN = 0
    ValueKind_ANY = 1
    ValueKind_STRING = 2
    ValueKind_FLOAT = 3
    ValueKind_DOUBLE = 4
    ValueKind_UINT32 = 5
    ValueKind_UINT64 = 6

    def _instances(self):
        found = self._page.instances(self._at)
        return found[0] if found else None

    def _cell(self, idx):
        """(kind, value) of an instance, or of the metric for None."""
        if idx is None:
            kind, value = self._page.kinds[self._at], self._page.values[self._at]
            return (kind, value) if kind != NOTHING else self._none()
        idx = _index(idx, "instance")
        column = self._instances()
        if column is None or idx >= len(column.kinds):
            return NOTHING, None
        return column.kinds[idx], column.values[idx]

    def _none(self):
        """What a metric without a value of its own is: nothing, or 0 as its instances are."""
        column = self._instances()
        kind = column.kinds[0] if column and column.kinds else NOTHING
        return kind, {FLOAT: 0.0, DOUBLE: 0.0, UINT32: 0, UINT64: 0}.get(kind)

    def name(self):
        """The name of the metric."""
        return self._page.shape.names[self._at]

    def __str__(self):
        return self.name()

    def value(self, idx=None):
        """The value as what it is, a float, an int or a str; None if there is none. With `idx`, that of an instance."""
        if idx is None:
            value = self._page.values[self._at]
            return value if value is not None else self._cell(None)[1]
        return self._cell(idx)[1]

    def as_double(self, instance=None):
        """The value as a float, 0.0 if it is no number."""
        return _to_double(self._cell(instance)[1])

    def as_uint64(self, instance=None):
        """The value as a whole number, cut off behind the decimal point; 0 if it is none."""
        return _to_uint64(self._cell(instance)[1])

    def as_string(self, instance=None):
        """The value if it is a text, else None."""
        value = self._cell(instance)[1]
        return value if isinstance(value, str) else None

    def kind(self, instance=None):
        """What the value is: ValueKind_..."""
        return _KIND[self._cell(instance)[0]]

    def has_value(self, value_kind=None):
        """Whether the metric has a value, or whether its value is of this kind (ValueKind_...). Instances do not count."""
        if value_kind is None:
            return self._own_value()
        kind = self.kind()
        return value_kind == kind or (kind != self.ValueKind_UNKNOWN and value_kind == self.ValueKind_ANY)

    def _own_value(self):
        return self._page.kinds[self._at] != NOTHING

    def unit(self):
        """The unit, "" for none. Values are not scaled: ns, byte, hz."""
        return self._page.reader.unit(self.name())

    def description(self):
        """One sentence about the metric. The words are rooftop's."""
        return metric_description(self.name())

    def metric_type(self):
        """What kind of metric it is: MetricType_..."""
        return metric_name(self.name())[0]

    def metric_subtype(self):
        """What was done to its value: MetricSubtype_..., or None."""
        return metric_name(self.name())[1] or None

    def rollup_operation(self):
        """How the values of all units of the chip became one: RollupOperation_..., or None."""
        return metric_name(self.name())[2] or None

    def num_instances(self):
        """The number of instances."""
        column = self._instances()
        return len(column.kinds) if column else 0

    def has_correlation_ids(self):
        """Whether instances have ids, which say what they belong to, as an address."""
        found = self._page.instances(self._at)
        return bool(found) and any(kind != NOTHING for kind in found[1].kinds)

    def correlation_ids(self):
        """A metric whose instances are the ids of this one's instances, or None."""
        return _make(_Ids, _page=self._page, _at=self._at) if self.has_correlation_ids() else None


class _Ids(IMetric):
    """The correlation ids of a metric's instances."""
    __slots__ = ()

    def _instances(self):
        found = self._page.instances(self._at)
        return found[1] if found else None

    def _cell(self, idx):
        return self._none() if idx is None else IMetric._cell(self, idx)

    def value(self, idx=None):
        return self._cell(idx)[1]

    def has_correlation_ids(self):
        return False


_Ids.__name__ = _Ids.__qualname__ = "IMetric"


class IAction(_Made):
    """A profiled kernel, range, graph or command list."""
    __slots__ = ("_reader", "_number", "_held")

    NameBase_FUNCTION = 0
    NameBase_DEMANGLED = 1
    NameBase_MANGLED = 2

    WorkloadType_KERNEL = 0
    WorkloadType_RANGE = 1
    WorkloadType_CMDLIST = 2
    WorkloadType_GRAPH = 3

    _metric = IMetric  # what a metric of this action is
    _NAMES = ("function", "demangled", "mangled")
    _TYPES = {"kernel": 0, "range": 1, "command list": 2, "graph": 3}

    def _page(self):
        """The metrics. The reader keeps those of the last results, so that a list of all results does not hold all values."""
        try:
            page = self._held()
        except AttributeError:
            page = None
        if page is None:
            page = self._reader.page(self._number)
            self._held = ref(page)
        return page

    def _facts(self):
        return self._reader.result_facts(self._number)

    def name(self, name_base=NameBase_FUNCTION):
        """The name of the kernel: of its function, with its parameters, or as the linker knows it."""
        if not isinstance(name_base, int):
            raise TypeError(f"name_base must be an int, not {type(name_base).__name__}")
        return self._facts()[self._NAMES[name_base]] if 0 <= name_base < len(self._NAMES) else None

    def __str__(self):
        return self.name()

    def workload_type(self):
        """What was profiled: WorkloadType_..."""
        return self._TYPES[self._facts()["kind"]]

    def metric_by_name(self, metric_name):
        """The metric of that name, or None."""
        page = self._page()
        at = page.shape.place.get(_text(metric_name, "the name of a metric"))
        if at is None:
            return None
        metric = self._metric.__new__(self._metric)
        metric._page, metric._at = page, at
        return metric

    def metric_names(self):
        """The names of all metrics, sorted."""
        return self._page().shape.sorted

    def __getitem__(self, key):
        page = self._page()
        try:
            at = page.place[key]
        except (KeyError, TypeError):
            if not isinstance(key, str):
                raise TypeError(f"the name of a metric must be a str, not {type(key).__name__}") from None
            raise KeyError(key) from None
        kind = self._metric
        metric = _new(kind)
        metric._page = page
        metric._at = at
        return metric

    def __contains__(self, key):
        return key in self._page().shape.place

    def __len__(self):
        return len(self._page().shape.place)

    def __iter__(self):
        return iter(self.metric_names())

    def source_info(self, address):
        """The source line of the instruction at an address, or None."""
        found = self._reader.line(self._number, _index(address, "address"))
        return _make(ISourceInfo, _file=found[0], _line=found[1]) if found else None

    def source_files(self):
        """The source files by their paths; "" for a file whose content is not in the report."""
        return map_string_string(self._reader.files(self._number))

    def sass_by_pc(self, address):
        """The instruction at an address; "N/A" if none begins there, "" if the code is not known."""
        return self._reader.sass(self._number, _index(address, "address"))

    def ptx_by_pc(self, address):
        """The line of PTX of the instruction at an address, "" if it is not known."""
        return self._reader.ptx(self._number, _index(address, "address"))

    def nvtx_state(self):
        """The NVTX ranges that were open at the launch, or None if they were not recorded."""
        domains = self._facts().get("nvtx")
        return None if domains is None else _make(INvtxState, _domains={int(one["id"]): one for one in domains})

    def _rules(self):
        return self._reader.findings(self._number)

    def source_markers(self):
        """What rules say about instructions and source lines, as dictionaries."""
        return [_marker(rule, marker) for rule in self._rules() for marker in rule["markers"]]

    def rule_results(self):
        """What rules found."""
        return tuple(_make(IRuleResult, _rule=rule, _item=item) for rule in self._rules() for item in rule["items"])

    def rule_results_as_dicts(self):
        """What rules found, as dictionaries."""
        return [result._as_dict() for result in self.rule_results()]

    def add_metric(self, name):
        """Only rules can add metrics."""
        return None

    def add_integer_metric(self, name, value_kind, value):
        """Only rules can add metrics."""
        return None

    def add_double_metric(self, name, value_kind, value):
        """Only rules can add metrics."""
        return None

    def add_string_metric(self, name, value_kind, value):
        """Only rules can add metrics."""
        return None


# MsgType by the number that a report stores. source_markers() of Nsight Compute gives the stored number, so ours does, too.
MESSAGE_TYPES = (0, 1, 3, 4, 2)


def _marker(rule, marker):
    found = {"rule_identifier": rule["rule"], "section_identifier": rule["section"], "kind": marker["kind"],
             "message_type": marker["type"], "message": marker["text"]}
    if "address" in marker:
        found["source_address"] = int(marker["address"])
    elif "line" in marker:
        found["source_location"] = {"file_name": marker["file"], "line": marker["line"]}
    return found


class IRuleResult(_Made):
    """A finding of a rule."""
    __slots__ = ("_rule", "_item")

    def rule_identifier(self):
        """The identifier of the rule."""
        return self._rule["rule"]

    def name(self):
        """The name of the rule."""
        return self._rule["name"]

    def __str__(self):
        return self.name()

    def section_identifier(self):
        """The identifier of the section that the rule belongs to."""
        return self._rule["section"]

    def has_rule_message(self):
        """Whether there is a message."""
        return "message" in self._item

    def rule_message(self):
        """The message: title, message, type."""
        message = self._item.get("message", {})
        return {"title": message.get("title", ""), "message": message.get("text", ""),
                "type": MESSAGE_TYPES[message.get("type", 0)]}

    def focus_metrics(self):
        """The metrics that the finding rests on: name, value, severity, info."""
        return [{"name": one["name"], "value": float(one["value"]), "severity": one["severity"], "info": one["info"]}
                for one in self._item.get("focus", ())]

    def has_speedup_estimation(self):
        """Whether the rule estimated a speedup."""
        return "speedup" in self._item

    def speedup_estimation(self):
        """The estimated speedup: type, speedup in percent."""
        speedup = self._item.get("speedup", {})
        return {"type": speedup.get("type", 0), "speedup": float(speedup.get("percent", 0.0))}

    def result_tables(self):
        """The tables of the finding: title, description, headers, data by columns."""
        return [{"title": table["title"], "description": table["description"],
                 "headers": [column["name"] for column in table["columns"]],
                 "data": [_cells(column) for column in table["columns"]]}
                for table in self._item.get("tables", ())]

    def _as_dict(self):
        found = {"rule_identifier": self.rule_identifier(), "name": self.name(),
                 "section_identifier": self.section_identifier(), "rule_message": self.rule_message()}
        if self.focus_metrics():
            found["focus_metrics"] = self.focus_metrics()
        if self.has_speedup_estimation():
            found["speedup_estimation"] = self.speedup_estimation()
        if self.result_tables():
            found["result_tables"] = self.result_tables()
        return found


def _cells(column):
    kind = column["type"]
    make = {1: float, 2: int}.get(kind, str)
    return [make(cell) for cell in column["cells"]]


class _Sequence(_Made):
    """What IContext and IRange have in common: a list of parts."""
    __slots__ = ()

    def __getitem__(self, key):
        count = len(self)
        if isinstance(key, slice):
            return tuple(self._part(i) for i in range(*key.indices(count)))
        if not isinstance(key, int):
            raise TypeError(f"the index must be an int or a slice, not {type(key).__name__}")
        if not -count <= key < count:
            raise IndexError(f"index {key} is out of range: there are {count}")
        return self._part(key % count)

    def __iter__(self):
        return (self._part(i) for i in range(len(self)))

    def _by_idx(self, idx):
        idx = _index(idx, "idx")
        return self._part(idx) if idx < len(self) else None


class IRange(_Sequence):
    """A range of actions, in their order."""
    __slots__ = ("_reader", "_numbers")

    _action = IAction  # what an action of this range is

    def _part(self, i):
        action = self._action.__new__(self._action)
        action._reader, action._number = self._reader, self._numbers[i]
        return action

    def num_actions(self):
        """The number of actions."""
        return len(self._numbers)

    def __len__(self):
        return len(self._numbers)

    def action_by_idx(self, idx):
        """The action at this place, or None."""
        return self._by_idx(idx)

    def actions_by_nvtx(self, includes, excludes):
        """The places of the actions that have one of the NVTX ranges to include and none of those to exclude."""
        place = {number: i for i, number in enumerate(self._numbers)}
        chosen = self._reader.match_nvtx(_words(includes, "includes"), _words(excludes, "excludes"))
        return tuple(place[number] for number in chosen if number in place)


class IBaseContext(_Made):
    """What all contexts have."""
    __slots__ = ()

    def get_version(self):
        """The version of the interface, YEAR.MAJOR.MINOR."""
        return VERSION

    def handle_exception(self, msg):
        """Reports an error."""
        raise RuntimeError(msg)


class IContext(_Sequence, IBaseContext):
    """An open report."""
    __slots__ = ("_reader",)

    _range = IRange  # what a range of this context is

    def _part(self, i):
        return _make(self._range, _reader=self._reader, _numbers=range(self._reader.count))

    def num_ranges(self):
        """The number of ranges."""
        return 1 if self._reader.count else 0

    def __len__(self):
        return self.num_ranges()

    def range_by_idx(self, idx):
        """The range at this place, or None."""
        return self._by_idx(idx)

    def frontend(self):
        """The frontend; only rules have one."""
        return None

    def controller(self):
        """The controller; only rules have one."""
        return None


class map_string_string(dict):
    """A dictionary of texts."""

    def has_key(self, key):
        """Whether the key is there."""
        return key in self


def load(kind, *paths):
    """Opens a report as a context of this kind."""
    return _make(kind, _reader=Reader(*paths))
