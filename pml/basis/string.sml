(* STRING. *)

signature STRING =
sig
  eqtype string
  eqtype char
  val maxSize : int
  val size : string -> int
  val sub : string * int -> char
  val extract : string * int * int option -> string
  val substring : string * int * int -> string
  val ^ : string * string -> string
  val concat : string list -> string
  val concatWith : string -> string list -> string
  val str : char -> string
  val implode : char list -> string
  val explode : string -> char list
  val map : (char -> char) -> string -> string
  val translate : (char -> string) -> string -> string
  val tokens : (char -> bool) -> string -> string list
  val fields : (char -> bool) -> string -> string list
  val isPrefix : string -> string -> bool
  val isSubstring : string -> string -> bool
  val isSuffix : string -> string -> bool
  val compare : string * string -> order
  val collate : (char * char -> order) -> string * string -> order
  val < : string * string -> bool
  val <= : string * string -> bool
  val > : string * string -> bool
  val >= : string * string -> bool
  val toString : string -> basicstring
  val scan : (basicchar, 'a) StringCvt.reader -> (string, 'a) StringCvt.reader
  val fromString : basicstring -> string option
  val toCString : string -> basicstring
  val fromCString : basicstring -> string option
end

structure StringOrder =
struct
  val op < = StringPrim.lt and op <= = StringPrim.le and op > = StringPrim.gt and op >= = StringPrim.ge
end

structure String : STRING where type string = string where type char = char =
struct
  open StringPrimitives
  type string = string
  type char = char
  val maxSize = _prim "string_max_size" : int
  fun sub (s, i) = if i < 0 orelse i >= size s then raise Subscript else unsafeSub (s, i)
  fun substring (s, i, n) =
    if i < 0 orelse n < 0 orelse i > size s orelse n > size s - i then raise Subscript
    else unsafeExtract (s, i, n)
  fun extract (s, i, NONE) = substring (s, i, size s - i)
    | extract (s, i, SOME n) = substring (s, i, n)
  fun a ^ b = append (a, b)
  fun concatWith _ [] = ""
    | concatWith _ [s] = s
    | concatWith separator (s :: r) = concat (s :: List.foldr (fn (t, out) => separator :: t :: out) [] r)
  fun str c = implode [c]
  fun explode s =
    let fun from (i, out) = if i < 0 then out else from (i - 1, unsafeSub (s, i) :: out)
    in from (size s - 1, [])
    end
  fun map f s = implode (List.map f (explode s))
  fun translate f s = concat (List.map f (explode s))
  (* The parts between separators, from the right. *)
  fun fields p s =
    let
      fun go (i, stop, out) =
        if i < 0 then unsafeExtract (s, 0, stop) :: out
        else if p (unsafeSub (s, i)) then go (i - 1, i, unsafeExtract (s, i + 1, stop - i - 1) :: out)
        else go (i - 1, stop, out)
    in
      go (size s - 1, size s, [])
    end
  fun tokens p s = List.filter (fn field => size field > 0) (fields p s)
  fun matchesAt (small, s, i) =
    let fun from j = j >= size small orelse (unsafeSub (small, j) = unsafeSub (s, i + j) andalso from (j + 1))
    in i >= 0 andalso size small <= size s - i andalso from 0
    end
  fun isPrefix small s = matchesAt (small, s, 0)
  fun isSuffix small s = matchesAt (small, s, size s - size small)
  fun isSubstring small s =
    let fun from i = i + size small <= size s andalso (matchesAt (small, s, i) orelse from (i + 1))
    in from 0
    end
  fun collate f (a, b) =
    let
      fun from i =
        if i = size a then if i = size b then EQUAL else LESS
        else if i = size b then GREATER
        else
          case f (unsafeSub (a, i), unsafeSub (b, i)) of
            EQUAL => from (i + 1)
          | unequal => unequal
    in
      from 0
    end
  val compare = collate Char.compare
  val toString = translate Char.toString
  val toCString = translate Char.toCString
  fun scanAll scanChar (out, source) =
    case scanChar source of
      SOME (c, rest) => scanAll scanChar (c :: out, rest)
    | NONE => SOME (implode (List.rev out), source)
  (* What begins with no character is no string, unless nothing is left. *)
  fun scanSome (next, scanChar) source =
    case next source of
      NONE => SOME ("", source)
    | SOME _ =>
        case scanChar source of
          NONE => NONE
        | SOME (c, rest) => scanAll scanChar ([c], rest)
  (* A gap is something, too, also in front of what is no character. *)
  fun scan next source =
    case FullChar.skipGap next source of
      SOME rest => scanAll (Char.scan next) ([], FullChar.skipGaps next rest)
    | NONE => scanSome (next, Char.scan next) source
  fun fromString s = StringCvt.scanString scan s
  fun fromCString s = StringCvt.scanString (fn next => scanSome (next, FullChar.scanC next)) s
  open StringOrder
end
