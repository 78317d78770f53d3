(* StringCvt, and the few operations of characters and strings that scanning and formatting need. *)

signature STRING_CVT =
sig
  datatype radix = BIN | OCT | DEC | HEX
  datatype realfmt = SCI of int option | FIX of int option | GEN of int option | EXACT
  type ('a, 'b) reader = 'b -> ('a * 'b) option
  type cs
  val padLeft : char -> int -> string -> string
  val padRight : char -> int -> string -> string
  val splitl : (char -> bool) -> (char, 'a) reader -> 'a -> string * 'a
  val takel : (char -> bool) -> (char, 'a) reader -> 'a -> string
  val dropl : (char -> bool) -> (char, 'a) reader -> 'a -> 'a
  val skipWS : (char, 'a) reader -> 'a -> 'a
  val scanString : ((char, cs) reader -> ('a, cs) reader) -> string -> 'a option
end

(* Strings as the other structures of the Basis need them before String. *)
structure StringPrimitives =
struct
  val size = _prim "string_size" : string -> int
  val unsafeSub = _prim "string_unsafe_sub" : string * int -> char
  val append = _prim "string_append" : string * string -> string
  val concatVector = _prim "string_concat" : string vector -> string
  val alloc = _prim "array_alloc" : int -> 'a array
  val unsafeUpdate = _prim "array_unsafe_update" : 'a array * int * 'a -> unit
  val unsafeFreeze = _prim "array_to_vector" : 'a array -> 'a vector
  val freezeChars = _prim "char_array_to_string" : char array -> string
  (* The elements of a list as an array. *)
  fun arrayOf l =
    let
      fun count ([], n) = n
        | count (_ :: r, n) = count (r, n + 1)
      val a = alloc (count (l, 0))
      fun fill (_, []) = a
        | fill (i, x :: r) = (unsafeUpdate (a, i, x); fill (i + 1, r))
    in
      fill (0, l)
    end
  fun concat l = concatVector (unsafeFreeze (arrayOf l))
  fun implode l = freezeChars (arrayOf l)
  val unsafeExtract = _prim "string_unsafe_extract" : string * int * int -> string
  val ord = _prim "char_ord" : char -> int
  val unsafeChr = _prim "char_unsafe_chr" : int -> char
  fun isSpace (c : char) = (#"\t" <= c andalso c <= #"\r") orelse c = #" "
end

structure StringCvt :> STRING_CVT =
struct
  open StringPrimitives
  datatype radix = BIN | OCT | DEC | HEX
  datatype realfmt = SCI of int option | FIX of int option | GEN of int option | EXACT
  type ('a, 'b) reader = 'b -> ('a * 'b) option
  type cs = int
  fun padding c n = implode (List.tabulate (n, fn _ => c))
  fun padLeft c n s = if size s >= n then s else append (padding c (n - size s), s)
  fun padRight c n s = if size s >= n then s else append (s, padding c (n - size s))
  fun splitl p next source =
    let
      fun go (taken, rest) =
        case next rest of
          SOME (c, rest') => if p c then go (c :: taken, rest') else (implode (List.rev taken), rest)
        | NONE => (implode (List.rev taken), rest)
    in
      go ([], source)
    end
  fun takel p next source = #1 (splitl p next source)
  fun dropl p next source =
    case next source of
      SOME (c, rest) => if p c then dropl p next rest else source
    | NONE => source
  fun skipWS next = dropl isSpace next
  fun scanString scan s =
    let fun next i = if i < size s then SOME (unsafeSub (s, i), i + 1) else NONE
    in Option.map (fn (x, _) => x) (scan next 0)
    end
end
