"""TableBuilder: tables of the source lines whose instructions count most, for IFrontend.generate_table().

Rules for Nsight Compute import this module, so it is there under the same names.
"""
import os
from collections import namedtuple

SourceLocation = namedtuple("SourceLocation", "path line")
SourceLocation.__doc__ = "A line of a source file; lines count from 1."

ByOpcodeMetricAggregate = namedtuple("ByOpcodeMetricAggregate", "source_location opcode value")
ByOpcodeMetricAggregate.__doc__ = "What the instructions of one line that have one opcode add up to."


def _opcode(sass, wanted):
    """Which of the wanted opcodes the text of an instruction has; modifiers may follow, and a predicate may precede."""
    words = sass.split()
    if words and words[0].startswith("@"):
        words = words[1:]
    found = words[0].rstrip(";") if words else ""
    return next((opcode for opcode in wanted if found == opcode or found.startswith(opcode + ".")), None)


class TableBuilder:
    """Makes what generate_table() takes."""

    def build(self):
        """Returns the header, the rows and the configuration of the table."""
        raise NotImplementedError(f"{type(self).__name__} has no build()")


class AggregatedMetricByOpcodeTableBuilder(TableBuilder):
    """A table of a metric that has a value for each instruction, added up by source line and opcode."""

    def __init__(self, workload, metric, opcodes):
        self.workload, self.metric, self.opcodes = workload, metric, list(opcodes)
        self._top = 0

    def _sums(self):
        """The sums, largest first."""
        sums, addresses = {}, self.metric.correlation_ids()
        for i in range(self.metric.num_instances() if addresses is not None else 0):
            value, address = self.metric.value(i), addresses.value(i)
            info = self.workload.source_info(address) if value else None
            opcode = _opcode(self.workload.sass_by_pc(address), self.opcodes) if info else None
            if opcode:
                key = SourceLocation(info.file_name(), info.line()), opcode
                sums[key] = sums.get(key, 0) + value
        return sorted((ByOpcodeMetricAggregate(*key, value) for key, value in sums.items()), key=lambda one: -one.value)

    def get_aggregates(self):
        """The rows of the table that was built last, largest first; all of them before."""
        return self._sums()[:self._top or None]

    def _text(self, files, location):
        lines = files.get(location.path, "").splitlines()
        return lines[location.line - 1].strip() if 0 < location.line <= len(lines) else ""

    def build(self, title="", description="", metric_column_name="Value", metric_column_tooltip="", top_n=3):
        """The table of the top_n lines."""
        self._top = top_n
        files, rows = self.workload.source_files(), []
        for location, opcode, value in self.get_aggregates():
            name = os.path.basename(location.path)
            link = f"@source:{name}:{location.line - 1}:{name}, line {location.line}@"
            rows.append([link, self._text(files, location), opcode, float(value)])
        config = {"title": title, "description": description, "sort_by": {"column": 3, "order": "descending"}}
        if metric_column_tooltip:
            config["per_column_configs"] = {3: {"tooltip": metric_column_tooltip}}
        return ["Location", "Source", "Opcode", metric_column_name], rows, config


class OpcodeTableBuilder(AggregatedMetricByOpcodeTableBuilder):
    """A table of the lines that execute certain instructions most often."""

    def __init__(self, workload, instruction_metric, opcodes):
        AggregatedMetricByOpcodeTableBuilder.__init__(self, workload, instruction_metric, opcodes)

    def build(self, title="", description="", top_n=3):
        """The table of the top_n lines."""
        return AggregatedMetricByOpcodeTableBuilder.build(self, title, description, "Executed Instructions",
                                                          "How often the instructions of this line were executed", top_n)


__all__ = ["AggregatedMetricByOpcodeTableBuilder", "ByOpcodeMetricAggregate", "OpcodeTableBuilder", "SourceLocation", "TableBuilder"]
