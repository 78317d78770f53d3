(* Lists that are written down with many elements, which are computed: of each kind, in order, and up to an exception. *)
fun line s = print ("> " ^ s ^ "\n")
val one = if List.length (CommandLine.arguments ()) > 99 then 2 else 1
fun show f l = line (String.concatWith " " (List.map f l))
val trace : int list ref = ref []
fun next n = (trace := n :: !trace; n * one)
val () = show Int.toString [next 0, next 1, next 2, next 3, next 4, next 5, next 6, next 7, next 8, next 9, next 10, next 11,
  next 12, next 13, next 14, next 15, next 16, next 17, next 18, next 19, next 20, next 21, next 22, next 23, next 24, next
  25, next 26, next 27, next 28, next 29, next 30, next 31, next 32, next 33, next 34, next 35, next 36, next 37, next 38,
  next 39]
val () = show Int.toString (List.rev (!trace))
val () = show (fn (a, b) => Int.toString a ^ (if b then "t" else "f")) [(one + 0, one > 0), (one + 1, one > 1), (one + 2, one
  > 0), (one + 3, one > 1), (one + 4, one > 0), (one + 5, one > 1), (one + 6, one > 0), (one + 7, one > 1), (one + 8, one >
  0), (one + 9, one > 1), (one + 10, one > 0), (one + 11, one > 1), (one + 12, one > 0), (one + 13, one > 1), (one + 14, one >
  0), (one + 15, one > 1), (one + 16, one > 0), (one + 17, one > 1), (one + 18, one > 0), (one + 19, one > 1), (one + 20, one
  > 0), (one + 21, one > 1), (one + 22, one > 0), (one + 23, one > 1), (one + 24, one > 0), (one + 25, one > 1), (one + 26,
  one > 0), (one + 27, one > 1), (one + 28, one > 0), (one + 29, one > 1), (one + 30, one > 0), (one + 31, one > 1), (one +
  32, one > 0), (one + 33, one > 1), (one + 34, one > 0), (one + 35, one > 1), (one + 36, one > 0), (one + 37, one > 1), (one
  + 38, one > 0), (one + 39, one > 1)]
val () = show (fn {name, act} => name ^ Int.toString (act 2)) [{name = "n0" ^ Int.toString one, act = fn k => k * one + 0},
  {name = "n1" ^ Int.toString one, act = fn k => k * one + 1}, {name = "n2" ^ Int.toString one, act = fn k => k * one + 2},
  {name = "n3" ^ Int.toString one, act = fn k => k * one + 3}, {name = "n4" ^ Int.toString one, act = fn k => k * one + 4},
  {name = "n5" ^ Int.toString one, act = fn k => k * one + 5}, {name = "n6" ^ Int.toString one, act = fn k => k * one + 6},
  {name = "n7" ^ Int.toString one, act = fn k => k * one + 7}, {name = "n8" ^ Int.toString one, act = fn k => k * one + 8},
  {name = "n9" ^ Int.toString one, act = fn k => k * one + 9}, {name = "n10" ^ Int.toString one, act = fn k => k * one + 10},
  {name = "n11" ^ Int.toString one, act = fn k => k * one + 11}, {name = "n12" ^ Int.toString one, act = fn k => k * one +
  12}, {name = "n13" ^ Int.toString one, act = fn k => k * one + 13}, {name = "n14" ^ Int.toString one, act = fn k => k * one
  + 14}, {name = "n15" ^ Int.toString one, act = fn k => k * one + 15}, {name = "n16" ^ Int.toString one, act = fn k => k *
  one + 16}, {name = "n17" ^ Int.toString one, act = fn k => k * one + 17}, {name = "n18" ^ Int.toString one, act = fn k => k
  * one + 18}, {name = "n19" ^ Int.toString one, act = fn k => k * one + 19}, {name = "n20" ^ Int.toString one, act = fn k =>
  k * one + 20}, {name = "n21" ^ Int.toString one, act = fn k => k * one + 21}, {name = "n22" ^ Int.toString one, act = fn k
  => k * one + 22}, {name = "n23" ^ Int.toString one, act = fn k => k * one + 23}, {name = "n24" ^ Int.toString one, act = fn
  k => k * one + 24}, {name = "n25" ^ Int.toString one, act = fn k => k * one + 25}, {name = "n26" ^ Int.toString one, act =
  fn k => k * one + 26}, {name = "n27" ^ Int.toString one, act = fn k => k * one + 27}, {name = "n28" ^ Int.toString one, act
  = fn k => k * one + 28}, {name = "n29" ^ Int.toString one, act = fn k => k * one + 29}, {name = "n30" ^ Int.toString one,
  act = fn k => k * one + 30}, {name = "n31" ^ Int.toString one, act = fn k => k * one + 31}, {name = "n32" ^ Int.toString
  one, act = fn k => k * one + 32}, {name = "n33" ^ Int.toString one, act = fn k => k * one + 33}, {name = "n34" ^
  Int.toString one, act = fn k => k * one + 34}, {name = "n35" ^ Int.toString one, act = fn k => k * one + 35}, {name = "n36"
  ^ Int.toString one, act = fn k => k * one + 36}, {name = "n37" ^ Int.toString one, act = fn k => k * one + 37}, {name =
  "n38" ^ Int.toString one, act = fn k => k * one + 38}, {name = "n39" ^ Int.toString one, act = fn k => k * one + 39}]
