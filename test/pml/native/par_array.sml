(* Boxed elements written by tasks into a shared array. *)
fun for (lo, hi, f) = if hi <= lo then () else if hi - lo = 1 then f lo else
  let val mid = (lo + hi) div 2 in ignore (ForkJoin.par (fn () => for (lo, mid, f), fn () => for (mid, hi, f))) end
val n = 300
val a = Array.array (n, "")
val () = for (0, n, fn i => Array.update (a, i, Int.toString (i * i)))
val total = Array.foldl (fn (s, t) => t + String.size s) 0 a
val big = Array.tabulate (n, fn i => IntInf.pow (3, i mod 200))
val () = for (0, n, fn i => Array.update (big, i, IntInf.* (Array.sub (big, i), Array.sub (big, i))))
val digits = Array.foldl (fn (i, t) => t + String.size (IntInf.toString i)) 0 big
val counter = ref 0
val _ = print (Int.toString total ^ " " ^ Int.toString digits ^ "\n")
