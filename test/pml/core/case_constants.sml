(* Choices over constants of every type, dense and sparse. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun day 0 = "so" | day 1 = "mo" | day 2 = "di" | day 3 = "mi" | day 4 = "do" | day 5 = "fr" | day 6 = "sa" | day _ = "?"
val _ = say (concat (map day [~1, 0, 1, 2, 3, 4, 5, 6, 7]))
fun sparse 1 = "a" | sparse 1000 = "b" | sparse 1000000 = "c" | sparse ~1000000 = "d" | sparse _ = "e"
val _ = say (concat (map sparse [1, 1000, 1000000, ~1000000, 2]))
fun word (0w0 : Word8.word) = "z" | word 0w255 = "m" | word _ = "o"
val _ = say (concat (map word [0w0, 0w255, 0w1]))
fun name "" = 0 | name "a" = 1 | name "ab" = 2 | name "abc" = 3 | name "b" = 4 | name _ = 5
val _ = say (concat (map (Int.toString o name) ["", "a", "ab", "abc", "b", "abcd"]))
fun vowel c = case c of #"a" => true | #"e" => true | #"i" => true | #"o" => true | #"u" => true | _ => false
val _ = say (implode (List.filter (not o vowel) (explode "constants")))
fun large (0 : IntInf.int) = "0" | large 5 = "5" | large ~7 = "-7" | large _ = "?"
val _ = say (concat (map large [0, 5, ~7, 8]))
fun pair (true, 0) = 1 | pair (false, n) = n | pair (true, _) = 2
val _ = say (concat (map (Int.toString o pair) [(true, 0), (false, 7), (true, 3)]))
