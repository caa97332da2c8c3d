"""The functions of librooftop-report.so, by ctypes. rooftop_report.h documents them.

The library lies beside this file. ROOFTOP_REPORT_LIBRARY names another one, as a build that is being tested.
"""
import ctypes
import os
from ctypes import POINTER, byref, c_bool, c_char, c_char_p, c_double, c_size_t, c_uint, c_uint8, c_uint32, c_uint64, c_void_p

API = 1
NOTHING, TEXT, FLOAT, DOUBLE, UINT32, UINT64 = range(6)


class Values(ctypes.Structure):
    _fields_ = [("count", c_size_t), ("kinds", c_void_p), ("data", c_void_p), ("texts", c_void_p),
                ("text_length", c_size_t)]


class Metrics(ctypes.Structure):
    _fields_ = [("values", Values), ("names", c_void_p), ("listed", c_void_p)]


class Instances(ctypes.Structure):
    _fields_ = [("values", Values), ("ids", Values)]


class MetricName(ctypes.Structure):
    _fields_ = [("type", c_uint), ("subtype", c_uint), ("rollup", c_uint), ("unit", c_char * 64)]


def _path():
    return os.environ.get("ROOFTOP_REPORT_LIBRARY") or \
        os.path.join(os.path.dirname(os.path.abspath(__file__)), "librooftop-report.so")


_SIGNATURES = {
    "rooftop_report_api": (c_uint, []),
    "rooftop_report_version": (c_char_p, []),
    "rooftop_report_open": (c_void_p, [c_char_p, c_char_p, c_size_t]),
    "rooftop_report_add": (c_bool, [c_void_p, c_char_p, c_char_p, c_size_t]),
    "rooftop_report_close": (None, [c_void_p]),
    "rooftop_report_count": (c_size_t, [c_void_p]),
    "rooftop_report_names": (c_void_p, [c_void_p, POINTER(c_size_t), POINTER(c_size_t)]),
    "rooftop_report_facts": (c_void_p, [c_void_p, POINTER(c_size_t)]),
    "rooftop_result_metrics": (c_bool, [c_void_p, c_size_t, POINTER(Metrics), c_char_p, c_size_t]),
    "rooftop_result_instances": (c_bool, [c_void_p, c_size_t, c_size_t, POINTER(Instances), c_char_p, c_size_t]),
    "rooftop_report_table": (c_bool, [c_void_p, POINTER(c_char_p), c_size_t, POINTER(c_double), c_char_p, c_size_t]),
    "rooftop_report_texts": (c_bool, [c_void_p, POINTER(c_char_p), c_size_t, POINTER(Values), c_char_p, c_size_t]),
    "rooftop_report_functions": (c_void_p, [c_void_p, POINTER(c_size_t)]),
    "rooftop_result_facts": (c_void_p, [c_void_p, c_size_t, POINTER(c_size_t), c_char_p, c_size_t]),
    "rooftop_result_findings": (c_void_p, [c_void_p, c_size_t, POINTER(c_size_t), c_char_p, c_size_t]),
    "rooftop_report_match_nvtx": (None, [c_void_p, POINTER(c_char_p), c_size_t, POINTER(c_char_p), c_size_t,
                                         POINTER(c_uint8)]),
    "rooftop_result_line": (c_char_p, [c_void_p, c_size_t, c_uint64, POINTER(c_uint)]),
    "rooftop_result_sass": (c_char_p, [c_void_p, c_size_t, c_uint64]),
    "rooftop_result_ptx": (c_char_p, [c_void_p, c_size_t, c_uint64]),
    "rooftop_result_files": (c_void_p, [c_void_p, c_size_t, POINTER(c_size_t)]),
    "rooftop_report_unit": (c_char_p, [c_void_p, c_char_p]),
    "rooftop_metric_parse": (None, [c_char_p, POINTER(MetricName)]),
    "rooftop_metric_description": (c_char_p, [c_char_p]),
}


def _load():
    path = _path()
    try:
        # PyDLL keeps Python's lock: a report is for one thread at a time.
        library = ctypes.PyDLL(path)
    except OSError as problem:
        raise ImportError(f"librooftop-report.so cannot be loaded: {problem}; run `rooftop --python-path` and put the "
                          "folder that it prints into PYTHONPATH") from None
    for name, (result, arguments) in _SIGNATURES.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    if library.rooftop_report_api() != API:
        raise ImportError(f"{path} has version {library.rooftop_report_api()} of the interface, but these modules need "
                          f"version {API}; run `rooftop --python-path` again")
    return library


library = _load()


def text_of(data):
    """Bytes as text. What is no UTF-8 comes back as the same bytes when it is written."""
    return data.decode("utf-8", "surrogateescape")


def bytes_of(text):
    return text.encode("utf-8", "surrogateescape")


def texts_to(words):
    """A C array of texts, and their number."""
    encoded = [bytes_of(word) for word in words]
    return (c_char_p * (len(encoded) or 1))(*encoded), len(encoded)


__all__ = ["API", "NOTHING", "TEXT", "FLOAT", "DOUBLE", "UINT32", "UINT64", "Values", "Metrics", "Instances", "MetricName",
           "library", "text_of", "bytes_of", "texts_to", "byref", "c_size_t", "c_uint", "c_uint8", "c_double", "ctypes"]
