# A rule in Python: a message with a title, what it could save, a metric to look at, a table, and a word for its child.
import NvRules


def get_identifier():
    return "GuideSmallGrid"


def get_name():
    return "Guide: small grid"


def get_description():
    return "Says how much of the device the grid fills."


def get_section_identifier():
    return "GuideDefinitions"


def evaluate(handle):
    NvRules.require_metrics(handle, ["launch__waves_per_multiprocessor"])


def apply(handle):
    context = NvRules.get_context(handle)
    action = context.range_by_idx(0).action_by_idx(0)
    frontend = context.frontend()
    waves = action["launch__waves_per_multiprocessor"]
    threads = action["threads_in_all"].value()
    frontend.send_dict_to_children({"waves": waves.value()})
    if waves.value() >= 1:
        frontend.message(NvRules.MsgType.OK, "%d threads fill the device %.2f times." % (threads, waves.value()), "Enough")
        return
    message = frontend.message(NvRules.MsgType.OPTIMIZATION, "%d threads fill %.0f%% of the device." % (
        threads, 100 * waves.value()), "Too few")
    frontend.speedup(message, NvRules.IFrontend.SpeedupType_LOCAL, 100 * (1 - waves.value()))
    frontend.focus_metric(message, waves.name(), waves.value(), NvRules.IFrontend.Severity_SEVERITY_HIGH, "at least 1")
    frontend.generate_table(message, ["What", "Number"], [["Blocks", action["launch__grid_size"].value()],
                                                          ["Threads", threads]], {"title": "The grid"})
