(* Red-black trees without side effects: insertions, many of which share what they leave as it is, and lookups. *)
structure Program : WORKLOAD =
struct
  val name = "red-black"
  val sizeMeaning = "insertions"
  val defaultSize = 100000
  val tolerance = 0.0
  type input = int list
  type result = int * int * int

  fun prepare (size, seed) =
    let
      fun step w = w * 0w1664525 + 0w1013904223 : Word32.word
      fun draw (0, _, drawn) = drawn
        | draw (left, w, drawn) = draw (left - 1, step w, Word32.toInt (Word32.>> (w, 0w12)) :: drawn)
    in draw (size, Word32.fromInt seed, [])
    end

  datatype color = Red | Black
  datatype tree = Leaf | Node of color * tree * int * int * tree

  fun balance (Black, Node (Red, Node (Red, a, k, v, b), l, w, c), m, x, d) =
        Node (Red, Node (Black, a, k, v, b), l, w, Node (Black, c, m, x, d))
    | balance (Black, Node (Red, a, k, v, Node (Red, b, l, w, c)), m, x, d) =
        Node (Red, Node (Black, a, k, v, b), l, w, Node (Black, c, m, x, d))
    | balance (Black, a, k, v, Node (Red, Node (Red, b, l, w, c), m, x, d)) =
        Node (Red, Node (Black, a, k, v, b), l, w, Node (Black, c, m, x, d))
    | balance (Black, a, k, v, Node (Red, b, l, w, Node (Red, c, m, x, d))) =
        Node (Red, Node (Black, a, k, v, b), l, w, Node (Black, c, m, x, d))
    | balance node = Node node

  (* Counts how often a key was inserted. *)
  fun insert (tree, key) =
    let
      fun into Leaf = Node (Red, Leaf, key, 1, Leaf)
        | into (Node (color, a, k, v, b)) =
            if key < k then balance (color, into a, k, v, b)
            else if key > k then balance (color, a, k, v, into b)
            else Node (color, a, k, v + 1, b)
    in
      case into tree of
        Node (_, a, k, v, b) => Node (Black, a, k, v, b)
      | Leaf => Leaf
    end

  fun find (Leaf, _) = 0
    | find (Node (_, a, k, v, b), key) = if key < k then find (a, key) else if key > k then find (b, key) else v
  fun fold f made Leaf = made
    | fold f made (Node (_, a, k, v, b)) = fold f (f (k, v, fold f made a)) b

  fun run keys =
    let
      val tree = List.foldl (fn (key, tree) => insert (tree, key)) Leaf keys
      fun mix (k, v, h) = (h * 31 + k mod 1009 + v) mod 1000003
      val found = List.foldl (fn (key, sum) => sum + find (tree, key) + find (tree, key + 1)) 0 keys
    in (fold (fn (_, _, n) => n + 1) 0 tree, found, fold mix 7 tree)
    end

  fun checksum (_, (distinct, found, hash)) = Real.fromInt distinct + Real.fromInt found + Real.fromInt hash / 1000003.0

  (* By an array of counters, one for each key that there may be. *)
  fun verify (keys, (distinct, found, hash)) =
    let
      val counts = Array.array (1048577, 0)
      val () = List.app (fn key => Array.update (counts, key, Array.sub (counts, key) + 1)) keys
      val sum = List.foldl (fn (key, s) => s + Array.sub (counts, key) + Array.sub (counts, key + 1)) 0 keys
      fun mix (k, 0, h) = h
        | mix (k, v, h) = (h * 31 + k mod 1009 + v) mod 1000003
    in
      if Array.foldl (fn (0, n) => n | (_, n) => n + 1) 0 counts = distinct andalso sum = found andalso
         Array.foldli mix 7 counts = hash
      then 0.0 else 1.0
    end
end
