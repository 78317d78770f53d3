(* The structures of the top-level environment of the Basis library. *)
structure General = struct open General val exnMessage = Messages.exnMessage end
structure Option = Option and Bool = Bool and List = List and ListPair = ListPair
structure StringCvt = StringCvt and Char = Char and String = String and Substring = Substring
structure Int = Int and Int8 = Int8 and Int16 = Int16 and Int32 = Int32 and Int63 = Int63 and Int64 = Int64
structure IntInf = IntInf and LargeInt = LargeInt and Position = Position and FixedInt = Int64
structure Word = Word and Word8 = Word8 and Word16 = Word16 and Word32 = Word32 and Word64 = Word64
structure Int1 = Int1 and Int2 = Int2 and Int3 = Int3 and Int4 = Int4 and Int5 = Int5 and Int6 = Int6 and Int7 = Int7 and Int9 = Int9
structure Int10 = Int10 and Int11 = Int11 and Int12 = Int12 and Int13 = Int13 and Int14 = Int14 and Int15 = Int15 and Int17 = Int17 and Int18 = Int18
structure Int19 = Int19 and Int20 = Int20 and Int21 = Int21 and Int22 = Int22 and Int23 = Int23 and Int24 = Int24 and Int25 = Int25 and Int26 = Int26
structure Int27 = Int27 and Int28 = Int28 and Int29 = Int29 and Int30 = Int30 and Int31 = Int31 and Int33 = Int33 and Int34 = Int34 and Int35 = Int35
structure Int36 = Int36 and Int37 = Int37 and Int38 = Int38 and Int39 = Int39 and Int40 = Int40 and Int41 = Int41 and Int42 = Int42 and Int43 = Int43
structure Int44 = Int44 and Int45 = Int45 and Int46 = Int46 and Int47 = Int47 and Int48 = Int48 and Int49 = Int49 and Int50 = Int50 and Int51 = Int51
structure Int52 = Int52 and Int53 = Int53 and Int54 = Int54 and Int55 = Int55 and Int56 = Int56 and Int57 = Int57 and Int58 = Int58 and Int59 = Int59
structure Int60 = Int60 and Int61 = Int61 and Int62 = Int62
structure Word1 = Word1 and Word2 = Word2 and Word3 = Word3 and Word4 = Word4 and Word5 = Word5 and Word6 = Word6 and Word7 = Word7 and Word9 = Word9
structure Word10 = Word10 and Word11 = Word11 and Word12 = Word12 and Word13 = Word13 and Word14 = Word14 and Word15 = Word15 and Word17 = Word17 and Word18 = Word18
structure Word19 = Word19 and Word20 = Word20 and Word21 = Word21 and Word22 = Word22 and Word23 = Word23 and Word24 = Word24 and Word25 = Word25 and Word26 = Word26
structure Word27 = Word27 and Word28 = Word28 and Word29 = Word29 and Word30 = Word30 and Word31 = Word31 and Word33 = Word33 and Word34 = Word34 and Word35 = Word35
structure Word36 = Word36 and Word37 = Word37 and Word38 = Word38 and Word39 = Word39 and Word40 = Word40 and Word41 = Word41 and Word42 = Word42 and Word43 = Word43
structure Word44 = Word44 and Word45 = Word45 and Word46 = Word46 and Word47 = Word47 and Word48 = Word48 and Word49 = Word49 and Word50 = Word50 and Word51 = Word51
structure Word52 = Word52 and Word53 = Word53 and Word54 = Word54 and Word55 = Word55 and Word56 = Word56 and Word57 = Word57 and Word58 = Word58 and Word59 = Word59
structure Word60 = Word60 and Word61 = Word61 and Word62 = Word62 and Word63 = Word63
structure LargeWord = LargeWord
structure IEEEReal = IEEEReal and Real = Real and Real32 = Real32 and Real64 = Real64 and LargeReal = LargeReal
structure Math = Math
structure Vector = Vector and VectorSlice = VectorSlice and Array = Array and ArraySlice = ArraySlice
structure IO = IO and TextPrimIO = TextPrimIO and BinPrimIO = BinPrimIO and TextIO = TextIO and BinIO = BinIO and OS = OS and CommandLine = CommandLine
structure Time = Time and Timer = Timer and Date = Date
structure ForkJoin = ForkJoin and Concurrency = Concurrency and MLton = MLton and Posix = Posix and Unix = Unix
structure Socket = Socket and GenericSock = GenericSock and INetSock = INetSock and UnixSock = UnixSock
structure NetHostDB = NetHostDB and NetProtDB = NetProtDB and NetServDB = NetServDB
structure BoolVector = BoolVector and BoolVectorSlice = BoolVectorSlice
structure BoolArray = BoolArray and BoolArraySlice = BoolArraySlice
structure IntVector = IntVector and IntVectorSlice = IntVectorSlice
structure IntArray = IntArray and IntArraySlice = IntArraySlice
structure Int8Vector = Int8Vector and Int8VectorSlice = Int8VectorSlice
structure Int8Array = Int8Array and Int8ArraySlice = Int8ArraySlice
structure Int16Vector = Int16Vector and Int16VectorSlice = Int16VectorSlice
structure Int16Array = Int16Array and Int16ArraySlice = Int16ArraySlice
structure Int32Vector = Int32Vector and Int32VectorSlice = Int32VectorSlice
structure Int32Array = Int32Array and Int32ArraySlice = Int32ArraySlice
structure Int64Vector = Int64Vector and Int64VectorSlice = Int64VectorSlice
structure Int64Array = Int64Array and Int64ArraySlice = Int64ArraySlice
structure WordVector = WordVector and WordVectorSlice = WordVectorSlice
structure WordArray = WordArray and WordArraySlice = WordArraySlice
structure Word8Vector = Word8Vector and Word8VectorSlice = Word8VectorSlice
structure Word8Array = Word8Array and Word8ArraySlice = Word8ArraySlice
structure Word16Vector = Word16Vector and Word16VectorSlice = Word16VectorSlice
structure Word16Array = Word16Array and Word16ArraySlice = Word16ArraySlice
structure Word32Vector = Word32Vector and Word32VectorSlice = Word32VectorSlice
structure Word32Array = Word32Array and Word32ArraySlice = Word32ArraySlice
structure Word64Vector = Word64Vector and Word64VectorSlice = Word64VectorSlice
structure Word64Array = Word64Array and Word64ArraySlice = Word64ArraySlice
structure RealVector = RealVector and RealVectorSlice = RealVectorSlice
structure RealArray = RealArray and RealArraySlice = RealArraySlice
structure Real32Vector = Real32Vector and Real32VectorSlice = Real32VectorSlice
structure Real32Array = Real32Array and Real32ArraySlice = Real32ArraySlice
structure Real64Vector = Real64Vector and Real64VectorSlice = Real64VectorSlice
structure Real64Array = Real64Array and Real64ArraySlice = Real64ArraySlice
structure LargeIntVector = LargeIntVector and LargeIntVectorSlice = LargeIntVectorSlice
structure LargeIntArray = LargeIntArray and LargeIntArraySlice = LargeIntArraySlice and LargeIntArray2 = LargeIntArray2
structure IntInfVector = LargeIntVector and IntInfVectorSlice = LargeIntVectorSlice
structure IntInfArray = LargeIntArray and IntInfArraySlice = LargeIntArraySlice and IntInfArray2 = LargeIntArray2
structure LargeWordVector = Word64Vector and LargeWordVectorSlice = Word64VectorSlice
structure LargeWordArray = Word64Array and LargeWordArraySlice = Word64ArraySlice and LargeWordArray2 = Word64Array2
structure LargeRealVector = Real64Vector and LargeRealVectorSlice = Real64VectorSlice
structure LargeRealArray = Real64Array and LargeRealArraySlice = Real64ArraySlice and LargeRealArray2 = Real64Array2
structure CharVector = CharVector and CharVectorSlice = CharVectorSlice
structure Byte = Byte and Array2 = Array2
structure BoolArray2 = BoolArray2 and CharArray2 = CharArray2 and IntArray2 = IntArray2
structure Int8Array2 = Int8Array2 and Int16Array2 = Int16Array2 and Int32Array2 = Int32Array2
structure Int64Array2 = Int64Array2 and WordArray2 = WordArray2 and Word8Array2 = Word8Array2
structure Word16Array2 = Word16Array2 and Word32Array2 = Word32Array2 and Word64Array2 = Word64Array2
structure RealArray2 = RealArray2 and Real32Array2 = Real32Array2 and Real64Array2 = Real64Array2
structure Text = Text and SysWord = Word64
structure CharArray = CharArray and CharArraySlice = CharArraySlice
structure PackWord8Big = PackWord8Big and PackWord8Little = PackWord8Little
structure PackWord16Big = PackWord16Big and PackWord16Little = PackWord16Little
structure PackWord32Big = PackWord32Big and PackWord32Little = PackWord32Little
structure PackWord64Big = PackWord64Big and PackWord64Little = PackWord64Little
structure PackReal32Big = PackReal32Big and PackReal32Little = PackReal32Little
structure PackReal64Big = PackReal64Big and PackReal64Little = PackReal64Little
structure PackRealBig = PackRealBig and PackRealLittle = PackRealLittle
