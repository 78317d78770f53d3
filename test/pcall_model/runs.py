# Part of Tactus, under the MIT licence. See LICENSE for details.
"""The programs of runs.cpp in the model's language, fork by fork the same."""

from language import parse

COMMON = """
(fun leaf (x) (+ x 0))
(fun fib (n) (if (< n 2) (leaf n) (par (a (fib (- n 1))) (b (fib (- n 2))) (+ a b))))
(fun fail_if_bad (node) (if (= node 19) (raise node) (if (= node 27) (raise node) node)))
(fun tree (node depth) (if (= depth 0) (fail_if_bad (leaf node))
  (par (l (tree (* 2 node) (- depth 1))) (r (tree (+ 1 (* 2 node)) (- depth 1))) (+ l r))))
(fun remainder (x) (if (< x 3) x (remainder (- x 3))))
(fun fail_if_threefold (node) (if (= 0 (remainder node)) (raise node) node))
(fun guarded (node depth) (if (= depth 0) (fail_if_threefold (leaf node))
  (try (par (l (guarded (* 2 node) (- depth 1))) (r (guarded (+ 1 (* 2 node)) (- depth 1))) (+ l r))
       (e (if (< 40 e) (raise (- e 30)) (* 2 e))))))
(fun loop (i n) (if (< i n) (par (a (leaf i)) (b (loop (+ i 1) n)) (+ a (* 2 b))) 0))
"""

RUNS = {name: parse(COMMON + main) for name, main in {
    "fib": "(main (fib 9))",
    "tree": "(main (tree 1 4))",
    "caught": "(main (try (tree 1 4) (e (+ e (fib 6)))))",
    "guarded": "(main (guarded 1 5))",
    "loop": "(main (loop 0 20))",
}.items()}
