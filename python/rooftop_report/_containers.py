"""Records and containers of ncu_report and NvRules: plain classes, lists, sets and dictionaries under their names."""
from ._objects import map_string_string


def _record(name, /, **fields):
    """A class whose members have these values at first; a callable makes a new one for each object."""
    def __init__(self):
        for field, value in fields.items():
            setattr(self, field, value() if callable(value) else value)
    return type(name, (), {"__init__": __init__, "__doc__": "A record: " + ", ".join(fields) + ".", "__module__": __name__})


class _Sized(list):
    """A list that also answers as a vector of C++."""

    def size(self):
        """The number of elements."""
        return len(self)

    def empty(self):
        """Whether there are no elements."""
        return not self

    def push_back(self, value):
        """Appends an element."""
        self.append(value)


def _vector(name):
    return type(name, (_Sized,), {"__doc__": "A list.", "__module__": __name__})


class map_string_double(dict):
    """A dictionary of numbers."""

    def has_key(self, key):
        """Whether the key is there."""
        return key in self


class set_string(set):
    """A set of texts."""


class set_ull(set):
    """A set of whole numbers."""


vector_string = _vector("vector_string")
vector_double = _vector("vector_double")
vector_longlong = _vector("vector_longlong")
vector_ull = _vector("vector_ull")
vector_table_column = _vector("vector_table_column")
vector_source_marker = _vector("vector_source_marker")
vector_iruleresult = _vector("vector_iruleresult")
vector_focus_metric = _vector("vector_focus_metric")
vector_rule_result_table_columns = _vector("vector_rule_result_table_columns")
vector_rule_result_table = _vector("vector_rule_result_table")
vector_imetric = _vector("vector_imetric")

RuleResultMessage = _record("RuleResultMessage", title="", message="", type=0)
RuleResultFocusMetric = _record("RuleResultFocusMetric", name="", value=0.0, severity=0, info="")
RuleResultSpeedup = _record("RuleResultSpeedup", type=0, speedup=0.0)
RuleResultTable = _record("RuleResultTable", title="", description="", columns=vector_rule_result_table_columns)
RuleResultTableColumn = _record("RuleResultTableColumn", header="", string_values=vector_string,
                                double_values=vector_double, int_values=vector_longlong)
SourceMarker = _record("SourceMarker", rule_identifier="", section_identifier="", kind=2, message_type=0, message="",
                       source_location=None, source_address=0)
TableSortInfo = _record("TableSortInfo", column=0, is_ascending=True)
TableStyle = _record("TableStyle", is_bold=False, is_italic=False)
TableColumnConfig = _record("TableColumnConfig", tooltip="", relative_width=0.0, header_style=TableStyle,
                            data_style=TableStyle)
TableConfig = _record("TableConfig", title="", description="", use_sorting=False, sort_by=TableSortInfo, use_styling=False,
                      style=TableStyle)
TableColumn = _record("TableColumn", name="", kind=0, double_values=vector_double, int_values=vector_longlong,
                      string_values=vector_string, has_column_config=False, column_config=TableColumnConfig)
TableColumn.size = lambda self: max(len(self.double_values), len(self.int_values), len(self.string_values))
TableData = _record("TableData", columns=vector_table_column, has_config=False, config=TableConfig)

FocusSeverity_DEFAULT, FocusSeverity_LOW, FocusSeverity_HIGH = range(3)
MarkerKind_SASS, MarkerKind_SOURCE, MarkerKind_NONE = range(3)
SpeedupType_UNKNOWN, SpeedupType_LOCAL, SpeedupType_GLOBAL = range(3)
MsgType_NONE, MsgType_OK, MsgType_OPTIMIZATION, MsgType_WARNING, MsgType_ERR = range(5)
RuleKind_DEFAULT, RuleKind_GUIDED = range(2)
TableElementKind_INVALID, TableElementKind_DOUBLE, TableElementKind_INT, TableElementKind_STRING, TableElementKind_CUSTOM = \
    range(5)

__all__ = [name for name in dir() if not name.startswith("_")]
