(* Prices of loops have 64 bits, whatever int has. *)
val n = 1000
val squares = ForkJoin.alloc n
val () = ForkJoin.parfor 1 (0, n) (fn i => Array.update (squares, i, i * i))
val sum = ForkJoin.reducem op+ 0 (0, n) (fn i => Array.sub (squares, i))
val () = print ("sum " ^ Int.toString (ForkJoin.pareduce (0, n) sum (fn (i, s) => s - i * i) (fn (a, b) => a + b - sum)) ^ "\n")
(* RUN: %build --default-int 32 %s -o %t && %t | FileCheck %s
   RUN: %build --default-int 63 %s -o %t && %t | FileCheck %s
   RUN: %build %s -o %t && %t | FileCheck %s
   CHECK: sum 0
*)
