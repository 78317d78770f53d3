(* The structures of the top-level environment of the Basis library. *)
structure General = struct open General val exnMessage = Messages.exnMessage end
structure Option = Option and Bool = Bool and List = List and ListPair = ListPair
structure StringCvt = StringCvt and Char = Char and String = String and Substring = Substring
structure Int = Int and Int8 = Int8 and Int16 = Int16 and Int32 = Int32 and Int63 = Int63 and Int64 = Int64
structure IntInf = IntInf and LargeInt = LargeInt and Position = Position and FixedInt = Int64
structure Word = Word and Word8 = Word8 and Word16 = Word16 and Word32 = Word32 and Word64 = Word64
structure LargeWord = LargeWord
structure IEEEReal = IEEEReal and Real = Real and Real32 = Real32 and Real64 = Real64 and LargeReal = LargeReal
structure Math = Math
structure Vector = Vector and VectorSlice = VectorSlice and Array = Array and ArraySlice = ArraySlice
structure IO = IO and TextIO = TextIO and BinIO = BinIO and OS = OS and CommandLine = CommandLine
structure Time = Time and Timer = Timer and Date = Date
structure ForkJoin = ForkJoin and Concurrency = Concurrency and MLton = MLton and Posix = Posix
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
structure CharVector = CharVector and CharVectorSlice = CharVectorSlice
structure Byte = Byte and Array2 = Array2
structure Text = Text and SysWord = Word64
structure CharArray = CharArray and CharArraySlice = CharArraySlice
structure PackWord8Big = PackWord8Big and PackWord8Little = PackWord8Little
structure PackWord16Big = PackWord16Big and PackWord16Little = PackWord16Little
structure PackWord32Big = PackWord32Big and PackWord32Little = PackWord32Little
structure PackWord64Big = PackWord64Big and PackWord64Little = PackWord64Little
structure PackReal32Big = PackReal32Big and PackReal32Little = PackReal32Little
structure PackReal64Big = PackReal64Big and PackReal64Little = PackReal64Little
structure PackRealBig = PackRealBig and PackRealLittle = PackRealLittle