val () = line (Int.toString (List.length [ignore (next 0), ignore (next 1), ignore (next 2), ignore (next 3), ignore (next 4),
  ignore (next 5), ignore (next 6), ignore (next 7), ignore (next 8), ignore (next 9), ignore (next 10), ignore (next 11),
  ignore (next 12), ignore (next 13), ignore (next 14), ignore (next 15), ignore (next 16), ignore (next 17), ignore (next
  18), ignore (next 19), ignore (next 20), ignore (next 21), ignore (next 22), ignore (next 23), ignore (next 24), ignore
  (next 25), ignore (next 26), ignore (next 27), ignore (next 28), ignore (next 29), ignore (next 30), ignore (next 31),
  ignore (next 32), ignore (next 33), ignore (next 34), ignore (next 35), ignore (next 36), ignore (next 37), ignore (next
  38), ignore (next 39)]))
val () = line (Int.toString (Real.round (List.foldl op + 0.0 [Real.fromInt (one * 0), Real.fromInt (one * 1), Real.fromInt
  (one * 2), Real.fromInt (one * 3), Real.fromInt (one * 4), Real.fromInt (one * 5), Real.fromInt (one * 6), Real.fromInt (one
  * 7), Real.fromInt (one * 8), Real.fromInt (one * 9), Real.fromInt (one * 10), Real.fromInt (one * 11), Real.fromInt (one *
  12), Real.fromInt (one * 13), Real.fromInt (one * 14), Real.fromInt (one * 15), Real.fromInt (one * 16), Real.fromInt (one *
  17), Real.fromInt (one * 18), Real.fromInt (one * 19), Real.fromInt (one * 20), Real.fromInt (one * 21), Real.fromInt (one *
  22), Real.fromInt (one * 23), Real.fromInt (one * 24), Real.fromInt (one * 25), Real.fromInt (one * 26), Real.fromInt (one *
  27), Real.fromInt (one * 28), Real.fromInt (one * 29), Real.fromInt (one * 30), Real.fromInt (one * 31), Real.fromInt (one *
  32), Real.fromInt (one * 33), Real.fromInt (one * 34), Real.fromInt (one * 35), Real.fromInt (one * 36), Real.fromInt (one *
  37), Real.fromInt (one * 38), Real.fromInt (one * 39)])))
val () = line (Int.toString (List.length (List.concat [List.tabulate (one * 0, fn k => k), List.tabulate (one * 1, fn k => k),
  List.tabulate (one * 2, fn k => k), List.tabulate (one * 0, fn k => k), List.tabulate (one * 1, fn k => k), List.tabulate
  (one * 2, fn k => k), List.tabulate (one * 0, fn k => k), List.tabulate (one * 1, fn k => k), List.tabulate (one * 2, fn k
  => k), List.tabulate (one * 0, fn k => k), List.tabulate (one * 1, fn k => k), List.tabulate (one * 2, fn k => k),
  List.tabulate (one * 0, fn k => k), List.tabulate (one * 1, fn k => k), List.tabulate (one * 2, fn k => k), List.tabulate
  (one * 0, fn k => k), List.tabulate (one * 1, fn k => k), List.tabulate (one * 2, fn k => k), List.tabulate (one * 0, fn k
  => k), List.tabulate (one * 1, fn k => k), List.tabulate (one * 2, fn k => k), List.tabulate (one * 0, fn k => k),
  List.tabulate (one * 1, fn k => k), List.tabulate (one * 2, fn k => k), List.tabulate (one * 0, fn k => k), List.tabulate
  (one * 1, fn k => k), List.tabulate (one * 2, fn k => k), List.tabulate (one * 0, fn k => k), List.tabulate (one * 1, fn k
  => k), List.tabulate (one * 2, fn k => k), List.tabulate (one * 0, fn k => k), List.tabulate (one * 1, fn k => k),
  List.tabulate (one * 2, fn k => k), List.tabulate (one * 0, fn k => k), List.tabulate (one * 1, fn k => k), List.tabulate
  (one * 2, fn k => k), List.tabulate (one * 0, fn k => k), List.tabulate (one * 1, fn k => k), List.tabulate (one * 2, fn k
  => k), List.tabulate (one * 0, fn k => k)])))
