(* What Parallel ML adds to the Basis library, for compilers that do not have it, and what they do otherwise than the
   Basis library says: they call the function of a tabulate before they look at the length, they scan quotation marks
   that no program has so, and one of them takes what remains of no number divided by none for none. *)
structure ForkJoin =
struct
  fun par (f, g) = let val left = f () in (left, g ()) end
end
structure Array =
struct
  open Array
  fun tabulate (n, f) = if n < 0 then raise Size else Array.tabulate (n, f)
end
structure CharVector =
struct
  open CharVector
  fun tabulate (n, f) = if n < 0 then raise Size else CharVector.tabulate (n, f)
end
structure IntInf =
struct
  open IntInf
  fun rem (n, 0) = raise Div
    | rem (n, by) = IntInf.rem (n, by)
end
structure Char =
struct
  open Char
  fun fromString s = if String.isPrefix "\"" s then NONE else Char.fromString s
end
structure String =
struct
  open String
  (* Up to a quotation mark that no backslash stands before. *)
  fun quoted s =
    let
      fun behindGap i = if Int.>= (i, size s) then i else if sub (s, i) = #"\\" then i + 1 else behindGap (i + 1)
      fun at i =
        if Int.>= (i, size s) then s
        else
          case sub (s, i) of
            #"\"" => substring (s, 0, i)
          | #"\\" => at (if Int.< (i + 1, size s) andalso Char.isSpace (sub (s, i + 1)) then behindGap (i + 1) else i + 2)
          | _ => at (i + 1)
    in at 0
    end
  fun fromString s =
    case quoted s of
      "" => if s = "" then String.fromString s else NONE
    | t => String.fromString t
end
