(* IEEE_REAL, REAL and MATH. Formatting and scanning are primitives: they have to round correctly. *)

signature IEEE_REAL =
sig
  exception Unordered
  datatype real_order = LESS | EQUAL | GREATER | UNORDERED
  datatype float_class = NAN | INF | ZERO | NORMAL | SUBNORMAL
  datatype rounding_mode = TO_NEAREST | TO_NEGINF | TO_POSINF | TO_ZERO
  val setRoundingMode : rounding_mode -> unit
  val getRoundingMode : unit -> rounding_mode
  type decimal_approx = {class : float_class, sign : bool, digits : int list, exp : int}
  val toString : decimal_approx -> string
  val scan : (char, 'a) StringCvt.reader -> (decimal_approx, 'a) StringCvt.reader
  val fromString : string -> decimal_approx option
end

structure IEEEReal : IEEE_REAL =
struct
  exception Unordered
  datatype real_order = LESS | EQUAL | GREATER | UNORDERED
  datatype float_class = NAN | INF | ZERO | NORMAL | SUBNORMAL
  datatype rounding_mode = TO_NEAREST | TO_NEGINF | TO_POSINF | TO_ZERO
  (* The compiler computes what it can before the program runs, so that there is one mode. *)
  fun getRoundingMode () = TO_NEAREST
  fun setRoundingMode TO_NEAREST = ()
    | setRoundingMode _ = raise Fail "reals are rounded to nearest; there is no other mode"
  (* 0.d1d2... * 10^exp *)
  type decimal_approx = {class : float_class, sign : bool, digits : int list, exp : int}
  fun toString {class, sign, digits, exp} =
    let
      val power = if exp = 0 then "" else StringPrimitives.append ("E", Int.toString exp)
      val text =
        case class of
          NAN => "nan"
        | INF => "inf"
        | ZERO => "0.0"
        | _ => StringPrimitives.concat ["0.", StringPrimitives.implode (List.map Digits.character digits), power]
    in
      if sign then StringPrimitives.append ("~", text) else text
    end

  fun digitsOf (next, source) =
    let
      fun go (out, rest) =
        case next rest of
          SOME (c, rest') =>
            (case Digits.value 10 c of
               SOME digit => go (digit :: out, rest')
             | NONE => (List.rev out, rest))
        | NONE => (List.rev out, rest)
    in
      go ([], source)
    end
  fun signOf (next, source) =
    case next source of
      SOME (#"~", rest) => (true, rest)
    | SOME (#"-", rest) => (true, rest)
    | SOME (#"+", rest) => (false, rest)
    | _ => (false, source)
  (* Letters of either case. *)
  fun wordOf (next, letters, source) =
    case letters of
      [] => SOME source
    | (lower, upper) :: letters =>
        case next source of
          SOME (c, rest) => if c = lower orelse c = upper then wordOf (next, letters, rest) else NONE
        | NONE => NONE
  fun special (next, sign, source) =
    let
      val letters =
        [(#"i", #"I"), (#"n", #"N"), (#"f", #"F"), (#"i", #"I"), (#"n", #"N"), (#"i", #"I"), (#"t", #"T"),
         (#"y", #"Y")]
      fun found (class, rest) = SOME ({class = class, sign = sign, digits = [], exp = 0}, rest)
    in
      case wordOf (next, letters, source) of
        SOME rest => found (INF, rest)
      | NONE =>
          case wordOf (next, List.take (letters, 3), source) of
            SOME rest => found (INF, rest)
          | NONE =>
              case wordOf (next, [(#"n", #"N"), (#"a", #"A"), (#"n", #"N")], source) of
                SOME rest => found (NAN, rest)
              | NONE => NONE
    end
  (* Sign and digits of an exponent. *)
  fun exponentOf (next, source) =
    let
      fun afterLetter rest =
        let
          val (sign, rest') = signOf (next, rest)
        in
          case digitsOf (next, rest') of
            ([], _) => (false, [], source)
          | (digits, rest'') => (sign, digits, rest'')
        end
    in
      case next source of
        SOME (#"e", rest) => afterLetter rest
      | SOME (#"E", rest) => afterLetter rest
      | _ => (false, [], source)
    end
  (* 0.digits * 10^(exponent + places). An exponent that is no int makes infinity or zero. *)
  fun scaled (sign, digits, places, (isNegative, exponent)) =
    let
      val n = List.foldl (fn (d, n) => n * 10 + d) 0 exponent
    in
      {class = NORMAL, sign = sign, digits = digits, exp = (if isNegative then ~ n else n) + places}
    end
    handle Overflow => {class = if isNegative then ZERO else INF, sign = sign, digits = [], exp = 0}
  fun dropZeros (0 :: digits) = dropZeros digits
    | dropZeros digits = digits
  (* [+~-]? (digits [. digits]? | . digits) ([eE] [+~-]? digits)? | [+~-]? (inf | infinity | nan) *)
  fun scan next source =
    let
      val (sign, start) = signOf (next, StringCvt.skipWS next source)
      val (whole, afterWhole) = digitsOf (next, start)
      val (fraction, afterFraction) =
        case next afterWhole of
          SOME (#".", rest) =>
            (case digitsOf (next, rest) of
               ([], _) => ([], afterWhole)
             | found => found)
        | _ => ([], afterWhole)
      val (isNegative, exponent, rest) = exponentOf (next, afterFraction)
      val all = List.@ (whole, fraction)
      val significant = dropZeros all
      val digits = List.rev (dropZeros (List.rev significant))
    in
      case (whole, fraction, digits) of
        ([], [], _) => special (next, sign, start)
      | (_, _, []) => SOME ({class = ZERO, sign = sign, digits = [], exp = 0}, rest)
      | _ =>
          let val places = List.length whole - (List.length all - List.length significant)
          in SOME (scaled (sign, digits, places, (isNegative, exponent)), rest)
          end
    end
  fun fromString s = StringCvt.scanString scan s
end

signature MATH =
sig
  type real
  val pi : real
  val e : real
  val sqrt : real -> real
  val sin : real -> real
  val cos : real -> real
  val tan : real -> real
  val asin : real -> real
  val acos : real -> real
  val atan : real -> real
  val atan2 : real * real -> real
  val exp : real -> real
  val pow : real * real -> real
  val ln : real -> real
  val log10 : real -> real
  val sinh : real -> real
  val cosh : real -> real
  val tanh : real -> real
end

type largereal = real64

signature REAL =
sig
  type real
  structure Math : MATH where type real = real
  val radix : int
  val precision : int
  val maxFinite : real
  val minPos : real
  val minNormalPos : real
  val posInf : real
  val negInf : real
  val + : real * real -> real
  val - : real * real -> real
  val * : real * real -> real
  val / : real * real -> real
  val rem : real * real -> real
  val *+ : real * real * real -> real
  val *- : real * real * real -> real
  val ~ : real -> real
  val abs : real -> real
  val min : real * real -> real
  val max : real * real -> real
  val sign : real -> int
  val signBit : real -> bool
  val sameSign : real * real -> bool
  val copySign : real * real -> real
  val compare : real * real -> order
  val compareReal : real * real -> IEEEReal.real_order
  val < : real * real -> bool
  val <= : real * real -> bool
  val > : real * real -> bool
  val >= : real * real -> bool
  val == : real * real -> bool
  val != : real * real -> bool
  val ?= : real * real -> bool
  val unordered : real * real -> bool
  val isFinite : real -> bool
  val isNan : real -> bool
  val isNormal : real -> bool
  val class : real -> IEEEReal.float_class
  val toManExp : real -> {man : real, exp : int}
  val fromManExp : {man : real, exp : int} -> real
  val split : real -> {whole : real, frac : real}
  val realMod : real -> real
  val nextAfter : real * real -> real
  val checkFloat : real -> real
  val realFloor : real -> real
  val realCeil : real -> real
  val realTrunc : real -> real
  val realRound : real -> real
  val floor : real -> int
  val ceil : real -> int
  val trunc : real -> int
  val round : real -> int
  val toInt : IEEEReal.rounding_mode -> real -> int
  val toLargeInt : IEEEReal.rounding_mode -> real -> intinf
  val fromInt : int -> real
  val fromLargeInt : intinf -> real
  val toLarge : real -> largereal
  val fromLarge : IEEEReal.rounding_mode -> largereal -> real
  val toDecimal : real -> IEEEReal.decimal_approx
  val fromDecimal : IEEEReal.decimal_approx -> real option
  val fmt : StringCvt.realfmt -> real -> string
  val toString : real -> string
  val scan : (char, 'a) StringCvt.reader -> (real, 'a) StringCvt.reader
  val fromString : string -> real option
end

functor MakeReal
  (type real
   structure Math : MATH where type real = real
   val add : real * real -> real
   val sub : real * real -> real
   val mul : real * real -> real
   val divide : real * real -> real
   val neg : real -> real
   val abs : real -> real
   val lt : real * real -> bool
   val le : real * real -> bool
   val gt : real * real -> bool
   val ge : real * real -> bool
   val precision : int
   val maxFinite : real
   val minPos : real
   val minNormalPos : real
   val equal : real * real -> bool
   val rem : real * real -> real
   val fma : real * real * real -> real
   val signBit : real -> bool
   val copySign : real * real -> real
   val nextAfter : real * real -> real
   val frexp : real -> real * int
   val ldexp : real * int -> real
   val realFloor : real -> real
   val realCeil : real -> real
   val realTrunc : real -> real
   val realRound : real -> real
   val toIntChecked : real -> int
   val toIntInf : real -> intinf
   val fromInt : int -> real
   val fromLargeInt : intinf -> real
   val toLarge : real -> largereal
   val fromLargeNearest : largereal -> real
   val format : int * int * real -> string
   val parse : string -> real) : REAL where type real = real =
struct
  type real = real
  structure Math = Math
  val radix = 2
  val precision = precision and maxFinite = maxFinite and minPos = minPos and minNormalPos = minNormalPos
  val op + = add and op - = sub and op * = mul and op / = divide and ~ = neg and abs = abs and rem = rem
  val op < = lt and op <= = le and op > = gt and op >= = ge
  val signBit = signBit and copySign = copySign
  val realFloor = realFloor and realCeil = realCeil and realTrunc = realTrunc and realRound = realRound
  val fromInt = fromInt and fromLargeInt = fromLargeInt and toLarge = toLarge
  val zero = fromInt 0
  val one = fromInt 1
  val posInf = one / zero
  val negInf = ~ posInf
  infix 4 == != ?=
  val op == = equal
  fun a != b = if a == b then false else true
  fun isNan a = a != a
  fun unordered (a, b) = isNan a orelse isNan b
  fun a ?= b = a == b orelse unordered (a, b)
  fun isFinite a = a - a == zero
  (* Infinity stays, other than by C's nextafter. *)
  val finiteAfter = nextAfter
  fun nextAfter (a, b) = if isFinite a orelse isNan b then finiteAfter (a, b) else a
  fun isNormal a = isFinite a andalso abs a >= minNormalPos
  fun class a =
    if isNan a then IEEEReal.NAN
    else if isFinite a then
      if a == zero then IEEEReal.ZERO else if isNormal a then IEEEReal.NORMAL else IEEEReal.SUBNORMAL
    else IEEEReal.INF
  fun *+ (a, b, c) = fma (a, b, c)
  fun *- (a, b, c) = fma (a, b, ~ c)
  fun min (a, b) = if isNan a orelse b < a then b else a
  fun max (a, b) = if isNan a orelse b > a then b else a
  fun sign a = if isNan a then raise Domain else if a < zero then ~1 else if a > zero then 1 else 0
  fun sameSign (a, b) = signBit a = signBit b
  fun compareReal (a, b) =
    if a < b then IEEEReal.LESS
    else if a > b then IEEEReal.GREATER
    else if a == b then IEEEReal.EQUAL
    else IEEEReal.UNORDERED
  fun compare (a, b) =
    if a < b then LESS
    else if a > b then GREATER
    else if a == b then EQUAL
    else raise IEEEReal.Unordered
  fun checkFloat a = if isNan a then raise Div else if isFinite a then a else raise Overflow
  fun toManExp a = let val (man, exp) = frexp a in {man = man, exp = exp} end
  fun fromManExp {man, exp} = ldexp (man, exp)
  fun split a =
    let
      val whole = realTrunc a
      val frac = if isFinite a then copySign (a - whole, a) else if isNan a then a else copySign (zero, a)
    in
      {whole = whole, frac = frac}
    end
  fun realMod a = #frac (split a)
  fun rounded IEEEReal.TO_NEAREST a = realRound a
    | rounded IEEEReal.TO_NEGINF a = realFloor a
    | rounded IEEEReal.TO_POSINF a = realCeil a
    | rounded IEEEReal.TO_ZERO a = realTrunc a
  fun checked a = if isNan a then raise Domain else if isFinite a then a else raise Overflow
  fun toInt mode a = toIntChecked (rounded mode (checked a))
  fun toLargeInt mode a = toIntInf (rounded mode (checked a))
  val floor = toInt IEEEReal.TO_NEGINF
  val ceil = toInt IEEEReal.TO_POSINF
  val trunc = toInt IEEEReal.TO_ZERO
  val round = toInt IEEEReal.TO_NEAREST
  fun fromLarge (_ : IEEEReal.rounding_mode) a = fromLargeNearest a
  (* The primitive takes the kind of format (0 SCI, 1 FIX, 2 GEN, 3 EXACT), the digits and the number. *)
  fun digits (least, default, wanted) =
    case wanted of
      NONE => default
    | SOME n => if Int.< (n, least) then raise Size else n
  fun fmt format' =
    case format' of
      StringCvt.SCI n => let val d = digits (0, 6, n) in fn a => format (0, d, a) end
    | StringCvt.FIX n => let val d = digits (0, 6, n) in fn a => format (1, d, a) end
    | StringCvt.GEN n => let val d = digits (1, 12, n) in fn a => format (2, d, a) end
    | StringCvt.EXACT => fn a => format (3, 0, a)
  fun toString a = fmt (StringCvt.GEN NONE) a
  (* Digits as a text that the primitive rounds correctly: 0.d1d2... with an exponent. *)
  fun fromDecimal ({class, sign, digits, exp} : IEEEReal.decimal_approx) =
    let
      fun signed a = if sign then ~ a else a
      fun isDigit d = Int.>= (d, 0) andalso Int.<= (d, 9)
      fun text () =
        let
          val power = Int.toString exp
          fun character i =
            case StringPrimitives.unsafeSub (power, i) of
              #"~" => #"-"
            | c => c
          val power = StringPrimitives.implode (List.tabulate (StringPrimitives.size power, character))
        in
          StringPrimitives.concat ["0.", StringPrimitives.implode (List.map Digits.character digits), "e", power]
        end
    in
      if Bool.not (List.all isDigit digits) then NONE
      else
        case class of
          IEEEReal.INF => SOME (signed posInf)
        | IEEEReal.NAN => SOME (copySign (zero / zero, signed one))
        | IEEEReal.ZERO => SOME (signed zero)
        | _ => if List.null digits then SOME (signed zero) else SOME (signed (parse (text ())))
    end
  fun toDecimal a : IEEEReal.decimal_approx =
    case class a of
      IEEEReal.NORMAL => decimalOf (IEEEReal.NORMAL, a)
    | IEEEReal.SUBNORMAL => decimalOf (IEEEReal.SUBNORMAL, a)
    | other => {class = other, sign = signBit a, digits = [], exp = 0}
  and decimalOf (class, a) =
    let val {digits, exp, ...} = Option.valOf (StringCvt.scanString IEEEReal.scan (format (3, 0, a)))
    in {class = class, sign = signBit a, digits = digits, exp = exp}
    end
  fun scan next source =
    case IEEEReal.scan next source of
      NONE => NONE
    | SOME (found, rest) => SOME (Option.valOf (fromDecimal found), rest)
  fun fromString s = StringCvt.scanString scan s
end

structure Real32 =
  MakeReal
    (open Real32Prim
     type real = real32
     structure Math =
     struct
       type real = real32
       val pi = 3.14159265358979323846 : real
       val e = 2.71828182845904523536 : real
       val sqrt = _prim "real32_sqrt" : real -> real
       val sin = _prim "real32_sin" : real -> real
       val cos = _prim "real32_cos" : real -> real
       val tan = _prim "real32_tan" : real -> real
       val asin = _prim "real32_asin" : real -> real
       val acos = _prim "real32_acos" : real -> real
       val atan = _prim "real32_atan" : real -> real
       val exp = _prim "real32_exp" : real -> real
       val ln = _prim "real32_ln" : real -> real
       val log10 = _prim "real32_log10" : real -> real
       val sinh = _prim "real32_sinh" : real -> real
       val cosh = _prim "real32_cosh" : real -> real
       val tanh = _prim "real32_tanh" : real -> real
       val atan2 = _prim "real32_atan2" : real * real -> real
       val pow = _prim "real32_pow" : real * real -> real
     end
     val precision = 24
     val maxFinite = 3.40282346638528859812e38 : real
     val minPos = 1.40129846432481707092e~45 : real
     val minNormalPos = 1.17549435082228750797e~38 : real
     val equal = _prim "real32_equal" : real * real -> bool
     val rem = _prim "real32_rem" : real * real -> real
     val fma = _prim "real32_fma" : real * real * real -> real
     val signBit = _prim "real32_sign_bit" : real -> bool
     val copySign = _prim "real32_copy_sign" : real * real -> real
     val nextAfter = _prim "real32_next_after" : real * real -> real
     val frexp = _prim "real32_frexp" : real -> real * int
     val ldexp = _prim "real32_ldexp" : real * int -> real
     val realFloor = _prim "real32_floor" : real -> real
     val realCeil = _prim "real32_ceil" : real -> real
     val realTrunc = _prim "real32_trunc" : real -> real
     val realRound = _prim "real32_round" : real -> real
     val toIntChecked = _prim "real32_to_int" : real -> int
     val toIntInf = _prim "real32_to_intinf" : real -> intinf
     val fromInt = _prim "real32_from_int" : int -> real
     val fromLargeInt = _prim "real32_from_intinf" : intinf -> real
     val toLarge = _prim "real32_to_real64" : real -> largereal
     val fromLargeNearest = _prim "real32_from_real64" : largereal -> real
     val format = _prim "real32_format" : int * int * real -> string
     val parse = _prim "real32_parse" : string -> real)

structure Real64 =
  MakeReal
    (open Real64Prim
     type real = real64
     structure Math =
     struct
       type real = real64
       val pi = 3.14159265358979323846 : real
       val e = 2.71828182845904523536 : real
       val sqrt = _prim "real64_sqrt" : real -> real
       val sin = _prim "real64_sin" : real -> real
       val cos = _prim "real64_cos" : real -> real
       val tan = _prim "real64_tan" : real -> real
       val asin = _prim "real64_asin" : real -> real
       val acos = _prim "real64_acos" : real -> real
       val atan = _prim "real64_atan" : real -> real
       val exp = _prim "real64_exp" : real -> real
       val ln = _prim "real64_ln" : real -> real
       val log10 = _prim "real64_log10" : real -> real
       val sinh = _prim "real64_sinh" : real -> real
       val cosh = _prim "real64_cosh" : real -> real
       val tanh = _prim "real64_tanh" : real -> real
       val atan2 = _prim "real64_atan2" : real * real -> real
       val pow = _prim "real64_pow" : real * real -> real
     end
     val precision = 53
     val maxFinite = 1.7976931348623157e308 : real
     val minPos = 4.9406564584124654e~324 : real
     val minNormalPos = 2.2250738585072014e~308 : real
     val equal = _prim "real64_equal" : real * real -> bool
     val rem = _prim "real64_rem" : real * real -> real
     val fma = _prim "real64_fma" : real * real * real -> real
     val signBit = _prim "real64_sign_bit" : real -> bool
     val copySign = _prim "real64_copy_sign" : real * real -> real
     val nextAfter = _prim "real64_next_after" : real * real -> real
     val frexp = _prim "real64_frexp" : real -> real * int
     val ldexp = _prim "real64_ldexp" : real * int -> real
     val realFloor = _prim "real64_floor" : real -> real
     val realCeil = _prim "real64_ceil" : real -> real
     val realTrunc = _prim "real64_trunc" : real -> real
     val realRound = _prim "real64_round" : real -> real
     val toIntChecked = _prim "real64_to_int" : real -> int
     val toIntInf = _prim "real64_to_intinf" : real -> intinf
     val fromInt = _prim "real64_from_int" : int -> real
     val fromLargeInt = _prim "real64_from_intinf" : intinf -> real
     val toLarge = _prim "real64_to_real64" : real -> largereal
     val fromLargeNearest = _prim "real64_from_real64" : largereal -> real
     val format = _prim "real64_format" : int * int * real -> string
     val parse = _prim "real64_parse" : string -> real)

structure Real = Real64
structure LargeReal = Real64
structure Math = Real64.Math
