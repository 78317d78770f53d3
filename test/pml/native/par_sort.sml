(* Merge sort of lists, everywhere parallel *)
fun split [] = ([], []) | split [x] = ([x], [])
  | split (x :: y :: r) = let val (a, b) = split r in (x :: a, y :: b) end
fun merge ([], b) = b | merge (a, []) = a
  | merge (a as x :: xs, b as y :: ys) = if x <= y then x :: merge (xs, b) else y :: merge (a, ys)
fun sort [] = [] | sort [x] = [x]
  | sort l = let val (a, b) = split l
                 val (x, y) = ForkJoin.par (fn () => sort a, fn () => sort b)
             in merge (x, y) end
fun numbers (0, _) = [] | numbers (n, s) = let val s' = (s * 1103515245 + 12345) mod 2147483648 in s' :: numbers (n - 1, s') end
val n = case CommandLine.arguments () of [s, "n"] => Option.valOf (Int.fromString s) | _ => 2000
val l = sort (numbers (n, 42))
fun check (a :: (r as b :: _)) = a <= b andalso check r | check _ = true
val _ = print (Bool.toString (check l) ^ " " ^ Int.toString (length l) ^ "\n")
