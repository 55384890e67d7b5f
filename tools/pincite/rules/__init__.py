"""One module a rule: its docstring is its documentation, its generator judges one page.

A module holds `KINDS` (kind -> its level in profile strict, its level in profile adopt), a generator
`check(page, wiki)` and, where something belongs to no page, a generator `check_all(wiki)`. The id of a problem is
`rule.kind`; a rule with one kind alone calls it '', and the rule's name is the id. A problem to which a rule gives the
level `warning` is never more than that. Modules that begin with `_` are no rules.

The docstring's first line is what `check --list` prints; `Bad:` and `Good:` blocks show pages that fail and pass.
"""
