(* Each function of the parallel library against what lists say, for lengths around powers of two. *)
val failures = ref 0
fun check name isRight = if isRight then () else (print ("wrong: " ^ name ^ "\n"); failures := !failures + 1)
fun raises f = (ignore (f ()); NONE) handle e => SOME (exnName e)

(* Numbers that repeat, so that stability and groups matter. *)
fun numbers n = List.tabulate (n, fn i => (i * 7919 + 13) mod 23)
fun same (s, xs) = Seq.toList s = xs

fun insertion compare xs =
  let
    fun insert (x, []) = [x]
      | insert (x, y :: ys) = if compare (x, y) = GREATER then y :: insert (x, ys) else x :: y :: ys
  in foldr insert [] xs
  end
fun prefixes f z xs = rev (#2 (foldl (fn (x, (acc, out)) => (f (acc, x), acc :: out)) (z, []) xs))
fun indexed xs = ListPair.zip (List.tabulate (length xs, fn i => i), xs)

(* Associative, and neither commutative nor with a neutral element that would hide a misplaced one. *)
fun join (a, b) = a ^ b
fun words xs = map (fn x => Int.toString x ^ ".") xs

fun checkSequences n =
  let
    val xs = numbers n
    val s = Seq.fromList xs
    fun wrong name = name ^ " of " ^ Int.toString n
    fun is name result = check (wrong name) result
    val small = fn x => x < 10
    val (scanned, whole) = Seq.scan join "z" (Seq.fromList (words xs))
  in
    is "length" (Seq.length s = n);
    is "tabulate" (same (Seq.tabulate (fn i => (i * 7919 + 13) mod 23) n, xs));
    is "map" (same (Seq.map (fn x => x + 1) s, map (fn x => x + 1) xs));
    is "mapi" (same (Seq.mapi (fn pair => pair) s, indexed xs));
    is "zip" (same (Seq.zip (s, Seq.drop s (n div 3)), ListPair.zip (xs, List.drop (xs, n div 3))));
    is "rev" (same (Seq.rev s, rev xs));
    is "append" (same (Seq.append (s, Seq.take s (n div 2)), xs @ List.take (xs, n div 2)));
    is "subseq" (same (Seq.subseq s (n div 3, n div 2), List.take (List.drop (xs, n div 3), n div 2)));
    is "flatten" (same (Seq.flatten (Seq.map (fn x => Seq.tabulate (fn i => x + i) (x mod 4)) s),
                        List.concat (map (fn x => List.tabulate (x mod 4, fn i => x + i)) xs)));
    is "filter" (same (Seq.filter small s, List.filter small xs));
    is "mapPartial" (same (Seq.mapPartial (fn x => if small x then SOME (~x) else NONE) s,
                           map op~ (List.filter small xs)));
    is "tabulateIf" (same (Seq.tabulateIf (fn i => i mod 3 = 1) (fn i => i * i) n,
                           List.map (fn i => i * i) (List.filter (fn i => i mod 3 = 1) (List.tabulate (n, fn i => i)))));
    is "reduce" (Seq.reduce join "none" (Seq.fromList (words xs)) = (if n = 0 then "none" else concat (words xs)));
    is "scan" (same (scanned, prefixes join "z" (words xs)) andalso whole = "z" ^ concat (words xs));
    is "scanIncl" (same (Seq.scanIncl join "z" (Seq.fromList (words xs)),
                         map join (ListPair.zip (prefixes join "z" (words xs), words xs))));
    is "iterate" (Seq.iterate join "z" (Seq.fromList (words xs)) = "z" ^ concat (words xs));
    is "equal" (Seq.equal op= (s, Seq.fromList xs) andalso not (Seq.equal op= (s, Seq.append (s, Seq.singleton 1))));
    is "equal, last differs" (n = 0 orelse not (Seq.equal op= (s, Seq.update (s, (n - 1, 99)))));
    is "update leaves" (same (s, xs));
    is "nth" (raises (fn () => Seq.nth s n) = SOME "Subscript");
    is "exception" (n = 0 orelse raises (fn () => Seq.map (fn x => 1 div (x - x)) s) = SOME "Div")
  end

fun checkInject n =
  let
    val s = Seq.tabulate (fn i => i) n
    val updates = List.tabulate (3 * n, fn k => ((k * k + 5) mod n, 100 + k))
    val wanted = Array.tabulate (n, fn i => i)
  in
    app (fn (i, x) => Array.update (wanted, i, x)) updates;
    check ("inject " ^ Int.toString n) (same (Seq.inject (s, Seq.fromList updates), Array.foldr (op ::) [] wanted));
    check "inject leaves" (same (s, List.tabulate (n, fn i => i)))
  end

fun checkOrder n =
  let
    val pairs = ListPair.zip (numbers n, List.tabulate (n, fn i => i))
    fun byKey ((a, _), (b, _)) = Int.compare (a, b)
    val sorted = insertion byKey pairs
    val s = Sort.sort byKey (Seq.fromList pairs)
    val keys = Seq.map #1 s
    fun less x = length (List.filter (fn (k, _) => k < x) pairs)
    fun isFound x =
      Search.lowerBound Int.compare keys x = less x
      andalso Search.upperBound Int.compare keys x = less (x + 1)
      andalso Search.find Int.compare keys x = (if less x < less (x + 1) then SOME (less x) else NONE)
    val others = List.tabulate (n div 2, fn i => (3 * i, ~1 - i))
    val distinct = foldr (fn (k, ks) => if List.exists (fn k' => k' = k) ks then ks else k :: ks) [] (map #1 sorted)
    val groups = map (fn k => (k, map #2 (List.filter (fn (k', _) => k' = k) pairs))) (insertion Int.compare distinct)
    fun is name result = check (name ^ " of " ^ Int.toString n) result
  in
    is "sort" (same (s, sorted));
    is "merge" (same (Sort.merge byKey (s, Seq.fromList others), insertion byKey (sorted @ others)));
    is "merge, other way" (same (Sort.merge byKey (Seq.fromList others, s), insertion byKey (others @ sorted)));
    is "search" (List.all isFound (List.tabulate (26, fn i => i - 1)));
    is "collect" (Seq.toList (Seq.map (fn (k, vs) => (k, Seq.toList vs)) (Group.collect Int.compare (Seq.fromList pairs)))
                  = groups)
  end

fun checkTokens text =
  check ("tokens of '" ^ text ^ "'") (same (Tokens.tokens Char.isSpace text, String.tokens Char.isSpace text))

fun checkTable n =
  let
    val table = HashTable.make {hash = fn k => Word.fromInt (k mod 5), equal = op=, capacity = 23}
    val keys = Seq.fromList (numbers n)
    val isNew = Seq.map (fn k => HashTable.insert table (k, k * k)) keys
    val distinct = List.filter (fn k => List.exists (fn x => x = k) (numbers n)) (List.tabulate (23, fn k => k))
    fun is name result = check (name ^ " of " ^ Int.toString n) result
  in
    is "insert" (Seq.length (Seq.filter (fn b => b) isNew) = length distinct);
    is "lookup" (List.all (fn k => HashTable.lookup table k = SOME (k * k)) distinct andalso
                 HashTable.lookup table 23 = NONE);
    is "toSeq" (same (Sort.sort (fn ((a, _), (b, _)) => Int.compare (a, b)) (HashTable.toSeq table),
                      map (fn k => (k, k * k)) distinct))
  end

(* Breadth first and by lists; an edge that comes twice counts twice. *)
fun checkGraph (n, pairs) =
  let
    val g = Graph.fromEdges n (Seq.fromList pairs)
    val byBoth = fn ((a, b), (c, d)) => case Int.compare (a, c) of EQUAL => Int.compare (b, d) | unequal => unequal
    val sorted = insertion byBoth pairs
    fun next (list, u) = map #2 (List.filter (fn (a, _) => a = u) list)
    fun level (_, [], found) = found
      | level (d, frontier, found) =
          let
            fun add (v, (new, found)) =
              if List.exists (fn (w, _) => w = v) found then (new, found) else (v :: new, (v, d) :: found)
            val (new, found) = foldl add ([], found) (List.concat (map (fn u => next (pairs, u)) frontier))
          in level (d + 1, new, found)
          end
    fun distance source v =
      case List.find (fn (w, _) => w = v) (level (1, [source], [(source, 0)])) of SOME (_, d) => d | NONE => ~1
    val vertices = List.tabulate (n, fn v => v)
    val both = pairs @ map (fn (a, b) => (b, a)) pairs
    fun component u =
      let fun all seen =
            let val more = List.filter (fn v => not (List.exists (fn w => w = v) seen))
                             (List.concat (map (fn u => next (both, u)) seen))
            in case more of [] => seen | v :: _ => all (v :: seen)
            end
      in foldl Int.min n (all [u])
      end
    fun is name result = check ("graph: " ^ name ^ " of " ^ Int.toString n) result
  in
    is "edges" (Graph.vertices g = n andalso Graph.edges g = length pairs andalso same (Graph.toEdges g, sorted));
    is "neighbours" (List.all (fn u => same (Graph.neighbours g u, next (sorted, u))) vertices);
    is "degree" (List.all (fn u => Graph.degree g u = length (next (pairs, u))) vertices);
    is "transpose" (same (Graph.toEdges (Graph.transpose g), insertion byBoth (map (fn (a, b) => (b, a)) pairs)));
    is "symmetric" (same (Graph.toEdges (Graph.symmetric g), insertion byBoth both));
    is "distances" (List.all (fn s => same (Graph.distances g s, map (distance s) vertices)) vertices);
    is "components" (same (Graph.components g, map component vertices))
  end

val () = app checkSequences [0, 1, 2, 3, 4, 5, 7, 8, 9, 31]
val () = app checkInject [1, 2, 7, 16]
val () = app checkOrder [0, 1, 2, 3, 5, 8, 17, 30]
val () = app checkTokens ["", " ", "a", " a", "a ", "one two", "  one\ttwo\n\nthree "]
val () = app checkTable [0, 1, 5, 40]
val () = app checkGraph
  [(0, []), (1, []), (1, [(0, 0)]), (2, [(1, 0), (1, 0)]), (5, [(0, 1), (1, 2), (2, 0), (4, 3)]),
   (9, map (fn (a, b) => (a mod 9, b mod 9)) (ListPair.zip (numbers 12, rev (numbers 12))))]
val () = check "no vertex" (raises (fn () => Graph.fromEdges 2 (Seq.fromList [(0, 2)])) = SOME "Subscript")
val () =
  let val table = HashTable.make {hash = fn k => Word.fromInt k, equal = op=, capacity = 1}
  in check "full" (raises (fn () => app (fn k => ignore (HashTable.insert table (k, k))) [1, 2, 3, 4]) = SOME "Full")
  end
val () = print (Int.toString (!failures) ^ " wrong\n")
