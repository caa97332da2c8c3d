"""NvRules: what rules in Python use, as Nsight Compute has it.

A rule is a file in a folder of sections. rooftop imports it in a python3 of its own, asks its get_identifier() and calls
apply(handle) for each result. rooftop-python(3) explains it with an example.
"""
from rooftop_report import _objects
from rooftop_report._containers import *  # noqa: F401,F403
from rooftop_report._objects import (IBaseContext, INvtxDomainInfo, INvtxRange, INvtxState, IRuleResult, ISourceInfo, MarkerKind,
                                     MsgType)
from rooftop_report._rule_objects import IAction, IContext, IController, IEvaluator, IFrontend, IMessageVault, IMetric, \
    IMutableMetric, IRange, RuleAbort, session_of


def get_context(handle):
    """The context of the rule that runs: one range with one action."""
    return session_of(handle).context


def get_evaluator(handle):
    """The evaluator; only evaluate() has one."""
    evaluator = session_of(handle).evaluator
    if evaluator is None:
        raise RuntimeError("get_evaluator() can be called only in evaluate()")
    return evaluator


def get_version(handle):
    """The version of this interface, YEAR.MAJOR.MINOR."""
    return _objects.VERSION


def raise_exception(handle, msg):
    """Ends the rule with an error."""
    raise RuleAbort(msg)


def require_metrics(handle, metrics):
    """Says in evaluate() which metrics the rule needs. They are collected."""
    for metric in metrics:
        get_evaluator(handle).require_metric(metric)


def require_rules(handle, rules):
    """Says in evaluate() which rules have to be there."""
    for rule in rules:
        get_evaluator(handle).require_rule(rule)


def metric_instances(metric):
    """The values of all instances of a metric."""
    return [metric.value(i) for i in range(metric.num_instances())]


__all__ = [name for name in dir() if not name.startswith("_") and name not in ("session_of", "RuleAbort")]
