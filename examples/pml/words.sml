(* The words of a file that are most frequent: split, grouped and sorted in parallel. *)
val file = case CommandLine.arguments () of [name] => name | _ => "README.md"
val text = let val stream = TextIO.openIn file in TextIO.inputAll stream before TextIO.closeIn stream end
val words = Tokens.tokens (not o Char.isAlpha) (String.map Char.toLower text)
val groups = Group.collect String.compare (Seq.map (fn word => (word, ())) words)
val counts = Seq.map (fn (word, all) => (Seq.length all, word)) groups
fun moreOften ((n, _), (m, _)) = Int.compare (m, n)
val best = Seq.take (Sort.sort moreOften counts) 5
val _ = app (fn (n, word) => print (Int.toString n ^ " " ^ word ^ "\n")) (Seq.toList best)
