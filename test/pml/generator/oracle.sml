(* What Parallel ML adds to the Basis library, for compilers that do not have it, and what they do otherwise than the
   Basis library says: they call the function of a tabulate before they look at the length, and one of them scans no
   quotation mark, and takes what remains of no number divided by none for none. *)
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
  fun fromString s = if String.isPrefix "\"" s then SOME #"\"" else Char.fromString s
end
