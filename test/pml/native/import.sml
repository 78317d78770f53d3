(* C functions with reals, strings, arrays and small numbers. *)
val pow = _import "pow" : real * real -> real;
val cosf = _import "cosf" : Real32.real -> Real32.real;
val absolute = _import "labs" : int -> int;
val toUpper = _import "toupper" : Int32.int -> Int32.int;
val length = _import "strlen" : string -> int;
val number = _import "atoi" : string -> Int32.int;
val process = _import "getpid" : unit -> Int32.int;
val fill = _import "memset" : Word8.word array * Int32.int * Word64.word -> unit;
val copy = _import "memcpy" : real array * real array * Word64.word -> unit;
fun say s = print (s ^ "\n")
val _ = say (Real.toString (pow (2.0, 10.0)) ^ " " ^ Real32.toString (cosf 0.0))
val _ = say (Int.toString (absolute ~5) ^ " " ^ Int32.toString (toUpper 97))
(* A string ends with a zero for C, also where it has one inside. *)
val _ = say (Int.toString (length "hello") ^ " " ^ Int.toString (length "he\000llo") ^ " " ^ Int32.toString (number "42"))
val _ = say (Bool.toString (process () > 0))
val bytes = Array.array (4, 0w1 : Word8.word)
val _ = (fill (bytes, 7, 0w3); say (Word8.toString (Array.sub (bytes, 2)) ^ Word8.toString (Array.sub (bytes, 3))))
val (from, to) = (Array.tabulate (3, fn i => real i + 0.5), Array.array (3, 0.0))
val _ = (copy (to, from, 0w16); say (String.concatWith " " (map Real.toString (Array.foldr op :: [] to))))
(* In parallel, and with collections between the calls. *)
val _ = say (Real.toString (ForkJoin.reducem op + 0.0 (0, 1000) (fn i => pow (real (length (Int.toString i)), 2.0))))
