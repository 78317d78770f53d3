(* Substring: trimming, splitting and slicing at both ends. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun try f = say (f () handle e => "raised " ^ exnName e)
val s = Substring.extract ("  hello, world  ", 0, NONE)
fun both (a, b) = "<" ^ Substring.string a ^ "|" ^ Substring.string b ^ ">"
val _ = say (both (Substring.splitl Char.isSpace s) ^ both (Substring.splitr Char.isSpace s))
val _ = say (both (Substring.splitl Char.isAlpha s) ^ both (Substring.splitr (not o Char.isSpace) s))
val _ = say (Substring.string (Substring.dropl Char.isSpace (Substring.dropr Char.isSpace s)))
val _ = say (both (Substring.position "lo" s) ^ both (Substring.position "" s) ^ both (Substring.position "zz" s))
val _ = app (fn n => try (fn () => both (Substring.splitAt (s, n)))) [0, 5, 16, 17, ~1]
val _ = app (fn n => try (fn () => Substring.string (Substring.triml n s) ^ "/" ^ Substring.string (Substring.trimr n s))) [0, 3, 16, 40, ~1]
val _ = app (fn (i, n) => try (fn () => Substring.string (Substring.slice (s, i, n)))) [(2, SOME 5), (2, NONE), (16, NONE), (17, NONE), (0, SOME 17), (~1, NONE), (3, SOME ~1)]
val _ = say (case Substring.first (Substring.full "") of NONE => "none" | SOME c => str c)
val _ = say (case Substring.base (Substring.triml 2 s) of (t, i, n) => Int.toString (size t) ^ "," ^ Int.toString i ^ "," ^ Int.toString n)
