"""RequestedMetrics: the metrics that a rule wants, each with what holds where it is missing.

Rules for Nsight Compute import this module, so it is there under the same names: a list of MetricRequest goes to
RequestedMetricsParser(handle, action).parse(), and the answer has the metrics by their names and aliases.
"""
from collections import namedtuple

import NvRules
from rooftop_report import _rule_objects


class Importance:
    """Whether a rule can do without a metric."""
    OPTIONAL = 1
    REQUIRED = 2


MetricRequest = namedtuple("MetricRequest", "name alias importance default_value warn_when_missing",
                           defaults=(None, Importance.REQUIRED, 0.0, True))
MetricRequest.__doc__ = """A metric that a rule wants.

The alias is a second name for it. Of an optional metric that is missing, the default value takes the place; None: there is
None in place of the metric."""


class RequestedMetrics(dict):
    """Metrics by name. Everything that takes a name takes an alias, too."""

    def __init__(self, aliases):
        dict.__init__(self)
        self._aliases = dict(aliases)

    def _name(self, key):
        return self._aliases.get(key, key)

    def __getitem__(self, key):
        return dict.__getitem__(self, self._name(key))

    def __contains__(self, key):
        return dict.__contains__(self, self._name(key))

    def get(self, key, default=None):
        return dict.get(self, self._name(key), default)


def _aliases_of(requests):
    aliases = {}
    for request in requests:
        if request.alias is not None and aliases.setdefault(request.alias, request.name) != request.name:
            raise KeyError(f"the alias {request.alias} is that of {aliases[request.alias]} and of {request.name}")
    return aliases


def _stand_in(request):
    """A metric with the default value. It is not added to the action: nobody measured it."""
    value = request.default_value
    if value is None:
        return None
    metric = _rule_objects.new_metric(request.name)
    kind = NvRules.IMetric.ValueKind_ANY
    if isinstance(value, str):
        metric.set_string(kind, value)
    elif isinstance(value, int) and value >= 0:
        metric.set_uint64(kind, int(value))
    else:
        metric.set_double(kind, value)
    return metric


class RequestedMetricsParser:
    """Looks requested metrics up in an action."""

    def __init__(self, handle, action):
        self.handle = handle
        self.action = action
        self.frontend = NvRules.get_context(handle).frontend()

    def _find(self, name):
        metric = self.action.metric_by_name(name)
        return metric if metric is not None and (metric.has_value() or metric.num_instances()) else None

    def parse(self, requested_metrics):
        """The requested metrics. One that is required and missing is an error, after which the rule ends."""
        requests = [MetricRequest(*request) for request in requested_metrics]
        metrics, lacking, warned = RequestedMetrics(_aliases_of(requests)), [], False
        for request in requests:
            metric = self._find(request.name)
            if metric is None and request.importance == Importance.REQUIRED:
                lacking.append(request.name)
                self.frontend.message(NvRules.MsgType.ERROR, f"The metric {request.name}, which this rule needs, was not measured.",
                                      "Missing metric")
            elif metric is None:
                if request.warn_when_missing and not warned:
                    warned = True
                    self.frontend.message(NvRules.MsgType.WARNING, f"The metric {request.name} was not measured. What this rule "
                                          "says would be more exact with it.", "Missing metric")
                metric = _stand_in(request)
            metrics[request.name] = metric
        if lacking:
            NvRules.raise_exception(self.handle, "the rule needs metrics that were not measured: " + ", ".join(lacking))
        return metrics


__all__ = ["Importance", "MetricRequest", "RequestedMetrics", "RequestedMetricsParser"]
