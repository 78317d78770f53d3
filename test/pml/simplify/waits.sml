(* Loops that may wait for other threads come to a safepoint each time; those that end by themselves do not. *)
val isReady = ref false
fun await () = if !isReady then () else await ()
val total = ref 0
fun add i =
  let val old = !total
  in if Concurrency.cas total (old, old + i) = old then () else add i
  end
fun sum (a, i, s) = if i = Array.length a then s else sum (a, i + 1, s + Array.sub (a, i))
fun steps (n, k) = if n = 1 then k else steps (if n mod 2 = 0 then n div 2 else 3 * n + 1, k + 1)
val numbers = Array.tabulate (size "ab", fn i => i + 27)
fun twice f = ignore (ForkJoin.par (f, f))
val () = twice (fn () => isReady := true)
val () = twice (fn () => await ())
val () = print "awaited"
val () = twice (fn () => add 1)
val () = print "added"
val () = twice (fn () => print (Int.toString (sum (numbers, 0, 0))))
val () = print "summed"
val () = twice (fn () => print (Int.toString (steps (Array.sub (numbers, 0), 0))))
(* RUN: %llvm %s -o %t && FileCheck %s < %t
   RUN: %elide %s -o %t && FileCheck --check-prefix=ELIDED --implicit-check-not=@pml_pause %s < %t
   The library has two such loops, at a program's end.
   CHECK-COUNT-5: statepoint{{.*}}@pml_pause
   ELIDED: cmpxchg
*)
