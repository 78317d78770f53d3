(* Conway's game of life: generations of cells in an endless plane, as sorted lists of coordinates. *)
structure Program : WORKLOAD =
struct
  val name = "life"
  val sizeMeaning = "generations"
  val defaultSize = 150
  val tolerance = 0.0
  type cells = (int * int) list
  type input = cells * int
  type result = cells

  (* The R-pentomino, which lives for 1,103 generations. *)
  val pentomino = [(0, 1), (0, 2), (1, 0), (1, 1), (2, 1)]

  fun prepare (generations, _) = (pentomino, generations)

  fun less ((a, b), (c, d)) = a < c orelse (a = c andalso b < d : bool)

  (* The union of sorted lists that count how often each cell is there. *)
  fun merge ([], t) = t
    | merge (s, []) = s
    | merge ((a, m) :: s, (b, n) :: t) =
        if less (a, b) then (a, m) :: merge (s, (b, n) :: t)
        else if less (b, a) then (b, n) :: merge ((a, m) :: s, t)
        else (a, m + n) :: merge (s, t)

  (* A cell with two or three neighbours stays, an empty place with three becomes one: of 2 * neighbours + cell, that is
     5, 6 and 7. *)
  fun next cells =
    let
      fun moved (dx, dy) = List.map (fn (x, y) => ((x + dx, y + dy), 2)) cells
      val own = List.map (fn cell => (cell, 1)) cells
      val neighbours =
        List.map moved [(~1, ~1), (~1, 0), (~1, 1), (0, ~1), (0, 1), (1, ~1), (1, 0), (1, 1)]
      fun survivors [] = []
        | survivors ((cell, count) :: rest) =
            if count >= 5 andalso count <= 7 then cell :: survivors rest else survivors rest
    in survivors (List.foldl merge own neighbours)
    end

  fun run (cells, 0) = cells
    | run (cells, generations) = run (next cells, generations - 1)

  fun checksum (_, cells) =
    List.foldl (fn ((x, y), sum) => sum + Real.fromInt ((x + 1000) * 17 + (y + 1000))) 0.0 cells

  (* In an array that is large enough. *)
  fun verify ((cells, generations), found) =
    let
      val reach = generations + 4
      val side = 2 * reach + 1
      fun place (x, y) = (x + reach) * side + y + reach
      fun step (0, board) = board
        | step (left, board) =
            let
              val made = Array.array (side * side, 0)
              fun at (x, y) = Array.sub (board, place (x, y))
              fun cell (x, y) =
                let
                  val n =
                    at (x - 1, y - 1) + at (x - 1, y) + at (x - 1, y + 1) + at (x, y - 1) + at (x, y + 1) +
                    at (x + 1, y - 1) + at (x + 1, y) + at (x + 1, y + 1)
                in if n = 3 orelse (n = 2 andalso at (x, y) = 1) then 1 else 0
                end
              fun go (x, y) =
                if x = reach then ()
                else if y = reach then go (x + 1, 1 - reach)
                else (Array.update (made, place (x, y), cell (x, y)); go (x, y + 1))
            in go (1 - reach, 1 - reach); step (left - 1, made)
            end
      val first = Array.array (side * side, 0)
      val () = List.app (fn cell => Array.update (first, place cell, 1)) cells
      val last = step (generations, first)
      val count = Array.foldl (op +) 0 last
    in
      if count = List.length found andalso List.all (fn cell => Array.sub (last, place cell) = 1) found then 0.0 else 1.0
    end
end
