(* Counts the triangles of a graph (bench/kernels/mpl/triangle-count.cpp). Edges lead from the vertex with fewer to the one
   with more. For each of them, the common targets of both ends are counted: two nested reductions around a sequential
   merge. *)
structure Program : WORKLOAD =
struct
  val name = "mpl-triangle-count"
  val sizeMeaning = "vertices of the graph"
  val defaultSize = 40000
  val tolerance = 0.0
  (* The graph, and its edges upwards. *)
  type input = {graph : Graph.graph, starts : int array, targets : int array}
  type result = int

  fun prepare size =
    let
      val graph as {vertices, starts, targets} = Graph.generate size
      fun isBelow (u, v) =
        let val (a, b) = (Graph.degree graph u, Graph.degree graph v)
        in a < b orelse (a = b andalso u < v)
        end
      val kept = Array.array (Array.length targets, 0)
      val firsts = Array.array (vertices + 1, 0)
      fun edge (u, e, n) =
        if e = Array.sub (starts, u + 1) then n
        else if isBelow (u, Array.sub (targets, e)) then
          (Array.update (kept, n, Array.sub (targets, e)); edge (u, e + 1, n + 1))
        else edge (u, e + 1, n)
      fun go (u, n) =
        if u = vertices then n
        else
          let val n = edge (u, Array.sub (starts, u), n)
          in Array.update (firsts, u + 1, n); go (u + 1, n)
          end
      val count = go (0, 0)
    in {graph = graph, starts = firsts, targets = Array.tabulate (count, fn i => Array.sub (kept, i))}
    end

  fun run ({graph, starts, targets} : input) =
    let
      fun first u = Array.sub (starts, u)
      fun target e = Array.sub (targets, e)
      fun common (a, aEnd, b, bEnd, count) =
        if a = aEnd orelse b = bEnd then count
        else
          let val (x, y) = (target a, target b)
          in
            if x < y then common (a + 1, aEnd, b, bEnd, count)
            else if x > y then common (a, aEnd, b + 1, bEnd, count)
            else common (a + 1, aEnd, b + 1, bEnd, count + 1)
          end
    in
      Loops.reduce 50 (0, #vertices graph) (fn u =>
        Loops.reduce Loops.sequential (first u, first (u + 1)) (fn e =>
          let val v = target e
          in common (first u, first (u + 1), first v, first (v + 1), 0)
          end) (op +) 0) (op +) 0
    end

  fun checksum (_, triangles) = Real.fromInt triangles

  (* In the graph as it is: marks the neighbours of a vertex, and looks for marks among the neighbours of these. Each
     triangle is found at its lowest vertex. *)
  fun verify ({graph = {vertices, starts, targets}, ...} : input, triangles) =
    let
      val mark = Array.array (vertices, ~1)
      fun neighbours (v, f) =
        let fun go e = if e = Array.sub (starts, v + 1) then () else (f (Array.sub (targets, e)); go (e + 1))
        in go (Array.sub (starts, v))
        end
      val found = ref 0
      fun go u =
        if u = vertices then ()
        else
          (neighbours (u, fn v => Array.update (mark, v, u));
           neighbours (u, fn v =>
             if v <= u then ()
             else neighbours (v, fn w => if w > v andalso Array.sub (mark, w) = u then found := !found + 1 else ()));
           go (u + 1))
    in go 0; Results.errorUnless (!found = triangles)
    end
end
