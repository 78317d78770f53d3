(* Short loops with parallelism inside: each iteration once and in order, whoever runs what follows; lengths around those
   that run as chains; iterations that fork only now and then; results that are objects, tuples and nothing; exceptions
   of any iteration. *)
fun say text = print (text ^ "\n")
val show = Int.toString

(* All numbers of so many digits, each digit less than `width`. *)
fun words (0, _) = "."
  | words (digits, width) =
      ForkJoin.reducem (op ^) "nothing" (0, width) (fn d => show d ^ words (digits - 1, width))
fun expected (0, _) = "."
  | expected (digits, width) = String.concat (List.tabulate (width, fn d => show d ^ expected (digits - 1, width)))
val () = say (words (2, 3) ^ " " ^ words (1, 0) ^ " " ^ words (0, 7))
val () = say (Bool.toString (List.all (fn all => words all = expected all) [(4, 1), (3, 2), (2, 15), (2, 16), (2, 17), (2, 40)]))

(* Few iterations fork, and those the deeper ones. A list and two numbers at once. *)
fun paths (0, path) = ([path], 1, 0.5)
  | paths (steps, path) =
      ForkJoin.reducem (fn ((a, m, x), (b, n, y)) => (a @ b, m + n, x + y)) ([], 0, 0.0) (0, 7)
        (fn i => if (i + steps) mod 3 <> 0 then ([], 1, 0.0) else paths (steps - 1, i :: path))
val (found, asked, half) = paths (5, [])
val () = say (show (length found) ^ " " ^ show asked ^ " " ^ Real.toString half)
val () = say (String.concatWith " " (map (fn path => concat (map show (rev path))) found))

(* Loops for their effect, inside each other, with and without grains. *)
val counts = Array.array (11 * 13 * 17, 0)
fun cube grain =
  ForkJoin.parfor grain (0, 11) (fn i =>
    ForkJoin.parfor grain (0, 13) (fn j =>
      if (i + j) mod 4 = 0 then ()
      else ForkJoin.parfor 1 (0, 17) (fn k => ignore (Concurrency.fetchAndAddArray (counts, (i * 13 + j) * 17 + k) 1))))
val () = List.app cube [0, 1, 2, 20]
val () = say (show (Array.foldl (op +) 0 counts) ^ " " ^ show (Array.foldl Int.max 0 counts))

(* The first iteration that raises ends the loops around it. *)
exception At of int list
fun search (0, wanted, path) = if path = wanted then raise At path else 1
  | search (steps, wanted, path) = ForkJoin.reducem (op +) 0 (0, 5) (fn i => search (steps - 1, wanted, i :: path))
fun outcome wanted = "none of " ^ show (search (3, wanted, [])) handle At path => concat (map show path)
val () = say (String.concatWith " " (map outcome [[0, 0, 0], [4, 4, 4], [2, 0, 3], [1, 4, 0], [5, 0, 0]]))
fun divide (0, n) = 60 div n
  | divide (steps, n) = ForkJoin.reducem (op +) 0 (1, 4) (fn i => divide (steps - 1, n + i - 4))
val () = say ((show (divide (2, 4)) handle Div => "Div") ^ " " ^ show (divide (2, 9)))
