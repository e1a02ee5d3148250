# ruff: noqa
x = [] is []
y = 1 is 1
