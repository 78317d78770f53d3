(* Whether a function that has been inlined has raised is known where it was called: nobody asks for it in a loop. *)
fun turn (a, i) =
  let val x = Array.sub (a, i)
  in Array.update (a, i, Word.xorb (Word.<< (x, 0w3), Word.>> (x, 0w5)) + Word.* (x, 0w7) - Word.andb (x, 0w11))
  end
fun turnAll (a, i, text) = if i = size text then () else (turn (a, i); turnAll (a, i + 1, text))
val n = length (CommandLine.arguments ())
val a = Array.array (n, 0w1)
val _ = (turnAll (a, 0, "one"); turnAll (a, n, "two"); turn (a, n); print (Word.toString (Array.sub (a, n))))
(* RUN: %llvm %s -o %t && FileCheck %s < %t
   CHECK: define {{.*}}@pml.turnAll.
   CHECK-NOT: icmp {{eq|ne}} ptr addrspace(1) addrspacecast
   CHECK-NOT: phi ptr addrspace(1) [ null
   CHECK: shl i64
   CHECK-NOT: phi ptr addrspace(1) [ null
   CHECK: {{^}}}
*)
