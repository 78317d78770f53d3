"""Fails unless the statistics say that something was promoted: the maps survived the link and were found."""

import json
import sys


def promotions(node):
    """The largest number under a key "promotions", wherever it stands."""
    if isinstance(node, dict):
        own = node.get("promotions")
        found = [own] if isinstance(own, (int, float)) else []
        return max(found + [promotions(value) for value in node.values()], default=0)
    if isinstance(node, list):
        return max((promotions(value) for value in node), default=0)
    return 0


with open(sys.argv[1], encoding="utf-8") as file:
    count = promotions(json.load(file))
if count == 0:
    sys.exit("nothing was promoted")
