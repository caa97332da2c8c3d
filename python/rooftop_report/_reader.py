"""An open report as Python sees it: whole results as lists, everything else as dictionaries.

The objects of ncu_report, NvRules and rooftop_report are thin: what they answer is read here. Values of a result come in
one call for all its metrics (a Page) and are kept for the last few results.
"""
import json
import os
from collections import OrderedDict

from ._library import (DOUBLE, FLOAT, NOTHING, TEXT, UINT32, UINT64, Instances, MetricName, Metrics, Values, byref, bytes_of,
                       c_double, c_size_t, c_uint, c_uint8, ctypes, library, text_of, texts_to)

_ERROR = 1024
_KEPT_PAGES = 16
_string_at = ctypes.string_at


def _bytes_at(pointer, length):
    return _string_at(pointer, length) if pointer and length else b""


class _Shape:
    """What results with the same metrics of the same kinds share: names by place, places by name, kinds.

    Nearly all results of a report have the same shape, so it is worked out once."""

    def __init__(self, names, kinds, listed):
        self.names = names
        self.place = {name: i for i, name in enumerate(names)}  # of a name that is there twice, the last
        self.sorted = tuple(sorted(self.place))
        self.kinds = kinds
        self.listed = listed
        self.wholes = [i for i, kind in enumerate(kinds) if kind in (UINT32, UINT64)]
        self.others = [i for i, kind in enumerate(kinds) if kind in (NOTHING, TEXT)]


def _values(raw, kinds, wholes, others):
    """The values of a column as Python objects."""
    count = len(kinds)
    if not count:
        return []
    data = memoryview(_string_at(raw.data, count * 8))
    values = data.cast("d").tolist()
    if wholes:
        whole = data.cast("Q")
        for i in wholes:
            values[i] = whole[i]
    if others:
        half, texts = data.cast("I"), _bytes_at(raw.texts, raw.text_length)
        for i in others:
            at = half[2 * i]
            values[i] = text_of(texts[at:at + half[2 * i + 1]]) if kinds[i] == TEXT else None
    return values


def _texts(raw):
    """The texts of a column, None where there is none. Equal texts that share their bytes are one object."""
    kinds, cells = _bytes_at(raw.kinds, raw.count), memoryview(_bytes_at(raw.data, 8 * raw.count)).cast("Q")
    texts, known = _bytes_at(raw.texts, raw.text_length), {}
    found = [None] * raw.count
    for i, cell in enumerate(cells):
        if kinds[i] == TEXT:
            text = known.get(cell)
            if text is None:
                at = cell & 0xffffffff
                text = known[cell] = text_of(texts[at:at + (cell >> 32)])
            found[i] = text
    return found


class Column:
    """Values, and their kinds."""
    __slots__ = ("values", "kinds")

    def __init__(self, raw):
        self.kinds = kinds = _bytes_at(raw.kinds, raw.count)
        self.values = _values(raw, kinds, [i for i, kind in enumerate(kinds) if kind in (UINT32, UINT64)],
                              [i for i, kind in enumerate(kinds) if kind in (NOTHING, TEXT)])


class Page:
    """The metrics of one result."""
    __slots__ = ("reader", "index", "shape", "place", "values", "kinds", "_instances", "__weakref__")

    def __init__(self, reader, index, shape, values):
        self.reader, self.index, self.shape, self.values = reader, index, shape, values
        self.place, self.kinds = shape.place, shape.kinds
        self._instances = {}

    def instances(self, at):
        """(values, ids) of the metric at a place, or None if it has no instances."""
        if not self.shape.listed[at]:
            return None
        found = self._instances.get(at)
        if found is None:
            found = self._instances[at] = self.reader.instances(self.index, at)
        return found


