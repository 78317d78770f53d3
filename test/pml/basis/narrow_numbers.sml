(* Integers and words of sizes that no machine has: ranges, overflow, constants and operators of their types. *)
fun say s = print ("> " ^ s ^ "\n")
functor Ints (I : INTEGER) =
struct
  fun show f = say (I.toString (f ()) handle Overflow => "Overflow" | Div => "Div")
  val least = valOf I.minInt and most = valOf I.maxInt and one = I.fromInt 1
  val () = say (Int.toString (valOf I.precision) ^ " " ^ I.toString least ^ " " ^ I.toString most)
  val () = app show
    [fn () => I.+ (most, one), fn () => I.+ (least, most), fn () => I.- (least, one), fn () => I.~ least, fn () => I.~ most,
     fn () => I.abs least, fn () => I.* (most, most), fn () => I.* (least, I.fromInt ~1), fn () => I.div (least, I.fromInt ~1),
     fn () => I.quot (least, I.fromInt ~1), fn () => I.div (least, one), fn () => I.mod (least, most), fn () => I.rem (least, most),
     fn () => I.div (most, I.fromInt 0), fn () => I.fromLarge (I.toLarge least), fn () => I.fromLarge (IntInf.+ (I.toLarge most, 1)),
     fn () => I.fromLarge (IntInf.- (I.toLarge least, 1)), fn () => I.max (least, most)]
  fun read s = say (getOpt (Option.map I.toString (I.fromString s), "NONE") handle Overflow => "Overflow")
  val () = app read ["15", "16", "~16", "~17", "1073741823", "1073741824", "~1073741824", "~1073741825", "x"]
  val () = say (I.fmt StringCvt.HEX least ^ " " ^ I.fmt StringCvt.BIN most)
end
structure A = Ints (Int5) structure B = Ints (Int31) structure C = Ints (Int2)
functor Words (W : WORD) =
struct
  fun show f = say (W.toString (f ()) handle Overflow => "Overflow" | Div => "Div")
  val all = W.notb (W.fromInt 0) and one = W.fromInt 1
  val high = W.<< (one, Word.fromInt (W.wordSize - 1))
  val () = say (Int.toString W.wordSize)
  val () = app show
    [fn () => all, fn () => W.+ (all, one), fn () => W.- (W.fromInt 0, one), fn () => W.* (all, all), fn () => W.~ one, fn () => high,
     fn () => W.<< (high, 0w1), fn () => W.>> (high, 0w1), fn () => W.~>> (high, 0w1), fn () => W.~>> (high, 0w200),
     fn () => W.<< (one, 0w200), fn () => W.div (all, W.fromInt 3), fn () => W.mod (all, W.fromInt 7), fn () => W.div (all, W.fromInt 0),
     fn () => W.xorb (all, high), fn () => W.orb (high, one), fn () => W.andb (all, W.fromInt 5), fn () => W.fromInt ~1,
     fn () => W.fromLargeInt (IntInf.pow (3, 50)), fn () => W.fromLarge 0wx123456789abcdef]
  val () = say (LargeInt.toString (W.toLargeInt high) ^ " " ^ LargeInt.toString (W.toLargeIntX high) ^ " " ^ Int.toString (W.toIntX all))
  val () = say (LargeWord.toString (W.toLarge high) ^ " " ^ LargeWord.toString (W.toLargeX high))
  val () = say (String.concatWith " " (map (fn (a, b) => Bool.toString (W.< (a, b))) [(high, one), (one, high), (all, all)]))
  fun read s = say (getOpt (Option.map W.toString (W.fromString s), "NONE") handle Overflow => "Overflow")
  val () = app read ["1f", "20", "0wx1F", "7fffffff", "80000000"]
end
structure D = Words (Word5) structure E = Words (Word31) structure F = Words (Word1)
(* Constants and operators have the types of their context. *)
val a : Int5.int = 15 and b : Word5.word = 0wx1f and c = 7 : Int31.int
val () = say (Int5.toString (~ (a - 2 * 3)) ^ " " ^ Word5.toString (b + 0w2) ^ " " ^ Int31.toString (c * c div 2))
fun sum (x : Int31.int list) = foldl op + 0 x
val () = say (Int31.toString (sum [1, 2, 3]) ^ " " ^ Bool.toString (a < 3 orelse b >= 0w30))
val () = say (case a of 14 => "wrong" | 15 => "right" | _ => "wrong")
val v = Vector.tabulate (40, Word5.fromInt)
val () = say (Vector.foldr (fn (w, s) => Word5.toString w ^ s) "" v)
val () = say (Int5.toString (Vector.foldl Int5.max 0 (Vector.fromList [1, 5, 3])))
