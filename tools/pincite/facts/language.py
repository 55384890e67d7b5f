"""Read a check: `token.*.max_age <= (signing_keys.count - 1) * signing_keys.rotation`.

    check   = or ;                     or  = and { "or" and } ;         and = not { "and" not } ;
    not     = [ "not" ] compare ;      compare = sum { ("<=" | "<" | ">=" | ">" | "==" | "!=" | "=") sum } ;
    sum     = product { ("+" | "-") product } ;          product = sign { ("*" | "/") sign } ;
    sign    = [ "-" ] value ;
    value   = number [ unit ] | "none" | text | name | ("min" | "max") "(" sum { "," sum } ")" | "(" or ")" ;

In a name `*` stands for one part, and means every fact of this shape. The reader goes down the grammar by hand; how
deep and how long a check may be is bounded, so that its work is.
"""

from __future__ import annotations

from pincite.facts.values import NONE, Value, is_unit, quantity
from pincite.patterns import lazy
from pincite.record import NamedTuple

MOST_CHARACTERS = 1000
MOST_DEPTH = 40

_TOKEN = lazy(
    r"\s*(?:"
    r"(?P<number>[0-9][0-9_]{0,17}(?:\.[0-9]{1,18})?)"
    r"|(?P<text>\"[^\"]*\"|'[^']*')"
    r"|(?P<name>(?:[^\W\d]\w*|\*(?=\.))(?:\.(?:\w+|\*))*)"
    r"|(?P<mark><=|>=|==|!=|[<>=≤≥≠+\-*/(),%])"
    r")"
)
_SAME = {"=": "==", "≤": "<=", "≥": ">=", "≠": "!="}
_COMPARISONS = frozenset(("<=", "<", ">=", ">", "==", "!="))
_WORDS = frozenset(("and", "or", "not", "min", "max", "none"))


class Node(NamedTuple):
    """A part of a check. `kind` is or, and, not, compare, +, -, *, /, minus, min, max, name or value.

    `parts` are the parts that it is made of, `marks` the comparisons between the parts of a `compare`, `name` that of a
    fact, `value` what a literal spells.
    """

    kind: str
    parts: tuple[Node, ...] = ()
    marks: tuple[str, ...] = ()
    name: str = ""
    value: Value = ""


def parse_check(text: str) -> Node:
    """Return a check as a tree. Raises ValueError, with what was expected, where it is none."""
    if len(text) > MOST_CHARACTERS:
        raise ValueError(f"a check has at most {MOST_CHARACTERS} characters")
    reader = _Reader(_tokens(text))
    node = reader.either()
    if reader.at < len(reader.tokens):
        raise ValueError(f"`{reader.tokens[reader.at][1]}` is one too many")
    if node.kind not in ("or", "and", "not", "compare"):
        raise ValueError("a check compares: write <=, <, >=, >, == or != between two sides")
    return node


def _tokens(text: str) -> list[tuple[str, str]]:
    found, at, text = [], 0, text.rstrip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise ValueError(f"`{text[at:].strip()[:20]}` cannot stand in a check")
        kind = match.lastgroup or ""
        found.append((kind, _SAME.get(match[kind], match[kind])))
        at = match.end()
    return found


