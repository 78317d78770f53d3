(* Breadth-first search that pushes (bench/kernels/mpl/bfs.cpp). Level by level: where the edges of each vertex of the
   level go to in one array is a scan of degrees, two nested loops claim the vertices at their ends, and a filter keeps
   those that were claimed. Which vertex becomes the parent depends on the schedule; the depths do not. *)
structure Program : WORKLOAD =
struct
  val name = "mpl-bfs"
  val sizeMeaning = "vertices of the graph"
  val defaultSize = 300000
  val tolerance = 0.0
  type input = {graph : Graph.graph, root : int}
  type result = int array

  val nobody = ~1

  fun prepare size =
    let val graph = Graph.generate size
    in {graph = graph, root = Graph.busiest graph}
    end

  (* The vertices that nobody has reached before, from those of a level. *)
  fun expand ({starts, targets, ...} : Graph.graph, parents) level =
    let
      fun first u = Array.sub (starts, u)
      fun degree u = first (u + 1) - first u
      val count = Seq.length level
      val (places, edges) =
        Seq.scan (op +) 0 (Seq.fromArray (Loops.tabulate 1000 count (fn i => degree (Seq.nth level i))))
      val candidates = ForkJoin.alloc edges
      fun claim (u, v) =
        if Array.sub (parents, v) = nobody andalso Concurrency.casArray (parents, v) (nobody, u) = nobody then v
        else nobody
    in
      Loops.forEach 16 (0, count) (fn i =>
        let
          val u = Seq.nth level i
          val (begin, place) = (first u, Seq.nth places i)
        in
          Loops.forEach 1000 (0, degree u) (fn k =>
            Array.update (candidates, place + k, claim (u, Array.sub (targets, begin + k))))
        end);
      Seq.tabulateIf (fn i => Array.sub (candidates, i) <> nobody) (fn i => Array.sub (candidates, i)) edges
    end

  fun run {graph, root} =
    let
      val parents = Loops.tabulate 5000 (#vertices graph) (fn _ => nobody)
      fun search level = if Seq.length level = 0 then () else search (expand (graph, parents) level)
    in
      Array.update (parents, root, root);
      search (Seq.singleton root);
      parents
    end

  (* The depth of each vertex in the tree of parents. Nobody if it has none, or if the parents go round in a circle. *)
  fun depthsInTree ({graph, root} : input, parents) =
    let
      val n = #vertices graph
      val depths = Array.array (n, nobody)
      fun climb (u, path, steps) =
        if Array.sub (parents, u) = nobody orelse Array.sub (depths, u) <> nobody orelse steps = n then (u, path)
        else climb (Array.sub (parents, u), u :: path, steps + 1)
      fun descend (_, []) = ()
        | descend (depth, u :: path) = (Array.update (depths, u, depth + 1); descend (depth + 1, path))
      fun go v =
        if v = n then depths
        else
          let
            val (u, path) = climb (v, [], 0)
            val depth = Array.sub (depths, u)
          in
            if depth = nobody then () else descend (depth, path);
            go (v + 1)
          end
    in Array.update (depths, root, 0); go 0
    end

  (* The C++ kernel's Nobody is 2^32 - 1. *)
  fun checksum (input as {graph, ...}, parents) =
    let val depths = depthsInTree (input, parents)
    in
      Results.weightedSum (#vertices graph) (fn v =>
        case Array.sub (depths, v) of ~1 => 4294967295.0 | depth => Real.fromInt depth)
    end

  (* With a queue. Every edge to a parent must exist. *)
  fun verify (input as {graph, root}, parents) =
    let
      val {vertices, starts, targets} = graph
      val expected = Array.array (vertices, nobody)
      val queue = Array.array (vertices, root)
      val size = ref 1
      fun visit (u, e) =
        if e = Array.sub (starts, u + 1) then ()
        else
          let val v = Array.sub (targets, e)
          in
            if Array.sub (expected, v) = nobody then
              (Array.update (expected, v, Array.sub (expected, u) + 1); Array.update (queue, !size, v); size := !size + 1)
            else ();
            visit (u, e + 1)
          end
      fun go head =
        if head = !size then ()
        else
          let val u = Array.sub (queue, head)
          in visit (u, Array.sub (starts, u)); go (head + 1)
          end
      val () = (Array.update (expected, root, 0); go 0)
      val depths = depthsInTree (input, parents)
      fun isEdge (u, v) =
        let fun go e = e < Array.sub (starts, u + 1) andalso (Array.sub (targets, e) = v orelse go (e + 1))
        in go (Array.sub (starts, u))
        end
    in
      Results.errorUnless
        (Results.all (0, vertices) (fn v => Array.sub (depths, v) = Array.sub (expected, v)) andalso
         Results.all (0, !size) (fn i =>
           let val v = Array.sub (queue, i)
           in v = root orelse isEdge (v, Array.sub (parents, v))
           end))
    end
end
