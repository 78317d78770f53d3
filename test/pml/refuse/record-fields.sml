fun f {a, b} = a + b
val x = f {a = 1, c = 2}
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: error: the function takes {a: int, b: int}, but its argument is {a: int, c: int}
*)
