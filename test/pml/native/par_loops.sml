(* Parallel loops: each iteration once, in any grouping; loops in loops, in recursions and with grains; exceptions; results
   that are objects or tuples; and iterations whose price changes under way. *)
fun say text = print (text ^ "\n")
val show = Int.toString

fun once (lo, hi, grain) =
  let
    val counts = Array.array (Int.max (hi - lo, 0), 0)
    val () = ForkJoin.parfor grain (lo, hi) (fn i => ignore (Concurrency.fetchAndAddArray (counts, i - lo) 1))
  in Array.all (fn n => n = 1) counts
  end
val ranges = [(0, 0), (5, 3), (0, 1), (~3, 4), (0, 1000), (7, 4096), (0, 65537)]
val () = say (Bool.toString (List.all (fn (lo, hi) => List.all (fn grain => once (lo, hi, grain)) [0, 1, 3, 1000]) ranges))

fun join (lo, hi) = ForkJoin.reducem (op ^) "nothing" (lo, hi) (fn i => show (i mod 10))
val () = say (join (3, 3) ^ " " ^ join (0, 1) ^ " " ^ join (5, 27))
val () = say (Bool.toString (join (0, 700) = String.concat (List.tabulate (700, fn i => show (i mod 10)))))

(* The least and the sum, as a tuple; and a function as a value. *)
fun least (lo, hi) f = ForkJoin.reducem (fn ((a, b), (c, d)) => (Int.min (a, c), b + d)) (0, 0) (lo, hi) (fn i => (f i, f i))
val functions = [fn i => i * i - 40 * i, fn i => 100 - i]
val () = List.app (fn f => let val (a, b) = least (0, 50000) f in say (show a ^ " " ^ show b) end) functions

(* Iterations get a thousand times as long, and short again. *)
fun work n = let fun go (0, x) = x | go (k, x) = go (k - 1, (x * 31 + k) mod 1009) in go (n, 1) end
fun long i = if i mod 1000 >= 990 then 3000 else 3
val () = say (show (ForkJoin.reducem (op +) 0 (0, 20000) (fn i => work (long i))))

(* A triangle, by loops in loops; and a recursion through one loop. *)
val triangle = Array.array (90 * 90, 0)
val () =
  ForkJoin.parfor 1 (0, 90) (fn i =>
    ForkJoin.parfor 1 (0, i + 1) (fn k => Array.update (triangle, 90 * i + k, ForkJoin.reducem (op +) 0 (0, k) (fn x => x))))
val () = say (show (Array.foldl (op +) 0 triangle))
fun trees (depth, width) =
  if depth = 0 then 1 else ForkJoin.reducem (op +) 0 (0, width) (fn i => if i mod 3 = 0 then 0 else trees (depth - 1, width))
val () = say (show (trees (5, 6)))

(* An exception ends the loop, from whatever iteration; the loop can be run again. *)
exception At of int
fun search (n, wanted) = (ForkJoin.parfor 1 (0, n) (fn i => if i = wanted then raise At i else ()); ~1) handle At i => i
val () = say (String.concatWith " " (List.map (fn w => show (search (3000, w))) [0, 1, 1499, 2999, 3000]))
val () = say ((ForkJoin.parfor 1 (0, 10) (fn i => ignore (10 div (5 - i))); "none") handle Div => "Div")
