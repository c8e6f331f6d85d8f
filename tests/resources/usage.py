"""Which keys of the message catalogue the program uses, read from its source.

A key may be written out, or put together by an f-string: ``f"table.move.{kind}"`` stands for every key of that shape, with
``*`` in place of what is only known when the program runs. A function that puts its argument into a key, such as
``def words(key): … f"cli.{key}"``, is followed to its callers.
"""

from __future__ import annotations

import ast
import itertools
import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.trees import parsed, uncollected

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("rules", "net", "client")
ANY = "*"

_KEY = re.compile(r"[a-z*][a-z0-9*-]*(\.[a-z0-9_*-]+)+")


@dataclass
class Usage:
    """The keys and messages in the source.

    Attributes:
        shapes: every key or shape of keys, with the places where it is written.
        said: ``message(key, name=…)`` and ``text(key, name=…)`` calls with a written-out key: the key, the names of the
            values given and the place. Calls that pass values on (``**values``) are left out.
    """

    shapes: dict[str, list[str]] = field(default_factory=dict)
    said: list[tuple[str, frozenset[str], str]] = field(default_factory=list)


@dataclass(frozen=True)
class _Wrapper:
    """A function that puts its argument number ``place`` between ``before`` and ``after``."""

    name: str
    place: int
    before: str
    after: str


Function = ast.FunctionDef | ast.AsyncFunctionDef

Node = tuple[ast.AST, tuple[Function, ...]]
"""A node of a module's source, with the functions around it."""

_TELLING = ast.Constant, ast.JoinedStr, ast.Call, ast.Expr, ast.ClassDef, ast.Import, ast.ImportFrom
"""The nodes that say which keys are used, or where they come from."""

_LEAVES = frozenset((ast.Name, ast.arg, ast.alias, ast.Pass))
_NO_EXPRESSIONS = frozenset(("ctx", "op", "ops", "type_comment", "kind"))
"""Nodes without such nodes in them, and fields of other nodes that have none."""


@uncollected()
def read_usage() -> Usage:
    """Read the source of every package."""
    trees = {
        str(file.relative_to(ROOT)): nodes(parsed(file))
        for package in PACKAGES
        for file in sorted((ROOT / package).rglob("*.py"))
    }
    wrappers: dict[str, set[_Wrapper]] = {}
    inside: set[int] = set()
    for name, tree in trees.items():
        for wrapper, joined in _wrappers(tree):
            wrappers.setdefault(name, set()).add(wrapper)
            inside.add(id(joined))
    imports = {name: _imports(tree) & set(trees) for name, tree in trees.items()}
    usage = Usage()
    for name, tree in trees.items():
        within_reach = [wrapper for module in _reach(name, imports) for wrapper in wrappers.get(module, ())]
        _read(name, tree, within_reach, inside, usage)
    return usage


def nodes(tree: ast.Module) -> list[Node]:
    """The nodes of a module that matter, the outer ones first. Each tree is walked once: walks take most of the time."""
    found: list[Node] = []
    open_nodes: deque[Node] = deque([(tree, ())])
    while open_nodes:
        one = open_nodes.popleft()
        node, within = one
        if isinstance(node, _TELLING):
            found.append(one)
            if isinstance(node, ast.Constant):
                continue
        elif isinstance(node, Function):
            within = (*within, node)
        for name in node._fields:
            if name in _NO_EXPRESSIONS:
                continue
            value = getattr(node, name, None)
            if isinstance(value, list):
                open_nodes.extend([(each, within) for each in value if isinstance(each, ast.AST) and type(each) not in _LEAVES])
            elif isinstance(value, ast.AST) and type(value) not in _LEAVES:
                open_nodes.append((value, within))
    return found


def _imports(tree: Sequence[Node]) -> set[str]:
    """The files that a module may import from."""
    found = set()
    for node, _ in tree:
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        for name in names:
            path = name.replace(".", "/")
            found |= {f"{path}.py", f"{path}/__init__.py"}
    return found


def _reach(name: str, imports: dict[str, set[str]]) -> set[str]:
    """A module with all it imports, and what those import: where an inherited method may come from."""
    reached, open_names = {name}, [name]
    while open_names:
        for other in imports[open_names.pop()] - reached:
            reached.add(other)
            open_names.append(other)
    return reached


