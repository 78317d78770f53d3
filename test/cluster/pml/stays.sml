(* References, arrays and output stay where they are, in whatever order tasks run. *)
val count = ref 0
val seen = Array.array (64, 0)
fun work 0 n = n mod 7
  | work d n =
      let val (a, b) = ForkJoin.par (fn () => work (d - 1) (n + 1), fn () => work (d - 1) (n * 5)) in a + b end
fun visit (lo, hi) =
  if hi - lo = 1 then (Array.update (seen, lo, work 8 lo); ignore (Concurrency.fetchAndAdd count 1))
  else
    let val middle = (lo + hi) div 2
    in ignore (ForkJoin.par (fn () => visit (lo, middle), fn () => visit (middle, hi))) end
val () = visit (0, 64)
val () = print (Int.toString (!count) ^ " " ^ Int.toString (Array.foldl op + 0 seen) ^ "\n")

(* A reference that is made and used within a task is nobody else's. *)
fun local_ n =
  let
    val sum = ref 0
    fun go i = if i = n then !sum else (sum := !sum + i * work 2 i; go (i + 1))
  in
    go 0
  end
fun many (lo, hi) =
  if hi - lo = 1 then local_ (lo + 20)
  else
    let
      val middle = (lo + hi) div 2
      val (a, b) = ForkJoin.par (fn () => many (lo, middle), fn () => many (middle, hi))
    in
      a + b
    end
val () = print (Int.toString (many (0, 80)) ^ "\n")

(* An array that a task has made comes back, and is the same one wherever it is used then. *)
fun squares n = Array.tabulate (n, fn i => i * i + work 3 i)
fun arrays 0 n = [squares n]
  | arrays d n = let val (a, b) = ForkJoin.par (fn () => arrays (d - 1) n, fn () => arrays (d - 1) (n + 1)) in a @ b end
val made = arrays 5 10
val () = app (fn a => Array.update (a, 0, 1)) made
val () = print (Int.toString (List.foldl (fn (a, s) => Array.foldl op + s a) 0 made) ^ "\n")
