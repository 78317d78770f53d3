(* Integers and words of other sizes, one by one: each is stored in 64 bits, and kept within its size. *)

functor NarrowInt (eqtype t val least : t and most : t) =
struct
  type t = t and number = t
  val least = least and most = most
  val lt = _prim "int64_lt" : t * t -> bool
  val le = _prim "int64_le" : t * t -> bool
  val gt = _prim "int64_gt" : t * t -> bool
  val ge = _prim "int64_ge" : t * t -> bool
  fun checked a = if lt (a, least) then raise Overflow else if gt (a, most) then raise Overflow else a
  val wideAdd = _prim "int64_add" : t * t -> t
  val wideSub = _prim "int64_sub" : t * t -> t
  val wideMul = _prim "int64_mul" : t * t -> t
  val wideDiv = _prim "int64_div" : t * t -> t
  val wideQuot = _prim "int64_quot" : t * t -> t
  val wideNeg = _prim "int64_neg" : t -> t
  val wideAbs = _prim "int64_abs" : t -> t
  fun add p = checked (wideAdd p)
  fun sub p = checked (wideSub p)
  fun mul p = checked (wideMul p)
  fun op div p = checked (wideDiv p)
  fun quot p = checked (wideQuot p)
  val op mod = _prim "int64_mod" : t * t -> t
  val rem = _prim "int64_rem" : t * t -> t
  fun neg a = checked (wideNeg a)
  fun abs a = checked (wideAbs a)
end

(* Bits that a word does not have are 0. *)
functor NarrowWord (eqtype t val mask : t and unused : word32) =
struct
  type t = t and number = t
  val andb = _prim "word64_andb" : t * t -> t
  val orb = _prim "word64_orb" : t * t -> t
  val xorb = _prim "word64_xorb" : t * t -> t
  val wideAdd = _prim "word64_add" : t * t -> t
  val wideSub = _prim "word64_sub" : t * t -> t
  val wideMul = _prim "word64_mul" : t * t -> t
  val wideNeg = _prim "word64_neg" : t -> t
  val wideShl = _prim "word64_shl" : t * word32 -> t
  val wideSar = _prim "word64_sar" : t * word32 -> t
  fun kept a = andb (a, mask)
  fun extended a = wideSar (wideShl (a, unused), unused)
  fun add p = kept (wideAdd p)
  fun sub p = kept (wideSub p)
  fun mul p = kept (wideMul p)
  fun neg a = kept (wideNeg a)
  fun notb a = xorb (a, mask)
  fun shl p = kept (wideShl p)
  val shr = _prim "word64_shr" : t * word32 -> t
  fun sar (a, n) = kept (wideSar (extended a, n))
  val op div = _prim "word64_div" : t * t -> t
  val op mod = _prim "word64_mod" : t * t -> t
  val lt = _prim "word64_lt" : t * t -> bool
  val le = _prim "word64_le" : t * t -> bool
  val gt = _prim "word64_gt" : t * t -> bool
  val ge = _prim "word64_ge" : t * t -> bool
end

