(* Loops that run without checks mean what they say also where a check fails: what has been done before it stays done,
   and it is the right exception. Lengths and ends are not known to the compiler. *)
val zero = size (CommandLine.name ()) - size (CommandLine.name ())
val length = 100 + zero
val largest = valOf Int.maxInt
fun say (what, n) = print (what ^ " " ^ Int.toString n ^ "\n")
fun attempt (what, f) = say (what, f ()) handle e => print (what ^ " " ^ exnName e ^ "\n")
fun fresh () = Array.tabulate (length, fn i => i)
fun sumOf a = Array.foldl (op +) 0 a

(* Up, down, and not at all; ends that are right, one too far, far too far, before the beginning, and extreme. *)
fun up (a, from, to) = let fun go i = if i >= to then () else (Array.update (a, i, ~1); go (i + 1)) in go from end
fun down (a, from, to) = let fun go i = if i < to then () else (Array.update (a, i, ~1); go (i - 1)) in go from end
fun after f a = (f a handle Subscript => print "(Subscript) "; sumOf a)
val () =
  app (fn (from, to) =>
    (attempt ("up " ^ Int.toString from ^ " " ^ Int.toString to, fn () => after (fn a => up (a, from, to)) (fresh ()));
     attempt ("down " ^ Int.toString to ^ " " ^ Int.toString from, fn () => after (fn a => down (a, to, from)) (fresh ()))))
    (map (fn (a, b) => (a + zero, b + zero))
       [(0, 100), (0, 101), (3, 50), (50, 3), (99, 100), (100, 100), (100, 101), (~1, 5), (~5, ~1), (0, 0),
        (largest - 1, largest), (~ largest, ~ largest + 2), (90, largest)])

(* Two arrays, of which one ends before the other. *)
fun move (a, b, k, n) = ForkJoin.parfor 1 (0, n) (fn i => Array.update (b, i + k, Array.sub (a, i)))
val () =
  app (fn (m, k, n) =>
    let val b = Array.array (m, 0)
    in attempt ("move " ^ Int.toString m, fn () => (move (fresh (), b, k, n); sumOf b))
    end)
    [(100, zero, 100), (101, 1 + zero, 100), (200, 100 + zero, 100), (50, zero, 50), (110, 10 + zero, 100)]
(* In parallel others may have come further. *)
val () = attempt ("move 99", fn () => (move (fresh (), Array.array (99, 0), zero, length); 0))
val () = attempt ("far", fn () => (move (fresh (), Array.array (99, 0), largest - 5 + zero, length); 0))

(* Sums that overflow at the end, products at the end, and sums of numbers that are not small. *)
fun count (start, a) =
  let fun go (i, n) = if i >= Array.length a then n else go (i + 1, if Array.sub (a, i) mod 3 = 0 then n + 1 else n)
  in go (0, start)
  end
val () =
  app (fn start => attempt ("count", fn () => count (start + zero, fresh ())))
    [0, ~ largest - 1, largest - 34, largest - 33, largest div 4, largest div 2]
fun times (a, factor) =
  let fun go i = if i >= length then () else (Array.update (a, i, factor * i); go (i + 1))
  in (go 0; Array.sub (a, length - 1)) handle Overflow => (print "(Overflow) "; Array.sub (a, 50))
  end
val () = app (fn factor => attempt ("times", fn () => times (Array.array (length, 7), factor + zero)))
           [3, ~3, largest div 99, largest div 99 + 1, largest div 50, ~ largest, 1000000007]
fun total (a, start) =
  let fun go (i, n) = if i >= Array.length a then n else go (i + 1, n + Array.sub (a, i)) in go (0, start) end
val () = attempt ("total", fn () => total (fresh (), largest - 4950))
val () = attempt ("total", fn () => total (fresh (), largest - 4949))
val () = attempt ("total", fn () => total (Array.array (length, largest div 64), 0))

(* Slices, of which beginning and place are added. *)
fun lookAt (s, n) = let fun go (i, sum) = if i >= n then sum else go (i + 1, sum + ArraySlice.sub (s, i)) in go (0, 0) end
val () =
  app (fn (from, long, n) =>
    attempt ("slice", fn () => lookAt (ArraySlice.slice (fresh (), from + zero, SOME (long + zero)), n + zero)))
    [(0, 100, 100), (10, 20, 20), (10, 20, 21), (99, 1, 1), (100, 0, 0), (100, 0, 1)]

(* A loop in a loop in a loop, all parallel, of which the innermost raises once. *)
fun nest (n, bad) =
  let val a = Array.array (n * n * n, 0)
  in
    ForkJoin.parfor 1 (0, n) (fn i =>
      ForkJoin.parfor 1 (0, n) (fn j =>
        ForkJoin.parfor 1 (0, n) (fn k =>
          if (i * n + j) * n + k = bad then raise Fail "bad" else Array.update (a, (i * n + j) * n + k, 1))));
    ForkJoin.reducem (op +) 0 (0, n) (fn i =>
      ForkJoin.reducem (op +) 0 (0, n) (fn j => ForkJoin.reducem (op +) 0 (0, n) (fn k => Array.sub (a, (i * n + j) * n + k))))
  end
val () = app (fn bad => attempt ("nest", fn () => nest (20 + zero, bad))) [~1, 0, 4321, 7999, ~1]
