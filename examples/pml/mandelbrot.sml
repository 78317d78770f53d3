(* A picture of letters: rows and columns are both parallel, and some points take a thousand times as long as others. *)
val (columns, rows, most) = (72, 24, 1000)

fun steps (x, y) =
  let
    fun go (re, im, n) =
      if n = most orelse re * re + im * im > 4.0 then n else go (re * re - im * im + x, 2.0 * re * im + y, n + 1)
  in
    go (0.0, 0.0, 0)
  end

fun shade n = String.sub (" .:-=+*#%@", if n = most then 9 else Int.min (8, n div 3))
val picture = CharArray.array (rows * columns, #" ")
val _ =
  ForkJoin.parfor 1 (0, rows) (fn row =>
    ForkJoin.parfor 1 (0, columns) (fn column =>
      let val point = (real column / 24.0 - 2.1, real row / 10.0 - 1.2)
      in CharArray.update (picture, row * columns + column, shade (steps point))
      end))
fun line row = CharArraySlice.vector (CharArraySlice.slice (picture, row * columns, SOME columns))
val _ = print (String.concat (List.tabulate (rows, fn row => line row ^ "\n")))
