# ruff: noqa
"""Warnings, each as often and where it belongs."""
import warnings


def old():
    warnings.warn("old is old", DeprecationWarning, stacklevel=2)


def older():
    warnings.warn(
        "older",
        UserWarning,
    )


old()
for _ in range(3):
    older()
    warnings.warn("loop %s" % abs(-1))
print(
    old(),
    older(),
)
x = 5
if x is 5:
    print("is")
pattern = "\d+\."
if (x := 5) == 5:
    assert (x, "always true")
[warnings.warn(f"listed {n}") for n in range(2)]
(lambda: warnings.warn("in lambda"))()
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    old(), older()
print([(str(w.message), w.lineno, w.category.__name__) for w in caught])
older()
import beside.warns

older()
for _ in range(2):
    older()
    import beside.plain
warnings.simplefilter("error")
try:
    older()
except UserWarning as error:
    print("raised", error)
print(len(warnings.filters))
try:
    import beside.warns_again
except SyntaxError as error:
    print("syntax", error)
