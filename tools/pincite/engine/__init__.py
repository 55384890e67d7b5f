"""Judging a wiki, whole or only where something changed, with the same verdict.

Everything that a rule asks is a look-up by a key (`lookup`). What was asked is kept with every page (`state`), so that
a change of some files leads to the pages whose answers may differ, and to no others (`update`).
"""