structure NarrowInts =
struct
  structure Int1 = NarrowInt (type t = int1 val least = ~1 : t and most = 0 : t)
  structure Int2 = NarrowInt (type t = int2 val least = ~2 : t and most = 1 : t)
  structure Int3 = NarrowInt (type t = int3 val least = ~4 : t and most = 3 : t)
  structure Int4 = NarrowInt (type t = int4 val least = ~8 : t and most = 7 : t)
  structure Int5 = NarrowInt (type t = int5 val least = ~16 : t and most = 15 : t)
  structure Int6 = NarrowInt (type t = int6 val least = ~32 : t and most = 31 : t)
  structure Int7 = NarrowInt (type t = int7 val least = ~64 : t and most = 63 : t)
  structure Int9 = NarrowInt (type t = int9 val least = ~256 : t and most = 255 : t)
  structure Int10 = NarrowInt (type t = int10 val least = ~512 : t and most = 511 : t)
  structure Int11 = NarrowInt (type t = int11 val least = ~1024 : t and most = 1023 : t)
  structure Int12 = NarrowInt (type t = int12 val least = ~2048 : t and most = 2047 : t)
  structure Int13 = NarrowInt (type t = int13 val least = ~4096 : t and most = 4095 : t)
  structure Int14 = NarrowInt (type t = int14 val least = ~8192 : t and most = 8191 : t)
  structure Int15 = NarrowInt (type t = int15 val least = ~16384 : t and most = 16383 : t)
  structure Int17 = NarrowInt (type t = int17 val least = ~65536 : t and most = 65535 : t)
  structure Int18 = NarrowInt (type t = int18 val least = ~131072 : t and most = 131071 : t)
  structure Int19 = NarrowInt (type t = int19 val least = ~262144 : t and most = 262143 : t)
  structure Int20 = NarrowInt (type t = int20 val least = ~524288 : t and most = 524287 : t)
  structure Int21 = NarrowInt (type t = int21 val least = ~1048576 : t and most = 1048575 : t)
  structure Int22 = NarrowInt (type t = int22 val least = ~2097152 : t and most = 2097151 : t)
  structure Int23 = NarrowInt (type t = int23 val least = ~4194304 : t and most = 4194303 : t)
  structure Int24 = NarrowInt (type t = int24 val least = ~8388608 : t and most = 8388607 : t)
  structure Int25 = NarrowInt (type t = int25 val least = ~16777216 : t and most = 16777215 : t)
  structure Int26 = NarrowInt (type t = int26 val least = ~33554432 : t and most = 33554431 : t)
  structure Int27 = NarrowInt (type t = int27 val least = ~67108864 : t and most = 67108863 : t)
  structure Int28 = NarrowInt (type t = int28 val least = ~134217728 : t and most = 134217727 : t)
  structure Int29 = NarrowInt (type t = int29 val least = ~268435456 : t and most = 268435455 : t)
  structure Int30 = NarrowInt (type t = int30 val least = ~536870912 : t and most = 536870911 : t)
  structure Int31 = NarrowInt (type t = int31 val least = ~1073741824 : t and most = 1073741823 : t)
  structure Int33 = NarrowInt (type t = int33 val least = ~4294967296 : t and most = 4294967295 : t)
  structure Int34 = NarrowInt (type t = int34 val least = ~8589934592 : t and most = 8589934591 : t)
  structure Int35 = NarrowInt (type t = int35 val least = ~17179869184 : t and most = 17179869183 : t)
  structure Int36 = NarrowInt (type t = int36 val least = ~34359738368 : t and most = 34359738367 : t)
  structure Int37 = NarrowInt (type t = int37 val least = ~68719476736 : t and most = 68719476735 : t)
  structure Int38 = NarrowInt (type t = int38 val least = ~137438953472 : t and most = 137438953471 : t)
  structure Int39 = NarrowInt (type t = int39 val least = ~274877906944 : t and most = 274877906943 : t)
  structure Int40 = NarrowInt (type t = int40 val least = ~549755813888 : t and most = 549755813887 : t)
  structure Int41 = NarrowInt (type t = int41 val least = ~1099511627776 : t and most = 1099511627775 : t)
  structure Int42 = NarrowInt (type t = int42 val least = ~2199023255552 : t and most = 2199023255551 : t)
  structure Int43 = NarrowInt (type t = int43 val least = ~4398046511104 : t and most = 4398046511103 : t)
  structure Int44 = NarrowInt (type t = int44 val least = ~8796093022208 : t and most = 8796093022207 : t)
  structure Int45 = NarrowInt (type t = int45 val least = ~17592186044416 : t and most = 17592186044415 : t)
  structure Int46 = NarrowInt (type t = int46 val least = ~35184372088832 : t and most = 35184372088831 : t)
  structure Int47 = NarrowInt (type t = int47 val least = ~70368744177664 : t and most = 70368744177663 : t)
  structure Int48 = NarrowInt (type t = int48 val least = ~140737488355328 : t and most = 140737488355327 : t)
  structure Int49 = NarrowInt (type t = int49 val least = ~281474976710656 : t and most = 281474976710655 : t)
  structure Int50 = NarrowInt (type t = int50 val least = ~562949953421312 : t and most = 562949953421311 : t)
  structure Int51 = NarrowInt (type t = int51 val least = ~1125899906842624 : t and most = 1125899906842623 : t)
  structure Int52 = NarrowInt (type t = int52 val least = ~2251799813685248 : t and most = 2251799813685247 : t)
  structure Int53 = NarrowInt (type t = int53 val least = ~4503599627370496 : t and most = 4503599627370495 : t)
  structure Int54 = NarrowInt (type t = int54 val least = ~9007199254740992 : t and most = 9007199254740991 : t)
  structure Int55 = NarrowInt (type t = int55 val least = ~18014398509481984 : t and most = 18014398509481983 : t)
  structure Int56 = NarrowInt (type t = int56 val least = ~36028797018963968 : t and most = 36028797018963967 : t)
  structure Int57 = NarrowInt (type t = int57 val least = ~72057594037927936 : t and most = 72057594037927935 : t)
  structure Int58 = NarrowInt (type t = int58 val least = ~144115188075855872 : t and most = 144115188075855871 : t)
  structure Int59 = NarrowInt (type t = int59 val least = ~288230376151711744 : t and most = 288230376151711743 : t)
  structure Int60 = NarrowInt (type t = int60 val least = ~576460752303423488 : t and most = 576460752303423487 : t)
  structure Int61 = NarrowInt (type t = int61 val least = ~1152921504606846976 : t and most = 1152921504606846975 : t)
  structure Int62 = NarrowInt (type t = int62 val least = ~2305843009213693952 : t and most = 2305843009213693951 : t)
