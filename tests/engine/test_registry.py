"""What is named in one place for speed is what the modules say."""

from pincite.check import OF_NO_PAGE
from pincite.levels import rule, rule_names


def test_the_rules_of_no_page_are_those_that_have_a_say():
    """A rule with `check_all` is asked, and no other."""
    assert list(OF_NO_PAGE) == [name for name in rule_names() if hasattr(rule(name), "check_all")]
