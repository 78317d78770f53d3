(* The Delaunay triangulation of points in the plane (bench/kernels/mpl/delaunay.cpp). Divide and conquer: forks for the
   left and the right half, down to three points, and a sequential merge that zips both triangulations together from the
   bottom to the top. (Guibas, Stolfi: "Primitives for the manipulation of general subdivisions and the computation of
   Voronoi diagrams", ACM Transactions on Graphics, 1985.)

   Coordinates are integers, and all predicates exact: in reals where these are exact enough, else in IntInf. *)
structure Program : WORKLOAD =
struct
  val name = "mpl-delaunay"
  val sizeMeaning = "points"
  val defaultSize = 200000
  val tolerance = 0.0
  (* The coordinates of points, by point. *)
  type points = int array * int array
  type input = points
  (* Edges go both ways: one direction of an edge is a number, the other one that with the last bit turned. By direction:
     the point that it comes from (nobody: the edge is free, and `nexts` the next free one), and the ring of edges out of
     that point, to the left and to the right. *)
  type edges = {origins : int array, nexts : int array, previouses : int array}
  type result = points * edges

  val nobody = ~1
  val grain = 1000
  (* Differences have 25 bits, so the terms of inCircle have 102. *)
  val range = 16777216

  (* The C++ kernel's order: no point twice, and shuffled. *)
  fun prepare (size, seed) =
    let
      val state = Random.from seed
      fun draw () =
        let val x = Random.below state range
        in (x, Random.below state range)
        end
      val drawn = Array.tabulate (size, fn _ => draw ())
      fun compare ((a, b), (c, d)) = case Int.compare (a, c) of EQUAL => Int.compare (b, d) | unequal => unequal
      val sorted = Sort.sort compare (Seq.fromArray drawn)
      fun isNew i = i = 0 orelse compare (Seq.nth sorted (i - 1), Seq.nth sorted i) <> EQUAL
      val kept = Loops.indicesOf size isNew
      val count = Seq.length kept
      fun part f = Array.tabulate (count, fn i => f (Seq.nth sorted (Seq.nth kept i)))
      val (xs, ys) = (part #1, part #2)
      fun swap (a, i, j) =
        let val x = Array.sub (a, i) : int
        in Array.update (a, i, Array.sub (a, j)); Array.update (a, j, x)
        end
      fun shuffle i =
        if i <= 1 then ()
        else
          let val j = Random.below state i
          in swap (xs, i - 1, j); swap (ys, i - 1, j); shuffle (i - 1)
          end
    in shuffle count; (xs, ys)
    end

  (* Words of the algorithm, for points in order. *)
  fun geometry ((xs, ys) : points, {origins, nexts, previouses} : edges) =
    let
      fun x p = Array.sub (xs, p)
      fun y p = Array.sub (ys, p)
      fun reverse e = Word.toInt (Word.xorb (Word.fromInt e, 0w1))
      fun origin e = Array.sub (origins, e)
      fun target e = origin (reverse e)
      fun next e = Array.sub (nexts, e)
      fun previous e = Array.sub (previouses, e)
      (* Twice the signed area of a triangle: positive if it turns to the left. *)
      fun area (a, b, c) = (x b - x a) * (y c - y a) - (y b - y a) * (x c - x a)
      (* Whether d lies inside the circle through a, b and c, which turn to the left. *)
      fun inCircle (a, b, c, d) =
        let
          val (ax, ay) = (x a - x d, y a - y d)
          val (bx, by) = (x b - x d, y b - y d)
          val (cx, cy) = (x c - x d, y c - y d)
          (* All six are exact, of 52 bits at most. *)
          val (aa, bb, cc) = (ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy)
          val (bc, ac, ab) = (bx * cy - by * cx, ax * cy - ay * cx, ax * by - ay * bx)
          val real = Real.fromInt
          val (p, q, r) = (real aa * real bc, real bb * real ac, real cc * real ab)
          val found = p - q + r
          (* Three products and two sums have been rounded, each by 2^-53 of what it is at most. *)
          val doubt = (abs p + abs q + abs r) * 1E~15
          fun exactly () =
            let val big = IntInf.fromInt
            in big aa * big bc - big bb * big ac + big cc * big ab > 0
            end
        in if found > doubt then true else if found < ~doubt then false else exactly ()
        end
      fun splice (a, b) =
        let val (afterA, afterB) = (next a, next b)
        in
          Array.update (nexts, a, afterB);
          Array.update (previouses, afterB, a);
          Array.update (nexts, b, afterA);
          Array.update (previouses, afterA, b)
        end
    in
      {reverse = reverse, origin = origin, target = target, next = next, previous = previous, area = area,
       inCircle = inCircle, splice = splice, followLeft = fn e => previous (reverse e)}
    end

  (* A part of the points: hull edges (out of the leftmost point, the rest to the left; out of the rightmost, the rest to
     the right), and a list of its edges that are free. It has less than three for each point. *)
  type part = {leftmost : int, rightmost : int, firstFree : int, lastFree : int}

  fun triangulateAll (points as (xs, _), edges as {origins, nexts, previouses} : edges) =
    let
      val {reverse, origin, target, next, previous, area, inCircle, splice, followLeft} = geometry (points, edges)
      fun isLeft (p, e) = area (p, origin e, target e) > 0
      fun isRight (p, e) = area (p, target e, origin e) > 0

      (* The list of free edges, (first, last), without the edge, or with it. *)
      fun release (e, (first, last)) =
        (Array.update (origins, e, nobody);
         Array.update (origins, reverse e, nobody);
         Array.update (nexts, e, first);
         (e, if first = nobody then e else last))
      fun connectPoints (from, to, (e, last)) =
        let
          val free = (next e, last)
          fun set (e, p) =
            (Array.update (origins, e, p); Array.update (nexts, e, e); Array.update (previouses, e, e))
        in set (e, from); set (reverse e, to); (e, free)
        end
      (* From the target of a to the origin of b, with the face to the left of both to its own left. *)
      fun connectEdges (a, b, free) =
        let val (e, free) = connectPoints (target a, origin b, free)
        in splice (e, followLeft a); splice (reverse e, b); (e, free)
        end
      fun remove (e, free) =
        (splice (e, previous e);
         splice (reverse e, previous (reverse e));
         release (if e mod 2 = 0 then e else reverse e, free))

      fun triangulateSmall (begin, stop) =
        let
          fun releaseAll (e, free) = if e < 3 * begin then free else releaseAll (e - 1, release (2 * e, free))
          val free = releaseAll (3 * stop - 1, (nobody, nobody))
        in
          if stop - begin < 2 then (nobody, nobody, free)
          else
            let val (a, free) = connectPoints (begin, begin + 1, free)
            in
              if stop - begin = 2 then (a, reverse a, free)
              else
                let
                  val (b, free) = connectPoints (begin + 1, begin + 2, free)
                  val () = splice (reverse a, b)
                  val turn = area (begin, begin + 1, begin + 2)
                in
                  if turn = 0 then (a, reverse b, free)
                  else
                    let val (c, free) = connectEdges (b, a, free)
                    in if turn < 0 then (reverse c, c, free) else (a, reverse b, free)
                    end
                end
            end
        end

      fun lowerTangent (inLeft, inRight) =
        if isLeft (origin inRight, inLeft) then lowerTangent (followLeft inLeft, inRight)
        else if isRight (origin inLeft, inRight) then lowerTangent (inLeft, next (reverse inRight))
        else (inLeft, inRight)

      (* Removes edges around one end of the base as long as the circle through the base and their targets holds the target
         of the one behind, which `following` gives. *)
      fun removeInside (base, e, following, free) =
        let val other = following e
        in
          if inCircle (target base, origin base, target e, target other) then
            removeInside (base, other, following, remove (e, free))
          else (e, free)
        end

      fun zip (base, free) =
        let
          fun isAbove e = isRight (target e, base)
          val (fromLeft, fromRight) = (next (reverse base), previous base)
          val (fromLeft, free) =
            if isAbove fromLeft then removeInside (base, fromLeft, next, free) else (fromLeft, free)
          val (fromRight, free) =
            if isAbove fromRight then removeInside (base, fromRight, previous, free) else (fromRight, free)
          val (leftIsAbove, rightIsAbove) = (isAbove fromLeft, isAbove fromRight)
        in
          if not leftIsAbove andalso not rightIsAbove then free
          else if not leftIsAbove orelse
                  (rightIsAbove andalso
                   inCircle (target fromLeft, origin fromLeft, origin fromRight, target fromRight)) then
            zip (connectEdges (fromRight, reverse base, free))
          else zip (connectEdges (reverse base, reverse fromLeft, free))
        end

      fun concat ((firstA, lastA), (firstB, lastB)) =
        if firstA = nobody then (firstB, lastB)
        else (Array.update (nexts, lastA, firstB); (firstA, if firstB = nobody then lastA else lastB))

      fun merge ((leftmost, leftEnd, leftFree), (rightEnd, rightmost, rightFree)) =
        let
          val free = concat (leftFree, rightFree)
          val (inLeft, inRight) = lowerTangent (leftEnd, rightEnd)
          val (base, free) = connectEdges (reverse inRight, inLeft, free)
          val leftmost = if origin inLeft = origin leftmost then reverse base else leftmost
          val rightmost = if origin inRight = origin rightmost then base else rightmost
        in (leftmost, rightmost, zip (base, free))
        end

      fun triangulate (begin, stop) =
        if stop - begin <= 3 then triangulateSmall (begin, stop)
        else
          let val middle = begin + (stop - begin) div 2
          in
            merge (Loops.parIf (stop - begin > grain)
              (fn () => triangulate (begin, middle), fn () => triangulate (middle, stop)))
          end
    in ignore (triangulate (0, Array.length xs))
    end

  fun run (xs, ys) =
    let
      val n = Array.length xs
      (* Both coordinates in one number, in whose order points are sorted. *)
      val keys = Seq.tabulate (fn i => Array.sub (xs, i) * range + Array.sub (ys, i)) n
      val sorted = Sort.sort Int.compare keys
      fun part f = Loops.tabulate 5000 n (fn i => f (Seq.nth sorted i))
      val points = (part (fn key => key div range), part (fn key => key mod range))
      fun places () = Loops.tabulate 5000 (6 * n) (fn _ => nobody)
      val edges = {origins = places (), nexts = places (), previouses = places ()}
    in triangulateAll (points, edges); (points, edges)
    end

  (* Of the set of edges. *)
  fun checksum (_, ((xs, _), {origins, ...} : edges)) =
    let
      fun go (e, sum) =
        if e >= Array.length origins then Real.fromInt sum
        else
          let val (a, b) = (Array.sub (origins, e), Array.sub (origins, e + 1))
          in
            if a = nobody then go (e + 2, sum)
            else
              let
                val word = Word64.fromInt
                val (_, drawn) =
                  Random.step (Word64.orb (Word64.<< (word (Int.min (a, b)), 0w32), word (Int.max (a, b))))
              in go (e + 2, sum + Word64.toInt (Word64.>> (drawn, 0w32)))
              end
          end
    in go (0, 0)
    end

  (* A triangulation is Delaunay's if it is one for each two triangles that share an edge. It is a triangulation of all
     points if every face but one is a triangle that turns to the left, the other one is the hull, which never does, and the
     numbers are those that Euler's formula gives. *)
  fun verify (_, (points as (xs, _), edges as {origins, ...} : edges)) =
    let
      val {reverse, origin, target, area, inCircle, followLeft, ...} = geometry (points, edges)
      val n = Array.length xs
      val isUsed = Array.array (n, false)
      fun isTriangle e =
        let
          val second = followLeft e
          val third = followLeft second
        in followLeft third = e andalso area (origin e, origin second, origin third) > 0
        end
      (* How many directions there are, and how many of them are of the hull. *)
      fun go (e, count, hull) =
        if e = Array.length origins then SOME (count, hull)
        else if origin e = nobody then go (e + 1, count, hull)
        else
          let val across = target (followLeft e)
          in
            Array.update (isUsed, origin e, true);
            if not (isTriangle e) then
              if area (across, origin e, target e) > 0 then NONE else go (e + 1, count + 1, hull + 1)
            else if isTriangle (reverse e) andalso
                    inCircle (origin e, target e, across, target (followLeft (reverse e))) then NONE
            else go (e + 1, count + 1, hull)
          end
    in
      Results.errorUnless
        (case go (0, 0, 0) of
           NONE => false
         | SOME (count, hull) =>
             n < 3 orelse (Array.all (fn used => used) isUsed andalso count div 2 = 3 * n - 3 - hull))
    end
end
