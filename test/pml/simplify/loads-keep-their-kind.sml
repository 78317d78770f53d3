(* Fields of a parameter may be read in front of a condition. Such a load still says that it reads a field, which no
   store to an array changes: else it would stay in the loop. *)
fun sub ((a, start, n), i) = if i < 0 orelse i >= n then raise Subscript else Array.sub (a, start + i)
fun count (slice, last, made : Word8.word array) =
  ForkJoin.parfor 1 (0, Array.length made) (fn i =>
    Array.update (made, i, if i = last then 0w9 else if sub (slice, i) = (0w7 : Word8.word) then 0w1 else 0w0))
val made = Array.array (100, 0w0 : Word8.word)
val n = size (CommandLine.name ()) + 100
val () = count ((Array.tabulate (n + 50, fn i => Word8.fromInt i), 10, n), n, made)
val () = count ((Array.tabulate (n + 50, fn i => Word8.fromInt i), 10, n), n + 1, made)
val () = print (Word8.toString (Array.sub (made, 50)))
(* RUN: %llvm %s -o %t && FileCheck %s < %t --implicit-check-not="load i64, ptr addrspace(1) %{{[0-9]+}}, align 8{{$}}"
   CHECK: load i64, ptr addrspace(1) %{{[0-9]+}}, align 8, !tbaa
*)
