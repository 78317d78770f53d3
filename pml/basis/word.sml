(* WORD, for all sizes by one functor over the primitives of a size. *)

type defaultword = word

signature WORD =
sig
  eqtype word
  val wordSize : int
  val toLarge : word -> word64
  val toLargeX : word -> word64
  val toLargeWord : word -> word64
  val toLargeWordX : word -> word64
  val fromLarge : word64 -> word
  val fromLargeWord : word64 -> word
  val toLargeInt : word -> intinf
  val toLargeIntX : word -> intinf
  val fromLargeInt : intinf -> word
  val toInt : word -> int
  val toIntX : word -> int
  val fromInt : int -> word
  val andb : word * word -> word
  val orb : word * word -> word
  val xorb : word * word -> word
  val notb : word -> word
  val << : word * defaultword -> word
  val >> : word * defaultword -> word
  val ~>> : word * defaultword -> word
  val + : word * word -> word
  val - : word * word -> word
  val * : word * word -> word
  val div : word * word -> word
  val mod : word * word -> word
  val compare : word * word -> order
  val < : word * word -> bool
  val <= : word * word -> bool
  val > : word * word -> bool
  val >= : word * word -> bool
  val ~ : word -> word
  val min : word * word -> word
  val max : word * word -> word
  val fmt : StringCvt.radix -> word -> string
  val toString : word -> string
  val scan : StringCvt.radix -> (char, 'a) StringCvt.reader -> (word, 'a) StringCvt.reader
  val fromString : string -> word option
end

functor MakeWord
  (include ARITHMETIC
   val notb : t -> t
   val andb : t * t -> t
   val orb : t * t -> t
   val xorb : t * t -> t
   val shl : t * word32 -> t
   val shr : t * word32 -> t
   val sar : t * word32 -> t
   eqtype word
   sharing type t = word
   val wordSize : int
   val toLarge : word -> word64
   val toLargeX : word -> word64
   val fromLarge : word64 -> word
   val toLargeInt : word -> intinf
   val toLargeIntX : word -> intinf
   val fromLargeInt : intinf -> word
   val toInt : word -> int
   val toIntX : word -> int
   val fromInt : int -> word) : WORD where type word = word =