class _Reader:
    """Goes through the tokens once, from left to right."""

    def __init__(self, tokens: list[tuple[str, str]]) -> None:
        self.tokens = tokens
        self.at = 0
        self.depth = 0

    def peek(self) -> str:
        """Return the next token, '' at the end; a text is never a word or a mark."""
        kind, token = self.tokens[self.at] if self.at < len(self.tokens) else ("", "")
        return token if kind in ("mark", "name") else "" if not kind else "\0"

    def take(self, *wanted: str) -> str:
        """Return the next token and step over it if it is one of these, else ''."""
        token = self.peek()
        if token and token in wanted:
            self.at += 1
            return token
        return ""

    def expect(self, mark: str) -> None:
        """Step over this token. Raises ValueError where another one stands."""
        if not self.take(mark):
            found = f"not `{self.tokens[self.at][1]}`" if self.at < len(self.tokens) else "at the end"
            raise ValueError(f"expected `{mark}`, {found}")

    def either(self) -> Node:
        """Read alternatives, `or` between them."""
        self.depth += 1
        if self.depth > MOST_DEPTH:
            raise ValueError(f"brackets are nested more than {MOST_DEPTH} deep")
        parts = [self.both()]
        while self.take("or"):
            parts.append(self.both())
        self.depth -= 1
        return parts[0] if len(parts) == 1 else Node("or", tuple(map(_truth, parts)))

    def both(self) -> Node:
        """Read conditions, `and` between them."""
        parts = [self.negated()]
        while self.take("and"):
            parts.append(self.negated())
        return parts[0] if len(parts) == 1 else Node("and", tuple(map(_truth, parts)))

    def negated(self) -> Node:
        """Read a comparison, `not` before it."""
        times = 0
        while self.take("not"):
            times += 1
        node = self.compared()
        return Node("not", (_truth(node),)) if times % 2 else node

    def compared(self) -> Node:
        """Read two or more sides with comparisons between them."""
        parts, marks = [self.summed()], []
        while mark := self.take(*_COMPARISONS):
            marks.append(mark)
            parts.append(self.summed())
        return Node("compare", tuple(map(_number, parts)), tuple(marks)) if marks else parts[0]

    def summed(self) -> Node:
        """Read a sum."""
        node = self.product()
        while mark := self.take("+", "-"):
            node = Node(mark, (_number(node), _number(self.product())))
        return node

    def product(self) -> Node:
        """Read a product."""
        node = self.signed()
        while mark := self.take("*", "/"):
            node = Node(mark, (_number(node), _number(self.signed())))
        return node

    def signed(self) -> Node:
        """Read a value with its signs."""
        minus = 0
        while mark := self.take("-", "+"):
            minus += mark == "-"
        node = self.value()
        return Node("minus", (_number(node),)) if minus % 2 else node

    def value(self) -> Node:
        """Read one value, or what stands in brackets."""
        if self.take("("):
            node = self.either()
            self.expect(")")
            return node
        if self.at >= len(self.tokens):
            raise ValueError("a value is missing at the end")
        kind, token = self.tokens[self.at]
        self.at += 1
        if kind == "number":
            return Node("value", value=quantity(token, self.unit()))
        if kind == "text":
            return Node("value", value=token[1:-1])
        if kind != "name" or token in ("and", "or", "not"):
            raise ValueError(f"a value is missing before `{token}`")
        return self.named(token)

    def unit(self) -> str:
        """Read the unit that may stand behind a number."""
        if self.take("%"):
            return "%"
        kind, token = self.tokens[self.at] if self.at < len(self.tokens) else ("", "")
        if kind != "name" or token in _WORDS or "." in token:
            return ""
        self.at += 1
        while self.peek() == "/" and self._is_unit(self.at + 1):
            token += "/" + self.tokens[self.at + 1][1]
            self.at += 2
        return token

    def _is_unit(self, at: int) -> bool:
        """Return whether a unit of time or size stands there, as in `20 requests/min`, and not a fact or a call."""
        kind, token = self.tokens[at] if at < len(self.tokens) else ("", "")
        called = at + 1 < len(self.tokens) and self.tokens[at + 1][1] == "("
        return kind == "name" and not called and is_unit(token)

    def named(self, name: str) -> Node:
        """Read what a word stands for: no limit, the least or the most of several, or a fact."""
        if name.lower() == "none":
            return Node("value", value=NONE)
        if name not in ("min", "max"):
            return Node("name", name=name)
        self.expect("(")
        parts = [_number(self.summed())]
        while self.take(","):
            parts.append(_number(self.summed()))
        self.expect(")")
        return Node(name, tuple(parts))


def _truth(node: Node) -> Node:
    if node.kind not in ("or", "and", "not", "compare"):
        raise ValueError("`and`, `or` and `not` stand between comparisons")
    return node


def _number(node: Node) -> Node:
    if node.kind in ("or", "and", "not", "compare"):
        raise ValueError("a comparison is no number: compare with two signs as `a < b and b < c`")
    return node
