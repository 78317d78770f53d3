(* A loop over an array has no checks where it is known before it begins that none fails, and is vectorised then. *)
fun both (a : Word8.word array, b : Word8.word array, from, to) =
  ForkJoin.parfor 1 (from, to) (fn i => Array.update (b, i, Array.sub (a, i) + Array.sub (b, i)))
(* So is a sum of small numbers, which is a number of the program's int. *)
fun count (a : Word8.word array, from, to) =
  let fun go (i, n) = if i >= to then n else go (i + 1, if Array.sub (a, i) = 0w7 then n + 1 else n)
  in go (from, 0)
  end
val n = size (CommandLine.name ())
val (a, b) = (Array.array (n, 0w1 : Word8.word), Array.array (n, 0w2 : Word8.word))
val _ = (both (a, b, 0, n); both (a, b, 1, n))
val _ = print (Int.toString (count (b, 0, n) + count (b, 1, n)))
(* RUN: %llvm --cpu x86-64-v3 %s -o %t && FileCheck %s < %t
   RUN: %elide --cpu x86-64-v3 %s -o %t && FileCheck %s < %t
   CHECK-DAG: add <32 x i8>
   CHECK-DAG: icmp eq <{{[0-9]+}} x i8> {{.*}}7
*)
