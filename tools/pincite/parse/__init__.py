"""Bytes of the wiki in, frozen values out. A bad page is a value with faults, never an exception."""
