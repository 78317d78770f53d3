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
    | concatWith separator (s :: r) =
        let
          val all = alloc (2 * List.length r + 1)
          fun fill (_, []) = concatVector (unsafeFreeze all)
            | fill (i, t :: r) = (unsafeUpdate (all, i, separator); unsafeUpdate (all, i + 1, t); fill (i + 2, r))
        in
          unsafeUpdate (all, 0, s);
          fill (1, r)
        end
  fun explode s =
    let fun from (i, out) = if i < 0 then out else from (i - 1, unsafeSub (s, i) :: out)
    in from (size s - 1, [])
    end
  fun all s = (s, 0, size s)
  fun map f s = StringParts.map f (all s)
  fun translate f s = StringParts.translate f (all s)
  fun fields p s = StringParts.split (true, unsafeExtract) p (all s)
  fun tokens p s = StringParts.split (false, unsafeExtract) p (all s)
  fun isPrefix small s = StringParts.standsAt (small, s, 0, size s)
  fun isSuffix small s = size small <= size s andalso StringParts.standsAt (small, s, size s - size small, size s)
  fun isSubstring small s = StringParts.find (small, s, 0, size s) >= 0
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
      SOME (c, rest) => (TextBuffer.add (out, c); scanAll scanChar (out, rest))
    | NONE => SOME (TextBuffer.text out, source)
  (* What begins with no character is no string, unless nothing is left. *)
  fun scanSome (next, scanChar) source =
    case next source of
      NONE => SOME ("", source)
    | SOME _ =>
        case scanChar source of
          NONE => NONE
        | SOME (c, rest) =>
            let val out = TextBuffer.make 16 in TextBuffer.add (out, c); scanAll scanChar (out, rest) end
  (* A gap is something, too, also in front of what is no character. *)
  fun scan next source =
    case FullChar.skipGap next source of
      SOME rest => scanAll (Char.scan next) (TextBuffer.make 16, FullChar.skipGaps next rest)
    | NONE => scanSome (next, Char.scan next) source
  fun fromString s = StringCvt.scanString scan s
  fun fromCString s = StringCvt.scanString (fn next => scanSome (next, FullChar.scanC next)) s
  open StringOrder
end