struct
  type word = word
  val wordSize = wordSize
  val toLarge = toLarge and toLargeX = toLargeX and fromLarge = fromLarge
  val toLargeWord = toLarge and toLargeWordX = toLargeX and fromLargeWord = fromLarge
  val toLargeInt = toLargeInt and toLargeIntX = toLargeIntX and fromLargeInt = fromLargeInt
  val toInt = toInt and toIntX = toIntX and fromInt = fromInt
  val andb = andb and orb = orb and xorb = xorb and notb = notb
  (* A shift by the size of a word or more moves all bits out. *)
  val clamp = _prim "word_to_shift" : defaultword -> word32
  fun << (w, n) = shl (w, clamp n)
  fun >> (w, n) = shr (w, clamp n)
  fun ~>> (w, n) = sar (w, clamp n)
  val op + = add and op - = sub and op * = mul and op div = op div and op mod = op mod and ~ = neg
  val op < = lt and op <= = le and op > = gt and op >= = ge
  fun compare (a, b) = if a < b then LESS else if a = b then EQUAL else GREATER
  fun min (a, b) = if a < b then a else b
  fun max (a, b) = if a < b then b else a
  val zero = fromInt 0
  fun fmt radix w =
    let
      val base = fromInt (Digits.radix radix)
      fun digits (w, out) =
        let
          val out = Digits.character (toInt (w mod base)) :: out
          val rest = w div base
        in
          if rest = zero then out else digits (rest, out)
        end
    in
      StringPrimitives.implode (digits (w, []))
    end
  val toString = fmt StringCvt.HEX
  fun scan radix next source =
    let
      val base = Digits.radix radix
      val large = fromInt base
      val largest = notb zero
      fun digits (w, isFirst, rest) =
        case next rest of
          NONE => if isFirst then NONE else SOME (w, rest)
        | SOME (c, rest') =>
            case Digits.value base c of
              NONE => if isFirst then NONE else SOME (w, rest)
            | SOME digit =>
                if w > largest div large orelse w * large > largest - fromInt digit then raise Overflow
                else digits (w * large + fromInt digit, false, rest')
      val start = StringCvt.skipWS next source
      fun isX c = c = #"x" orelse c = #"X"
      (* 0wx, 0wX, 0x and 0X before hexadecimal digits; 0w before others. So of 0w5 in hexadecimal only the 0 is a number. *)
      fun hexadecimal () =
        case next start of
          SOME (#"0", one) =>
            (case next one of
               SOME (#"w", two) =>
                 (case next two of
                    SOME (c, three) =>
                      if isX c then
                        case next three of
                          SOME (d, _) => if Option.isSome (Digits.value base d) then three else start
                        | NONE => start
                      else start
                  | NONE => start)
             | _ => Digits.dropPrefix isX base next start)
        | _ => start
      val start =
        case radix of
          StringCvt.HEX => hexadecimal ()
        | _ => Digits.dropPrefix (fn c => c = #"w") base next start
    in
      digits (zero, true, start)
    end
  fun fromString s = StringCvt.scanString (scan StringCvt.HEX) s
end

structure Word8 =
  MakeWord
    (open Word8Prim
     type word = word8
     val wordSize = 8
     val toLarge = _prim "word8_to_word64" : word -> word64
     val toLargeX = _prim "word8_to_word64_signed" : word -> word64
     val fromLarge = _prim "word8_from_word64" : word64 -> word
     val toLargeInt = _prim "word8_to_intinf" : word -> intinf
     val toLargeIntX = _prim "word8_to_intinf_signed" : word -> intinf
     val fromLargeInt = _prim "word8_from_intinf" : intinf -> word
     val toInt = _prim "word8_to_int" : word -> int
     val toIntX = _prim "word8_to_int_signed" : word -> int
     val fromInt = _prim "word8_from_int" : int -> word)

structure Word16 =
  MakeWord
    (open Word16Prim
     type word = word16
     val wordSize = 16
     val toLarge = _prim "word16_to_word64" : word -> word64
     val toLargeX = _prim "word16_to_word64_signed" : word -> word64
     val fromLarge = _prim "word16_from_word64" : word64 -> word
     val toLargeInt = _prim "word16_to_intinf" : word -> intinf
     val toLargeIntX = _prim "word16_to_intinf_signed" : word -> intinf
     val fromLargeInt = _prim "word16_from_intinf" : intinf -> word
     val toInt = _prim "word16_to_int" : word -> int
     val toIntX = _prim "word16_to_int_signed" : word -> int
     val fromInt = _prim "word16_from_int" : int -> word)

structure Word32 =
  MakeWord
    (open Word32Prim
     type word = word32
     val wordSize = 32
     val toLarge = _prim "word32_to_word64" : word -> word64
     val toLargeX = _prim "word32_to_word64_signed" : word -> word64
     val fromLarge = _prim "word32_from_word64" : word64 -> word
     val toLargeInt = _prim "word32_to_intinf" : word -> intinf
     val toLargeIntX = _prim "word32_to_intinf_signed" : word -> intinf
     val fromLargeInt = _prim "word32_from_intinf" : intinf -> word
     val toInt = _prim "word32_to_int" : word -> int
     val toIntX = _prim "word32_to_int_signed" : word -> int
     val fromInt = _prim "word32_from_int" : int -> word)

structure Word64 =
  MakeWord
    (open Word64Prim
     type word = word64
     val wordSize = 64
     val toLarge = _prim "word64_to_word64" : word -> word64
     val toLargeX = _prim "word64_to_word64_signed" : word -> word64
     val fromLarge = _prim "word64_from_word64" : word64 -> word
     val toLargeInt = _prim "word64_to_intinf" : word -> intinf
     val toLargeIntX = _prim "word64_to_intinf_signed" : word -> intinf
     val fromLargeInt = _prim "word64_from_intinf" : intinf -> word
     val toInt = _prim "word64_to_int" : word -> int
     val toIntX = _prim "word64_to_int_signed" : word -> int
     val fromInt = _prim "word64_from_int" : int -> word)

(* The primitives of word itself: the compiler takes those of the size that was chosen. *)
structure Word =
  MakeWord
    (type t = word
     type word = word
     val add = op + : t * t -> t and sub = op - : t * t -> t and mul = op * : t * t -> t
     val op div = op div : t * t -> t and op mod = op mod : t * t -> t and neg = ~ : t -> t
     val notb = _prim "word_notb" : t -> t
     val andb = _prim "word_andb" : t * t -> t
     val orb = _prim "word_orb" : t * t -> t
     val xorb = _prim "word_xorb" : t * t -> t
     val shl = _prim "word_shl" : t * word32 -> t
     val shr = _prim "word_shr" : t * word32 -> t
     val sar = _prim "word_sar" : t * word32 -> t
     val lt = op < : t * t -> bool and le = op <= : t * t -> bool
     val gt = op > : t * t -> bool and ge = op >= : t * t -> bool
     val wordSize = _prim "word_size" : int
     val toLarge = _prim "word_to_word64" : word -> word64
     val toLargeX = _prim "word_to_word64_signed" : word -> word64
     val fromLarge = _prim "word_from_word64" : word64 -> word
     val toLargeInt = _prim "word_to_intinf" : word -> intinf
     val toLargeIntX = _prim "word_to_intinf_signed" : word -> intinf
     val fromLargeInt = _prim "word_from_intinf" : intinf -> word
     val toInt = _prim "word_to_int" : word -> int
     val toIntX = _prim "word_to_int_signed" : word -> int
     val fromInt = _prim "word_from_int" : int -> word)

structure LargeWord = Word64
