(* Substring: folds, comparison, concatenation, span. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun try f = say (f () handle e => "raised " ^ exnName e)
val t = "abcdefgh"
val a = Substring.substring (t, 1, 3) and b = Substring.substring (t, 5, 2)
fun str' s = Substring.string s
val _ = try (fn () => str' (Substring.span (a, b)))
val _ = try (fn () => str' (Substring.span (b, a)))
val _ = try (fn () => str' (Substring.span (a, a)))
val _ = say (Substring.foldl (fn (c, s) => s ^ str c ^ ".") "" a ^ Substring.foldr (fn (c, s) => s ^ str c ^ ".") "" a)
val _ = say (Substring.concat [a, b, a] ^ Substring.concatWith "+" [a, b] ^ Substring.translate (fn c => str (Char.toUpper c)) a)
val _ = say (implode (Substring.explode b) ^ Int.toString (Substring.size a) ^ Bool.toString (Substring.isEmpty (Substring.full "")))
fun order LESS = "<" | order EQUAL = "=" | order GREATER = ">"
val _ = say (order (Substring.compare (a, b)) ^ order (Substring.compare (a, Substring.full "bcd")) ^ order (Substring.collate Char.compare (b, a)))
val _ = say (Bool.toString (Substring.isPrefix "bc" a) ^ Bool.toString (Substring.isSuffix "cd" a) ^ Bool.toString (Substring.isSubstring "e" a))
val _ = (Substring.app (fn c => say (str c)) b)
val _ = say (case Substring.getc a of NONE => "none" | SOME (c, r) => str c ^ str' r)
val _ = (try (fn () => str (Substring.sub (a, 2))); try (fn () => str (Substring.sub (a, 3))))
