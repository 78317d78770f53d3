(* The primitives of numbers, characters and strings, one structure for each type. Arithmetic of integers raises
   Overflow, and division by zero raises Div. *)

structure Int8Prim =
struct
  type t = int8
  val add = _prim "int8_add" : t * t -> t
  val sub = _prim "int8_sub" : t * t -> t
  val mul = _prim "int8_mul" : t * t -> t
  val op div = _prim "int8_div" : t * t -> t
  val op mod = _prim "int8_mod" : t * t -> t
  val quot = _prim "int8_quot" : t * t -> t
  val rem = _prim "int8_rem" : t * t -> t
  val neg = _prim "int8_neg" : t -> t
  val abs = _prim "int8_abs" : t -> t
  val lt = _prim "int8_lt" : t * t -> bool
  val le = _prim "int8_le" : t * t -> bool
  val gt = _prim "int8_gt" : t * t -> bool
  val ge = _prim "int8_ge" : t * t -> bool
end

structure Int16Prim =
struct
  type t = int16
  val add = _prim "int16_add" : t * t -> t
  val sub = _prim "int16_sub" : t * t -> t
  val mul = _prim "int16_mul" : t * t -> t
  val op div = _prim "int16_div" : t * t -> t
  val op mod = _prim "int16_mod" : t * t -> t
  val quot = _prim "int16_quot" : t * t -> t
  val rem = _prim "int16_rem" : t * t -> t
  val neg = _prim "int16_neg" : t -> t
  val abs = _prim "int16_abs" : t -> t
  val lt = _prim "int16_lt" : t * t -> bool
  val le = _prim "int16_le" : t * t -> bool
  val gt = _prim "int16_gt" : t * t -> bool
  val ge = _prim "int16_ge" : t * t -> bool
end

structure Int32Prim =
struct
  type t = int32
  val add = _prim "int32_add" : t * t -> t
  val sub = _prim "int32_sub" : t * t -> t
  val mul = _prim "int32_mul" : t * t -> t
  val op div = _prim "int32_div" : t * t -> t
  val op mod = _prim "int32_mod" : t * t -> t
  val quot = _prim "int32_quot" : t * t -> t
  val rem = _prim "int32_rem" : t * t -> t
  val neg = _prim "int32_neg" : t -> t
  val abs = _prim "int32_abs" : t -> t
  val lt = _prim "int32_lt" : t * t -> bool
  val le = _prim "int32_le" : t * t -> bool
  val gt = _prim "int32_gt" : t * t -> bool
  val ge = _prim "int32_ge" : t * t -> bool
end

structure Int63Prim =
struct
  type t = int63
  val add = _prim "int63_add" : t * t -> t
  val sub = _prim "int63_sub" : t * t -> t
  val mul = _prim "int63_mul" : t * t -> t
  val op div = _prim "int63_div" : t * t -> t
  val op mod = _prim "int63_mod" : t * t -> t
  val quot = _prim "int63_quot" : t * t -> t
  val rem = _prim "int63_rem" : t * t -> t
  val neg = _prim "int63_neg" : t -> t
  val abs = _prim "int63_abs" : t -> t
  val lt = _prim "int63_lt" : t * t -> bool
  val le = _prim "int63_le" : t * t -> bool
  val gt = _prim "int63_gt" : t * t -> bool
  val ge = _prim "int63_ge" : t * t -> bool
end

structure Int64Prim =
struct
  type t = int64
  val add = _prim "int64_add" : t * t -> t
  val sub = _prim "int64_sub" : t * t -> t
  val mul = _prim "int64_mul" : t * t -> t
  val op div = _prim "int64_div" : t * t -> t
  val op mod = _prim "int64_mod" : t * t -> t
  val quot = _prim "int64_quot" : t * t -> t
  val rem = _prim "int64_rem" : t * t -> t
  val neg = _prim "int64_neg" : t -> t
  val abs = _prim "int64_abs" : t -> t
  val lt = _prim "int64_lt" : t * t -> bool
  val le = _prim "int64_le" : t * t -> bool
  val gt = _prim "int64_gt" : t * t -> bool
  val ge = _prim "int64_ge" : t * t -> bool
end

structure IntinfPrim =
struct
  type t = intinf
  val add = _prim "intinf_add" : t * t -> t
  val sub = _prim "intinf_sub" : t * t -> t
  val mul = _prim "intinf_mul" : t * t -> t
  val op div = _prim "intinf_div" : t * t -> t
  val op mod = _prim "intinf_mod" : t * t -> t
  val quot = _prim "intinf_quot" : t * t -> t
  val rem = _prim "intinf_rem" : t * t -> t
  val neg = _prim "intinf_neg" : t -> t
  val abs = _prim "intinf_abs" : t -> t
  val andb = _prim "intinf_andb" : t * t -> t
  val orb = _prim "intinf_orb" : t * t -> t
  val xorb = _prim "intinf_xorb" : t * t -> t
  val notb = _prim "intinf_notb" : t -> t
  val shl = _prim "intinf_shl" : t * word -> t
  val sar = _prim "intinf_sar" : t * word -> t
  val log2 = _prim "intinf_log2" : t -> int
  val pow = _prim "intinf_pow" : t * int -> t
  val lt = _prim "intinf_lt" : t * t -> bool
  val le = _prim "intinf_le" : t * t -> bool
  val gt = _prim "intinf_gt" : t * t -> bool
  val ge = _prim "intinf_ge" : t * t -> bool
end

