(* Social graphs, as bench/kernels/graph.cpp makes them: R-MAT with the parameters of Graph500, shuffled, with each edge
   both ways. The edges of v are targets starts[v] to starts[v + 1] - 1, ascending, without repetitions or loops. *)
structure Graph =
struct
  type graph = {vertices : int, starts : int array, targets : int array}

  val edgesPerVertex = 16

  fun drawEdge (scale, state) =
    let
      fun go (0, from, to) = (from, to)
        | go (levels, from, to) =
            let
              val choice = Random.uniform state
              val bottom = choice >= 0.57 + 0.19
              val right = if bottom then choice >= 0.57 + 0.19 + 0.19 else choice >= 0.57
              fun bit b = if b then 1 else 0
            in go (levels - 1, 2 * from + bit bottom, 2 * to + bit right)
            end
    in go (scale, 0, 0)
    end

  (* Each place's first index, of things that are counted by `place`. *)
  fun startsOf (count, places, place) =
    let
      val starts = Array.array (places + 1, 0)
      fun tally i =
        if i = count then ()
        else
          let val p = place i + 1
          in Array.update (starts, p, Array.sub (starts, p) + 1); tally (i + 1)
          end
      fun add (p, sum) =
        if p > places then ()
        else
          let val sum = sum + Array.sub (starts, p)
          in Array.update (starts, p, sum); add (p + 1, sum)
          end
    in tally 0; add (0, 0); starts
    end

  (* Sorts pairs by their first or second part, in linear time, keeping the order of equals. *)
  fun sortBy (vertices, key) (first, second) =
    let
      val count = Array.length first
      val next = startsOf (count, vertices, key (first, second))
      val (made, other) = (Array.array (count, 0), Array.array (count, 0))
      fun go i =
        if i = count then ()
        else
          let
            val k = key (first, second) i
            val place = Array.sub (next, k)
          in
            Array.update (next, k, place + 1);
            Array.update (made, place, Array.sub (first, i));
            Array.update (other, place, Array.sub (second, i));
            go (i + 1)
          end
    in go 0; (made, other)
    end

  (* Of edges (from, to) that are sorted by `to`, then `from`: every one once. *)
  fun fromEdges (vertices, (from, to)) =
    let
      val count = Array.length from
      fun isNew i =
        i = 0 orelse Array.sub (from, i) <> Array.sub (from, i - 1) orelse Array.sub (to, i) <> Array.sub (to, i - 1)
      fun keep (i, n) = if i = count then n else keep (i + 1, if isNew i then n + 1 else n)
      val kept = keep (0, 0)
      val (sources, ends) = (Array.array (kept, 0), Array.array (kept, 0))
      fun copy (i, n) =
        if i = count then ()
        else if isNew i then
          (Array.update (sources, n, Array.sub (from, i)); Array.update (ends, n, Array.sub (to, i)); copy (i + 1, n + 1))
        else copy (i + 1, n)
    in
      copy (0, 0);
      {vertices = vertices, starts = startsOf (kept, vertices, fn i => Array.sub (ends, i)), targets = sources}
    end

  fun generate (vertices, seed) : graph =
    let
      val state = Random.from seed
      val place = Array.tabulate (vertices, fn i => i)
      fun shuffle i =
        if i <= 1 then ()
        else
          let
            val j = Random.below state i
            val x = Array.sub (place, i - 1)
          in
            Array.update (place, i - 1, Array.sub (place, j));
            Array.update (place, j, x);
            shuffle (i - 1)
          end
      fun bits n = if n = 0 then 0 else 1 + bits (n div 2)
      val scale = bits (vertices - 1)
      val drawn = edgesPerVertex * vertices
      val (first, second) = (Array.array (drawn, 0), Array.array (drawn, 0))
      fun draw n =
        if n = drawn then ()
        else
          let val (from, to) = drawEdge (scale, state)
          in
            if from < vertices andalso to < vertices then
              (Array.update (first, n, Array.sub (place, from)); Array.update (second, n, Array.sub (place, to));
               draw (n + 1))
            else draw n
          end
      val () = (shuffle vertices; draw 0)
      (* Both ways, without loops. *)
      fun isLoop i = Array.sub (first, i) = Array.sub (second, i)
      fun count (i, n) = if i = drawn then n else count (i + 1, if isLoop i then n else n + 1)
      val proper = count (0, 0)
      val (from, to) = (Array.array (2 * proper, 0), Array.array (2 * proper, 0))
      fun copy (i, n) =
        if i = drawn then ()
        else if isLoop i then copy (i + 1, n)
        else
          let val (a, b) = (Array.sub (first, i), Array.sub (second, i))
          in
            Array.update (from, n, a); Array.update (to, n, b);
            Array.update (from, n + proper, b); Array.update (to, n + proper, a);
            copy (i + 1, n + 1)
          end
      val () = copy (0, 0)
      val byFirst = sortBy (vertices, fn (first, _) => fn i => Array.sub (first, i)) (from, to)
    in
      fromEdges (vertices, sortBy (vertices, fn (_, second) => fn i => Array.sub (second, i)) byFirst)
    end

  fun degree ({starts, ...} : graph) v = Array.sub (starts, v + 1) - Array.sub (starts, v)

  (* The vertex with the most edges, the first of several. *)
  fun busiest (graph : graph) =
    let
      fun go (v, best) =
        if v = #vertices graph then best else go (v + 1, if degree graph v > degree graph best then v else best)
    in go (1, 0)
    end
end
