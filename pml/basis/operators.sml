(* The overloaded operators (Definition, appendix E). *)

_overload op + : 'a * 'a -> 'a
  as Int8Prim.add and Int16Prim.add and Int32Prim.add and Int63Prim.add and Int64Prim.add
  and IntinfPrim.add and Word8Prim.add and Word16Prim.add and Word32Prim.add and Word64Prim.add
  and Real32Prim.add and Real64Prim.add
  and NarrowInts.add and NarrowWords.add

_overload op - : 'a * 'a -> 'a
  as Int8Prim.sub and Int16Prim.sub and Int32Prim.sub and Int63Prim.sub and Int64Prim.sub
  and IntinfPrim.sub and Word8Prim.sub and Word16Prim.sub and Word32Prim.sub and Word64Prim.sub
  and Real32Prim.sub and Real64Prim.sub
  and NarrowInts.sub and NarrowWords.sub

_overload op * : 'a * 'a -> 'a
  as Int8Prim.mul and Int16Prim.mul and Int32Prim.mul and Int63Prim.mul and Int64Prim.mul
  and IntinfPrim.mul and Word8Prim.mul and Word16Prim.mul and Word32Prim.mul and Word64Prim.mul
  and Real32Prim.mul and Real64Prim.mul
  and NarrowInts.mul and NarrowWords.mul

_overload op div : 'a * 'a -> 'a
  as Int8Prim.div and Int16Prim.div and Int32Prim.div and Int63Prim.div and Int64Prim.div
  and IntinfPrim.div and Word8Prim.div and Word16Prim.div and Word32Prim.div and Word64Prim.div
  and NarrowInts.div and NarrowWords.div

_overload op mod : 'a * 'a -> 'a
  as Int8Prim.mod and Int16Prim.mod and Int32Prim.mod and Int63Prim.mod and Int64Prim.mod
  and IntinfPrim.mod and Word8Prim.mod and Word16Prim.mod and Word32Prim.mod and Word64Prim.mod
  and NarrowInts.mod and NarrowWords.mod

_overload op / : 'a * 'a -> 'a
  as Real32Prim.divide and Real64Prim.divide

_overload ~ : 'a -> 'a
  as Int8Prim.neg and Int16Prim.neg and Int32Prim.neg and Int63Prim.neg and Int64Prim.neg
  and IntinfPrim.neg and Word8Prim.neg and Word16Prim.neg and Word32Prim.neg and Word64Prim.neg
  and Real32Prim.neg and Real64Prim.neg
  and NarrowInts.neg and NarrowWords.neg

_overload abs : 'a -> 'a
  as Int8Prim.abs and Int16Prim.abs and Int32Prim.abs and Int63Prim.abs and Int64Prim.abs
  and IntinfPrim.abs and Real32Prim.abs and Real64Prim.abs
  and NarrowInts.abs

_overload op < : 'a * 'a -> bool
  as Int8Prim.lt and Int16Prim.lt and Int32Prim.lt and Int63Prim.lt and Int64Prim.lt
  and IntinfPrim.lt and Word8Prim.lt and Word16Prim.lt and Word32Prim.lt and Word64Prim.lt
  and Real32Prim.lt and Real64Prim.lt and CharPrim.lt and StringPrim.lt
  and NarrowInts.lt and NarrowWords.lt

_overload op <= : 'a * 'a -> bool
  as Int8Prim.le and Int16Prim.le and Int32Prim.le and Int63Prim.le and Int64Prim.le
  and IntinfPrim.le and Word8Prim.le and Word16Prim.le and Word32Prim.le and Word64Prim.le
  and Real32Prim.le and Real64Prim.le and CharPrim.le and StringPrim.le
  and NarrowInts.le and NarrowWords.le

_overload op > : 'a * 'a -> bool
  as Int8Prim.gt and Int16Prim.gt and Int32Prim.gt and Int63Prim.gt and Int64Prim.gt
  and IntinfPrim.gt and Word8Prim.gt and Word16Prim.gt and Word32Prim.gt and Word64Prim.gt
  and Real32Prim.gt and Real64Prim.gt and CharPrim.gt and StringPrim.gt
  and NarrowInts.gt and NarrowWords.gt

_overload op >= : 'a * 'a -> bool
  as Int8Prim.ge and Int16Prim.ge and Int32Prim.ge and Int63Prim.ge and Int64Prim.ge
  and IntinfPrim.ge and Word8Prim.ge and Word16Prim.ge and Word32Prim.ge and Word64Prim.ge
  and Real32Prim.ge and Real64Prim.ge and CharPrim.ge and StringPrim.ge
  and NarrowInts.ge and NarrowWords.ge
