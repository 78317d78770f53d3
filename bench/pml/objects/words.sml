(* Counts the words of a text: splits it, keeps counts in a tree, sorts by them, writes lines. *)
structure Program : WORKLOAD =
struct
  val name = "words"
  val sizeMeaning = "words"
  val defaultSize = 200000
  val tolerance = 0.0
  type input = string
  type result = string

  val syllables = Vector.fromList ["ba", "ko", "ri", "tu", "men", "sal", "o", "qui"]

  fun prepare (size, seed) =
    let
      fun step w = w * 0w1664525 + 0w1013904223 : Word32.word
      fun part w shift = Word32.toInt (Word32.andb (Word32.>> (w, shift), 0w7))
      fun word w =
        String.concat (List.map (fn shift => Vector.sub (syllables, part w shift)) (if part w 0w28 = 0 then [0w10] else [0w13, 0w16, 0w19, 0w22]))
      fun draw (0, _, drawn) = String.concatWith " " drawn
        | draw (left, w, drawn) = draw (left - 1, step w, (if part w 0w25 = 0 then word w ^ ".\n" else word w) :: drawn)
    in draw (size, Word32.fromInt seed, [])
    end

  datatype tree = Leaf | Node of tree * string * int * tree
  fun add (word, Leaf) = Node (Leaf, word, 1, Leaf)
    | add (word, Node (a, w, n, b)) =
        (case String.compare (word, w) of
           LESS => Node (add (word, a), w, n, b)
         | GREATER => Node (a, w, n, add (word, b))
         | EQUAL => Node (a, w, n + 1, b))
  fun list (Leaf, made) = made
    | list (Node (a, w, n, b), made) = list (a, (w, n) :: list (b, made))

  fun sort isBefore pairs =
    let
      fun split ([], a, b) = (a, b) | split (x :: xs, a, b) = split (xs, b, x :: a)
      fun merge ([], ys) = ys
        | merge (xs, []) = xs
        | merge (x :: xs, y :: ys) = if isBefore (x, y) then x :: merge (xs, y :: ys) else y :: merge (x :: xs, ys)
      fun go [] = []
        | go [x] = [x]
        | go xs = let val (a, b) = split (xs, [], []) in merge (go a, go b) end
    in go pairs
    end

  fun isBefore ((w, n : int), (v, m)) = n > m orelse (n = m andalso String.< (w, v))
  fun capital w = String.str (Char.toUpper (String.sub (w, 0))) ^ String.extract (w, 1, NONE)
  fun line (w, n) = capital w ^ ": " ^ Int.toString n ^ "\n"

  fun run text =
    let
      val words = String.tokens (not o Char.isAlpha) text
      val counts = list (List.foldl add Leaf words, [])
    in String.concat (List.map line (sort isBefore counts))
    end

  fun checksum (_, text) =
    let fun go (i, h) = if i = String.size text then h else go (i + 1, (h * 31 + Char.ord (String.sub (text, i))) mod 1000003)
    in Real.fromInt (String.size text) + Real.fromInt (go (0, 7)) / 1000003.0
    end

  (* The lines are ordered, and their counts are those of the words in a sorted list. *)
  fun verify (text, found) =
    let
      fun pair l =
        case String.tokens (fn c => c = #":" orelse c = #" ") l of
          [w, n] => (String.map Char.toLower w, valOf (Int.fromString n))
        | _ => ("", 0)
      val pairs = List.map pair (String.tokens (fn c => c = #"\n") found)
      fun isOrdered (a :: (rest as b :: _)) = isBefore (a, b) andalso isOrdered rest
        | isOrdered _ = true
      fun letters (i, w, words) =
        let fun done () = if null w then words else String.implode (List.rev w) :: words
        in
          if i = String.size text then done ()
          else
            let val c = String.sub (text, i)
            in if c >= #"a" andalso c <= #"z" then letters (i + 1, c :: w, words) else letters (i + 1, [], done ())
            end
        end
      fun count (w :: (rest as v :: _), n, made) =
            if w = v then count (rest, n + 1, made) else count (rest, 1, (w, n) :: made)
        | count ([w], n, made) = (w, n) :: made
        | count ([], _, made) = made
      val counted = count (sort String.<= (letters (0, [], [])), 1, [])
      fun byWord ((w, _), (v, _)) = String.>= (w, v)
    in if isOrdered pairs andalso sort byWord pairs = counted then 0.0 else 1.0
    end
end
