"""`NamedTuple` without the import of `typing`, which costs a commit hook half of what Python's own start costs.

Type checkers see the real one. At run time a class of fields and defaults becomes a tuple with named fields, as
`collections.namedtuple` makes it, but without compiling its constructor before anything is constructed.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
    from typing import Protocol as Protocol
    from typing import cast as cast
else:
    from _collections import _tuplegetter

    def cast(kind, value):
        """Return the value; what it is said to be is the type checker's business."""
        return value

    class Protocol:
        """Nothing at run time: what a protocol demands is the type checker's business."""

    class _Maker(type):
        """Turn the annotations of a class body into fields."""

        def __new__(cls, name, bases, body):
            if not bases:
                return super().__new__(cls, name, bases, body)
            fields = tuple(body.get("__annotations__", ()))
            defaults = {field: body.pop(field) for field in fields if field in body}
            for index, field in enumerate(fields):
                body[field] = _tuplegetter(index, field)
            made = type(name, (tuple,), {**_METHODS, **body, "_fields": fields, "_field_defaults": defaults,
                                         "__match_args__": fields, "__slots__": ()})  # fmt: skip
            made.__new__ = _constructor(made, fields, defaults)
            return made

    def _constructor(made, fields, defaults):
        """Return a `__new__` that compiles the real one when it is called for the first time."""

        def construct(cls, *args, **kwargs):
            parameters = "".join(f", {field}={field!r}" if field in defaults else f", {field}" for field in fields)
            values = "".join(f"{field}, " for field in fields)
            scope = {"make": tuple.__new__}
            exec(f"def __new__(cls{parameters}): return make(cls, ({values}))", scope)  # noqa: S102 - field names alone, which are identifiers of this program
            new = scope["__new__"]
            new.__defaults__ = tuple(defaults.values())
            made.__new__ = new
            return new(cls, *args, **kwargs)

        return construct

    def _make(cls, values):
        return tuple.__new__(cls, values)

    def _replace(self, /, **changes):
        made = tuple.__new__(type(self), map(changes.pop, self._fields, self))
        if changes:
            raise ValueError(f"no such fields: {list(changes)}")
        return made

    def _asdict(self):
        return dict(zip(self._fields, self, strict=True))

    def _shown(self):
        values = ", ".join(f"{field}={value!r}" for field, value in zip(self._fields, self, strict=True))
        return f"{type(self).__name__}({values})"

    _METHODS = {
        "_make": classmethod(_make),
        "_replace": _replace,
        "_asdict": _asdict,
        "__repr__": _shown,
        "__getnewargs__": lambda self: tuple(self),  # `tuple` itself would not be bound
    }

    class NamedTuple(metaclass=_Maker):
        """The base of a record."""
