(* The structures of integers and words of other sizes. *)

functor NarrowInteger
  (structure P :
   sig
     include ARITHMETIC
     eqtype number
     sharing type t = number
     val quot : t * t -> t
     val rem : t * t -> t
     val abs : t -> t
     val checked : t -> t
     val least : t
     val most : t
   end
   val bits : int) : INTEGER where type int = P.number =
  struct
    structure Plain =
      MakeInteger
        (open P
         type int = number
         val toLarge = _prim "int64_to_intinf" : int -> intinf
         val wideFromLarge = _prim "int64_from_intinf" : intinf -> int
         val toInt = _prim "int64_to_int" : int -> defaultint
         val wideFromInt = _prim "int64_from_int" : defaultint -> int
         fun fromLarge a = checked (wideFromLarge a)
         fun fromInt a = checked (wideFromInt a)
         val precision = SOME bits
         val minInt = SOME least
         val maxInt = SOME most)
    open Plain
    (* A base need not be a number of the type. *)
    val widened = _prim "int64_to_int64" : int -> int64
    val narrowed = _prim "int64_from_int64" : int64 -> int
    fun fmt radix a = Int64.fmt radix (widened a)
    fun toString a = Int64.toString (widened a)
    fun scan radix next source =
      case Int64.scan radix next source of
        NONE => NONE
      | SOME (a, rest) => SOME (P.checked (narrowed a), rest)
    fun fromString s = StringCvt.scanString (scan StringCvt.DEC) s
  end

functor NarrowWordOf
  (structure P :
   sig
     include ARITHMETIC
     eqtype number
     sharing type t = number
     val notb : t -> t
     val andb : t * t -> t
     val orb : t * t -> t
     val xorb : t * t -> t
     val shl : t * word32 -> t
     val shr : t * word32 -> t
     val sar : t * word32 -> t
     val kept : t -> t
     val extended : t -> t
   end
   val bits : int) : WORD where type word = P.number =
  struct
    structure Plain =
      MakeWord
        (open P
         type word = number
         val wordSize = bits
         val toLarge = _prim "word64_to_word64" : word -> word64
         val wideFromLarge = _prim "word64_from_word64" : word64 -> word
         val toLargeInt = _prim "word64_to_intinf" : word -> intinf
         val wideToLargeIntX = _prim "word64_to_intinf_signed" : word -> intinf
         val wideFromLargeInt = _prim "word64_from_intinf" : intinf -> word
         val toInt = _prim "word64_to_int" : word -> int
         val wideToIntX = _prim "word64_to_int_signed" : word -> int
         val wideFromInt = _prim "word64_from_int" : int -> word
         fun toLargeX a = toLarge (extended a)
         fun toLargeIntX a = wideToLargeIntX (extended a)
         fun toIntX a = wideToIntX (extended a)
         fun fromLarge a = kept (wideFromLarge a)
         fun fromLargeInt a = kept (wideFromLargeInt a)
         fun fromInt a = kept (wideFromInt a))
    open Plain
    fun fmt radix a = Word64.fmt radix (toLarge a)
    val toString = fmt StringCvt.HEX
    fun scan radix next source =
      case Word64.scan radix next source of
        NONE => NONE
      | SOME (a, rest) =>
          let val narrowed = fromLarge a
          in if toLarge narrowed = a then SOME (narrowed, rest) else raise Overflow
          end
    fun fromString s = StringCvt.scanString (scan StringCvt.HEX) s
  end

