exception Stop of int list
fun safe (_, _, []) = true
  | safe (q, d, x :: r) = q <> x andalso q <> x + d andalso q <> x - d andalso safe (q, d + 1, r)
fun sum (lo, hi, f) = if hi - lo = 1 then f lo else
  let val mid = (lo + hi) div 2
      val (a, b) = ForkJoin.par (fn () => sum (lo, mid, f), fn () => sum (mid, hi, f)) in a + b end
fun queens (n, placed, k) = if k = n then 1 else
  sum (0, n, fn q => if safe (q, 1, placed) then queens (n, q :: placed, k + 1) else 0)
fun first (n, placed, k) = if k = n then raise Stop placed else
  sum (0, n, fn q => if safe (q, 1, placed) then first (n, q :: placed, k + 1) else 0)
val n = case CommandLine.arguments () of [s, "n"] => Option.valOf (Int.fromString s) | _ => 6
val _ = print (Int.toString (queens (n, [], 0)) ^ "\n")
val _ = (first (n, [], 0); print "none\n") handle Stop l => print (String.concatWith " " (map Int.toString l) ^ "\n")
