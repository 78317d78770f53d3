"""Exit status 1 with the first difference if two modules differ in more than their names: same.py ONE.ll OTHER.ll"""
import sys


def lines(name):
    with open(name) as file:
        return [line for line in file if not line.startswith(("; ModuleID", "source_filename"))]


one, other = lines(sys.argv[1]), lines(sys.argv[2])
for number, (left, right) in enumerate(zip(one, other), 1):
    if left != right:
        sys.exit(f"line {number}:\n  {left}  {right}")
if len(one) != len(other):
    sys.exit(f"{len(one)} lines and {len(other)}")
