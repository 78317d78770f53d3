(* Directed graphs with the vertices 0, …, n - 1: the neighbours of all vertices in one sequence, and where those of each
   begin. *)

signature GRAPH =
sig
  type graph
  (* From the number of vertices and the edges, as pairs from and to. Subscript for an edge to nowhere. An edge that is
     given twice is there twice. *)
  val fromEdges : int -> (int * int) Seq.seq -> graph
  val vertices : graph -> int
  val edges : graph -> int
  val degree : graph -> int -> int
  (* In ascending order, without copying. *)
  val neighbours : graph -> int -> int Seq.seq
  val toEdges : graph -> (int * int) Seq.seq
  val transpose : graph -> graph
  (* With each edge in both directions. *)
  val symmetric : graph -> graph
  (* How many edges the shortest way from a vertex to each has; ~1 where there is none. *)
  val distances : graph -> int -> int Seq.seq
  (* The least vertex of each one's component, edges being used in both directions. *)
  val components : graph -> int Seq.seq
end

structure Graph :> GRAPH =
struct
  type graph = {starts : int Seq.seq, targets : int Seq.seq}

  fun vertices ({starts, ...} : graph) = Seq.length starts - 1
  fun edges ({targets, ...} : graph) = Seq.length targets
  fun degree ({starts, ...} : graph) v = Seq.nth starts (v + 1) - Seq.nth starts v
  fun neighbours (g as {starts, targets} : graph) v = Seq.subseq targets (Seq.nth starts v, degree g v)

  fun fromEdges n pairs =
    let
      fun isInside v = 0 <= v andalso v < n
      fun compare ((a, b), (c, d)) = case Int.compare (a, c) of EQUAL => Int.compare (b, d) | unequal => unequal
      val sorted = Sort.sort compare pairs
      val sources = Seq.map #1 sorted
    in
      if n < 0 then raise Size
      else if Seq.reduce (fn (a, b) => a andalso b) true (Seq.map (fn (u, v) => isInside u andalso isInside v) pairs)
      then {starts = Seq.tabulate (Search.lowerBound Int.compare sources) (n + 1), targets = Seq.map #2 sorted}
      else raise Subscript
    end

  fun toEdges g = Seq.flatten (Seq.tabulate (fn u => Seq.map (fn v => (u, v)) (neighbours g u)) (vertices g))
  fun backwards pairs = Seq.map (fn (u, v) => (v, u)) pairs
  fun transpose g = fromEdges (vertices g) (backwards (toEdges g))
  fun symmetric g =
    let val pairs = toEdges g
    in fromEdges (vertices g) (Seq.append (pairs, backwards pairs))
    end

  (* Breadth first: a vertex belongs to whoever sets its distance first. *)
  fun distances g source =
    let
      val found = Array.array (vertices g, ~1)
      fun claims (v, distance) = Concurrency.casArray (found, v) (~1, distance) = ~1
      fun go (frontier, distance) =
        if Seq.length frontier = 0 then ()
        else go (Seq.flatten (Seq.map (fn u => Seq.filter (fn v => claims (v, distance)) (neighbours g u)) frontier),
                 distance + 1)
    in
      Array.update (found, source, 0);
      go (Seq.singleton source, 1);
      Seq.fromArray (Spread.finished found)
    end

  (* A forest of parents, in which a root is only ever set, and only to a smaller vertex. So the root of a tree is its
     least vertex in the end, whoever was first. *)
  fun components g =
    let
      val parents = Array.tabulate (vertices g, fn v => v)
      (* The element itself, which compare-and-swap asks for where int is IntInf. *)
      fun root v = let val parent = Array.sub (parents, v) in if parent = v then parent else root parent end
      fun unite (u, v) =
        let
          val (a, b) = (root u, root v)
          val (small, large) = (Int.min (a, b), Int.max (a, b))
        in
          if a = b orelse Concurrency.casArray (parents, large) (large, small) = large then () else unite (u, v)
        end
    in
      Seq.foreach (toEdges g) (fn (_, pair) => unite pair);
      Seq.tabulate root (vertices g)
    end
end
