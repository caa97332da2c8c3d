"""What ncu_report has of the classes that only rules can use: their names and constants."""
import warnings

from ._objects import MarkerKind, MsgType

_OLD = {"MarkerKind_SASS": MarkerKind.SASS, "MarkerKind_SOURCE": MarkerKind.SOURCE, "MsgType_MSG_NONE": MsgType.NONE,
        "MsgType_MSG_OK": MsgType.OK, "MsgType_MSG_OPTIMIZATION": MsgType.OPTIMIZATION,
        "MsgType_MSG_WARNING": MsgType.WARNING, "MsgType_MSG_ERROR": MsgType.ERROR}


class _OldNames(type):
    """Answers the old names of constants, with a warning."""

    def __getattr__(cls, name):
        value = _OLD.get(name)
        if value is None:
            raise AttributeError(f"type object '{cls.__name__}' has no attribute '{name}'")
        warnings.warn(f"{cls.__name__}.{name} is deprecated; use {value}", DeprecationWarning, stacklevel=2)
        return int(value)


class FrontendNames(metaclass=_OldNames):
    """The constants of IFrontend."""

    Severity_SEVERITY_DEFAULT = 0
    Severity_SEVERITY_LOW = 1
    Severity_SEVERITY_HIGH = 2
    SpeedupType_LOCAL = 0
    SpeedupType_GLOBAL = 1


class _OfRules:
    """Base of classes that only rules have objects of."""

    def __init__(self, *_args, **_named):
        raise RuntimeError(f"{type(self).__name__} has objects in rules only")


def _only_in_rules(self, *_args, **_named):
    """Only rules can call this."""
    raise RuntimeError("only rules can call this")


class IFrontend(FrontendNames, _OfRules):
    """Says what a rule found. Only rules have one."""

    message = speedup = focus_metric = source_marker = generate_table = load_chart_from_file = _only_in_rules
    send_dict_to_children = receive_dict_from_parent = _only_in_rules


class IEvaluator:
    """Says what a rule needs. One that is made outside of rules can do nothing."""

    get_version = handle_exception = require_metric = require_rule = _only_in_rules


class IController:
    """Proposes rules. One that is made outside of rules can do nothing."""

    propose_rule = get_message_vault = _only_in_rules


class IMessageVault:
    """Keeps messages between rules. One that is made outside of rules can do nothing."""

    Put = Get = _only_in_rules


__all__ = ["IFrontend", "IEvaluator", "IController", "IMessageVault", "FrontendNames"]