structure Int1 = NarrowInteger (structure P = NarrowInts.Int1 val bits = 1)
structure Int2 = NarrowInteger (structure P = NarrowInts.Int2 val bits = 2)
structure Int3 = NarrowInteger (structure P = NarrowInts.Int3 val bits = 3)
structure Int4 = NarrowInteger (structure P = NarrowInts.Int4 val bits = 4)
structure Int5 = NarrowInteger (structure P = NarrowInts.Int5 val bits = 5)
structure Int6 = NarrowInteger (structure P = NarrowInts.Int6 val bits = 6)
structure Int7 = NarrowInteger (structure P = NarrowInts.Int7 val bits = 7)
structure Int9 = NarrowInteger (structure P = NarrowInts.Int9 val bits = 9)
structure Int10 = NarrowInteger (structure P = NarrowInts.Int10 val bits = 10)
structure Int11 = NarrowInteger (structure P = NarrowInts.Int11 val bits = 11)
structure Int12 = NarrowInteger (structure P = NarrowInts.Int12 val bits = 12)
structure Int13 = NarrowInteger (structure P = NarrowInts.Int13 val bits = 13)
structure Int14 = NarrowInteger (structure P = NarrowInts.Int14 val bits = 14)
structure Int15 = NarrowInteger (structure P = NarrowInts.Int15 val bits = 15)
structure Int17 = NarrowInteger (structure P = NarrowInts.Int17 val bits = 17)
structure Int18 = NarrowInteger (structure P = NarrowInts.Int18 val bits = 18)
structure Int19 = NarrowInteger (structure P = NarrowInts.Int19 val bits = 19)
structure Int20 = NarrowInteger (structure P = NarrowInts.Int20 val bits = 20)
structure Int21 = NarrowInteger (structure P = NarrowInts.Int21 val bits = 21)
structure Int22 = NarrowInteger (structure P = NarrowInts.Int22 val bits = 22)
structure Int23 = NarrowInteger (structure P = NarrowInts.Int23 val bits = 23)
structure Int24 = NarrowInteger (structure P = NarrowInts.Int24 val bits = 24)
structure Int25 = NarrowInteger (structure P = NarrowInts.Int25 val bits = 25)
structure Int26 = NarrowInteger (structure P = NarrowInts.Int26 val bits = 26)
structure Int27 = NarrowInteger (structure P = NarrowInts.Int27 val bits = 27)
structure Int28 = NarrowInteger (structure P = NarrowInts.Int28 val bits = 28)
structure Int29 = NarrowInteger (structure P = NarrowInts.Int29 val bits = 29)
structure Int30 = NarrowInteger (structure P = NarrowInts.Int30 val bits = 30)
structure Int31 = NarrowInteger (structure P = NarrowInts.Int31 val bits = 31)
structure Int33 = NarrowInteger (structure P = NarrowInts.Int33 val bits = 33)
structure Int34 = NarrowInteger (structure P = NarrowInts.Int34 val bits = 34)
structure Int35 = NarrowInteger (structure P = NarrowInts.Int35 val bits = 35)
structure Int36 = NarrowInteger (structure P = NarrowInts.Int36 val bits = 36)
structure Int37 = NarrowInteger (structure P = NarrowInts.Int37 val bits = 37)
structure Int38 = NarrowInteger (structure P = NarrowInts.Int38 val bits = 38)
structure Int39 = NarrowInteger (structure P = NarrowInts.Int39 val bits = 39)
structure Int40 = NarrowInteger (structure P = NarrowInts.Int40 val bits = 40)
structure Int41 = NarrowInteger (structure P = NarrowInts.Int41 val bits = 41)
structure Int42 = NarrowInteger (structure P = NarrowInts.Int42 val bits = 42)
structure Int43 = NarrowInteger (structure P = NarrowInts.Int43 val bits = 43)
structure Int44 = NarrowInteger (structure P = NarrowInts.Int44 val bits = 44)
structure Int45 = NarrowInteger (structure P = NarrowInts.Int45 val bits = 45)
structure Int46 = NarrowInteger (structure P = NarrowInts.Int46 val bits = 46)
structure Int47 = NarrowInteger (structure P = NarrowInts.Int47 val bits = 47)
structure Int48 = NarrowInteger (structure P = NarrowInts.Int48 val bits = 48)
structure Int49 = NarrowInteger (structure P = NarrowInts.Int49 val bits = 49)
structure Int50 = NarrowInteger (structure P = NarrowInts.Int50 val bits = 50)
structure Int51 = NarrowInteger (structure P = NarrowInts.Int51 val bits = 51)
structure Int52 = NarrowInteger (structure P = NarrowInts.Int52 val bits = 52)
structure Int53 = NarrowInteger (structure P = NarrowInts.Int53 val bits = 53)
structure Int54 = NarrowInteger (structure P = NarrowInts.Int54 val bits = 54)
structure Int55 = NarrowInteger (structure P = NarrowInts.Int55 val bits = 55)
structure Int56 = NarrowInteger (structure P = NarrowInts.Int56 val bits = 56)
structure Int57 = NarrowInteger (structure P = NarrowInts.Int57 val bits = 57)
structure Int58 = NarrowInteger (structure P = NarrowInts.Int58 val bits = 58)
structure Int59 = NarrowInteger (structure P = NarrowInts.Int59 val bits = 59)
structure Int60 = NarrowInteger (structure P = NarrowInts.Int60 val bits = 60)
structure Int61 = NarrowInteger (structure P = NarrowInts.Int61 val bits = 61)
structure Int62 = NarrowInteger (structure P = NarrowInts.Int62 val bits = 62)
structure Word1 = NarrowWordOf (structure P = NarrowWords.Word1 val bits = 1)
structure Word2 = NarrowWordOf (structure P = NarrowWords.Word2 val bits = 2)
structure Word3 = NarrowWordOf (structure P = NarrowWords.Word3 val bits = 3)
structure Word4 = NarrowWordOf (structure P = NarrowWords.Word4 val bits = 4)
structure Word5 = NarrowWordOf (structure P = NarrowWords.Word5 val bits = 5)
structure Word6 = NarrowWordOf (structure P = NarrowWords.Word6 val bits = 6)
structure Word7 = NarrowWordOf (structure P = NarrowWords.Word7 val bits = 7)
structure Word9 = NarrowWordOf (structure P = NarrowWords.Word9 val bits = 9)
structure Word10 = NarrowWordOf (structure P = NarrowWords.Word10 val bits = 10)
structure Word11 = NarrowWordOf (structure P = NarrowWords.Word11 val bits = 11)
structure Word12 = NarrowWordOf (structure P = NarrowWords.Word12 val bits = 12)
structure Word13 = NarrowWordOf (structure P = NarrowWords.Word13 val bits = 13)
structure Word14 = NarrowWordOf (structure P = NarrowWords.Word14 val bits = 14)
structure Word15 = NarrowWordOf (structure P = NarrowWords.Word15 val bits = 15)
structure Word17 = NarrowWordOf (structure P = NarrowWords.Word17 val bits = 17)
structure Word18 = NarrowWordOf (structure P = NarrowWords.Word18 val bits = 18)
structure Word19 = NarrowWordOf (structure P = NarrowWords.Word19 val bits = 19)
structure Word20 = NarrowWordOf (structure P = NarrowWords.Word20 val bits = 20)
structure Word21 = NarrowWordOf (structure P = NarrowWords.Word21 val bits = 21)
structure Word22 = NarrowWordOf (structure P = NarrowWords.Word22 val bits = 22)
structure Word23 = NarrowWordOf (structure P = NarrowWords.Word23 val bits = 23)
structure Word24 = NarrowWordOf (structure P = NarrowWords.Word24 val bits = 24)
structure Word25 = NarrowWordOf (structure P = NarrowWords.Word25 val bits = 25)
structure Word26 = NarrowWordOf (structure P = NarrowWords.Word26 val bits = 26)
structure Word27 = NarrowWordOf (structure P = NarrowWords.Word27 val bits = 27)
structure Word28 = NarrowWordOf (structure P = NarrowWords.Word28 val bits = 28)
structure Word29 = NarrowWordOf (structure P = NarrowWords.Word29 val bits = 29)
structure Word30 = NarrowWordOf (structure P = NarrowWords.Word30 val bits = 30)
structure Word31 = NarrowWordOf (structure P = NarrowWords.Word31 val bits = 31)
structure Word33 = NarrowWordOf (structure P = NarrowWords.Word33 val bits = 33)
structure Word34 = NarrowWordOf (structure P = NarrowWords.Word34 val bits = 34)
structure Word35 = NarrowWordOf (structure P = NarrowWords.Word35 val bits = 35)
structure Word36 = NarrowWordOf (structure P = NarrowWords.Word36 val bits = 36)
structure Word37 = NarrowWordOf (structure P = NarrowWords.Word37 val bits = 37)
structure Word38 = NarrowWordOf (structure P = NarrowWords.Word38 val bits = 38)
structure Word39 = NarrowWordOf (structure P = NarrowWords.Word39 val bits = 39)
structure Word40 = NarrowWordOf (structure P = NarrowWords.Word40 val bits = 40)
structure Word41 = NarrowWordOf (structure P = NarrowWords.Word41 val bits = 41)
structure Word42 = NarrowWordOf (structure P = NarrowWords.Word42 val bits = 42)
structure Word43 = NarrowWordOf (structure P = NarrowWords.Word43 val bits = 43)
structure Word44 = NarrowWordOf (structure P = NarrowWords.Word44 val bits = 44)
structure Word45 = NarrowWordOf (structure P = NarrowWords.Word45 val bits = 45)
structure Word46 = NarrowWordOf (structure P = NarrowWords.Word46 val bits = 46)
structure Word47 = NarrowWordOf (structure P = NarrowWords.Word47 val bits = 47)
structure Word48 = NarrowWordOf (structure P = NarrowWords.Word48 val bits = 48)
structure Word49 = NarrowWordOf (structure P = NarrowWords.Word49 val bits = 49)
structure Word50 = NarrowWordOf (structure P = NarrowWords.Word50 val bits = 50)
structure Word51 = NarrowWordOf (structure P = NarrowWords.Word51 val bits = 51)
structure Word52 = NarrowWordOf (structure P = NarrowWords.Word52 val bits = 52)
structure Word53 = NarrowWordOf (structure P = NarrowWords.Word53 val bits = 53)
structure Word54 = NarrowWordOf (structure P = NarrowWords.Word54 val bits = 54)
structure Word55 = NarrowWordOf (structure P = NarrowWords.Word55 val bits = 55)
structure Word56 = NarrowWordOf (structure P = NarrowWords.Word56 val bits = 56)
structure Word57 = NarrowWordOf (structure P = NarrowWords.Word57 val bits = 57)
structure Word58 = NarrowWordOf (structure P = NarrowWords.Word58 val bits = 58)
structure Word59 = NarrowWordOf (structure P = NarrowWords.Word59 val bits = 59)
structure Word60 = NarrowWordOf (structure P = NarrowWords.Word60 val bits = 60)
structure Word61 = NarrowWordOf (structure P = NarrowWords.Word61 val bits = 61)
structure Word62 = NarrowWordOf (structure P = NarrowWords.Word62 val bits = 62)
structure Word63 = NarrowWordOf (structure P = NarrowWords.Word63 val bits = 63)
