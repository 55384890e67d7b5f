"""Facts and checks: the small language in which a decision says what it fixes, and what must hold between decisions.

A fact is `dotted.name = value`, a check is a comparison over facts. A page can never run code: there are no calls but
`min` and `max`, no loops, and the size of everything is bounded. `reading` finds both in a page, `values` knows numbers
with units, `language` reads a check, and `judging` says whether it holds.
"""
