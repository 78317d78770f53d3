(* What the compiler knows of exceptions and of counting (decision 131): exceptions that are raised, handled and raised again
   around loops and calls that are copied into each other, and loops that count up to the ends of int. *)
fun say text = print (text ^ "\n")
val show = Int.toString
fun name (f : unit -> int) =
  show (f ()) handle Subscript => "Subscript" | Overflow => "Overflow" | Div => "Div" | Fail text => "Fail " ^ text

(* A loop whose first iteration may raise, and one whose last does. *)
val numbers = Array.tabulate (100, fn i => i - 50)
fun sumOf (lo, hi) =
  let fun go (i, sum) = if i >= hi then sum else go (i + 1, sum + Array.sub (numbers, i))
  in go (lo, 0)
  end
val () = List.app (fn range => say (name (fn () => sumOf range))) [(0, 100), (~1, 3), (0, 101), (100, 100), (99, 100)]

(* Behind a handler the thread has no exception, whether something was raised or not. *)
fun guarded (i, d) = (Array.sub (numbers, i) div d) handle Div => ~1 | Subscript => ~2
fun all d =
  let fun go (i, sum) = if i > 104 then sum else go (i + 1, sum + guarded (i, d) * (i mod 7))
  in go (~5, 0)
  end
val () = say (show (all 0) ^ " " ^ show (all 3) ^ " " ^ show (all ~1))

(* A handler that raises something else, in a loop that goes on behind it. *)
fun twice i = (if i mod 3 = 0 then raise Fail "three" else i) handle Fail _ => if i mod 2 = 0 then raise Fail "six" else ~i
fun counted n =
  let
    fun go (i, sum, sixes) =
      if i = n then (sum, sixes)
      else
        case SOME (twice i) handle Fail _ => NONE of
          SOME x => go (i + 1, sum + x, sixes)
        | NONE => go (i + 1, sum, sixes + 1)
  in go (0, 0, 0)
  end
val () = let val (a, b) = counted 1000 in say (show a ^ " " ^ show b) end

(* Nests: an inner loop raises, in a range that runs in sequence or in parts. *)
fun rows (n, bad) =
  let val made = ForkJoin.alloc n
  in
    ForkJoin.parfor 1 (0, n) (fn row =>
      Array.update (made, row, ForkJoin.reducem (op +) 0 (0, row mod 13) (fn i => if row = bad then i div (i - 2) else i)));
    Array.foldl (op +) 0 made
  end
val () = List.app (fn bad => say (name (fn () => rows (5000, bad)))) [~1, 0, 4, 4990, 4999]
val () = say (name (fn () => rows (5000, 1) + rows (5000, 2)))

(* Long loops inside of a nest ask as ever. *)
fun long n = ForkJoin.reducem (op +) 0 (0, n) (fn i => ForkJoin.reducem (op +) 0 (0, if i mod 50 = 0 then 20000 else 3) (fn k => k mod 5))
val () = say (show (long 300))

(* Counting near the ends of int. *)
val (least, most) = (valOf Int.minInt, valOf Int.maxInt)
fun below (i, steps) = if i < most then below (i + 1, steps + 1) else steps
fun upTo (i, steps) = if i <= most then upTo (i + 1, steps + 1) else steps
fun above (i, steps) = if i > least then above (i - 1, steps + 1) else steps
fun downTo (i, steps) = if i >= least then downTo (i - 1, steps + 1) else steps
fun otherWay (i, n, steps) = if i < n then steps else otherWay (i + 1, n, steps + 1)
val () =
  List.app (say o name)
    [fn () => below (most - 5, 0), fn () => upTo (most - 5, 0), fn () => above (least + 5, 0), fn () => downTo (least + 5, 0),
     fn () => otherWay (most - 2, 5, 0)]

(* The comparison says nothing of another number, nor of a later one of the same name. *)
fun mixed (i, j, n) = if i < n then (j + 1) + (i + 1) else i
fun again (i, n) = if i < n then let val i = i + (n - i) in i + 1 end else i
val () = List.app (say o name) [fn () => mixed (1, most, 5), fn () => mixed (1, 2, 5), fn () => again (0, most), fn () => again (0, 7)]
fun small (i : Int32.int, n) = if i < n then i + 1 else i - 1
val () = say (Int32.toString (small (2147483646, 2147483647)))
val () = say ((Int32.toString (small (~2147483648, ~2147483648)); "none") handle Overflow => "Overflow")
