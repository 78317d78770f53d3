(* How many ways there are to put queens on a board. Each row tries all columns at once; nobody says when to stop. *)
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

val size = case CommandLine.arguments () of [text] => valOf (Int.fromString text) | _ => 8
val _ = print (Int.toString (solutions (size, [])) ^ " solutions\n")