def _read(name: str, tree: Sequence[Node], wrappers: list[_Wrapper], inside: set[int], usage: Usage) -> None:
    skipped = {id(part) for node, _ in tree for part in _no_keys(node)}
    for node, _ in tree:
        if id(node) in skipped or not isinstance(node, ast.Constant | ast.JoinedStr | ast.Call):
            continue
        where = f"{name}:{node.lineno}"
        if isinstance(node, ast.Constant | ast.JoinedStr) and id(node) not in inside:
            _add(usage, _shapes(node), where)
        if isinstance(node, ast.Call):
            called = _called(node)
            for wrapper in wrappers:
                argument = _argument(node, wrapper.place)
                if wrapper.name == called and argument is not None:
                    _add(usage, [wrapper.before + shape + wrapper.after for shape in _shapes(argument)], where)
            if called in ("message", "text") and node.args and isinstance(node.args[0], ast.Constant):
                names = [keyword.arg for keyword in node.keywords]
                key = node.args[0].value
                if None not in names and isinstance(key, str) and _KEY.fullmatch(key):
                    usage.said.append((key, frozenset(filter(None, names)), where))


def _no_keys(node: ast.AST) -> Iterator[ast.AST]:
    """Strings that are no keys: docstrings, names of modules, parts of f-strings."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        yield node.value
    if isinstance(node, ast.Call) and _called(node) in ("import_module", "getLogger"):
        yield from ast.walk(node)
    if isinstance(node, ast.JoinedStr):
        yield from node.values


def _add(usage: Usage, shapes: list[str], where: str) -> None:
    for shape in shapes:
        if _KEY.fullmatch(shape) and shape.strip("*.-"):
            usage.shapes.setdefault(shape, []).append(where)


def _shapes(node: ast.expr) -> list[str]:
    """The keys that an expression can be, ``*`` for what cannot be read."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.IfExp):
        return _shapes(node.body) + _shapes(node.orelse)
    if isinstance(node, ast.JoinedStr):
        parts = []
        for part in node.values:
            inner = part.value if isinstance(part, ast.FormattedValue) else part
            known = isinstance(inner, ast.Constant | ast.IfExp)
            parts.append((_shapes(inner) or [ANY]) if known else [ANY])
        return [re.sub(r"\*+", ANY, "".join(choice)) for choice in itertools.product(*parts)]
    return [ANY]


def _wrappers(tree: Sequence[Node]) -> Iterator[tuple[_Wrapper, ast.JoinedStr]]:
    makers = {
        id(function): made.name for made, _ in tree if isinstance(made, ast.ClassDef) for function in made.body
    }  # calling the class calls its __init__
    for joined, within in tree:
        if not isinstance(joined, ast.JoinedStr):
            continue
        open_parts = [part for part in joined.values if isinstance(part, ast.FormattedValue)]
        if len(open_parts) != 1 or not isinstance(open_parts[0].value, ast.Name):
            continue
        at = joined.values.index(open_parts[0])
        before = "".join(str(part.value) for part in joined.values[:at] if isinstance(part, ast.Constant))
        after = "".join(str(part.value) for part in joined.values[at + 1 :] if isinstance(part, ast.Constant))
        if not _KEY.fullmatch(f"{before}x{after}"):
            continue
        for function in within:
            called = makers.get(id(function), "") if function.name == "__init__" else function.name
            names = [argument.arg for argument in function.args.args]
            methods = bool(names) and names[0] in ("self", "cls")
            names = names[1:] if methods else names
            if open_parts[0].value.id in names:
                yield _Wrapper(called, names.index(open_parts[0].value.id), before, after), joined


def _called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id if isinstance(node.func, ast.Name) else ""


def _argument(node: ast.Call, place: int) -> ast.expr | None:
    return node.args[place] if place < len(node.args) and not isinstance(node.args[place], ast.Starred) else None


def matcher(shape: str) -> re.Pattern[str]:
    """A pattern for the keys of a shape."""
    return re.compile(re.escape(shape).replace(r"\*", r"[a-z0-9_.-]+"))
