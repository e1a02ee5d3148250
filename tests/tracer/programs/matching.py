# ruff: noqa
# needs: 3.10
"""The match statement."""
import dataclasses


@dataclasses.dataclass
class Point:
    x: int
    y: int = 0


def ident(x):
    return x


def matched(value):
    match ident(value):
        case 1 | 2:
            return ident("small")
        case [ident_, *rest] if ident(len(rest)) > 1:
            return ident_, ident(rest)
        case {"key": found, **others} if (n := ident(found)):
            return found, others, n
        case Point(x=0, y=y) | Point(x=y, y=0):
            return ident(y)
        case str() as text:
            match text, ident(2):
                case ("a", 2):
                    return "a2"
                case _:
                    return sorted(locals())
        case _ if ident(False):
            pass
        case other:
            return ident(other)


for value in (1, [1, 2, 3], [1], {"key": 3, "z": 1}, {"key": 0}, Point(0, 4), Point(5), Point(1, 1), "a", "b", None):
    print(matched(value))
with (open(__file__) as a, open(__file__) as b):
    print(ident(a.name) == ident(b).name)
