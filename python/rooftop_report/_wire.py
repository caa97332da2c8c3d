"""Writes the few protobuf messages that rules give back. The numbers of fields are those of report.proto and python.proto."""
import struct

# MsgType -> the number that a report stores, for messages and for markers.
_STORED_TYPES = {0: 0, 1: 1, 2: 4, 3: 2, 4: 3}


def _varint(value):
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def whole(field, value):
    return _varint(field << 3) + _varint(int(value))


def double(field, value):
    return _varint(field << 3 | 1) + struct.pack("<d", value)


def floating(field, value):
    return _varint(field << 3 | 5) + struct.pack("<f", value)


def message(field, *parts):
    body = b"".join(parts)
    return _varint(field << 3 | 2) + _varint(len(body)) + body


def text(field, value):
    """A text without NUL bytes, which would end it early, as valid UTF-8."""
    return message(field, str(value).replace("\0", "\ufffd").encode("utf-8", "replace"))


def _style(field, style):
    return message(field, whole(1, bool(style.get("bold"))), whole(2, bool(style.get("italic"))))


def _column_config(config):
    parts = []
    if config.get("tooltip") is not None:
        parts.append(text(1, config["tooltip"]))
    if config.get("relative_width") is not None:
        parts.append(double(2, float(config["relative_width"])))
    style = config.get("style") or {}
    for field, key in (3, "header"), (4, "data"):
        if style.get(key):
            parts.append(_style(field, style[key]))
    return message(7, *parts)


def _column(column):
    put = {1: (5, double), 2: (6, whole), 3: (4, text)}[column["type"]]
    parts = [text(1, column["name"]), whole(2, column["type"]), whole(3, len(column["cells"]))]
    parts += [put[1](put[0], cell) for cell in column["cells"]]
    if "config" in column:
        parts.append(_column_config(column["config"]))
    return message(2, *parts)


def _table(table):
    config = []
    for field, key in (1, "title"), (2, "description"):
        if key in table:
            config.append(text(field, table[key]))
    if "sort" in table:
        config.append(message(3, whole(1, table["sort"][0]), whole(2, table["sort"][1])))
    if "style" in table:
        config.append(_style(4, table["style"]))
    return message(12, *([message(1, *config)] if config else []), *map(_column, table["columns"]))


def _item(item, number):
    if "proposal" in item:
        return message(6, text(1, item["proposal"]))
    words = [text(1, item["text"]), whole(2, _STORED_TYPES[item["type"]]), whole(3, number)]
    if "title" in item:
        words.append(text(4, item["title"]))
    parts = [message(1, *words)]
    parts += [message(8, whole(1, number), text(2, name), double(3, value), whole(4, severity), text(5, info))
              for _, name, value, severity, info in item["focus"]]
    if "speedup" in item:
        parts.append(message(10, whole(1, item["speedup"][0]), double(2, item["speedup"][1])))
    return b"".join(parts + [_table(table) for table in item["tables"]])


def _marker(marker):
    place = whole(3, marker["at"]) if marker["kind"] == 0 else whole(2, marker["at"] & 0xffffffff)
    return message(5, whole(1, marker["kind"]), place, text(4, marker["text"]),
                   whole(5, _STORED_TYPES[marker["type"]]),
                   text(6, marker["file"]))


def rule_result(rule, items, markers):
    """A RuleResult. A chart is an empty item, which rooftop fills."""
    body, number = [], 0
    for item in items:
        body.append(message(1, b"" if "chart" in item else _item(item, number)))
        number += "text" in item
    return b"".join([text(1, rule["identifier"]), text(2, rule["name"])] + ([message(3, *body)] if body else []) +
                    [text(4, rule["section"])] + [_marker(marker) for marker in markers])


def _value(cell):
    kind, value = cell
    if kind == 2:
        return text(1, value)
    return {3: lambda: floating(2, value), 4: lambda: double(3, value), 5: lambda: whole(4, value),
            6: lambda: whole(5, value)}.get(kind, lambda: b"")()


def metric(added):
    """A ProfileMetricResult without the number of its name."""
    parts = [whole(1, 0), message(2, _value(added._own))]
    ids = added._keys._rows if added._keys is not None else {}
    for i in range(added.num_instances()):
        key = [message(1, _value(ids[i]))] if i in ids else []
        parts.append(message(3, *key, message(2, _value(added._rows.get(i, (4, 0.0))))))
    return b"".join(parts)
