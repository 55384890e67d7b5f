"""A record at run time is what type checkers think it is: a tuple with named fields."""

import pickle
from typing import NamedTuple as Real

import pytest

from pincite.record import NamedTuple


class Point(NamedTuple):
    """A point."""

    x: int
    y: int = 2
    name: str = "p"

    @property
    def sum(self) -> int:
        """Return x and y together."""
        return self.x + self.y


class Typed(Real):
    """The same, by the standard library."""

    x: int
    y: int = 2
    name: str = "p"


@pytest.mark.parametrize("args", [((1,), {}), ((1, 5), {}), ((), {"x": 1, "name": "q"}), ((1, 2, "z"), {})])
def test_it_is_made_and_compared_as_the_real_one(args):
    """Positions, keywords and defaults give the same tuple, twice, the first time included."""
    for _ in range(2):
        assert tuple(Point(*args[0], **args[1])) == tuple(Typed(*args[0], **args[1]))


@pytest.mark.parametrize("args", [((), {}), ((1, 2, "a", 4), {}), ((1,), {"w": 1}), ((1,), {"x": 1})])
def test_wrong_arguments_are_refused(args):
    """What the real one refuses is refused."""
    for kind in (Typed, Point):
        with pytest.raises(TypeError):
            kind(*args[0], **args[1])


def test_it_has_the_methods_of_a_named_tuple():
    """Replacing, naming, showing, and pickling work; methods and docstrings stay."""
    point = Point(1)

    assert point._replace(y=7) == Point(1, 7)
    assert Point._make([1, 2, "p"]) == point
    assert point._asdict() == {"x": 1, "y": 2, "name": "p"}
    assert repr(point) == "Point(x=1, y=2, name='p')"
    assert pickle.loads(pickle.dumps(point)) == point
    assert (point.sum, point.x, Point.__doc__, Point._fields) == (3, 1, "A point.", ("x", "y", "name"))
    with pytest.raises(ValueError, match="w"):
        point._replace(w=1)
    with pytest.raises(AttributeError):
        point.x = 5
