# ruff: noqa
"""Reads the stack, as loggers and warnings do."""
import collections
import inspect
import logging
import sys
import traceback

MINE = __file__


def caller(depth=1):
    frame = sys._getframe(depth + 1)
    return frame.f_code.co_name, frame.f_lineno


def where():
    return caller(0), caller(), inspect.currentframe().f_back.f_lineno


def stack():
    return [(f.function, f.lineno, (f.code_context or [""])[0].strip(), f.index) for f in inspect.stack() if f.filename == MINE]


def printed():
    lines = traceback.format_stack()
    return [line for line in lines if MINE in line]


class Nested:
    where = where()

    def method(self):
        return [where() for _ in range(2)], (lambda: where())(), max([1], key=lambda _: self.note(where()))

    def note(self, x):
        self.noted = x
        return 1

    @property
    def prop(self):
        return where()


print(where())
print(
    where(),
    [
        where(),
        where()
    ],
)
nested = Nested()
print(nested.method(), nested.noted, nested.prop, Nested.where)
print(stack(), [s for s in (stack(), stack())], (lambda: stack())())
print(*printed(), *[printed() for _ in "a"])
logging.basicConfig(stream=sys.stdout, format="%(levelname)s %(filename)s %(funcName)s:%(lineno)d %(message)s", level=0)
logging.warning("module %s", abs(-1))


def logs(logger):
    logger.info(
        "multi"
        "line",
    )
    logger.warning("level", stacklevel=2)
    try:
        logger.missing
    except AttributeError:
        logger.exception("caught")
    [logger.debug("listed") for _ in range(1)]
    logger.info("stack", stack_info=False)


logs(logging.getLogger("x"))
Point = collections.namedtuple("Point", "x")
print(Point.__module__, inspect.getframeinfo(sys._getframe()).lineno, sys._getframe().f_code.co_name)
print(inspect.getargvalues(sys._getframe()).args)


def arguments(a, *b, c=1, **d):
    frame = inspect.currentframe()
    found = inspect.getargvalues(frame)
    return found.args, found.varargs, found.keywords, inspect.getcallargs(arguments, 1, c=2), inspect.getfullargspec(arguments)


print(arguments(1))


def events():
    seen = []

    def trace(frame, event, arg):
        if frame.f_code.co_filename == MINE:
            if not seen or seen[-1] != (event, frame.f_lineno, frame.f_code.co_name) or event != "line":
                seen.append((event, frame.f_lineno, frame.f_code.co_name))
            return trace

    def traced(n):
        """Documented."""
        total = 0
        for i in range(n):
            total += abs(i)
            if total > 1 and i:
                continue
            total = max(
                total,
                abs(i),
            )
        try:
            total.missing.thing
        except AttributeError:
            total = -total
        finally:
            total = [abs(x) for x in (1, 2)]
        with open(MINE) as f:
            f.name.upper().lower()
        nested = lambda z: abs(z)
        return nested(total[0])

    sys.settrace(trace)
    traced(3)
    sys.settrace(None)
    return seen


found = events()
if sys.version_info >= (3, 10):
    print([e for e in found if e[0] != "call"])
