(* INT_INF: integers without bounds. LargeInt is IntInf; Int is the size that --default-int chose. *)

(* The primitives of int itself: the compiler takes those of the size that was chosen. *)
structure Int =
  MakeInteger
    (type t = int
     type int = int
     val add = op + : t * t -> t and sub = op - : t * t -> t and mul = op * : t * t -> t
     val op div = op div : t * t -> t and op mod = op mod : t * t -> t
     val quot = _prim "int_quot" : t * t -> t and rem = _prim "int_rem" : t * t -> t
     val neg = ~ : t -> t and abs = abs : t -> t
     val lt = op < : t * t -> bool and le = op <= : t * t -> bool
     val gt = op > : t * t -> bool and ge = op >= : t * t -> bool
     val toLarge = _prim "int_to_intinf" : int -> intinf
     val fromLarge = _prim "int_from_intinf" : intinf -> int
     fun toInt (a : int) = a
     fun fromInt (a : int) = a
     val precision = _prim "int_precision" : int option
     val minInt = _prim "int_min" : int option
     val maxInt = _prim "int_max" : int option)

signature INT_INF =
sig
  include INTEGER
  val divMod : int * int -> int * int
  val quotRem : int * int -> int * int
  val pow : int * defaultint -> int
  val log2 : int -> defaultint
  val orb : int * int -> int
  val xorb : int * int -> int
  val andb : int * int -> int
  val notb : int -> int
  val << : int * word -> int
  val ~>> : int * word -> int
end

(* The text of large integers. A digit after the other would be quadratic in their number. GMP converts decimal ones, and
   where the base is a power of two, a number is cut into halves. *)
structure LargeDigits =
struct
  val toDecimal = _prim "intinf_to_string" : intinf -> string
  val fromDecimal = _prim "intinf_from_string" : string -> intinf
  val fromInt = _prim "intinf_from_int" : defaultint -> intinf
  val toInt = _prim "intinf_to_int" : intinf -> defaultint
  val toWord = _prim "word_from_int" : defaultint -> word
  (* So many digits fit into each size of int. *)
  val few = 7
  fun bitsOfDigit base = if base = 2 then 1 else if base = 8 then 3 else 4
  (* Puts the digits of a number that is not negative behind those that are there. *)
  fun addDigits base (out, number) =
    let
      val bits = bitsOfDigit base
      fun plain (n, count) =
        if count = 0 then ()
        else (plain (n div base, count - 1); TextBuffer.add (out, Digits.character (n mod base)))
      fun exactly (number, count) =
        if count <= few then plain (toInt number, count)
        else
          let
            val low = count div 2
            val distance = toWord (bits * low)
            val high = IntinfPrim.sar (number, distance)
          in
            exactly (high, count - low);
            exactly (IntinfPrim.sub (number, IntinfPrim.shl (high, distance)), low)
          end
    in exactly (number, if IntinfPrim.gt (number, fromInt 0) then IntinfPrim.log2 number div bits + 1 else 1)
    end
  (* The number that the digits of a text stand for. *)
  fun number base text =
    let
      val bits = bitsOfDigit base
      fun plain (n, _, 0) = fromInt n
        | plain (n, at, count) =
            plain (n * base + Option.valOf (Digits.value base (StringPrimitives.unsafeSub (text, at))), at + 1, count - 1)
      fun exactly (at, count) =
        if count <= few then plain (0, at, count)
        else
          let
            val low = count div 2 and high = count - count div 2
          in IntinfPrim.add (IntinfPrim.shl (exactly (at, high), toWord (bits * low)), exactly (at + high, low))
          end
    in if base = 10 then fromDecimal text else exactly (0, StringPrimitives.size text)
    end
end

structure IntInf : INT_INF where type int = intinf =
struct
  structure Plain =
    MakeInteger
      (open IntinfPrim
       type int = intinf
       fun toLarge (a : int) = a
       fun fromLarge (a : int) = a
       val toInt = _prim "intinf_to_int" : int -> defaultint
       val fromInt = _prim "intinf_from_int" : defaultint -> int
       val precision = NONE : defaultint option
       val minInt = NONE : int option
       val maxInt = NONE : int option)
  open Plain
  fun toString a = LargeDigits.toDecimal a
  fun fmt StringCvt.DEC a = toString a
    | fmt radix a =
        let val out = TextBuffer.make 16
        in
          if a < 0 then TextBuffer.add (out, #"~") else ();
          LargeDigits.addDigits (Digits.radix radix) (out, abs a);
          TextBuffer.text out
        end
  fun scan radix next source =
    let
      val base = Digits.radix radix
      val (isNegative, start) = Digits.start radix next source
      val (digits, rest) = StringCvt.splitl (fn c => Option.isSome (Digits.value base c)) next start
      fun magnitude () = LargeDigits.number base digits
    in
      if Int.> (StringPrimitives.size digits, 0) then SOME (if isNegative then ~ (magnitude ()) else magnitude (), rest)
      else NONE
    end
  fun fromString s = StringCvt.scanString (scan StringCvt.DEC) s
  fun divMod (a : int, b) = (a div b, a mod b)
  fun quotRem (a : int, b) = (quot (a, b), rem (a, b))
  (* A negative power is a fraction, cut to an integer. *)
  fun pow (a, n) =
    if Int.>= (n, 0) then IntinfPrim.pow (a, n)
    else if a = 0 then raise Div
    else if abs a > 1 then 0
    else if a = 1 orelse Int.mod (n, 2) = 0 then 1
    else ~1
  fun log2 a = if a > 0 then IntinfPrim.log2 a else raise Domain
  val orb = IntinfPrim.orb and xorb = IntinfPrim.xorb and andb = IntinfPrim.andb and notb = IntinfPrim.notb
  val << = IntinfPrim.shl and ~>> = IntinfPrim.sar
end

structure LargeInt = IntInf

structure Position = Int64
