# ruff: noqa
"""Generators, coroutines and what is allowed inside of expressions there."""
import asyncio
import traceback


def ident(*args, **kwargs):
    return args[0] if args else kwargs


def echo():
    received = ident((yield ident(1)), (yield 2)) or (yield ident(3))
    print("received", received)
    try:
        x = yield ident([(yield 4), (yield 5)])
    except KeyError as error:
        print("thrown", error)
        x = yield 6
    finally:
        print("finally")
    y = yield from inner(ident(x))
    return ident(y), x


def inner(x):
    got = yield ident("inner", k=x)
    return ident([got])


g = echo()
print([g.send(v) for v in (None, 10, 20)])
print(g.send(30), g.send(40), g.throw(KeyError("k")), g.send("x"))
try:
    g.send("y")
except StopIteration as stop:
    print(stop.value)


async def slow(x):
    await asyncio.sleep(0)
    return ident(x)


async def ticks(n):
    for i in range(n):
        await asyncio.sleep(0)
        try:
            yield ident(i)
        finally:
            print("tick over", i)


class Guard:
    async def __aenter__(self):
        return await slow(self)

    async def __aexit__(self, *exc):
        print("left", exc[0])
        return True


async def main():
    total = ident(await slow(1), await slow(2)) + (await slow(3)) * ident(await slow(4))
    print(total)
    print([await slow(i) for i in range(3)], {i async for i in ticks(2)})
    print([x async for x in ticks(3) if await slow(x)], [j for i in range(3) for j in [await slow(i)] if ident(j)])
    async for tick in ticks(3):
        if tick == 1:
            continue
        print("tick", tick)
    async with Guard() as guard, Guard():
        raise ValueError(ident(guard) is guard)
    results = await asyncio.gather(*(slow(i) for i in range(3)), return_exceptions=True)
    print(results, await (await asyncio.gather(slow(slow(1))))[0])
    try:
        await asyncio.wait_for(asyncio.sleep(10), ident(0.01))
    except asyncio.TimeoutError:
        print("timeout")
    agen = ticks(5)
    print(await agen.__anext__(), await agen.asend(None))
    await agen.aclose()
    return await asyncio.create_task(slow("end"))


print(asyncio.run(main()))
squares = (n * n for n in range(4) if ident(n))
print(next(squares), list(squares))
nested = ((a, b) for a in (ident(x) for x in "ab") for b in (ident(y) for y in a + "c") if ident(a) != b)
print(list(nested))
fns = [lambda: ident(i) for i in range(3)]
print([f() for f in fns], [(lambda j: ident(j + 1))(i) for i in range(3)])
print([(lambda: (ident(k), [m for m in (lambda: [ident(k)])()]))() for k in range(2)], [*map(lambda *a, z=ident(3): ident(a) + (z,), [1], [2])])


def stops():
    yield next(iter(ident([])))


try:
    list(stops())
except RuntimeError:
    traceback.print_exc()


def walks(n):
    if ident(n):
        yield from walks(n - 1)
    yield n


print(list(walks(5)), sum(ident(x) for x in walks(3)), [y := ident(2), y**2], any((w := x) > 2 for x in range(5)), w)
