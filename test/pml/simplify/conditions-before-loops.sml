(* The edge from i leads to another point where i is the last one. The loop over j is made for either case, so that the edge's
   length is computed once for all j. *)
fun improve (xs, ys, tour) =
  let
    val n = Array.length tour
    fun distance (i, j) = Math.sqrt ((Array.sub (xs, i) - Array.sub (xs, j)) * (Array.sub (ys, i) - Array.sub (ys, j)))
    fun at i = Array.sub (tour, if i = n then 0 else i)
    fun gain (i, j) = distance (at i, at (i + 1)) + distance (at j, at (j + 1)) - distance (at i, at j)
    fun pass (i, j, isBetter) =
      if i >= n - 2 then isBetter
      else if j >= n then pass (i + 1, i + 3, isBetter)
      else if gain (i, j) > 1E~7 then (Array.update (tour, j, at i); pass (i, j + 1, true))
      else pass (i, j + 1, isBetter)
  in pass (0, 2, false)
  end
val n = size (CommandLine.name ())
val _ = print (Bool.toString (improve (Array.tabulate (n, Real.fromInt), Array.tabulate (n, Real.fromInt), Array.tabulate (n, fn i => i))))
(* RUN: %llvm %s -o %t.ll
   RUN: FileCheck %s < %t.ll
   CHECK: fadd double [[EDGE:%[a-z0-9.]+]], {{%.*}}
   CHECK: fadd double [[EDGE]], {{%.*}}
*)