structure Word8Prim =
struct
  type t = word8
  val add = _prim "word8_add" : t * t -> t
  val sub = _prim "word8_sub" : t * t -> t
  val mul = _prim "word8_mul" : t * t -> t
  val op div = _prim "word8_div" : t * t -> t
  val op mod = _prim "word8_mod" : t * t -> t
  val neg = _prim "word8_neg" : t -> t
  val notb = _prim "word8_notb" : t -> t
  val andb = _prim "word8_andb" : t * t -> t
  val orb = _prim "word8_orb" : t * t -> t
  val xorb = _prim "word8_xorb" : t * t -> t
  val shl = _prim "word8_shl" : t * word32 -> t
  val shr = _prim "word8_shr" : t * word32 -> t
  val sar = _prim "word8_sar" : t * word32 -> t
  val lt = _prim "word8_lt" : t * t -> bool
  val le = _prim "word8_le" : t * t -> bool
  val gt = _prim "word8_gt" : t * t -> bool
  val ge = _prim "word8_ge" : t * t -> bool
end

structure Word16Prim =
struct
  type t = word16
  val add = _prim "word16_add" : t * t -> t
  val sub = _prim "word16_sub" : t * t -> t
  val mul = _prim "word16_mul" : t * t -> t
  val op div = _prim "word16_div" : t * t -> t
  val op mod = _prim "word16_mod" : t * t -> t
  val neg = _prim "word16_neg" : t -> t
  val notb = _prim "word16_notb" : t -> t
  val andb = _prim "word16_andb" : t * t -> t
  val orb = _prim "word16_orb" : t * t -> t
  val xorb = _prim "word16_xorb" : t * t -> t
  val shl = _prim "word16_shl" : t * word32 -> t
  val shr = _prim "word16_shr" : t * word32 -> t
  val sar = _prim "word16_sar" : t * word32 -> t
  val lt = _prim "word16_lt" : t * t -> bool
  val le = _prim "word16_le" : t * t -> bool
  val gt = _prim "word16_gt" : t * t -> bool
  val ge = _prim "word16_ge" : t * t -> bool
end

structure Word32Prim =
struct
  type t = word32
  val add = _prim "word32_add" : t * t -> t
  val sub = _prim "word32_sub" : t * t -> t
  val mul = _prim "word32_mul" : t * t -> t
  val op div = _prim "word32_div" : t * t -> t
  val op mod = _prim "word32_mod" : t * t -> t
  val neg = _prim "word32_neg" : t -> t
  val notb = _prim "word32_notb" : t -> t
  val andb = _prim "word32_andb" : t * t -> t
  val orb = _prim "word32_orb" : t * t -> t
  val xorb = _prim "word32_xorb" : t * t -> t
  val shl = _prim "word32_shl" : t * word32 -> t
  val shr = _prim "word32_shr" : t * word32 -> t
  val sar = _prim "word32_sar" : t * word32 -> t
  val lt = _prim "word32_lt" : t * t -> bool
  val le = _prim "word32_le" : t * t -> bool
  val gt = _prim "word32_gt" : t * t -> bool
  val ge = _prim "word32_ge" : t * t -> bool
end

structure Word64Prim =
struct
  type t = word64
  val add = _prim "word64_add" : t * t -> t
  val sub = _prim "word64_sub" : t * t -> t
  val mul = _prim "word64_mul" : t * t -> t
  val op div = _prim "word64_div" : t * t -> t
  val op mod = _prim "word64_mod" : t * t -> t
  val neg = _prim "word64_neg" : t -> t
  val notb = _prim "word64_notb" : t -> t
  val andb = _prim "word64_andb" : t * t -> t
  val orb = _prim "word64_orb" : t * t -> t
  val xorb = _prim "word64_xorb" : t * t -> t
  val shl = _prim "word64_shl" : t * word32 -> t
  val shr = _prim "word64_shr" : t * word32 -> t
  val sar = _prim "word64_sar" : t * word32 -> t
  val lt = _prim "word64_lt" : t * t -> bool
  val le = _prim "word64_le" : t * t -> bool
  val gt = _prim "word64_gt" : t * t -> bool
  val ge = _prim "word64_ge" : t * t -> bool
end

structure Real32Prim =
struct
  type t = real32
  val add = _prim "real32_add" : t * t -> t
  val sub = _prim "real32_sub" : t * t -> t
  val mul = _prim "real32_mul" : t * t -> t
  val divide = _prim "real32_divide" : t * t -> t
  val neg = _prim "real32_neg" : t -> t
  val abs = _prim "real32_abs" : t -> t
  val lt = _prim "real32_lt" : t * t -> bool
  val le = _prim "real32_le" : t * t -> bool
  val gt = _prim "real32_gt" : t * t -> bool
  val ge = _prim "real32_ge" : t * t -> bool
end

structure Real64Prim =
struct
  type t = real64
  val add = _prim "real64_add" : t * t -> t
  val sub = _prim "real64_sub" : t * t -> t
  val mul = _prim "real64_mul" : t * t -> t
  val divide = _prim "real64_divide" : t * t -> t
  val neg = _prim "real64_neg" : t -> t
  val abs = _prim "real64_abs" : t -> t
  val lt = _prim "real64_lt" : t * t -> bool
  val le = _prim "real64_le" : t * t -> bool
  val gt = _prim "real64_gt" : t * t -> bool
  val ge = _prim "real64_ge" : t * t -> bool
end

structure CharPrim =
struct
  val lt = _prim "char_lt" : char * char -> bool
  val le = _prim "char_le" : char * char -> bool
  val gt = _prim "char_gt" : char * char -> bool
  val ge = _prim "char_ge" : char * char -> bool
end

structure StringPrim =
struct
  val lt = _prim "string_lt" : string * string -> bool
  val le = _prim "string_le" : string * string -> bool
  val gt = _prim "string_gt" : string * string -> bool
  val ge = _prim "string_ge" : string * string -> bool
end
