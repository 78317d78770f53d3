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
  val unsafeAt = _prim "array_unsafe_sub" : 'a array * int -> 'a
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
  val str = _prim "char_string" : char -> string
  val unsafeExtract = _prim "string_unsafe_extract" : string * int * int -> string
  val ord = _prim "char_ord" : char -> int
  val unsafeChr = _prim "char_unsafe_chr" : int -> char
  fun isSpace (c : char) = (#"\t" <= c andalso c <= #"\r") orelse c = #" "
end

(* Text that grows at its end, in an array that is doubled when it is full. *)
structure TextBuffer =
struct
  open StringPrimitives
  val capacity = _prim "array_length" : char array -> int
  type buffer = char array ref * int ref
  fun make n : buffer = (ref (alloc n), ref 0)
  fun makeRoom ((chars, used) : buffer, more) =
    let
      val old = !chars and wanted = !used + more
      fun copy (larger, i) = if i = !used then chars := larger else (unsafeUpdate (larger, i, unsafeAt (old, i)); copy (larger, i + 1))
    in
      if wanted <= capacity old then ()
      else copy (alloc (if wanted > 2 * capacity old then wanted else 2 * capacity old), 0)
    end
  fun add (buffer as (chars, used) : buffer, c) =
    (makeRoom (buffer, 1); unsafeUpdate (!chars, !used, c); used := !used + 1)
  (* n characters of a string, from i on. *)
  fun addPart (buffer as (chars, used) : buffer, s, i, n) =
    let
      val () = makeRoom (buffer, n)
      val to = !chars and start = !used
      fun go j = if j = n then used := start + n else (unsafeUpdate (to, start + j, unsafeSub (s, i + j)); go (j + 1))
    in
      go 0
    end
  (* The buffer is not used any more. *)
  fun text ((chars, used) : buffer) =
    let val all = freezeChars (!chars) in if size all = !used then all else unsafeExtract (all, 0, !used) end
end

(* Operations on parts of strings, which String and Substring share: a string, where the part begins, and its length. *)
structure StringParts =
struct
  open StringPrimitives
  fun map f (s, i, n) =
    let
      val a = alloc n
      fun go j = if j = n then freezeChars a else (unsafeUpdate (a, j, f (unsafeSub (s, i + j))); go (j + 1))
    in
      go 0
    end
  fun translate f (s, i, n) =
    let
      val out = TextBuffer.make n
      fun go j =
        if j = n then TextBuffer.text out
        else let val t = f (unsafeSub (s, i + j)) in TextBuffer.addPart (out, t, 0, size t); go (j + 1) end
    in
      go 0
    end
  (* What stands between separators, from the right. *)
  fun split (keepsEmpty, make) p (s, i, n) =
    let
      fun add (j, stop, out) = if j < stop orelse keepsEmpty then make (s, j, stop - j) :: out else out
      fun go (j, stop, out) =
        if j < i then add (i, stop, out)
        else if p (unsafeSub (s, j)) then go (j - 1, j, add (j + 1, stop, out))
        else go (j - 1, stop, out)
    in
      go (i + n - 1, i + n, [])
    end
  (* Whether `small` stands there, before the place `stop`. *)
  fun standsAt (small, s, i, stop) =
    let fun from j = j = size small orelse (unsafeSub (small, j) = unsafeSub (s, i + j) andalso from (j + 1))
    in size small <= stop - i andalso from 0
    end
  (* The first place where it stands; a negative number if there is none. *)
  fun find (small, s, i, n) =
    let
      val stop = i + n
      fun from j = if size small > stop - j then ~1 else if standsAt (small, s, j, stop) then j else from (j + 1)
    in
      from i
    end
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
      val taken = TextBuffer.make 16
      fun go rest =
        case next rest of
          SOME (c, rest') => if p c then (TextBuffer.add (taken, c); go rest') else (TextBuffer.text taken, rest)
        | NONE => (TextBuffer.text taken, rest)
    in
      go source
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