class Reader:
    """An open report. Raises FileNotFoundError for a missing file, and RuntimeError for one that is no report."""

    def __init__(self, *paths):
        self._opened = None
        self._units = {}
        error = ctypes.create_string_buffer(_ERROR)
        for path in paths:
            if not os.path.exists(path):
                raise FileNotFoundError(2, os.strerror(2), os.fspath(path))
            name = os.fsencode(path)
            if self._opened is None:
                self._opened = library.rooftop_report_open(name, error, _ERROR)
                opened = bool(self._opened)
            else:
                opened = library.rooftop_report_add(self._handle, name, error, _ERROR)
            if not opened:
                raise RuntimeError(text_of(error.value))
        self.path = os.fspath(paths[0]) if paths else ""
        self.count = library.rooftop_report_count(self._handle)
        self._error = error
        self._names = []
        self._shapes = {}
        self._pages = OrderedDict()
        self._last = None
        self._facts = OrderedDict()
        self._metrics = Metrics()

    @property
    def _handle(self):
        if not self._opened:
            raise ValueError("the report is closed")
        return self._opened

    def close(self):
        handle, self._opened = self._opened, None
        if handle:
            library.rooftop_report_close(handle)

    def __del__(self):
        self.close()

    def _fail(self):
        raise RuntimeError(text_of(self._error.value))

    def _json(self, pointer, length):
        if not pointer:
            self._fail()
        return json.loads(_string_at(pointer, length.value))

    def facts(self):
        length = c_size_t()
        return self._json(library.rooftop_report_facts(self._handle, byref(length)), length)

    def names(self):
        """The names of metrics by their numbers."""
        length, count = c_size_t(), c_size_t()
        blob = library.rooftop_report_names(self._handle, byref(length), byref(count))
        if count.value != len(self._names):
            self._names = text_of(_string_at(blob, length.value)).split("\0")[:count.value]
        return self._names

    def page(self, index):
        page = self._last
        if page is not None and page.index == index:
            return page
        page = self._pages.get(index)
        if page is None:
            page = self._read(index)
            self._pages[index] = page
            if len(self._pages) > _KEPT_PAGES:
                self._pages.popitem(last=False)
        else:
            self._pages.move_to_end(index)
        self._last = page
        return page

    def _read(self, index):
        raw = self._metrics
        if not library.rooftop_result_metrics(self._handle, index, byref(raw), self._error, _ERROR):
            self._fail()
        count = raw.values.count
        key = (_bytes_at(raw.names, 4 * count), _bytes_at(raw.values.kinds, count), _bytes_at(raw.listed, count))
        shape = self._shapes.get(key)
        if shape is None:
            names = self.names()
            ids = memoryview(key[0]).cast("I") if count else ()
            shape = _Shape([names[i] if i < len(names) else "" for i in ids], key[1], key[2])
            self._shapes[key] = shape
        return Page(self, index, shape, _values(raw.values, shape.kinds, shape.wholes, shape.others))

    def instances(self, index, at):
        raw = Instances()
        if not library.rooftop_result_instances(self._handle, index, at, byref(raw), self._error, _ERROR):
            self._fail()
        return Column(raw.values), Column(raw.ids)

    def table(self, names):
        """A list of values for each name: a number for each result, NaN where there is none."""
        array, count = texts_to(names)
        values = (c_double * (self.count * count or 1))()
        if not library.rooftop_report_table(self._handle, array, count, values, self._error, _ERROR):
            self._fail()
        return [values[i:self.count * count:count] for i in range(count)]

    def texts(self, names):
        """A list for each name: the text that each result has, or None."""
        array, count = texts_to(names)
        columns = (Values * (count or 1))()
        if not library.rooftop_report_texts(self._handle, array, count, columns, self._error, _ERROR):
            self._fail()
        return [_texts(columns[i]) for i in range(count)]

    def functions(self):
        """The name of the function of each result."""
        length = c_size_t()
        return self._json(library.rooftop_report_functions(self._handle, byref(length)), length)

    def result_facts(self, index):
        facts = self._facts.get(index)
        if facts is None:
            length = c_size_t()
            facts = self._facts[index] = self._json(
                library.rooftop_result_facts(self._handle, index, byref(length), self._error, _ERROR), length)
            if len(self._facts) > 64:
                self._facts.popitem(last=False)
        return facts

    def findings(self, index):
        length = c_size_t()
        return self._json(library.rooftop_result_findings(self._handle, index, byref(length), self._error, _ERROR), length)

    def match_nvtx(self, includes, excludes):
        """The results with one of the ranges and none of the others."""
        include, include_count = texts_to(includes)
        exclude, exclude_count = texts_to(excludes)
        matches = (c_uint8 * (self.count or 1))()
        library.rooftop_report_match_nvtx(self._handle, include, include_count, exclude, exclude_count, matches)
        return tuple(i for i in range(self.count) if matches[i])

    def unit(self, name):
        """The unit of a metric in this report."""
        known = self._units.get(name)
        if known is None:
            known = self._units[name] = text_of(library.rooftop_report_unit(self._handle, bytes_of(name)))
        return known

    def line(self, index, address):
        """(path, line) of an instruction, or None."""
        line = c_uint()
        path = library.rooftop_result_line(self._handle, index, address, byref(line))
        return (text_of(path), line.value) if path else None

    def sass(self, index, address):
        return text_of(library.rooftop_result_sass(self._handle, index, address))

    def ptx(self, index, address):
        return text_of(library.rooftop_result_ptx(self._handle, index, address))

    def files(self, index):
        length = c_size_t()
        return self._json(library.rooftop_result_files(self._handle, index, byref(length)), length)


_metric_names = {}


def metric_name(name):
    """(type, subtype, rollup) of a metric, as its name tells."""
    known = _metric_names.get(name)
    if known is None:
        raw = MetricName()
        library.rooftop_metric_parse(bytes_of(name), byref(raw))
        known = _metric_names[name] = (raw.type, raw.subtype, raw.rollup)
    return known


def metric_description(name):
    return text_of(library.rooftop_metric_description(bytes_of(name)))


__all__ = ["Reader", "Page", "Column", "metric_name", "metric_description", "NOTHING", "TEXT", "FLOAT", "DOUBLE", "UINT32",
           "UINT64"]