val many = [fn x => (x, one), fn x => (x, 1), fn x => (x, one), fn x => (x, 3), fn x => (x, one), fn x => (x, 5), fn x => (x,
  one), fn x => (x, 7), fn x => (x, one), fn x => (x, 9), fn x => (x, one), fn x => (x, 11), fn x => (x, one), fn x => (x,
  13), fn x => (x, one), fn x => (x, 15), fn x => (x, one), fn x => (x, 17), fn x => (x, one), fn x => (x, 19), fn x => (x,
  one), fn x => (x, 21), fn x => (x, one), fn x => (x, 23), fn x => (x, one), fn x => (x, 25), fn x => (x, one), fn x => (x,
  27), fn x => (x, one), fn x => (x, 29), fn x => (x, one), fn x => (x, 31), fn x => (x, one), fn x => (x, 33), fn x => (x,
  one), fn x => (x, 35), fn x => (x, one), fn x => (x, 37), fn x => (x, one), fn x => (x, 39)]
val () = line (Int.toString (List.foldl (fn (f, s) => s + #2 (f "a")) 0 many))
fun several x = [NONE, SOME (x, next 1), NONE, SOME (x, next 3), NONE, SOME (x, next 5), NONE, SOME (x, next 7), NONE, SOME
  (x, next 9), NONE, SOME (x, next 11), NONE, SOME (x, next 13), NONE, SOME (x, next 15), NONE, SOME (x, next 17), NONE, SOME
  (x, next 19), NONE, SOME (x, next 21), NONE, SOME (x, next 23), NONE, SOME (x, next 25), NONE, SOME (x, next 27), NONE, SOME
  (x, next 29), NONE, SOME (x, next 31), NONE, SOME (x, next 33), NONE, SOME (x, next 35), NONE, SOME (x, next 37), NONE, SOME
  (x, next 39)]
val () = line (Int.toString (List.length (List.mapPartial (fn x => x) (several "a"))) ^ Int.toString (List.length (several 1.0)))
val () = line (String.concat (List.mapPartial (Option.map (fn (s, n) => s ^ Int.toString n)) (several "-")))
val () = trace := []
val () = ignore [next 0, next 1, next 2, next 3, next 4, next 5, next 6, next 7, next 8, next 9, next 10, next 11, next 12,
  next 13, next 14, next 15, next 16, next 17, next 18, next 19, next 20, next 21, next 22, next 23, next 24, next 25, next
  26, next 27, next 28, next 29, next 30, next 31, next 32, next 33, next 34, raise Fail (Int.toString (next 7)), next 36,
  next 37, next 38, next 39] handle Fail s => line ("Fail " ^ s)
val () = show Int.toString (List.rev (!trace))
val constants = [(SOME 0, #"a"), (SOME 1, #"a"), (SOME 2, #"a"), (SOME 3, #"a"), (SOME 4, #"a"), (SOME 5, #"a"), (SOME 6,
  #"a"), (SOME 7, #"a"), (SOME 8, #"a"), (SOME 9, #"a"), (SOME 10, #"a"), (SOME 11, #"a"), (SOME 12, #"a"), (SOME 13, #"a"),
  (SOME 14, #"a"), (SOME 15, #"a"), (SOME 16, #"a"), (SOME 17, #"a"), (SOME 18, #"a"), (SOME 19, #"a"), (SOME 20, #"a"), (SOME
  21, #"a"), (SOME 22, #"a"), (SOME 23, #"a"), (SOME 24, #"a"), (SOME 25, #"a"), (SOME 26, #"a"), (SOME 27, #"a"), (SOME 28,
  #"a"), (SOME 29, #"a"), (SOME 30, #"a"), (SOME 31, #"a"), (SOME 32, #"a"), (SOME 33, #"a"), (SOME 34, #"a"), (SOME 35,
  #"a"), (SOME 36, #"a"), (SOME 37, #"a"), (SOME 38, #"a"), (SOME 39, #"a")]
val () = line (Int.toString (List.foldl (fn ((SOME n, _), s) => n + s | ((NONE, _), s) => s) 0 constants))
