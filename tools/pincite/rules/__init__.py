"""One module a rule: its docstring is its documentation, its generator judges one page."""
