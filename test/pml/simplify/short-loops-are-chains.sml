(* A short loop around a recursion stays a loop: what an iteration does before it calls is in place, and is not charged. *)
fun place (row, taken) =
  if row = 8 then 1
  else
    ForkJoin.reducem (op +) 0 (0, 8) (fn column =>
      let val queen = Word.<< (0w1, Word.fromInt column)
      in if Word.andb (taken, queen) <> 0w0 then 0 else place (row + 1, Word.orb (taken, queen))
      end)
val _ = print (Int.toString (place (size (CommandLine.name ()) mod 2, 0w0)))
(* RUN: %lower %s | FileCheck %s --check-prefix IR
   RUN: %llvm %s -o %t && FileCheck %s < %t
   IR: prim loop_enter_chain
   IR: fork @
   CHECK: define {{.*}} i64 @pml.chain.
   CHECK-NOT: tactus_credit
   CHECK: and i64
   CHECK: tactus_credit
   CHECK: {{^}}}
*)
