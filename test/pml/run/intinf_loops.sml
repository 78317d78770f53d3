(* Loops and recursion that count in integers without bounds: nothing checks their steps, and nothing may leave the check out. *)
fun say n = print ("> " ^ IntInf.toString n ^ "\n")
fun down (n : IntInf.int) : IntInf.int = if n <= 0 then 1 else n * down (n - 1)
fun below (n : IntInf.int) : IntInf.int = if n > 0 then n * below (n - 1) else 1
fun by 0 = 1 : IntInf.int
  | by n = n * by (n - 1)
fun up (i : IntInf.int, stop, sum) = if i >= stop then sum else up (i + 1, stop, sum + i * i)
fun upTo (i : IntInf.int, stop, sum) = if i < stop then upTo (1 + i, stop, sum - i) else sum
val _ = app say [down 30, below 31, by 32, up (0, 1000, 0), upTo (~5, 100, 0)]
(* Across what a machine's word holds. *)
val edge = IntInf.pow (2, 64)
val _ = app say [up (edge - 2, edge + 2, 0), upTo (~edge - 2, ~edge + 1, 0)]
