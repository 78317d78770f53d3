# Part of Tactus, under the MIT licence. See LICENSE for details.
"""What a ratio lets one conclude, and what a new measurement says about an old one.

A median says nothing where the spread is as large as the difference. The spread is that between the quartiles of the
rounds; a ratio whose quartiles lie on both sides of 1 shows no difference, whatever its median is.

An old and a new ratio differ if their quartiles do not overlap and their medians are at least LEAST_CHANGE apart. Ratios are
compared, and not times: those of two days on one machine, let alone of two machines, differ for reasons of their own.
"""

LEAST_CHANGE = 0.02


def spans(entry, value):
    """Whether a value lies within the spread of a ratio."""
    return entry["low"] <= value <= entry["high"] and entry["low"] < entry["high"]


def is_inconclusive(entry):
    """Whether nothing can be said about which of the two is faster."""
    return bool(entry.get("disturbed")) or spans(entry, 1)


def change(old, new):
    """"slower", "faster", "same" or "unknown", of a ratio in which lower is better."""
    if old.get("disturbed") or new.get("disturbed"):
        return "unknown"
    quotient = new["median"] / old["median"]
    if abs(quotient - 1) < LEAST_CHANGE or (new["low"] <= old["high"] and old["low"] <= new["high"]):
        return "same"
    return "slower" if quotient > 1 else "faster"


def compare(old_suites, new_suites):
    """[(suite, kernel, ratio's name, old entry, new entry, change)] of what both have measured."""
    rows = []
    for suite, new in new_suites.items():
        old_kernels = {kernel["kernel"]: kernel for kernel in old_suites.get(suite, {}).get("kernels", [])}
        for kernel in new["kernels"]:
            before = old_kernels.get(kernel["kernel"], {}).get("ratios", {})
            rows += [(suite, kernel["kernel"], name, before[name], entry, change(before[name], entry))
                     for name, entry in kernel["ratios"].items() if name in before]
    return rows


def differences_in_setup(old_suites, new_suites):
    """What makes the comparison of two measurements doubtful, as text."""
    found = []
    for suite, new in new_suites.items():
        old = old_suites.get(suite)
        if not old:
            continue
        pairs = [(what, old.get(what), new.get(what)) for what in ("threads", "flags", "quick")]
        pairs += [(what, old["machine"].get(what), new["machine"].get(what)) for what in ("processor", "compiler")]
        found += [f"{suite}: {what}: {before} before, {now} now" for what, before, now in pairs if before != now]
    return found


def _interval(entry):
    return f"{entry['median']:.3f} [{entry['low']:.3f}–{entry['high']:.3f}]" + ("!" if entry.get("disturbed") else "")


def comparison_table(rows):
    """Header and rows of what has changed; nothing of what is the same."""
    words = {"slower": "SLOWER", "faster": "faster", "unknown": "disturbed, repeat"}
    return ["kernel", "ratio", "before", "now", ""], [
        [kernel, name, _interval(old), _interval(new), words[found]]
        for _, kernel, name, old, new, found in rows if found != "same"]
