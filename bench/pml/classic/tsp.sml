(* A tour through points of the plane: by the nearest neighbour, then improved by exchanging two edges until no exchange of
   near points helps. Arrays of reals and integers. *)
structure Program : WORKLOAD =
struct
  val name = "tsp"
  val sizeMeaning = "points"
  val defaultSize = 500
  val tolerance = 0.0
  type input = real array * real array
  type result = int array

  (* Random numbers that fit into an int of 31 bits (Wichmann, Hill: "An efficient and portable pseudo-random number
     generator", 1982). *)
  fun numbers (count, seed) =
    let
      val (a, b, c) = (ref (seed mod 30000 + 1), ref 2345, ref 17321)
      fun draw _ =
        let
          val () = (a := 171 * !a mod 30269; b := 172 * !b mod 30307; c := 170 * !c mod 30323)
          val sum = Real.fromInt (!a) / 30269.0 + Real.fromInt (!b) / 30307.0 + Real.fromInt (!c) / 30323.0
        in sum - Real.fromInt (Real.floor sum)
        end
    in Array.tabulate (count, draw)
    end

  fun prepare (size, seed) = (numbers (size, seed), numbers (size, seed + 7919))

  fun distance ((xs, ys) : input, i, j) =
    let val (dx, dy) = (Array.sub (xs, i) - Array.sub (xs, j), Array.sub (ys, i) - Array.sub (ys, j))
    in Math.sqrt (dx * dx + dy * dy)
    end

  fun nearestNeighbours points =
    let
      val n = Array.length (#1 points)
      val tour = Array.tabulate (n, fn i => i)
      fun swap (i, j) =
        let val x = Array.sub (tour, i)
        in Array.update (tour, i, Array.sub (tour, j)); Array.update (tour, j, x)
        end
      fun closest (from, k, best, least) =
        if k = n then best
        else
          let val d = distance (points, from, Array.sub (tour, k))
          in if d < least then closest (from, k + 1, k, d) else closest (from, k + 1, best, least)
          end
      fun go i =
        if i >= n - 1 then tour
        else (swap (i, closest (Array.sub (tour, i - 1), i, i, 1E9)); go (i + 1))
    in go 1
    end

  fun improve (points, tour) =
    let
      val n = Array.length tour
      fun at i = Array.sub (tour, if i = n then 0 else i)
      fun reverse (i, j) =
        if i >= j then ()
        else
          let val x = at i
          in Array.update (tour, i, at j); Array.update (tour, j, x); reverse (i + 1, j - 1)
          end
      (* Edges (i, i + 1) and (j, j + 1). *)
      fun gain (i, j) =
        distance (points, at i, at (i + 1)) + distance (points, at j, at (j + 1)) - distance (points, at i, at j) -
        distance (points, at (i + 1), at (j + 1))
      fun pass (i, j, isBetter) =
        if i >= n - 2 then isBetter
        else if j >= n then pass (i + 1, i + 3, isBetter)
        else if gain (i, j) > 1E~7 then (reverse (i + 1, j); pass (i, j + 1, true))
        else pass (i, j + 1, isBetter)
      fun go () = if pass (0, 2, false) then go () else ()
    in go ()
    end

  fun run points =
    let val tour = nearestNeighbours points
    in improve (points, tour); tour
    end

  fun checksum (_, tour) = Array.foldli (fn (i, p, sum) => sum + Real.fromInt (p * (i mod 101 + 1))) 0.0 tour

  (* Each point once, and no exchange of two edges helps. *)
  fun verify (points, tour) =
    let
      val n = Array.length tour
      val seen = Array.array (n, false)
      val () = Array.app (fn p => Array.update (seen, p, true)) tour
      fun at i = Array.sub (tour, i mod n)
      fun d (i, j) = distance (points, at i, at j)
      fun isBest (i, j) =
        if i >= n - 2 then true
        else if j >= n then isBest (i + 1, i + 3)
        else d (i, i + 1) + d (j, j + 1) <= d (i, j) + d (i + 1, j + 1) + 1E~6 andalso isBest (i, j + 1)
    in if Array.all (fn x => x) seen andalso isBest (0, 2) then 0.0 else 1.0
    end
end
