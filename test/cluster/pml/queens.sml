(* Sums over a loop, with lists in the closures. *)
fun isSafe (column, placed) =
  let
    fun go (_, []) = true
      | go (distance, other :: rest) =
          column <> other andalso abs (column - other) <> distance andalso go (distance + 1, rest)
  in
    go (1, placed)
  end

fun solutions (size, placed) =
  if length placed = size then 1
  else
    ForkJoin.reducem op + 0 (0, size) (fn column =>
      if isSafe (column, placed) then solutions (size, column :: placed) else 0)

val () = print (Int.toString (solutions (9, [])) ^ "\n")
