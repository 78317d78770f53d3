(* Int32: wraps nowhere, and converts. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun over f = say (Int32.toString (f ()) handle Overflow => "overflow" | Div => "div")
val most : Int32.int = 2147483647 and least : Int32.int = ~2147483648
val _ = (over (fn () => most + 1); over (fn () => least - 1); over (fn () => most * most); over (fn () => ~ least); over (fn () => abs least))
val _ = (over (fn () => least div ~1); over (fn () => Int32.quot (least, ~1)); over (fn () => least mod ~1); over (fn () => Int32.rem (least, 7)))
val _ = (over (fn () => 46341 * 46341); over (fn () => 46340 * 46340); over (fn () => ~46341 * 46340); over (fn () => 65536 * ~32768))
val _ = app (fn (a, b) => say (String.concatWith " " (map Int32.toString [a div b, a mod b, Int32.quot (a, b), Int32.rem (a, b)]))) [(7, 2), (~7, 2), (7, ~2), (~7, ~2), (6, 3), (~6, 3)]
val _ = over (fn () => Int32.fromLarge 2147483648)
val _ = say (IntInf.toString (Int32.toLarge least) ^ " " ^ Int32.fmt StringCvt.HEX least)
val _ = say (case Int32.fromString "2147483647" of NONE => "none" | SOME n => Int32.toString n)
val _ = over (fn () => valOf (Int32.fromString "2147483648"))
