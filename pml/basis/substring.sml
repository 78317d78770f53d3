(* SUBSTRING: a string, where the part begins, and how long it is. mono.sml hides that, and makes it the type of slices. *)

signature SUBSTRING =
sig
  type substring
  type char
  type string
  val sub : substring * int -> char
  val size : substring -> int
  val base : substring -> string * int * int
  val extract : string * int * int option -> substring
  val substring : string * int * int -> substring
  val full : string -> substring
  val string : substring -> string
  val isEmpty : substring -> bool
  val getc : substring -> (char * substring) option
  val first : substring -> char option
  val triml : int -> substring -> substring
  val trimr : int -> substring -> substring
  val slice : substring * int * int option -> substring
  val concat : substring list -> string
  val concatWith : string -> substring list -> string
  val explode : substring -> char list
  val isPrefix : string -> substring -> bool
  val isSubstring : string -> substring -> bool
  val isSuffix : string -> substring -> bool
  val compare : substring * substring -> order
  val collate : (char * char -> order) -> substring * substring -> order
  val splitl : (char -> bool) -> substring -> substring * substring
  val splitr : (char -> bool) -> substring -> substring * substring
  val splitAt : substring * int -> substring * substring
  val dropl : (char -> bool) -> substring -> substring
  val dropr : (char -> bool) -> substring -> substring
  val takel : (char -> bool) -> substring -> substring
  val taker : (char -> bool) -> substring -> substring
  val position : string -> substring -> substring * substring
  val span : substring * substring -> substring
  val translate : (char -> string) -> substring -> string
  val tokens : (char -> bool) -> substring -> substring list
  val fields : (char -> bool) -> substring -> substring list
  val app : (char -> unit) -> substring -> unit
  val foldl : (char * 'a -> 'a) -> 'a -> substring -> 'a
  val foldr : (char * 'a -> 'a) -> 'a -> substring -> 'a
end

structure Substring : SUBSTRING =
struct
  type substring = string * int * int
  type char = char
  type string = string
  val unsafeSub = StringPrimitives.unsafeSub
  val unsafeExtract = StringPrimitives.unsafeExtract
  fun base (s : substring) = s
  fun full s : substring = (s, 0, String.size s)
  fun size ((_, _, n) : substring) = n
  fun isEmpty s = size s = 0
  fun substring (s, i, n) : substring =
    if i < 0 orelse n < 0 orelse i > String.size s orelse n > String.size s - i then raise Subscript else (s, i, n)
  fun extract (s, i, NONE) = substring (s, i, String.size s - i)
    | extract (s, i, SOME n) = substring (s, i, n)
  fun slice ((s, i, n) : substring, j, length) : substring =
    let val m = case length of NONE => n - j | SOME m => m
    in
      if j < 0 orelse m < 0 orelse j > n orelse m > n - j then raise Subscript else (s, i + j, m)
    end
  fun string (s, i, n) = unsafeExtract (s, i, n)
  fun sub ((s, i, n) : substring, j) = if j < 0 orelse j >= n then raise Subscript else unsafeSub (s, i + j)
  fun getc ((s, i, n) : substring) = if n = 0 then NONE else SOME (unsafeSub (s, i), (s, i + 1, n - 1))
  fun first ((s, i, n) : substring) = if n = 0 then NONE else SOME (unsafeSub (s, i))
  fun triml k =
    if k < 0 then raise Subscript
    else fn (s, i, n) : substring => let val k = Int.min (k, n) in (s, i + k, n - k) end
  fun trimr k =
    if k < 0 then raise Subscript
    else fn (s, i, n) : substring => (s, i, n - Int.min (k, n))
  fun concatWith _ [] = ""
    | concatWith separator (first :: others) =
        let
          val total = List.foldl (fn (s, n) => String.size separator + size s + n) (size first) others
          val out = TextBuffer.make total
          fun add (s, i, n) = TextBuffer.addPart (out, s, i, n)
        in
          add first;
          List.app (fn s => (add (full separator); add s)) others;
          TextBuffer.text out
        end
  fun concat l = concatWith "" l
  fun foldl f b ((s, i, n) : substring) =
    let fun from (j, b) = if j = i + n then b else from (j + 1, f (unsafeSub (s, j), b))
    in from (i, b)
    end
  fun foldr f b ((s, i, n) : substring) =
    let fun from (j, b) = if j < i then b else from (j - 1, f (unsafeSub (s, j), b))
    in from (i + n - 1, b)
    end
  fun app f s = foldl (fn (c, ()) => f c) () s
  fun explode s = foldr (fn (c, l) => c :: l) [] s
  fun translate f s = StringParts.translate f s
  fun isPrefix small ((s, i, n) : substring) = StringParts.standsAt (small, s, i, i + n)
  fun isSuffix small ((s, i, n) : substring) =
    String.size small <= n andalso StringParts.standsAt (small, s, i + n - String.size small, i + n)
  fun isSubstring small ((s, i, n) : substring) = StringParts.find (small, s, i, n) >= 0
  fun collate f (a, b) =
    let
      fun from j =
        if j = size a then if j = size b then EQUAL else LESS
        else if j = size b then GREATER
        else
          case f (sub (a, j), sub (b, j)) of
            EQUAL => from (j + 1)
          | unequal => unequal
    in
      from 0
    end
  fun compare p = collate Char.compare p
  fun splitAt (s, k) = (slice (s, 0, SOME k), slice (s, k, NONE))
  (* How many characters at an end satisfy p. *)
  fun countl p s =
    let fun from j = if j < size s andalso p (sub (s, j)) then from (j + 1) else j
    in from 0
    end
  fun countr p s =
    let fun from j = if j < size s andalso p (sub (s, size s - 1 - j)) then from (j + 1) else j
    in from 0
    end
  fun splitl p s = splitAt (s, countl p s)
  fun splitr p s = splitAt (s, size s - countr p s)
  fun takel p s = #1 (splitl p s)
  fun dropl p s = #2 (splitl p s)
  fun dropr p s = #1 (splitr p s)
  fun taker p s = #2 (splitr p s)
  fun position small (s as (t, i, n) : substring) =
    case StringParts.find (small, t, i, n) of place => splitAt (s, if place < 0 then n else place - i)
  fun span ((s, i, _) : substring, (t, j, n) : substring) : substring =
    if s = t andalso i <= j + n then (s, i, j + n - i) else raise Span
  fun fields p s = StringParts.split (true, base) p s
  fun tokens p s = StringParts.split (false, base) p s
end
