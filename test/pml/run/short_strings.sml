(* Equality of strings of each length, where bytes differ, and where only what lies behind the last byte does; strings of
   one character; remainders by constants. *)
fun line parts = print ("> " ^ String.concatWith " " parts ^ "\n")
fun check (name, good) = if good then () else line ["wrong:", name]

(* Made at run time, in front of others: what lies behind is another string each time. *)
fun letters n = String.implode (List.tabulate (n, fn i => Char.chr (97 + i mod 26)))
fun changed (s, i) = String.extract (String.substring (s, 0, i) ^ "\000" ^ String.extract (s, i + 1, NONE), 0, NONE)
fun compareAll n =
  let
    val one = letters n and other = String.substring (letters (n + 5), 0, n)
    val longer = one ^ "\000"
  in
    check ("equal " ^ Int.toString n, one = other andalso other = one);
    check ("longer " ^ Int.toString n, one <> longer andalso longer <> one);
    List.app
      (fn i => check (String.concat ["differs ", Int.toString n, " at ", Int.toString i], one <> changed (other, i)))
      (List.tabulate (n, fn i => i))
  end
val () = List.app compareAll (List.tabulate (80, fn n => n))

(* Constants. *)
fun kind "" = 0 | kind "a" = 1 | kind "ab" = 2 | kind "sevenxy" = 3 | kind "eight888" = 4 | kind "nine99999" = 5 | kind _ = 6
val () =
  line (List.map (Int.toString o kind) ["", "a", "b", "a" ^ str #"b", "sevenxy", "sevenxz", "eight888", "nine9999" ^ "9", "nine9999"])

val characters = List.tabulate (256, Char.chr)
val () = check ("str", List.all (fn c => size (str c) = 1 andalso String.sub (str c, 0) = c) characters)
val () = check ("str and implode", List.all (fn c => str c = implode [c]) characters)
val () = line [String.translate (fn #"a" => "<a>" | #"b" => "" | c => str (Char.toUpper c)) "abcabc", str #"x" ^ str #"y"]

(* Modulo a constant, in a loop as well. *)
fun rest n = n mod 7
fun hash (s, h) = CharVector.foldl (fn (c, h) => (h * 31 + Char.ord c) mod 65521) h s
fun walk (0, h) = h | walk (n, h) = walk (n - 1, (h * 5 - 11) mod 101)
val () = line (List.map (Int.toString o rest) [0, 1, 6, 7, 8, ~1, ~6, ~7, ~8, 1000000000, ~1000000000])
val () = line (List.map (fn n => Int.toString (n mod ~7)) [0, 1, 7, 8, ~1, ~7, ~8])
val () = line [Int.toString (hash ("hash", 5)), Int.toString (hash ("hash", ~5)), Int.toString (walk (50, ~3))]
val () = line (List.map (fn n => IntInf.toString (n mod 10)) [0, 9, 10, ~1, ~10, 123456789012345678901, ~123456789012345678901])
