(* INTEGER, for all sizes by one functor over the primitives of a size. Digits are computed in the type itself, on
   negative numbers, as the least integer has no positive counterpart. *)

type defaultint = int

signature INTEGER =
sig
  eqtype int
  val toLarge : int -> intinf
  val fromLarge : intinf -> int
  val toInt : int -> defaultint
  val fromInt : defaultint -> int
  val precision : defaultint option
  val minInt : int option
  val maxInt : int option
  val + : int * int -> int
  val - : int * int -> int
  val * : int * int -> int
  val div : int * int -> int
  val mod : int * int -> int
  val quot : int * int -> int
  val rem : int * int -> int
  val compare : int * int -> order
  val < : int * int -> bool
  val <= : int * int -> bool
  val > : int * int -> bool
  val >= : int * int -> bool
  val ~ : int -> int
  val abs : int -> int
  val min : int * int -> int
  val max : int * int -> int
  val sign : int -> defaultint
  val sameSign : int * int -> bool
  val fmt : StringCvt.radix -> int -> string
  val toString : int -> string
  val scan : StringCvt.radix -> (char, 'a) StringCvt.reader -> (int, 'a) StringCvt.reader
  val fromString : string -> int option
end

(* The digit that a character stands for, if it is one of the radix. *)
structure Digits =
struct
  fun radix StringCvt.BIN = 2
    | radix StringCvt.OCT = 8
    | radix StringCvt.DEC = 10
    | radix StringCvt.HEX = 16
  fun value base c =
    let
      val code = StringPrimitives.ord c
      val digit =
        if #"0" <= c andalso c <= #"9" then code - 48
        else if #"a" <= c andalso c <= #"f" then code - 87
        else if #"A" <= c andalso c <= #"F" then code - 55
        else base
    in
      if digit < base then SOME digit else NONE
    end
  fun character digit = StringPrimitives.unsafeChr (if digit < 10 then digit + 48 else digit + 55)
  (* What is left after "0x" or a like prefix, if a digit follows it. *)
  fun dropPrefix isPrefix base next source =
    case next source of
      SOME (#"0", rest) =>
        (case next rest of
           SOME (c, rest') =>
             if isPrefix c then
               case next rest' of
                 SOME (d, _) => if Option.isSome (value base d) then rest' else source
               | NONE => source
             else source
         | NONE => source)
    | _ => source
  (* What stands in front of an integer's digits: whether it is negative, and where the digits begin. *)
  fun start radix next source =
    let
      val start = StringCvt.skipWS next source
      val (isNegative, start) =
        case next start of
          SOME (#"~", rest) => (true, rest)
        | SOME (#"-", rest) => (true, rest)
        | SOME (#"+", rest) => (false, rest)
        | _ => (false, start)
    in
      (isNegative,
       case radix of
         StringCvt.HEX => dropPrefix (fn c => c = #"x" orelse c = #"X") 16 next start
       | _ => start)
    end
end

(* The primitives that integers and words have in common. *)
signature ARITHMETIC =
sig
  type t
  val add : t * t -> t
  val sub : t * t -> t
  val mul : t * t -> t
  val div : t * t -> t
  val mod : t * t -> t
  val neg : t -> t
  val lt : t * t -> bool
  val le : t * t -> bool
  val gt : t * t -> bool
  val ge : t * t -> bool
end

functor MakeInteger
  (include ARITHMETIC
   val quot : t * t -> t
   val rem : t * t -> t
   val abs : t -> t
   eqtype int
   sharing type t = int
   val toLarge : int -> intinf
   val fromLarge : intinf -> int
   val toInt : int -> defaultint
   val fromInt : defaultint -> int
   val precision : defaultint option
   val minInt : int option
   val maxInt : int option) : INTEGER where type int = int =
struct
  type int = int
  val toLarge = toLarge and fromLarge = fromLarge and toInt = toInt and fromInt = fromInt
  val precision = precision and minInt = minInt and maxInt = maxInt
  val op + = add and op - = sub and op * = mul and op div = op div and op mod = op mod and quot = quot and rem = rem
  val ~ = neg and abs = abs and op < = lt and op <= = le and op > = gt and op >= = ge
  val zero = fromInt 0
  fun compare (a, b) = if a < b then LESS else if a = b then EQUAL else GREATER
  fun min (a, b) = if a < b then a else b
  fun max (a, b) = if a < b then b else a
  fun sign a : defaultint = if a < zero then ~1 else if a = zero then 0 else 1
  fun sameSign (a, b) = sign a = sign b
  fun fmt radix a =
    let
      val base = fromInt (Digits.radix radix)
      (* a is not positive *)
      fun digits (a, out) =
        let
          val out = Digits.character (toInt (neg (rem (a, base)))) :: out
          val rest = quot (a, base)
        in
          if rest = zero then out else digits (rest, out)
        end
      val magnitude = digits (if a < zero then a else neg a, [])
    in
      StringPrimitives.implode (if a < zero then #"~" :: magnitude else magnitude)
    end
  val toString = fmt StringCvt.DEC
  fun scan radix next source =
    let
      val base = Digits.radix radix
      val large = fromInt base
      fun digits (a, isFirst, rest) =
        case next rest of
          NONE => if isFirst then NONE else SOME (a, rest)
        | SOME (c, rest') =>
            case Digits.value base c of
              SOME digit => digits (a * large - fromInt digit, false, rest')
            | NONE => if isFirst then NONE else SOME (a, rest)
      val (isNegative, start) = Digits.start radix next source
    in
      case digits (zero, true, start) of
        NONE => NONE
      | SOME (a, rest) => SOME (if isNegative then a else neg a, rest)
    end
  fun fromString s = StringCvt.scanString (scan StringCvt.DEC) s
end

structure Int8 =
  MakeInteger
    (open Int8Prim
     type int = int8
     val toLarge = _prim "int8_to_intinf" : int -> intinf
     val fromLarge = _prim "int8_from_intinf" : intinf -> int
     val toInt = _prim "int8_to_int" : int -> defaultint
     val fromInt = _prim "int8_from_int" : defaultint -> int
     val precision = SOME 8 : defaultint option
     val minInt = SOME ~128 : int option
     val maxInt = SOME 127 : int option)

structure Int16 =
  MakeInteger
    (open Int16Prim
     type int = int16
     val toLarge = _prim "int16_to_intinf" : int -> intinf
     val fromLarge = _prim "int16_from_intinf" : intinf -> int
     val toInt = _prim "int16_to_int" : int -> defaultint
     val fromInt = _prim "int16_from_int" : defaultint -> int
     val precision = SOME 16 : defaultint option
     val minInt = SOME ~32768 : int option
     val maxInt = SOME 32767 : int option)

structure Int32 =
  MakeInteger
    (open Int32Prim
     type int = int32
     val toLarge = _prim "int32_to_intinf" : int -> intinf
     val fromLarge = _prim "int32_from_intinf" : intinf -> int
     val toInt = _prim "int32_to_int" : int -> defaultint
     val fromInt = _prim "int32_from_int" : defaultint -> int
     val precision = SOME 32 : defaultint option
     val minInt = SOME ~2147483648 : int option
     val maxInt = SOME 2147483647 : int option)

structure Int63 =
  MakeInteger
    (open Int63Prim
     type int = int63
     val toLarge = _prim "int63_to_intinf" : int -> intinf
     val fromLarge = _prim "int63_from_intinf" : intinf -> int
     val toInt = _prim "int63_to_int" : int -> defaultint
     val fromInt = _prim "int63_from_int" : defaultint -> int
     val precision = SOME 63 : defaultint option
     val minInt = SOME ~4611686018427387904 : int option
     val maxInt = SOME 4611686018427387903 : int option)

structure Int64 =
  MakeInteger
    (open Int64Prim
     type int = int64
     val toLarge = _prim "int64_to_intinf" : int -> intinf
     val fromLarge = _prim "int64_from_intinf" : intinf -> int
     val toInt = _prim "int64_to_int" : int -> defaultint
     val fromInt = _prim "int64_from_int" : defaultint -> int
     val precision = SOME 64 : defaultint option
     val minInt = SOME ~9223372036854775808 : int option
     val maxInt = SOME 9223372036854775807 : int option)
