# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Small programs, each named after what it is about."""

from language import parse

FIB = "(fun fib (n) (if (< n 2) n (par (a (fib (- n 1))) (b (fib (- n 2))) (+ a b))))"
# One branch that takes some steps and returns or throws its argument.
LEAVES = """
(fun give (x) (+ x 0))
(fun fail (x) (raise x))
(fun late (x) (let (y (give x)) (raise y)))
(fun both (x y) (par (a (give x)) (b (give y)) (- a b)))
"""

TEXTS = {
    "value": "(main 7)",
    "call": LEAVES + "(main (give 3))",
    "fork": LEAVES + "(main (par (a (give 1)) (b (give 2)) (- a b)))",
    "fork_of_expression": LEAVES + "(main (let (z 5) (par (a (give z)) (b (* z z)) (- b a))))",
    "fib2": FIB + "(main (fib 2))",
    "fib3": FIB + "(main (fib 3))",
    "fib4": FIB + "(main (fib 4))",
    "fork_in_first_branch": LEAVES + "(main (par (a (both 1 2)) (b (give 3)) (- a b)))",
    "fork_in_second_branch": LEAVES + "(main (par (a (give 1)) (b (both 2 3)) (- a b)))",
    "fork_in_both_branches": LEAVES + "(main (par (a (both 1 2)) (b (both 3 4)) (- a b)))",
    "fork_after_fork": LEAVES + "(main (+ (both 1 2) (both 3 4)))",
    "fork_in_body": LEAVES + "(main (par (a (give 1)) (b (give 2)) (par (c (give a)) (d (give b)) (- (* c 10) d))))",
    "three_branches": LEAVES + "(main (par (a (give 1)) (b (par (c (give 2)) (d (give 3)) (- c d))) (+ a b)))",
    # A tree of depth 2: the value of a node is its number.
    "tree_sum": """(fun sum (node depth) (if (= depth 0) node
                     (par (l (sum (* 2 node) (- depth 1))) (r (sum (+ 1 (* 2 node)) (- depth 1))) (+ node (+ l r)))))
                   (main (sum 1 2))""",
    # A loop as recursion on halves, and one that forks each iteration from the rest.
    "loop_by_halves": """(store 3)
                   (fun loop (lo hi) (if (= (- hi lo) 1) (set lo (* lo 10))
                     (let (middle (+ lo 1)) (par (a (loop lo middle)) (b (loop middle hi)) 0))))
                   (main (seq (loop 0 3) (+ (get 1) (get 2))))""",
    "loop_by_iterations": """(store 3)
                   (fun body (i) (set i (+ i 1)))
                   (fun loop (i n) (if (< i n) (par (a (body i)) (b (loop (+ i 1) n)) 0) 0))
                   (main (seq (loop 0 3) (+ (get 0) (* 10 (get 2)))))""",
    "loop_in_call_in_loop": """(store 4)
                   (fun cell (i j) (set (+ (* 2 i) j) (- i j)))
                   (fun row (i) (par (a (cell i 0)) (b (cell i 1)) (+ a b)))
                   (main (par (a (row 0)) (b (row 1)) (- a b)))""",
    "writes_before_are_seen": LEAVES + """(store 2)
                   (fun put (x) (set 1 x))
                   (main (seq (set 0 4) (par (a (put (get 0))) (b (get 0)) (+ (get 1) (+ a b)))))""",
    "throws_first": LEAVES + "(main (par (a (fail 1)) (b (give 2)) a))",
    "throws_first_late": LEAVES + "(main (par (a (late 1)) (b (give 2)) a))",
    "throws_second": LEAVES + "(main (par (a (give 1)) (b (fail 2)) a))",
    "throws_both": LEAVES + "(main (par (a (late 1)) (b (fail 2)) a))",
    "throws_body": LEAVES + "(main (par (a (give 1)) (b (give 2)) (raise (+ a b))))",
    "throws_expression": LEAVES + "(main (par (a (give 1)) (b (raise 5)) a))",
    "handled_outside": LEAVES + "(main (try (par (a (late 1)) (b (fail 2)) a) (e (+ e 100))))",
    "handled_in_first": LEAVES + "(fun safe (x) (try (fail x) (e (* e 2)))) (main (par (a (safe 3)) (b (give 1)) (- a b)))",
    "handled_in_second": LEAVES + "(main (par (a (give 3)) (b (try (late 4) (e (* e 2)))) (- a b)))",
    "handler_forks": LEAVES + "(main (try (par (a (fail 1)) (b (give 2)) a) (e (par (c (give e)) (d (give 5)) (- d c)))))",
    "handler_throws": LEAVES + "(main (try (try (fail 1) (e (fail (+ e 1)))) (e (* e 10))))",
    "thrown_through_two_forks": LEAVES + """(fun inner (x) (par (a (late x)) (b (give 2)) (+ a b)))
                   (main (try (par (a (inner 1)) (b (give 3)) a) (e (* e 10))))""",
    "thrown_in_nested_second": LEAVES + """(fun inner (x) (par (a (give x)) (b (late 6)) (+ a b)))
                   (main (try (par (a (give 1)) (b (inner 2)) (+ a b)) (e (* e 10))))""",
    "second_of_first_and_second": LEAVES + """(fun inner (x) (par (a (give x)) (b (late 6)) (+ a b)))
                   (main (try (par (a (inner 1)) (b (fail 7)) (+ a b)) (e (* e 10))))""",
    "abandoned_branch_forks": LEAVES + "(main (try (par (a (late 1)) (b (both 2 3)) (+ a b)) (e (* e 10))))",
    "abandoned_branch_writes": LEAVES + """(store 2)
                   (main (seq (try (par (a (late 1)) (b (set 0 9)) (+ a b)) (e (set 1 e))) (get 1)))""",
    "abandoned_then_rewritten": LEAVES + """(store 1)
                   (main (seq (try (par (a (late 1)) (b (set 0 9)) (+ a b)) (e (set 0 e))) (get 0)))""",
}

PROGRAMS = {name: parse(text) for name, text in TEXTS.items()}

# What the whole state space is affordable for; the others are explored reduced.
SMALL = [name for name in PROGRAMS
         if name not in ("fib4", "tree_sum", "fork_in_both_branches", "loop_in_call_in_loop", "loop_by_halves",
                         "loop_by_iterations")]

RACY = {
    "write_write": "(store 1) (fun put (x) (set 0 x)) (main (par (a (put 1)) (b (set 0 2)) 0))",
    "read_write": "(store 1) (fun read (x) (get x)) (main (par (a (read 0)) (b (set 0 2)) a))",
    "reads_abandoned": LEAVES + "(store 1) (main (try (par (a (fail 1)) (b (set 0 2)) 0) (e (get 0))))",
}
