"""ncu_report: the module of Nsight Compute that reads reports, made of rooftop's reader.

Scripts that use ncu_report run unchanged:

    import ncu_report
    context = ncu_report.load_report("report.ncu-rep")
    for action in context[0]:
        print(action, action["gpu__time_duration.sum"].value())

rooftop_report has the same objects and more. rooftop-python(3) explains both.
"""
import os

from rooftop_report import _objects
from rooftop_report._containers import *  # noqa: F401,F403
from rooftop_report._objects import (FocusSeverity, IAction, IBaseContext, IContext, IMetric, INvtxDomainInfo, INvtxRange,
                                     INvtxState, IRange, IRuleResult, ISourceInfo, MarkerKind, MsgType, SpeedupType)
from rooftop_report._stubs import IController, IEvaluator, IFrontend, IMessageVault


def load_report(file_name):
    """Opens a report and returns its IContext. Raises FileNotFoundError if there is no such file."""
    return _objects.load(IContext, os.fspath(file_name))


__all__ = [name for name in dir() if not name.startswith("_") and name not in ("os",)]
