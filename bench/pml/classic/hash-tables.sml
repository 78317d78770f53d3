(* Counts words in a hash table that grows: an array of lists, with references in them. *)
structure Program : WORKLOAD =
struct
  val name = "hash-tables"
  val sizeMeaning = "words"
  val defaultSize = 300000
  val tolerance = 0.0
  type table = {buckets : (string * int ref) list array ref, count : int ref}
  type input = string array
  type result = table

  (* Words of letters by a generator that fits into an int of 31 bits. *)
  fun prepare (size, seed) =
    let
      val state = ref (seed mod 30000 + 1)
      fun draw n = (state := 171 * !state mod 30269; !state mod n)
      fun letter _ = Char.chr (97 + draw 6)
    in Array.tabulate (size, fn _ => let val n = draw 5 + 2 in CharVector.tabulate (n, letter) end)
    end

  fun hash (s, n) =
    let
      fun go (i, h) = if i = String.size s then h mod n else go (i + 1, (h * 33 + Char.ord (String.sub (s, i))) mod 16777213)
    in go (0, 5381)
    end

  fun find (_, []) = NONE
    | find (key : string, (other, count) :: rest) = if key = other then SOME count else find (key, rest)

  fun grow ({buckets, ...} : table) =
    let
      val old = !buckets
      val n = 2 * Array.length old + 1
      val made = Array.array (n, [])
      fun move (entry as (key, _)) =
        let val i = hash (key, n)
        in Array.update (made, i, entry :: Array.sub (made, i))
        end
    in Array.app (List.app move) old; buckets := made
    end

  fun add (table as {buckets, count} : table) key =
    let
      val i = hash (key, Array.length (!buckets))
      val bucket = Array.sub (!buckets, i)
    in
      case find (key, bucket) of
        SOME times => times := !times + 1
      | NONE =>
          (Array.update (!buckets, i, (key, ref 1) :: bucket);
           count := !count + 1;
           if !count > 2 * Array.length (!buckets) then grow table else ())
    end

  fun run words =
    let val table = {buckets = ref (Array.array (17, [])), count = ref 0}
    in Array.app (add table) words; table
    end

  fun entries ({buckets, ...} : table) = Array.foldl (fn (bucket, all) => bucket @ all) [] (!buckets)

  fun checksum (_, table) =
    List.foldl (fn ((key, times), sum) => sum + Real.fromInt (hash (key, 9973)) * Real.fromInt (!times)) 0.0 (entries table)

  (* By sorting. *)
  fun verify (words, table) =
    let
      fun merge ([], t) = t
        | merge (s, []) = s
        | merge (a :: s, b :: t : string list) = if a <= b then a :: merge (s, b :: t) else b :: merge (a :: s, t)
      fun sort (_, 0) = []
        | sort (lo, 1) = [Array.sub (words, lo)]
        | sort (lo, n) = let val half = n div 2 in merge (sort (lo, half), sort (lo + half, n - half)) end
      fun groups ([], all) = all
        | groups (key :: rest, (other, n) :: all) =
            if key = other then groups (rest, (other, n + 1) :: all) else groups (rest, (key, 1) :: (other, n) :: all)
        | groups (key :: rest, []) = groups (rest, [(key, 1)])
      val expected = groups (sort (0, Array.length words), [])
      val {buckets, count} = table
      fun times key = case find (key, Array.sub (!buckets, hash (key, Array.length (!buckets)))) of SOME n => !n | NONE => 0
    in
      if List.length expected = !count andalso List.all (fn (key, n) => times key = n) expected then 0.0 else 1.0
    end
end
