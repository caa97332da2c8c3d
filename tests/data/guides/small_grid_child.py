# A rule below another one: it runs after its parent and reads what the parent sent.
import NvRules


def get_identifier():
    return "GuideSmallGridChild"


def get_section_identifier():
    return "GuideDefinitions"


def get_parent_rules_identifiers():
    return ["GuideSmallGrid"]


def apply(handle):
    frontend = NvRules.get_context(handle).frontend()
    sent = frontend.receive_dict_from_parent("GuideSmallGrid")
    frontend.message(NvRules.MsgType.OK, "The parent counted %.2f waves." % sent["waves"])
