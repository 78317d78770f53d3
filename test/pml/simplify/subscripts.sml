(* Whether a function that has been inlined has raised is known where it was called: nobody asks. And a subscript is
   compared with the length once, without its sign. *)
fun total (a, i, sum) = if i = size sum then 0w0 else Word.xorb (Array.sub (a, i), total (a, i + 1, sum))
val n = length (CommandLine.arguments ())
val both = (total (Array.array (n, 0w1), 0, "one"), total (Array.array (n, 0w2), n, "two"))
val _ = print (Word.toString (#1 both) ^ Word.toString (#2 both))
(* RUN: %llvm %s -o %t && FileCheck %s < %t
   CHECK: define {{.*}}@pml.total.
   CHECK-NOT: icmp slt
   CHECK-NOT: {{^}}}
   CHECK: icmp u{{lt|gt|le|ge}} i64
   CHECK-NOT: icmp slt
   CHECK: {{^}}}
*)