end

structure NarrowWords =
struct
  structure Word1 = NarrowWord (type t = word1 val mask = 0wx1 : t and unused = 0w63 : word32)
  structure Word2 = NarrowWord (type t = word2 val mask = 0wx3 : t and unused = 0w62 : word32)
  structure Word3 = NarrowWord (type t = word3 val mask = 0wx7 : t and unused = 0w61 : word32)
  structure Word4 = NarrowWord (type t = word4 val mask = 0wxf : t and unused = 0w60 : word32)
  structure Word5 = NarrowWord (type t = word5 val mask = 0wx1f : t and unused = 0w59 : word32)
  structure Word6 = NarrowWord (type t = word6 val mask = 0wx3f : t and unused = 0w58 : word32)
  structure Word7 = NarrowWord (type t = word7 val mask = 0wx7f : t and unused = 0w57 : word32)
  structure Word9 = NarrowWord (type t = word9 val mask = 0wx1ff : t and unused = 0w55 : word32)
  structure Word10 = NarrowWord (type t = word10 val mask = 0wx3ff : t and unused = 0w54 : word32)
  structure Word11 = NarrowWord (type t = word11 val mask = 0wx7ff : t and unused = 0w53 : word32)
  structure Word12 = NarrowWord (type t = word12 val mask = 0wxfff : t and unused = 0w52 : word32)
  structure Word13 = NarrowWord (type t = word13 val mask = 0wx1fff : t and unused = 0w51 : word32)
  structure Word14 = NarrowWord (type t = word14 val mask = 0wx3fff : t and unused = 0w50 : word32)
  structure Word15 = NarrowWord (type t = word15 val mask = 0wx7fff : t and unused = 0w49 : word32)
  structure Word17 = NarrowWord (type t = word17 val mask = 0wx1ffff : t and unused = 0w47 : word32)
  structure Word18 = NarrowWord (type t = word18 val mask = 0wx3ffff : t and unused = 0w46 : word32)
  structure Word19 = NarrowWord (type t = word19 val mask = 0wx7ffff : t and unused = 0w45 : word32)
  structure Word20 = NarrowWord (type t = word20 val mask = 0wxfffff : t and unused = 0w44 : word32)
  structure Word21 = NarrowWord (type t = word21 val mask = 0wx1fffff : t and unused = 0w43 : word32)
  structure Word22 = NarrowWord (type t = word22 val mask = 0wx3fffff : t and unused = 0w42 : word32)
  structure Word23 = NarrowWord (type t = word23 val mask = 0wx7fffff : t and unused = 0w41 : word32)
  structure Word24 = NarrowWord (type t = word24 val mask = 0wxffffff : t and unused = 0w40 : word32)
  structure Word25 = NarrowWord (type t = word25 val mask = 0wx1ffffff : t and unused = 0w39 : word32)
  structure Word26 = NarrowWord (type t = word26 val mask = 0wx3ffffff : t and unused = 0w38 : word32)
  structure Word27 = NarrowWord (type t = word27 val mask = 0wx7ffffff : t and unused = 0w37 : word32)
  structure Word28 = NarrowWord (type t = word28 val mask = 0wxfffffff : t and unused = 0w36 : word32)
  structure Word29 = NarrowWord (type t = word29 val mask = 0wx1fffffff : t and unused = 0w35 : word32)
  structure Word30 = NarrowWord (type t = word30 val mask = 0wx3fffffff : t and unused = 0w34 : word32)
  structure Word31 = NarrowWord (type t = word31 val mask = 0wx7fffffff : t and unused = 0w33 : word32)
  structure Word33 = NarrowWord (type t = word33 val mask = 0wx1ffffffff : t and unused = 0w31 : word32)
  structure Word34 = NarrowWord (type t = word34 val mask = 0wx3ffffffff : t and unused = 0w30 : word32)
  structure Word35 = NarrowWord (type t = word35 val mask = 0wx7ffffffff : t and unused = 0w29 : word32)
  structure Word36 = NarrowWord (type t = word36 val mask = 0wxfffffffff : t and unused = 0w28 : word32)
  structure Word37 = NarrowWord (type t = word37 val mask = 0wx1fffffffff : t and unused = 0w27 : word32)
  structure Word38 = NarrowWord (type t = word38 val mask = 0wx3fffffffff : t and unused = 0w26 : word32)
  structure Word39 = NarrowWord (type t = word39 val mask = 0wx7fffffffff : t and unused = 0w25 : word32)
  structure Word40 = NarrowWord (type t = word40 val mask = 0wxffffffffff : t and unused = 0w24 : word32)
  structure Word41 = NarrowWord (type t = word41 val mask = 0wx1ffffffffff : t and unused = 0w23 : word32)
  structure Word42 = NarrowWord (type t = word42 val mask = 0wx3ffffffffff : t and unused = 0w22 : word32)
  structure Word43 = NarrowWord (type t = word43 val mask = 0wx7ffffffffff : t and unused = 0w21 : word32)
  structure Word44 = NarrowWord (type t = word44 val mask = 0wxfffffffffff : t and unused = 0w20 : word32)
  structure Word45 = NarrowWord (type t = word45 val mask = 0wx1fffffffffff : t and unused = 0w19 : word32)
  structure Word46 = NarrowWord (type t = word46 val mask = 0wx3fffffffffff : t and unused = 0w18 : word32)
  structure Word47 = NarrowWord (type t = word47 val mask = 0wx7fffffffffff : t and unused = 0w17 : word32)
  structure Word48 = NarrowWord (type t = word48 val mask = 0wxffffffffffff : t and unused = 0w16 : word32)
  structure Word49 = NarrowWord (type t = word49 val mask = 0wx1ffffffffffff : t and unused = 0w15 : word32)
  structure Word50 = NarrowWord (type t = word50 val mask = 0wx3ffffffffffff : t and unused = 0w14 : word32)
  structure Word51 = NarrowWord (type t = word51 val mask = 0wx7ffffffffffff : t and unused = 0w13 : word32)
  structure Word52 = NarrowWord (type t = word52 val mask = 0wxfffffffffffff : t and unused = 0w12 : word32)
  structure Word53 = NarrowWord (type t = word53 val mask = 0wx1fffffffffffff : t and unused = 0w11 : word32)
  structure Word54 = NarrowWord (type t = word54 val mask = 0wx3fffffffffffff : t and unused = 0w10 : word32)
  structure Word55 = NarrowWord (type t = word55 val mask = 0wx7fffffffffffff : t and unused = 0w9 : word32)
  structure Word56 = NarrowWord (type t = word56 val mask = 0wxffffffffffffff : t and unused = 0w8 : word32)
  structure Word57 = NarrowWord (type t = word57 val mask = 0wx1ffffffffffffff : t and unused = 0w7 : word32)
  structure Word58 = NarrowWord (type t = word58 val mask = 0wx3ffffffffffffff : t and unused = 0w6 : word32)
  structure Word59 = NarrowWord (type t = word59 val mask = 0wx7ffffffffffffff : t and unused = 0w5 : word32)
  structure Word60 = NarrowWord (type t = word60 val mask = 0wxfffffffffffffff : t and unused = 0w4 : word32)
  structure Word61 = NarrowWord (type t = word61 val mask = 0wx1fffffffffffffff : t and unused = 0w3 : word32)
  structure Word62 = NarrowWord (type t = word62 val mask = 0wx3fffffffffffffff : t and unused = 0w2 : word32)
  structure Word63 = NarrowWord (type t = word63 val mask = 0wx7fffffffffffffff : t and unused = 0w1 : word32)
end
