(* Small integers without bounds are words: in arrays, weak pointers and hashes, and where tasks share them. *)
structure W = MLton.Weak
val s = IntInf.toString
val border : IntInf.int = 4611686018427387904
fun around i = border + IntInf.fromInt i - 500
val array = Array.tabulate (1000, around)
val () = MLton.GC.collect ()
(* An old array takes young large ones and small ones in turn. *)
val () = Array.modify (fn n => border + border - n) array
val () = MLton.GC.collect ()
val () = print (s (Array.foldl op + 0 array) ^ "\n")
fun sum (lo, hi) =
  if hi - lo < 10 then let fun go (i, t) = if i = hi then t else go (i + 1, t + Array.sub (array, i)) in go (lo, 0) end
  else let val m = (lo + hi) div 2 val (a, b) = ForkJoin.par (fn () => sum (lo, m), fn () => sum (m, hi)) in a + b end
val () = print (s (sum (0, 1000)) ^ "\n")
val small : IntInf.int = 5 and large = border * 3
val (weakSmall, weakLarge) = (W.new small, W.new large)
val () = MLton.GC.collect ()
val () = print (String.concatWith " " (List.map s [valOf (W.get weakSmall), valOf (W.get weakLarge), large]) ^ "\n")
fun hashes n = MLton.hash n = MLton.hash (n + border * border - border * border)
val () = print (Bool.toString (List.all hashes [0, small, ~small, border - 1, border, ~border, large]) ^ " " ^
                Bool.toString (MLton.hash small <> MLton.hash (small + 1)) ^ "\n")
val cell0 = ref small
val () = print (Bool.toString (MLton.size (border * border) > 0 andalso MLton.size (!cell0) = 0 andalso MLton.size cell0 = 16) ^ " " ^
                Bool.toString (MLton.eq (small, small + border - border)) ^ "\n")
val cell = ref (border - 1)
fun add n = let val old = !cell in if MLton.Parallel.compareAndSwap cell (old, old + n) = old then () else add n end
val _ = ForkJoin.par (fn () => List.app add (List.tabulate (50, IntInf.fromInt)), fn () => add 1)
val () = print (s (!cell) ^ "\n")
