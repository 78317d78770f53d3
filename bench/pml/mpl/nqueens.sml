(* Counts the placements of n queens, by loops over columns (bench/kernels/mpl/nqueens.cpp): a reduction over the columns
   at every row, inside each other. *)
structure Program : WORKLOAD =
struct
  val name = "mpl-nqueens"
  val sizeMeaning = "rows and columns of the board"
  val defaultSize = 13
  val tolerance = 0.0
  type input = int
  type result = int

  (* Below so many rows the tuned variants place queens in sequence. *)
  val parallelRows = 4

  fun prepare (size, _) =
    if size <= 20 then size else raise Fail "--size: more than 20 take hours"

  (* Columns as bits: taken by queens above, and attacked by them along the two diagonals. *)
  fun run n =
    let
      fun place (row, columns, falling, rising) =
        if row = n then 1
        else
          let
            val attacked = Word.orb (columns, Word.orb (falling, rising))
            fun try column =
              let val queen = Word.<< (0w1, Word.fromInt column)
              in
                if Word.andb (attacked, queen) <> 0w0 then 0
                else
                  place (row + 1, Word.orb (columns, queen), Word.<< (Word.orb (falling, queen), 0w1),
                         Word.>> (Word.orb (rising, queen), 0w1))
              end
          in Loops.reduce (if row < parallelRows then 1 else Loops.sequential) (0, n) try (op +) 0
          end
    in place (0, 0w0, 0w0, 0w0)
    end

  fun checksum (_, placements) = Real.fromInt placements

  (* Lists of columns, in which no two queens share a column or a diagonal. *)
  fun verify (n, placements) =
    let
      fun isSafe (column, distance, []) = true
        | isSafe (column, distance, other :: rest) =
            column <> other andalso abs (column - other) <> distance andalso isSafe (column, distance + 1, rest)
      fun count (0, _) = 1
        | count (rows, queens) =
            let
              fun try column =
                if column = n then 0
                else (if isSafe (column, 1, queens) then count (rows - 1, column :: queens) else 0) + try (column + 1)
            in try 0
            end
    in Results.errorUnless (count (n, []) = placements)
    end
end
