fun f (SOME x | NONE) = 1
fun g ((x, 1) | ("a", x)) = x
fun h ((x, y) | (y, x)) = x + size y
fun i (x, (SOME x | x as NONE)) = 1
fun j (1 | "a") = 1
(* RUN: not %check --default-ann 'allowOrPats true' %s 2>&1 | FileCheck %s
   CHECK: alternatives.sml:1:13: error: the variable 'x' is not bound by all alternatives of this pattern
   CHECK: alternatives.sml:2:17: error: {{.*}}string
   CHECK: alternatives.sml:3:{{.*}}: error:
   CHECK: alternatives.sml:4:17: error: the variable 'x' is bound twice in this pattern
   CHECK: alternatives.sml:5:12: error: the alternatives of a pattern have one type: this one is string, but those before it are int
*)
